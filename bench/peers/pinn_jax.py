# pinn_jax.py: bench/pinn.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, layer, np, pattern
from with_jax import jax, jnp, linear, step

p = Program()


def u(x, t, w):
    h = jnp.concatenate([x, t], 1)
    for q in w[:-1]:
        h = jnp.tanh(linear(q, h))
    return linear(w[-1], h)


def loss(w, x, t):
    ones = jnp.ones_like(x)
    value, u_t = jax.jvp(lambda s: u(x, s, w), (t,), (ones,))
    slope = lambda s: jax.jvp(lambda v: u(v, t, w), (s,), (ones,))[1]
    u_x, u_xx = jax.jvp(slope, (x,), (ones,))
    return jnp.mean((u_t + value * u_x - 0.01 / np.pi * u_xx) ** 2)


w = [layer(2, 20, 1), layer(20, 20, 3), layer(20, 20, 5), layer(20, 20, 7), layer(20, 1, 9)]
x, t = pattern((1024, 1), 21, 2), pattern((1024, 1), 22, 1)
p.add("value", step, loss, w, x, t)
p.add("gradient", step, jax.value_and_grad(loss), w, x, t)
p.serve()
