# maml_torch.py: bench/maml.cpp in PyTorch: autograd.grad for one task, torch.func for many
# SPDX-License-Identifier: MIT
from common import Program, labels, layer, pattern
from torch.nn.functional import cross_entropy, linear
from with_torch import tensors, torch

p = Program()


def loss(w, x, y):
    h = torch.tanh(linear(torch.tanh(linear(x, *w[0:2])), *w[2:4]))
    return cross_entropy(linear(h, *w[4:6]), y)


w = tensors(layer(64, 64, 1) + layer(64, 64, 3) + layer(64, 5, 5), grad=True)


def data(*lead):
    return tensors((pattern((*lead, 25, 64), 7, 2), labels((*lead, 25), 8, 5),
                    pattern((*lead, 75, 64), 9, 2), labels((*lead, 75), 10, 5)))


def one(support, support_y, query, query_y):
    def run():
        now = w
        for _ in range(5):
            g = torch.autograd.grad(loss(now, support, support_y), now, create_graph=True)
            now = [a - 0.1 * b for a, b in zip(now, g)]
        value = loss(now, query, query_y)
        return value, torch.autograd.grad(value, w)
    return run


def many(*arguments):
    def after_steps(w, support, support_y, query, query_y):
        for _ in range(5):
            g = torch.func.grad(loss)(w, support, support_y)
            w = [a - 0.1 * b for a, b in zip(w, g)]
        return loss(w, query, query_y)

    def value_first(*a):
        gradient, value = torch.func.grad_and_value(after_steps)(*a)
        return value, gradient
    mapped = torch.func.vmap(value_first, (None, 0, 0, 0, 0))
    fixed = [a.detach() for a in w]
    return lambda: mapped(fixed, *arguments)


p.add("1 task, gradient", one, *data())
p.add("16 tasks by vmap, gradients", many, *data(16))
p.serve()
