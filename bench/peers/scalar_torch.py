# scalar_torch.py: bench/scalar.cpp in PyTorch, by repeated autograd.grad
# SPDX-License-Identifier: MIT
from common import Program, np, pattern
from with_torch import torch

p = Program()


def f(x):
    return torch.sin(torch.exp(x)) / (1 + x * x)


def slope(x):
    def run():
        y = f(x)
        return y, torch.autograd.grad(y.sum(), x)[0]
    return run


def third(x):
    def run():
        first = torch.autograd.grad(f(x).sum(), x, create_graph=True)[0]
        second = torch.autograd.grad(first.sum(), x, create_graph=True)[0]
        return torch.autograd.grad(second.sum(), x)[0]
    return run


for name, x in (("1 number", np.array(0.7)), ("1000 numbers", pattern((1000,), 1, 2, np.float64))):
    x = torch.from_numpy(x).requires_grad_()
    p.add(f"{name}, value and slope", slope, x)
    p.add(f"{name}, third derivative", third, x)
p.serve()
