# common.py: what all peers in Python share: inputs made by a hash, digests, the protocol of bench/support/serve.hpp
# SPDX-License-Identifier: MIT
import os
import sys
import time

import numpy as np

THREADS = int(os.environ.get("BENCH_THREADS", "1"))
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "data", "adbench")


def hash01(count, start):
    mask = np.uint64(0xFFFFFFFF)
    h = (np.arange(count, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(start * 40503 + 12345)) & mask
    for _ in range(2):
        h = ((h ^ (h >> np.uint64(16))) * np.uint64(0x45D9F3B)) & mask
    return (h ^ (h >> np.uint64(16))).astype(np.float64) / 4294967296.0


def pattern(shape, start, scale, dtype=np.float32):
    return (scale * (hash01(int(np.prod(shape)), start) - 0.5)).astype(dtype).reshape(shape)


def labels(shape, start, classes):
    return (hash01(int(np.prod(shape)), start) * classes).astype(np.int64).reshape(shape)


def layer(inputs, outputs, start, dtype=np.float32):
    """Weight (out, in) and bias (out) of a linear layer."""
    scale = 2 / inputs**0.5
    return [pattern((outputs, inputs), start, scale, dtype), pattern((outputs,), start + 1, scale, dtype)]


def arrays(tree):
    """The arrays of a result of nested lists, tuples and dicts, in order."""
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        return [a for part in tree for a in arrays(part)]
    return [tree.detach().numpy() if hasattr(tree, "detach") else np.asarray(tree)]


def digest(tree):
    values = []
    for a in arrays(tree):
        a = a.astype(np.float64).ravel()
        values += [float(a @ (hash01(a.size, 0) + 0.5)), float(np.linalg.norm(a))]
    return values


class Program:
    """add(name, make, ...): make(...) sets the case up, when it is first asked for, and returns the step that is timed."""

    def __init__(self):
        self.makers, self.steps = {}, {}

    def add(self, name, make, *arguments):
        self.makers[name] = lambda: make(*arguments)

    def answer(self, line):
        if line == "cases":
            return "\t".join(f"{name}|0" for name in self.makers)
        name, repeats = line.split("\t")
        if name not in self.makers:
            return "error no such case"
        if name not in self.steps:
            self.steps[name] = self.makers[name]()
        step, repeats = self.steps[name], int(repeats)
        if repeats == 0:
            return " ".join(f"{v:.17g}" for v in digest(step()))
        wall, processor = time.perf_counter(), time.process_time()
        for _ in range(repeats):
            step()
        passed, used = time.perf_counter() - wall, time.process_time() - processor
        return f"{passed / repeats:.9g} {used / repeats:.9g}"

    def serve(self):
        for line in sys.stdin:
            try:
                reply = self.answer(line.rstrip("\n"))
            except Exception as problem:  # told to the other side, which goes on without this case
                reply = "error " + " ".join(str(problem).split())[:300]
            print(reply, flush=True)
