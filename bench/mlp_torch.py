# bench/mlp_torch.py: the computation of bench/mlp.cpp in PyTorch, eager, one thread; same protocol
# SPDX-License-Identifier: MIT
import sys
import time

import torch

torch.set_num_threads(1)
batch, width, repeats = map(int, sys.argv[1:4])


def pattern(shape, start, scale):
    n = 1
    for s in shape:
        n *= s
    i = torch.arange(n, dtype=torch.int64)
    return (scale * (((i * 7919 + start) % 1009).double() / 1009 - 0.5)).float().reshape(shape)


scale = 2 / width**0.5
w1, b1 = pattern((width, width), 1, scale), pattern((width,), 2, scale)
w2, b2 = pattern((width, width), 3, scale), pattern((width,), 4, scale)
w3, b3 = pattern((width, width), 5, scale), pattern((width,), 6, scale)
params = [p.requires_grad_() for p in (w1, b1, w2, b2, w3, b3)]
x = pattern((batch, width), 7, 2)


def step():
    h = torch.tanh(torch.nn.functional.linear(x, w1, b1))
    h = torch.tanh(torch.nn.functional.linear(h, w2, b2))
    loss = torch.nn.functional.linear(h, w3, b3).square().mean()
    return loss, torch.autograd.grad(loss, params)


for line in sys.stdin:
    start = time.perf_counter()
    for _ in range(repeats):
        loss, grads = step()
        check = grads[1][0].item()
    us = (time.perf_counter() - start) / repeats * 1e6
    print(f"{us:.6g} {loss.item():.9g} {check:.9g}", flush=True)
