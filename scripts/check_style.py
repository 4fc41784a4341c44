#!/usr/bin/env python3
# check_style.py: each source names itself and its license in its first lines; a few things that stay out
# SPDX-License-Identifier: MIT
"""Prints one line per broken rule and exits with 1 if there is one. Long headers are only warned of."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["include", "src", "tests", "examples", "bench", "cmake", "scripts", ".ci"]
SUFFIXES = {".hpp", ".ipp", ".cpp", ".cmake", ".sh", ".py"}
LONG_HEADER = 300

problems, warnings, count = [], [], 0
for path in sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*")):
    if not path.is_file() or (path.suffix not in SUFFIXES and path.name != "CMakeLists.txt"):
        continue
    if (ROOT / "tests" / "data") in path.parents:
        continue
    count += 1
    name = path.relative_to(ROOT).as_posix()
    text = path.read_text()
    lines = text.splitlines()
    head = [line for line in lines[:4] if not line.startswith("#!")]
    # Public headers are named as they are included: fmod/ops/softmax.hpp.
    called = name.removeprefix("include/") if name.startswith("include/") else path.name
    if not head or not head[0].startswith(("//", "#")) or called not in head[0]:
        problems.append(f"{name}:1: the first line must be a comment that names {called} and says what it holds")
    if not any("SPDX-License-Identifier: MIT" in line for line in head[:2]):
        problems.append(f"{name}:2: the second line must be the SPDX line")
    if path.suffix in (".hpp", ".ipp", ".cpp"):
        for number, line in enumerate(lines, 1):
            if line.lstrip().startswith("#") and "_OPENMP" in line:
                problems.append(f"{name}:{number}: an optional backend is a source chosen by CMake, not an #ifdef")
            if line != line.rstrip() or "\t" in line:
                problems.append(f"{name}:{number}: tab or trailing blanks")
        if path.suffix == ".hpp" and "#pragma once" not in lines[:40]:
            problems.append(f"{name}: #pragma once is missing")
        if path.suffix == ".hpp" and len(lines) > LONG_HEADER:
            warnings.append(f"warning: {name}: {len(lines)} lines; can it be two headers?")
    if text and not text.endswith("\n"):
        problems.append(f"{name}: no newline at the end")

# README.md shows a program, which is compiled and run as an example.
shown = "\n".join((ROOT / "examples" / "quickstart.cpp").read_text().splitlines()[2:])
if shown not in (ROOT / "README.md").read_text():
    problems.append("README.md: the program is not that of examples/quickstart.cpp")

print("\n".join(problems + warnings) or f"style: {count} files are as they should be")
sys.exit(bool(problems))
