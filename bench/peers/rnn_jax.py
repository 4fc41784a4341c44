# rnn_jax.py: bench/rnn.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, layer, np, pattern
from with_jax import jax, jnp, step

p = Program()


def loss(w, xs, start):
    def one(h, x):
        h = jnp.tanh(x @ w[0].T + w[1] + h @ w[2].T)
        return h, h
    return jnp.mean(jax.lax.scan(one, start, xs)[1] ** 2)


arguments = layer(64, 64, 1) + [pattern((64, 64), 3, 0.25)], pattern((256, 32, 64), 7, 2), np.zeros((32, 64), np.float32)
p.add("value", step, loss, *arguments)
p.add("gradient", step, jax.value_and_grad(loss), *arguments)
p.serve()
