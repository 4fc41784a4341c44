# bench/lenet_torch.py: the computation of bench/lenet.cpp in PyTorch, eager, one thread; same protocol
# SPDX-License-Identifier: MIT
import sys
import time

import torch
from torch.nn import functional as F

torch.set_num_threads(1)
backward, repeats = sys.argv[1] == "gradient", int(sys.argv[2])


def pattern(shape, start, scale):
    n = 1
    for s in shape:
        n *= s
    i = torch.arange(n, dtype=torch.int64)
    return (scale * (((i * 7919 + start) % 1009).double() / 1009 - 0.5)).float().reshape(shape)


shapes = [(6, 1, 5, 5), (6,), (16, 6, 5, 5), (16,), (120, 400), (120,), (84, 120), (84,), (10, 84), (10,)]
params = []
for start, shape in enumerate(shapes, 1):
    fan = 100
    if len(shape) > 1:
        fan = 1
        for s in shape[1:]:
            fan *= s
    params.append(pattern(shape, start, 3 / fan**0.5).requires_grad_())
c1, b1, c2, b2, w1, d1, w2, d2, w3, d3 = params
x = pattern((32, 1, 28, 28), 77, 2)


def forward():
    h = F.max_pool2d(F.relu(F.conv2d(x, c1, b1, padding=2)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, c2, b2)), 2)
    h = F.relu(F.linear(h.reshape(-1, 400), w1, d1))
    return F.linear(F.relu(F.linear(h, w2, d2)), w3, d3).square().mean()


def step():
    if backward:
        return torch.autograd.grad(forward(), params)[1][0].item()
    with torch.no_grad():
        return forward().item()


for line in sys.stdin:
    start = time.perf_counter()
    for _ in range(repeats):
        check = step()
    us = (time.perf_counter() - start) / repeats * 1e6
    print(f"{us:.6g} {forward().item():.9g} {check:.9g}", flush=True)
