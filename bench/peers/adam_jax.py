# adam_jax.py: bench/adam.cpp in JAX, with donated buffers
# SPDX-License-Identifier: MIT
from common import Program, pattern
from with_jax import jax, jnp

p = Program()


def update(params, grads, m, v, t):
    a1, a2 = 1 - 0.9**t, 1 - 0.999**t
    m = [0.9 * a + 0.1 * g for a, g in zip(m, grads)]
    v = [0.999 * a + 0.001 * g * g for a, g in zip(v, grads)]
    new = [p - (0.001 / a1).astype(p.dtype) * a / (jnp.sqrt(b / a2.astype(p.dtype)) + 1e-8)
           for p, a, b in zip(params, m, v)]
    return new, m, v, t + 1


def make():
    compiled = jax.jit(update, donate_argnums=(0, 2, 3, 4))
    grads = [jnp.asarray(pattern((1000, 1000), 21 + i, 2)) for i in range(10)]
    state = [[jnp.asarray(pattern((1000, 1000), 1 + i, 2)) for i in range(10)],
             [jnp.zeros_like(g) for g in grads], [jnp.zeros_like(g) for g in grads], jnp.asarray(1.0)]

    def run():
        state[:] = jax.block_until_ready(compiled(state[0], grads, *state[1:]))
        return state[0]
    return run


p.add("update", make)
p.serve()
