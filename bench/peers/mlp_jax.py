# mlp_jax.py: bench/mlp.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, layer, pattern
from with_jax import jax, jnp, linear, step

p = Program()


def loss(w, x):
    h = jnp.tanh(linear(w[1], jnp.tanh(linear(w[0], x))))
    return jnp.mean(linear(w[2], h) ** 2)


def jvp(w, dw, x):
    return jax.jvp(lambda v: loss(v, x), (w,), (dw,))


def hvp(w, dw, x):
    return jax.jvp(lambda v: jax.grad(loss)(v, x), (w,), (dw,))[1]


for batch, width in ((1, 16), (32, 64), (128, 256), (256, 1024)):
    name = f"{batch} x {width}"
    w, dw = ([layer(width, width, s + i) for i in (0, 2, 4)] for s in (1, 11))
    x = pattern((batch, width), 7, 2)
    p.add(f"{name}, value", step, loss, w, x)
    p.add(f"{name}, gradient", step, jax.value_and_grad(loss), w, x)
    p.add(f"{name}, jvp", step, jvp, w, dw, x)
    p.add(f"{name}, hvp", step, hvp, w, dw, x)
p.serve()
