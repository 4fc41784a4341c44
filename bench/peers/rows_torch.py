# rows_torch.py: bench/rows.cpp in PyTorch
# SPDX-License-Identifier: MIT
from common import Program, labels, pattern
from torch.nn import functional
from with_torch import inference, tensors, torch

p = Program()


def layer_norm(x, scale, shift):
    return functional.layer_norm(x, (1024,), scale, shift)


def pulled(f, ct, *arguments):
    return lambda: torch.autograd.grad(f(*arguments), arguments, ct)


def value_and_gradient(f, x, y):
    def run():
        value = f(x, y)
        return value, torch.autograd.grad(value, x)
    return run


x, scale, shift = tensors([pattern((4096, 1024), 1, 8), pattern((1024,), 3, 2), pattern((1024,), 4, 2)], grad=True)
ct, y = tensors([pattern((4096, 1024), 2, 2), labels((4096,), 5, 1024)])
softmax = lambda v: functional.softmax(v, -1)
for name, f, arguments in (("gelu", functional.gelu, [x]), ("layer norm", layer_norm, [x, scale, shift]),
                           ("softmax", softmax, [x])):
    p.add(f"{name}, forward", inference, f, *[a.detach() for a in arguments])
    p.add(f"{name}, gradient", pulled, f, ct, *arguments)
p.add("cross entropy, forward", inference, functional.cross_entropy, x.detach(), y)
p.add("cross entropy, gradient", value_and_gradient, functional.cross_entropy, x, y)
p.serve()
