# scalar_casadi.py: bench/scalar.cpp in CasADi: symbolic derivatives, run by its virtual machine into fixed buffers
# SPDX-License-Identifier: MIT
import casadi
from common import Program, np, pattern

p = Program()
x = casadi.SX.sym("x")
f = casadi.sin(casadi.exp(x)) / (1 + x * x)
first = casadi.jacobian(f, x)
third = casadi.jacobian(casadi.jacobian(first, x), x)


def step(outputs, at):
    function = casadi.Function("f", [x], outputs)
    function = function if at.size == 1 else function.map(at.size)
    buffer, run = function.buffer()
    results = [np.zeros(at.size) for _ in outputs]
    buffer.set_arg(0, memoryview(at))
    for i, r in enumerate(results):
        buffer.set_res(i, memoryview(r))

    def call():
        run()
        return results
    return call


for name, at in (("1 number", np.array([0.7])), ("1000 numbers", pattern((1000,), 1, 2, np.float64))):
    p.add(f"{name}, value and slope", step, [f, first], at)
    p.add(f"{name}, third derivative", step, [third], at)
p.serve()
