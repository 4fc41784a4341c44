# measure.py: one process for each peer, results compared first, then rounds in turn
# SPDX-License-Identifier: MIT
import math
import os
import select
import statistics
import subprocess
import time

ANSWER_WITHIN = 300  # seconds; compiling is the longest that a peer does before it answers


class Peer:
    """A process that serves cases (bench/support/serve.hpp)."""

    def __init__(self, command, threads):
        n = str(threads)
        env = dict(os.environ, BENCH_THREADS=n, OMP_NUM_THREADS=n, OPENBLAS_NUM_THREADS=n, MKL_NUM_THREADS=n,
                   NPROC=n, PYTHONWARNINGS="ignore", TF_CPP_MIN_LOG_LEVEL="3")
        if threads == 1:
            env["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        # Some peers make as many threads as there are processors: they see as many as they may use.
        processors = sorted(os.sched_getaffinity(0))[-threads:]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True,
                                        stderr=subprocess.DEVNULL,
                                        preexec_fn=lambda: os.sched_setaffinity(0, processors))

    def ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return "error the process has ended"
        if not select.select([self.process.stdout], [], [], ANSWER_WITHIN)[0]:
            self.process.kill()
            return "error no answer"
        return self.process.stdout.readline().rstrip("\n") or "error the process has ended"

    def seconds(self, case, repeats, clock):
        reply = self.ask(f"{case}\t{repeats}")
        if reply.startswith("error"):
            raise RuntimeError(f"{case}: {reply}")
        return float(reply.split()[clock == "processor"])

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


def programs(here, build, python, workload, peers):
    """name -> command, fmod first."""
    found = {}
    ours = os.path.join(build, "bench", workload)
    if os.path.exists(ours):
        found["fmod"] = [ours]
    for peer in peers:
        script = os.path.join(here, "peers", f"{workload}_{peer}.py")
        compiled = os.path.join(build, "bench", f"{workload}_{peer}")
        module = {"torch": "torch", "jax": "jax", "mlx": "mlx.core"}.get(peer)
        if os.path.exists(script) and subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            found[peer] = [python, script]
        elif os.path.exists(compiled):
            found[peer] = [compiled]
    return found


def compare(ours, theirs, tolerance):
    """None, or what differs. Digests are pairs (weighted sum, norm), one for each array."""
    if len(ours) != len(theirs):
        return f"{len(theirs) // 2} arrays instead of {len(ours) // 2}"
    for i in range(0, len(ours), 2):
        scale = max(ours[i + 1], theirs[i + 1])
        for a, b in zip(ours[i:i + 2], theirs[i:i + 2]):
            if not abs(a - b) <= tolerance * max(abs(a), scale):
                return f"array {i // 2}: {b:.9g} instead of {a:.9g}"
    return None


def run(workload, commands, o):
    """(rows, complaints)"""
    peers = {name: Peer(command, 1 if name == "fmod" else o.threads) for name, command in commands.items()}
    listed = peers["fmod"].ask("cases").split("\t")
    theirs = {name: {c.split("|")[0] for c in p.ask("cases").split("\t") if "|" in c} for name, p in peers.items()}
    rows, wrong = [], [f"{workload}: {n} does not start: {' '.join(c)}" for n, c in commands.items() if not theirs[n]]
    for name, tolerance in (c.split("|") for c in listed if "|" in c):
        if o.cases not in name:
            continue
        row, problems = one_case(workload, name, float(tolerance),
                                 {k: p for k, p in peers.items() if name in theirs[k]}, o)
        wrong += problems
        rows += [row] if row else []
    for p in peers.values():
        p.close()
    return rows, wrong


def one_case(workload, case, tolerance, peers, o):
    digests, repeats, wrong = {}, {}, []
    for name, p in peers.items():
        reply = p.ask(f"{case}\t0")
        if reply.startswith("error"):
            wrong.append(f"{workload}, {case}: {name}: {reply}")
            continue
        numbers = [float(v) for v in reply.split()]
        if not all(math.isfinite(v) for v in numbers):
            wrong.append(f"{workload}, {case}: {name}: a result is not finite")
            continue
        digests[name] = numbers
    if "fmod" not in digests:
        return None, wrong
    for name in [n for n in digests if n != "fmod"]:
        problem = compare(digests["fmod"], digests[name], tolerance)
        if problem:
            wrong.append(f"{workload}, {case}: {name} differs from fmod: {problem}")
            del digests[name]
    # How often to run: from a first guess, refined once, so that a round is as long as was asked for.
    for name in digests:
        count = 1
        for _ in range(12):
            seconds = max(1e-9, peers[name].seconds(case, count, o.clock) * count)
            if seconds > o.seconds / 4:
                break
            count = max(count + 1, min(20 * count, int(count * o.seconds / seconds)))
        repeats[name] = max(1, round(count * o.seconds / seconds))
    times = {name: [] for name in digests}
    for _ in range(o.rounds):
        for name in digests:
            times[name].append(peers[name].seconds(case, repeats[name], o.clock))
    row = {"workload": workload, "case": case, "threads": o.threads, "rounds": o.rounds, "peers": {},
           "date": time.strftime("%Y-%m-%d"), "fmod": statistics.median(times["fmod"])}
    for name in digests:
        if name == "fmod":
            continue
        ratios = [t / m for t, m in zip(times[name], times["fmod"])]
        row["peers"][name] = {"seconds": statistics.median(times[name]), "ratio": statistics.median(ratios),
                              "min": min(ratios), "max": max(ratios)}
    shown = "  ".join(f"{n} {p['ratio']:.2f} ({p['min']:.2f}..{p['max']:.2f})" for n, p in row["peers"].items())
    print(f"{workload:12} {case:34} fmod {row['fmod'] * 1e6:12.2f} us   {shown}", flush=True)
    return row, wrong
