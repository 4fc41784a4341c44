# jacobians_jax.py: bench/jacobians.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, labels, layer, pattern
from with_jax import jax, jnp, step

p = Program()


def network(w, x):
    return w[1][0] @ jnp.tanh(w[0][0] @ x + w[0][1]) + w[1][1]


def loss(w, x, y):
    return -jax.nn.log_softmax(network(w, x))[y]


def of_input(x, w):
    return network(w, x)


def scalar_of_input(x, w):
    return jnp.sum(network(w, x) ** 2)


def weights(inputs, hidden, outputs):
    return [layer(inputs, hidden, 1), layer(hidden, outputs, 3)]


p.add("gradients of 128 samples", step, jax.vmap(jax.grad(loss), (None, 0, 0)),
      weights(784, 128, 10), pattern((128, 784), 7, 2), labels((128,), 8, 10))
p.add("Jacobian 64 x 64, reverse", step, jax.jacrev(of_input), pattern((64,), 7, 2), weights(64, 64, 64))
p.add("Jacobian 64 x 64, forward", step, jax.jacfwd(of_input), pattern((64,), 7, 2), weights(64, 64, 64))
p.add("Hessian 32 x 32", step, jax.hessian(scalar_of_input), pattern((32,), 7, 2), weights(32, 32, 32))
p.serve()
