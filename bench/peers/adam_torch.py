# adam_torch.py: bench/adam.cpp in PyTorch, by its fused optimizer, in place
# SPDX-License-Identifier: MIT
from common import Program, pattern
from with_torch import tensors, torch

p = Program()


def make():
    params = tensors([pattern((1000, 1000), 1 + i, 2) for i in range(10)], grad=True)
    for i, w in enumerate(params):
        w.grad = tensors(pattern((1000, 1000), 21 + i, 2))
    optimizer = torch.optim.Adam(params, lr=0.001, fused=True)

    def run():
        optimizer.step()
        return params
    return run


p.add("update", make)
p.serve()
