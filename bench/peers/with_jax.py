# with_jax.py: what the peers in JAX share: settings, and steps that are compiled and waited for
# SPDX-License-Identifier: MIT
import common
import jax
import jax.numpy as jnp

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)


def step(f, *arguments, **options):
    """A step that calls jit(f); compiled by the first call, which is not timed."""
    compiled = jax.jit(f, **options)
    arguments = jax.tree_util.tree_map(jnp.asarray, arguments)
    return lambda: jax.block_until_ready(compiled(*arguments))


def linear(p, x):
    return x @ p[0].T + p[1]
