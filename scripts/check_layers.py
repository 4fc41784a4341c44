#!/usr/bin/env python3
# check_layers.py: a header includes only from its own layer or those above; Eigen stays out of public headers
# SPDX-License-Identifier: MIT
"""Reads include/fmod. Prints one line per broken rule and exits with 1 if there is one.

A layer is a folder; fmod/ops.hpp, if it exists, belongs to ops/; fmod/impl/ops/ holds the bodies of ops/ and counts as
ops/ too. Bodies may see the kernels, Eigen and Random123 besides; a header may include a body only for FM_HEADER_ONLY.
"""
import re
import sys
from pathlib import Path

LAYERS = ["root", "core", "kernels", "tree", "tower", "ops", "transforms", "random", "nn", "optim", "io",
          "eigen.hpp", "fmod.hpp"]
ROOT_HEADERS = {"error", "version", "config"}
# Beyond the order: what a layer does not use although it stands above.
NEVER = {
    "random": {"transforms"},
    "nn": {"transforms"},
    "optim": {"transforms", "random", "nn"},
    "io": {"transforms", "optim"},
    "fmod.hpp": {"eigen.hpp"},
}
OUTSIDE = re.compile(r"[a-z_0-9]+$|boost/")  # the standard library and Boost
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]([^>"]+)[>"]')
CONDITION = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)")

include_dir = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "include")


def layer_of(name):
    """The layer of a path relative to include/, or None if it has none."""
    parts = name.split("/")[1:]
    if parts and parts[0] == "impl":
        parts = parts[1:]
    if len(parts) > 1:
        return parts[0] if parts[0] in LAYERS else None
    if parts[0] in LAYERS:
        return parts[0]
    stem = parts[0].split(".")[0]
    return "root" if stem in ROOT_HEADERS else stem if stem in LAYERS else None


def includes(path):
    """(line number, included name, whether only FM_HEADER_ONLY builds see it) for each include of a file."""
    stack = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if condition := CONDITION.match(line):
            kind, rest = condition.groups()
            if kind in ("if", "ifdef"):
                stack.append("FM_HEADER_ONLY" in rest and "!" not in rest)
            elif kind == "ifndef":
                stack.append(False)
            elif kind in ("else", "elif") and stack:
                stack[-1] = False
            elif stack:
                stack.pop()
        elif match := INCLUDE.match(line):
            name = match[1]
            if (path.parent / name).is_file():
                name = (path.parent / name).resolve().relative_to(include_dir.resolve()).as_posix()
            yield number, name, any(stack)


def find_cycle(graph):
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for following in graph.get(node, []):
            if cycle := visit(following):
                return cycle
        path.pop()
        done.add(node)
        return None

    return next(filter(None, map(visit, graph)), None)


problems, graph = [], {}
files = sorted(p for p in include_dir.rglob("*") if p.suffix in (".hpp", ".ipp"))
for path in files:
    name = path.relative_to(include_dir).as_posix()
    layer = layer_of(name)
    is_body = name.startswith("fmod/impl/")
    if layer is None:
        problems.append(f"{name}: belongs to no layer; the layers are {', '.join(LAYERS)}")
        continue
    for number, other, header_only in includes(path):
        where = f"{name}:{number}: "
        if not other.startswith("fmod/"):
            if not (OUTSIDE.match(other) or is_body or header_only or (name == "fmod/eigen.hpp" and "Eigen" in other)):
                problems.append(f"{where}<{other}> may be included in src/ and fmod/impl/ only")
            continue
        if not (include_dir / other).is_file():
            problems.append(f"{where}<{other}> does not exist")
            continue
        other_layer = layer_of(other)
        if other.startswith("fmod/impl/") and not is_body and not header_only:
            problems.append(f"{where}<{other}> may be included only inside #ifdef FM_HEADER_ONLY")
        if other_layer is None:
            continue
        below = LAYERS.index(other_layer) > LAYERS.index(layer)
        if (below and not (is_body and other_layer == "kernels")) or other_layer in NEVER.get(layer, ()):
            problems.append(f"{where}{layer} must not include {other_layer} (<{other}>)")
        if not is_body and not other.startswith("fmod/impl/"):
            graph.setdefault(name, []).append(other)

if cycle := find_cycle(graph):
    print("warning: headers include each other: " + " -> ".join(cycle))
print("\n".join(problems) or f"layers: {len(files)} headers keep the order")
sys.exit(bool(problems))
