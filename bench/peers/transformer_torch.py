# transformer_torch.py: bench/transformer.cpp in PyTorch
# SPDX-License-Identifier: MIT
from common import Program, layer, pattern
from torch.nn.functional import gelu, layer_norm, linear, scaled_dot_product_attention
from with_torch import inference, tensors, torch

p = Program()
B, L, W, H = 8, 128, 256, 4


def block(w, x):
    heads = lambda v: v.view(B, L, H, W // H).transpose(1, 2)
    h = layer_norm(x, (W,), *w[0])
    q, k, v = (heads(linear(h, *a)) for a in w[1:4])
    mixed = scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(B, L, W)
    y = x + linear(mixed, *w[4])
    return y + linear(gelu(linear(layer_norm(y, (W,), *w[5]), *w[6])), *w[7])


def gradient(w, x, ct):
    leaves = [a for q in w for a in q]
    return lambda: torch.autograd.grad((block(w, x) * ct).sum(), leaves)


def scale(start):
    return [pattern((W,), start, 2) + 1, pattern((W,), start + 1, 1)]


w = [scale(1), layer(W, W, 3), layer(W, W, 5), layer(W, W, 7), layer(W, W, 9), scale(11), layer(W, 4 * W, 13),
     layer(4 * W, W, 15)]
x, ct = tensors([pattern((B, L, W), 21, 2), pattern((B, L, W), 22, 2)])
p.add("forward", inference, block, tensors(w), x)
p.add("gradient", gradient, tensors(w, grad=True), x, ct)
p.serve()
