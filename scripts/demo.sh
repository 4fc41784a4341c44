#!/usr/bin/env bash
# demo.sh [OPTIONS]: installs what is missing, builds the example meta_digits, runs it with OPTIONS
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

fm_install "${fm_build_packages[@]}"
fm_install gnuplot:gnuplot-nox || echo "going on without gnuplot"
say "building build/demo/examples/meta_digits"
cmake -S . -B build/demo -G Ninja -Wno-dev --log-level=WARNING -DCMAKE_BUILD_TYPE=Release \
  -DFM_BUILD_TESTS=OFF -DFM_BUILD_BENCH=OFF -DFM_BUILD_EXAMPLES=ON >/dev/null
cmake --build build/demo --target meta_digits -j "${JOBS:-$(nproc)}"
say "running it"
exec build/demo/examples/meta_digits "$@"
