# mlp_mlx.py: bench/mlp.cpp in MLX
# SPDX-License-Identifier: MIT
from common import Program, layer, pattern
from with_mlx import linear, mx, step

p = Program()


def loss(w, x):
    h = mx.tanh(linear(w[1], mx.tanh(linear(w[0], x))))
    return mx.mean(mx.square(linear(w[2], h)))


def flat_loss(*w_and_x):
    *w, x = w_and_x
    return loss([w[0:2], w[2:4], w[4:6]], x)


def jvp(w, dw, x):
    values, tangents = mx.jvp(lambda *v: flat_loss(*v, x), w, dw)
    return values[0], tangents[0]


def hvp(w, dw, x):
    return mx.jvp(lambda *v: mx.grad(flat_loss, tuple(range(6)))(*v, x), w, dw)[1]


for batch, width in ((1, 16), (32, 64), (128, 256), (256, 1024)):
    name = f"{batch} x {width}"
    w, dw = ([layer(width, width, s + i) for i in (0, 2, 4)] for s in (1, 11))
    x = pattern((batch, width), 7, 2)
    flat, dflat = ([a for q in v for a in q] for v in (w, dw))
    p.add(f"{name}, value", step, loss, w, x)
    p.add(f"{name}, gradient", step, mx.value_and_grad(loss), w, x)
    p.add(f"{name}, jvp", step, jvp, flat, dflat, x)
    p.add(f"{name}, hvp", step, hvp, flat, dflat, x)
p.serve()
