#!/usr/bin/env python3
# bench/compare_torch_lenet.py: bench/lenet.cpp beside PyTorch eager, one thread, interleaved rounds; medians and ratios
# SPDX-License-Identifier: MIT
#
# usage: compare_torch_lenet.py LENET_PROGRAM [ROUNDS]; needs /usr/bin/python3 with torch (Debian: python3-torch).
import os
import statistics
import subprocess
import sys

program = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
here = os.path.dirname(os.path.abspath(__file__))
env = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")


def start(command):
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)


def one_round(process):
    process.stdin.write("\n")
    process.stdin.flush()
    return [float(v) for v in process.stdout.readline().split()]


print(f"{'':10} {'fmod us':>10} {'torch us':>10} {'torch/fmod':>11} {'min':>6} {'max':>6}")
for what in ("forward", "gradient"):
    ours = start([program, what, "20"])
    theirs = start(["/usr/bin/python3", os.path.join(here, "lenet_torch.py"), what, "20"])
    one_round(ours), one_round(theirs)  # warm-up
    a, b = [], []
    for _ in range(rounds):
        a.append(one_round(ours))
        b.append(one_round(theirs))
    for mine, other in zip(a[0][1:], b[0][1:]):
        if abs(mine - other) > 1e-4 * max(1e-3, abs(other)):
            sys.exit(f"the two disagree: {mine} and {other}")
    ratios = [t[0] / m[0] for m, t in zip(a, b)]
    print(f"{what:10} {statistics.median(m[0] for m in a):10.1f} {statistics.median(t[0] for t in b):10.1f} "
          f"{statistics.median(ratios):11.2f} {min(ratios):6.2f} {max(ratios):6.2f}")
    for p in (ours, theirs):
        p.stdin.close()
        p.wait()
