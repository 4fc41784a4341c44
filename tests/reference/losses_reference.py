#!/usr/bin/env python3
# losses_reference.py: values, gradients and Hessian-vector products of the losses in 50 digits, for tests/nn/losses_test.cpp
# SPDX-License-Identifier: MIT
"""Needs mpmath. Each loss is written down from its definition and differentiated numerically in high precision."""
from mpmath import mp, mpf, exp, log, diff

mp.dps = 50


def softplus(x):
    return log(1 + exp(x))


def bce(x, t):
    return t * softplus(-x) + (1 - t) * softplus(x)


def huber(d, delta):
    return d * d / 2 if abs(d) <= delta else delta * (abs(d) - delta / 2)


def cross_entropy(z, y):
    return log(sum(exp(v) for v in z)) - z[y]


def soft_cross_entropy(z, t):
    m = log(sum(exp(v) for v in z))
    return sum(p * (m - v) for p, v in zip(t, z))


def show(name, value):
    print(name, mp.nstr(value, 18))


for x, t in ((0.3, 1), (-2.5, 0.25), (40, 1), (40, 0), (-800, 0)):
    f = lambda v: bce(v, mpf(t))
    show(f"bce({x}, {t})", f(mpf(x)))
    show("  first", diff(f, mpf(x)))
    show("  second", diff(f, mpf(x), 2))
for d, delta in ((0.4, 1), (-3, 1), (2.5, 0.5)):
    show(f"huber({d}, {delta})", huber(mpf(d), mpf(delta)))
z = [mpf(v) for v in (1, 2, 3)]
show("cross_entropy([1, 2, 3], 2)", cross_entropy(z, 2))
p = [exp(v) / sum(exp(w) for w in z) for v in z]
print("  gradient", [mp.nstr(q - (i == 2), 18) for i, q in enumerate(p)])
print("  hessian", [[mp.nstr((q if i == j else 0) - q * p[j], 18) for j in range(3)] for i, q in enumerate(p)])
show("soft_cross_entropy([1, 2, 3], [.2, .3, .5])", soft_cross_entropy(z, [mpf(2) / 10, mpf(3) / 10, mpf(5) / 10]))
w = [mpf(v) for v in (0, 50, 0)]
show("cross_entropy([0, 50, 0], 1)", cross_entropy(w, 1))
show("  gradient at 1", exp(w[1]) / sum(exp(v) for v in w) - 1)
