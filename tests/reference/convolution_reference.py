#!/usr/bin/python3
# convolution_reference.py: the values of tests/nn/convolution_test.cpp, from PyTorch (Debian: python3-torch)
# SPDX-License-Identifier: MIT
import torch
from torch.nn import functional as F

torch.set_default_dtype(torch.float64)


def pattern(*shape):
    n = 1
    for s in shape:
        n *= s
    return ((torch.arange(n) * 37 + 11) % 101 / 50 - 1).reshape(shape)


def show(name, *tensors):
    print(name, ", ".join(f"{v:.17g}" for t in tensors for v in (t.sum().item(), t.flatten()[1].item())))


def gradients(name, f, *x):
    x = [v.clone().requires_grad_() for v in x]
    y = f(*x)
    ct = pattern(*y.shape)
    g = torch.autograd.grad((y * ct).sum(), x)
    show(name, y.detach(), *g)


x = pattern(2, 4, 6, 5)
gradients("conv2d", lambda a, w: F.conv2d(a, w, None, (2, 1), (1, 2), (1, 2), 2), x, pattern(6, 2, 3, 2))
gradients("conv_transpose2d", lambda a, w: F.conv_transpose2d(a, w, None, 2, 1, 1, 2, 1), x, pattern(4, 3, 3, 2))
gradients("max_pool2d", lambda a: F.max_pool2d(a, 3, 2, 1), x)
gradients("avg_pool2d", lambda a: F.avg_pool2d(a, 3, 2, 1), x)
gradients("layer_norm", lambda a, w, b: F.layer_norm(a, (6, 5), w, b, 1e-5), x, pattern(6, 5), pattern(6, 5) - 1)
gradients("conv_layer", lambda a, w, b: F.conv2d(a, w, b, 1, 1), x, pattern(3, 4, 3, 3), pattern(3))
