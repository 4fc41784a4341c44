#!/usr/bin/env python3
# compile_time.py: seconds and memory that the programs of bench/compile cost to compile, beside the bare include
# SPDX-License-Identifier: MIT
"""usage: compile_time.py [--compiler g++] [--flags "-O2"] [--rounds 3] [NAME...]

Compiles each program in turn, round after round, so that all see the same machine. Prints the median of processor seconds, its ratio
to that of umbrella.cpp, which only includes the library, and the largest peak of memory.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(usage=__doc__.splitlines()[0].removeprefix("usage: "))
parser.add_argument("--compiler", default="g++")
parser.add_argument("--flags", default="-O2")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("names", nargs="*")
options = parser.parse_args()

programs = sorted(p.stem for p in (ROOT / "bench" / "compile").glob("*.cpp"))
unknown = set(options.names) - set(programs)
if unknown:
    parser.error(f"no such program: {', '.join(sorted(unknown))}; there are {', '.join(programs)}")
names = ["umbrella"] + [n for n in options.names or programs if n != "umbrella"]


def compile_once(name, output):
    """Processor seconds, and MiB at the peak."""
    command = [options.compiler, "-std=c++20", *options.flags.split(), f"-I{ROOT / 'include'}", "-c",
               str(ROOT / "bench" / "compile" / f"{name}.cpp"), "-o", output]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)  # with the compiler proper, which the driver waits for
    if status != 0:
        raise SystemExit(f"compile_time.py: {name}.cpp does not compile")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


seconds, memory = {n: [] for n in names}, {n: 0 for n in names}
with tempfile.TemporaryDirectory() as folder:
    for _ in range(options.rounds):
        for name in names:
            time, peak = compile_once(name, f"{folder}/{name}.o")
            seconds[name].append(time)
            memory[name] = max(memory[name], peak)

bare = statistics.median(seconds["umbrella"])
print(f"{options.compiler} {options.flags}, {options.rounds} rounds\n{'program':18} {'seconds':>8} {'ratio':>6} {'MiB':>6}")
for name in names:
    time = statistics.median(seconds[name])
    print(f"{name:18} {time:8.2f} {time / bare:6.1f} {memory[name]:6.0f}")
