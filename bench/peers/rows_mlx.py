# rows_mlx.py: bench/rows.cpp in MLX
# SPDX-License-Identifier: MIT
from common import Program, labels, pattern
from with_mlx import mx, step

p = Program()


def gelu(x):
    return x * (1 + mx.erf(x * 0.5**0.5)) / 2


def layer_norm(x, scale, shift):
    return mx.fast.layer_norm(x, scale, shift, 1e-5)


def softmax(x):
    return mx.softmax(x, -1)


def cross_entropy(x, y):
    return mx.mean(mx.logsumexp(x, -1) - mx.take_along_axis(x, y[:, None], -1)[:, 0])


def pulled(f):
    return lambda ct, *arguments: mx.vjp(f, list(arguments), [ct])[1]


x, ct = pattern((4096, 1024), 1, 8), pattern((4096, 1024), 2, 2)
scale, shift = pattern((1024,), 3, 2), pattern((1024,), 4, 2)
y = labels((4096,), 5, 1024)
for name, f, arguments in (("gelu", gelu, [x]), ("layer norm", layer_norm, [x, scale, shift]), ("softmax", softmax, [x])):
    p.add(f"{name}, forward", step, f, *arguments)
    p.add(f"{name}, gradient", step, pulled(f), ct, *arguments)
p.add("cross entropy, forward", step, cross_entropy, x, y)
p.add("cross entropy, gradient", step, mx.value_and_grad(cross_entropy), x, y)
p.serve()
