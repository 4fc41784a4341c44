# gradbench_jax.py: bench/gradbench.cpp in JAX
# SPDX-License-Identifier: MIT
import math

import gradbench_inputs as inputs
from common import Program, np
from with_jax import jax, jnp, step

p = Program()


def gmm(w, x, constant, gamma, m):
    alpha, mu, q, l = w
    n, d = x.shape
    below = np.tril_indices(d, -1)
    order = np.lexsort((below[0], below[1]))  # column by column
    sum_q = q.sum(-1)
    full = jnp.zeros((len(alpha), d, d)).at[:, below[0][order], below[1][order]].set(l)
    full = full.at[:, np.arange(d), np.arange(d)].set(jnp.exp(q))
    whitened = jnp.einsum("kij,knj->kni", full, x - mu[:, None])
    exponents = (alpha + sum_q)[:, None] - 0.5 * (whitened**2).sum(-1)
    likelihood = jax.nn.logsumexp(exponents, 0).sum() - n * jax.nn.logsumexp(alpha)
    return likelihood - 0.5 * gamma**2 * (full**2).sum() + m * sum_q.sum() + constant


def lstm(w, state, sequence):
    main, extra = w
    layers, b = main.shape[0] // 2, sequence.shape[1]
    weight, bias = (main[i::2].reshape(layers, 4, b) for i in (0, 1))

    def one(carry, xs):
        hidden, cell = carry
        now, following = xs
        x = now * extra[0]
        h, c = [], []
        for i in range(layers):
            g = lambda j, v: v * weight[i, j] + bias[i, j]
            forget, into, out = jax.nn.sigmoid(g(0, x)), jax.nn.sigmoid(g(1, hidden[i])), jax.nn.sigmoid(g(2, x))
            c.append(cell[i] * forget + into * jnp.tanh(g(3, hidden[i])))
            h.append(out * jnp.tanh(c[i]))
            x = h[i]
        y = x * extra[1] + extra[2]
        return (jnp.stack(h), jnp.stack(c)), (following * (y - jnp.log(2 + jnp.exp(y).sum()))).sum()
    terms = jax.lax.scan(one, (state[0::2], state[1::2]), (sequence[:-1], sequence[1:]))[1]
    return -terms.sum() / ((len(sequence) - 1) * b)


def llsq(x, powers, signs):
    return 0.5 * ((signs - powers @ x) ** 2).sum()


def det(flat):
    def expanded(a):  # (minors, n, n)
        n = a.shape[-1]
        if n == 1:
            return a[:, 0, 0]
        others = np.array([[j for j in range(n) if j != c] for c in range(n)])
        minors = a[:, 1:, others].transpose(0, 2, 1, 3).reshape(-1, n - 1, n - 1)
        signs = np.where(np.arange(n) % 2, -1.0, 1.0)
        return (signs * a[:, 0] * expanded(minors).reshape(-1, n)).sum(-1)
    size = math.isqrt(flat.shape[0])
    return expanded(flat.reshape(1, size, size))[0]


def reprojection(camera, point, w, feature):
    centered = point - camera[3:6]
    rotation = camera[:3]
    squared = rotation @ rotation
    angle = jnp.sqrt(squared)
    seen = (centered * jnp.cos(angle) + jnp.cross(rotation, centered) * (jnp.sin(angle) / angle)
            + rotation * (rotation @ centered) * (1 - jnp.cos(angle)) / squared)
    uv = seen[:2] / seen[2]
    r = uv @ uv
    return w * (uv * (1 + camera[9] * r + camera[10] * r * r) * camera[6] + camera[7:9] - feature)


def jacobian(camera, point, w, feature):
    c, x, d = jax.jacrev(reprojection, (0, 1, 2))(camera, point, w, feature)
    return jnp.concatenate([c, x, d[:, None]], 1)


def over(f):
    mapped = jax.vmap(f, (0, 0, 0, None))
    return lambda *arguments: mapped(*arguments).ravel()


for name, f, arguments in (("gmm d10 k5 n1000", gmm, inputs.gmm()), ("lstm l2 c1024", lstm, inputs.lstm()),
                           ("llsq n1024 m128", llsq, inputs.llsq()), ("lse 2500", jax.nn.logsumexp, inputs.lse()),
                           ("det 8", det, inputs.det())):
    p.add(f"{name}, objective", step, f, *arguments)
    p.add(f"{name}, gradient", step, jax.value_and_grad(f), *arguments)
p.add("ba 1000 observations, objective", step, over(reprojection), *inputs.ba())
p.add("ba 1000 observations, gradient", step, over(jacobian), *inputs.ba())
p.serve()
