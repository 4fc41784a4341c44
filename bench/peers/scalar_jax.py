# scalar_jax.py: bench/scalar.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, np, pattern
from with_jax import jax, jnp, step

p = Program()


def f(x):
    return jnp.sin(jnp.exp(x)) / (1 + x * x)


def slope(x):
    return jax.jvp(f, (x,), (jnp.ones_like(x),))


def third(x):
    one = jnp.ones_like(x)
    first = lambda v: jax.jvp(f, (v,), (one,))[1]
    second = lambda v: jax.jvp(first, (v,), (one,))[1]
    return jax.jvp(second, (x,), (one,))[1]


for name, x in (("1 number", np.float64(0.7)), ("1000 numbers", pattern((1000,), 1, 2, np.float64))):
    p.add(f"{name}, value and slope", step, slope, x)
    p.add(f"{name}, third derivative", step, third, x)
p.serve()
