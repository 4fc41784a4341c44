# rows_jax.py: bench/rows.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, labels, pattern
from with_jax import jax, jnp, step

p = Program()


def layer_norm(x, scale, shift):
    centered = x - jnp.mean(x, -1, keepdims=True)
    variance = jnp.mean(centered**2, -1, keepdims=True)
    return centered / jnp.sqrt(variance + 1e-5) * scale + shift


def cross_entropy(x, y):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], -1))


def pulled(f):
    return lambda ct, *arguments: jax.vjp(f, *arguments)[1](ct)


x, ct = pattern((4096, 1024), 1, 8), pattern((4096, 1024), 2, 2)
scale, shift = pattern((1024,), 3, 2), pattern((1024,), 4, 2)
y = labels((4096,), 5, 1024)
gelu = lambda v: jax.nn.gelu(v, approximate=False)
for name, f, arguments in (("gelu", gelu, [x]), ("layer norm", layer_norm, [x, scale, shift]),
                           ("softmax", jax.nn.softmax, [x])):
    p.add(f"{name}, forward", step, f, *arguments)
    p.add(f"{name}, gradient", step, pulled(f), ct, *arguments)
p.add("cross entropy, forward", step, cross_entropy, x, y)
p.add("cross entropy, gradient", step, jax.value_and_grad(cross_entropy), x, y)
p.serve()
