# matmul_jax.py: bench/matmul.cpp in JAX
# SPDX-License-Identifier: MIT
from common import Program, np, pattern
from with_jax import step

p = Program()


def make(n, tx, ty, dtype):
    f = lambda x, y: (x.T if tx else x) @ (y.T if ty else y)
    return step(f, pattern((n, n), 1, 2, dtype), pattern((n, n), 2, 2, dtype))


for dtype, name in ((np.float32, "float"), (np.float64, "double")):
    for n in (64, 128, 256, 512, 1024, 2048):
        for tx, ty in ((0, 0), (1, 0), (0, 1), (1, 1)):
            p.add(f"""{n} {"x'" if tx else "x"} {"y'" if ty else "y"}, {name}""", make, n, tx, ty, dtype)
p.serve()
