#!/usr/bin/env python3
# run.py: fmod beside its peers: installs and builds what is needed, compares results, measures, writes RESULTS.md
# SPDX-License-Identifier: MIT
"""Usage: bench/run.py [options] [WORKLOAD ...]     (all workloads if none is named; see bench/README.md)"""
import argparse
import json
import os
import sys

from harness import install, measure, report

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# In the order of the report; bench/NAME.cpp and bench/peers/NAME_PEER.{py,cpp} belong to each.
WORKLOADS = ["scalar", "mlp", "maml", "rows", "adam", "jacobians", "gradbench", "matmul", "pinn", "rnn", "transformer"]
PEERS = ["jax", "torch", "mlx", "adolc", "sacado", "numbers", "eigen", "openblas", "onednn"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", help=" ".join(WORKLOADS))
    parser.add_argument("--peers", default=",".join(PEERS), help="comma-separated (%(default)s)")
    parser.add_argument("--cases", default="", help="only cases whose name contains this")
    parser.add_argument("--rounds", type=int, default=9, help="measured rounds (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.1, help="length of a round (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="threads of the peers; fmod uses one (%(default)s)")
    parser.add_argument("--clock", choices=["processor", "wall"], help="processor time, which other work on the machine "
                        "disturbs less, or time on the wall (processor for one thread, else wall)")
    parser.add_argument("--python", help="a Python that has the peers, instead of build/bench/venv")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "bench"), help="build folder (%(default)s)")
    parser.add_argument("--no-install", action="store_true", help="neither install nor build anything")
    parser.add_argument("--report-only", action="store_true", help="write RESULTS.md again from what was measured")
    parser.add_argument("--output", default=HERE, help="folder of RESULTS.md, results.svg, results.json (%(default)s)")
    o = parser.parse_args()
    o.clock = o.clock or ("processor" if o.threads == 1 else "wall")
    unknown = [w for w in o.workloads if w not in WORKLOADS]
    if unknown:
        parser.error(f"no workload {unknown[0]}; there are {' '.join(WORKLOADS)}")

    store = os.path.join(o.output, "results.json")
    rows = json.load(open(store)) if os.path.exists(store) else []
    failed = []
    if not o.report_only:
        python = o.python or os.path.join(ROOT, "build", "bench", "venv", "bin", "python")
        if not o.no_install:
            install.packages()
            if not o.python:
                install.environment(python, ROOT)
            install.programs(ROOT, o.build)
        machine = install.machine(python, o.threads)
        for workload in o.workloads or WORKLOADS:
            programs = measure.programs(HERE, o.build, python, workload, o.peers.split(","))
            if "fmod" not in programs:
                print(f"{workload}: {o.build}/bench/{workload} is not there, left out")
                continue
            found, wrong = measure.run(workload, programs, o)
            failed += wrong
            for row in found:
                row["machine"] = machine
            key = lambda r: (r["workload"], r["case"], r["threads"])
            fresh = {key(r) for r in found}
            rows = [r for r in rows if key(r) not in fresh] + found
            with open(store, "w") as out:
                json.dump(rows, out, indent=0)
    order = {w: i for i, w in enumerate(WORKLOADS)}
    rows.sort(key=lambda r: order.get(r["workload"], len(order)))  # stable: cases stay as the programs list them
    report.write(rows, o.output)
    for line in failed:
        print(line, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
