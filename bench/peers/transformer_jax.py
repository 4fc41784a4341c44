# transformer_jax.py: bench/transformer.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, layer, pattern
from with_jax import jax, jnp, linear, step

p = Program()
B, L, W, H = 8, 128, 256, 4


def norm(q, x):
    centered = x - jnp.mean(x, -1, keepdims=True)
    return centered / jnp.sqrt(jnp.mean(centered**2, -1, keepdims=True) + 1e-5) * q[0] + q[1]


def block(w, x):
    heads = lambda v: v.reshape(B, L, H, W // H).transpose(0, 2, 1, 3)
    h = norm(w[0], x)
    q, k, v = (heads(linear(a, h)) for a in w[1:4])
    attention = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) * (W // H) ** -0.5)
    y = x + linear(w[4], (attention @ v).transpose(0, 2, 1, 3).reshape(B, L, W))
    return y + linear(w[7], jax.nn.gelu(linear(w[6], norm(w[5], y)), approximate=False))


def weighted(w, x, ct):
    return jnp.sum(block(w, x) * ct)


def scale(start):
    return [pattern((W,), start, 2) + 1, pattern((W,), start + 1, 1)]


w = [scale(1), layer(W, W, 3), layer(W, W, 5), layer(W, W, 7), layer(W, W, 9), scale(11), layer(W, 4 * W, 13),
     layer(4 * W, W, 15)]
x, ct = pattern((B, L, W), 21, 2), pattern((B, L, W), 22, 2)
p.add("forward", step, block, w, x)
p.add("gradient", step, jax.grad(weighted), w, x, ct)
p.serve()
