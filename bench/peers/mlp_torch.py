# mlp_torch.py: bench/mlp.cpp in PyTorch
# SPDX-License-Identifier: MIT
import torch.autograd.forward_ad as forward
from common import Program, layer, pattern
from torch.nn.functional import linear
from with_torch import inference, tensors, torch

p = Program()


def loss(w, x):
    h = torch.tanh(linear(torch.tanh(linear(x, *w[0:2])), *w[2:4]))
    return linear(h, *w[4:6]).square().mean()


def gradient(w, x):
    def run():
        value = loss(w, x)
        return value, torch.autograd.grad(value, w)
    return run


def jvp(w, dw, x):
    def run():
        with torch.no_grad(), forward.dual_level():
            return tuple(forward.unpack_dual(loss([forward.make_dual(a, d) for a, d in zip(w, dw)], x)))
    return run


def hvp(w, dw, x):
    def run():
        g = torch.autograd.grad(loss(w, x), w, create_graph=True)
        return torch.autograd.grad(g, w, dw)
    return run


for batch, width in ((1, 16), (32, 64), (128, 256), (256, 1024)):
    name = f"{batch} x {width}"
    w, dw = (tensors([a for i in (0, 2, 4) for a in layer(width, width, s + i)], grad=s == 1) for s in (1, 11))
    x = tensors(pattern((batch, width), 7, 2))
    p.add(f"{name}, value", inference, loss, w, x)
    p.add(f"{name}, gradient", gradient, w, x)
    p.add(f"{name}, jvp", jvp, w, dw, x)
    p.add(f"{name}, hvp", hvp, w, dw, x)
p.serve()
