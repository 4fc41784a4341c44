# maml_jax.py: bench/maml.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, labels, layer, pattern
from with_jax import jax, jnp, linear, step

p = Program()


def loss(w, x, y):
    logits = linear(w[2], jnp.tanh(linear(w[1], jnp.tanh(linear(w[0], x)))))
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], -1))


def after_steps(w, support, support_y, query, query_y):
    for _ in range(5):
        g = jax.grad(loss)(w, support, support_y)
        w = jax.tree_util.tree_map(lambda a, b: a - 0.1 * b, w, g)
    return loss(w, query, query_y)


w = [layer(64, 64, 1), layer(64, 64, 3), layer(64, 5, 5)]


def data(*lead):
    return (pattern((*lead, 25, 64), 7, 2), labels((*lead, 25), 8, 5),
            pattern((*lead, 75, 64), 9, 2), labels((*lead, 75), 10, 5))


gradient = jax.value_and_grad(after_steps)
p.add("1 task, gradient", step, gradient, w, *data())
p.add("16 tasks by vmap, gradients", step, jax.vmap(gradient, (None, 0, 0, 0, 0)), w, *data(16))
p.serve()
