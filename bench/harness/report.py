# report.py: RESULTS.md and results.svg from the measured rows
# SPDX-License-Identifier: MIT
import math
import os
from html import escape

NAMES = {"jax": "JAX", "torch": "PyTorch", "mlx": "MLX", "adolc": "ADOL-C", "sacado": "Sacado",
         "numbers": "fmod on numbers",
         "eigen": "Eigen", "openblas": "OpenBLAS", "onednn": "oneDNN"}
TITLES = {
    "scalar": "Functions of one number (double)", "mlp": "Network with two hidden layers, batch x width",
    "maml": "MAML, 5 inner steps", "rows": "Functions of rows, 4096 x 1024", "adam": "Adam, 10 million parameters",
    "jacobians": "Per-sample gradients, Jacobian, Hessian", "gradbench": "GradBench (double)",
    "matmul": "Matrix products", "pinn": "Burgers' equation, network 4 x 20, 1024 points",
    "rnn": "Recurrent network, 256 steps", "transformer": "Transformer encoder block"}
COLORS = {"jax": "#1b6ca8", "torch": "#d1495b", "mlx": "#6a994e", "adolc": "#8c564b",
          "sacado": "#7f7f7f", "numbers": "#bbbbbb", "eigen": "#2a9d8f", "openblas": "#e9a03b", "onednn": "#495057"}


def shown_time(s):
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if s * factor >= 1:
            return f"{s * factor:.3g} {unit}"
    return f"{s * 1e9:.3g} ns"


def shown_ratio(v):
    return f"{v:.0f}" if v >= 100 else f"{v:.1f}" if v >= 10 else f"{v:.2f}"


def table(rows):
    peers = [p for p in NAMES if any(p in r["peers"] for r in rows)]
    lines = ["| case | fmod | " + " | ".join(NAMES[p] for p in peers) + " |", "|---|--:|" + "--:|" * len(peers)]
    for r in rows:
        cells = []
        for p in peers:
            if p not in r["peers"]:
                cells.append("")
                continue
            v = r["peers"][p]
            text = f"{shown_ratio(v['ratio'])} ({shown_ratio(v['min'])}..{shown_ratio(v['max'])})"
            cells.append(f"**{text}**" if v["ratio"] < 1 else text)
        lines.append(f"| {r['case']} | {shown_time(r['fmod'])} | " + " | ".join(cells) + " |")
    return lines


def gradient_ratios(rows):
    """GradBench's measure: the time of the gradient over that of the function itself."""
    times = {r["case"]: {"fmod": r["fmod"], **{p: v["seconds"] for p, v in r["peers"].items()}} for r in rows}
    pairs = [(c[: -len(", gradient")], times[c], times.get(c[: -len("gradient")] + "objective"))
             for c in times if c.endswith(", gradient")]
    peers = [p for p in ["fmod"] + list(NAMES) if any(p in g and o and p in o for _, g, o in pairs)]
    lines = ["", "Time of the gradient over that of the objective, each library against itself:", "",
             "| problem | " + " | ".join(NAMES.get(p, p) for p in peers) + " |", "|---|" + "--:|" * len(peers)]
    for name, g, o in pairs:
        if o:
            cells = [shown_ratio(g[p] / o[p]) if p in g and p in o else "" for p in peers]
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def gflops(rows):
    """Rates of matrix products, whose cases are named '... N ...'."""
    lines = ["", "Rates in Gflop/s:", ""]
    peers = [p for p in NAMES if any(p in r["peers"] for r in rows)]
    lines += ["| case | fmod | " + " | ".join(NAMES[p] for p in peers) + " |", "|---|--:|" + "--:|" * len(peers)]
    for r in rows:
        n = int(r["case"].split()[0])
        rate = lambda s: f"{2 * n**3 / s / 1e9:.0f}"
        cells = [rate(r["peers"][p]["seconds"]) if p in r["peers"] else "" for p in peers]
        lines.append(f"| {r['case']} | {rate(r['fmod'])} | " + " | ".join(cells) + " |")
    return lines


def losses(rows):
    """Cases where a peer is faster, the worst first."""
    found = []
    for r in rows:
        if r["peers"]:
            peer, v = min(r["peers"].items(), key=lambda item: item[1]["ratio"])
            if v["ratio"] < 1:
                found.append((v["ratio"], f"| {r['workload']}: {r['case']} | {threads_of(r)} | {NAMES[peer]} | "
                                          f"{shown_ratio(1 / v['ratio'])} |"))
    lines = [text for _, text in sorted(found)]
    if not lines:
        return ["None."]
    return ["| case | threads | fastest peer | faster than fmod, times |", "|---|--:|---|--:|"] + lines


def threads_of(r):
    return str(r["threads"])


def chart(rows, path):
    """One line for each case, a point for each peer, on a logarithmic axis of ratios."""
    rows = [r for r in rows if r["peers"] and r["threads"] == 1]
    lines, step, left, width = [], 15, 330, 560
    low, high = -1, 4
    x = lambda v: left + (min(max(math.log10(v), low), high) - low) / (high - low) * width
    y, last = 50, None
    for r in rows:
        if r["workload"] != last:
            last = r["workload"]
            y += 10
            lines.append(f'<text x="8" y="{y + 4}" font-weight="bold">{escape(TITLES[last])}</text>')
            y += step
        lines.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(r["case"])}</text>')
        lines.append(f'<line x1="{left}" y1="{y}" x2="{left + width}" y2="{y}" stroke="#eee"/>')
        for p, v in r["peers"].items():
            title = f'<title>{NAMES[p]}: {shown_ratio(v["ratio"])}</title>'
            lines.append(f'<line x1="{x(v["min"]):.1f}" y1="{y}" x2="{x(v["max"]):.1f}" y2="{y}" stroke="{COLORS[p]}"/>'
                         f'<circle cx="{x(v["ratio"]):.1f}" cy="{y}" r="4" fill="{COLORS[p]}">{title}</circle>')
        y += step
    axis = []
    for e in range(low, high + 1):
        weight = ' stroke-width="2"' if e == 0 else ""
        axis.append(f'<line x1="{x(10**e)}" y1="40" x2="{x(10**e)}" y2="{y}" stroke="#999"{weight}/>'
                    f'<text x="{x(10**e)}" y="34" text-anchor="middle">{10**e:g}</text>')
    legend, at = [], 8
    for p in [p for p in NAMES if any(p in r["peers"] for r in rows)]:
        legend.append(f'<circle cx="{at}" cy="12" r="4" fill="{COLORS[p]}"/><text x="{at + 8}" y="16">{NAMES[p]}</text>')
        at += 80
    legend.append(f'<text x="{left + width}" y="16" text-anchor="end">time of the peer / time of fmod</text>')
    with open(path, "w") as out:
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 20}" height="{y + 10}" '
                  'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>\n'
                  + "\n".join(axis + lines + legend) + "\n</svg>\n")


def write(rows, folder):
    by_machine = {(r["machine"]["cpu"], r["machine"]["versions"]) for r in rows}
    text = ["# Results", "",
            "Written by `bench/run.py`; [README.md](README.md) says how, and [REMARKS.md](REMARKS.md) what limits fmod where",
            "it is behind. A figure is the time of the peer over the time of fmod: the median over rounds (smallest..largest).",
            "Above 1 fmod is faster; **bold** where the peer is. All results were compared before anything was timed.", ""]
    text += [f"{cpu}. {versions}.\n" for cpu, versions in sorted(by_machine)]
    text += ["![ratios](results.svg)", "", "## Where a peer is faster", ""] + losses(rows)
    for workload in dict.fromkeys(r["workload"] for r in rows):
        for threads in sorted({r["threads"] for r in rows if r["workload"] == workload}):
            part = [r for r in rows if r["workload"] == workload and r["threads"] == threads]
            many = f", peers with {threads} threads, fmod with one" if threads > 1 else ""
            text += ["", f"## {TITLES[workload]}{many}", ""] + table(part)
            if workload == "gradbench":
                text += gradient_ratios(part)
            if workload == "matmul":
                text += gflops(part)
    with open(os.path.join(folder, "RESULTS.md"), "w") as out:
        out.write("\n".join(text) + "\n")
    chart(rows, os.path.join(folder, "results.svg"))
