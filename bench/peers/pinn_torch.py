# pinn_torch.py: bench/pinn.cpp in PyTorch, by repeated autograd.grad, as programs of this kind are written
# SPDX-License-Identifier: MIT
from common import Program, layer, np, pattern
from torch.nn.functional import linear
from with_torch import tensors, torch

p = Program()


def u(x, t, w):
    h = torch.cat([x, t], 1)
    for i in range(4):
        h = torch.tanh(linear(h, w[2 * i], w[2 * i + 1]))
    return linear(h, w[8], w[9])


def loss(w, x, t):
    value = u(x, t, w)
    u_x, u_t = torch.autograd.grad(value.sum(), (x, t), create_graph=True)
    u_xx = torch.autograd.grad(u_x.sum(), x, create_graph=True)[0]
    return (u_t + value * u_x - 0.01 / np.pi * u_xx).square().mean()


def gradient(w, x, t):
    def run():
        value = loss(w, x, t)
        return value, torch.autograd.grad(value, w)
    return run


sizes = ((2, 20, 1), (20, 20, 3), (20, 20, 5), (20, 20, 7), (20, 1, 9))
w = tensors([a for s in sizes for a in layer(*s)], grad=True)
x, t = tensors([pattern((1024, 1), 21, 2), pattern((1024, 1), 22, 1)], grad=True)
p.add("value", lambda *a: lambda: loss(*a), [a.detach() for a in w], x, t)
p.add("gradient", gradient, w, x, t)
p.serve()
