#!/usr/bin/env bash
# test_package.sh CXX [BUILD_DIR]: a program outside the project uses fmod in every supported way, and runs
# SPDX-License-Identifier: MIT
#
# find_package, pkg-config and header-only use an installed copy that was moved after it was installed (installed from
# BUILD_DIR, or built here if none is given); add_subdirectory uses the sources. Each way also links two translation
# units that include everything, unoptimised and without inlining.
set -euo pipefail
cxx=${1:?usage: test_package.sh CXX [BUILD_DIR]}
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
package=$source_dir/tests/package
build_dir=${2:-}
jobs=${JOBS:-2}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

quietly() {  # the output of a command only if it fails
  "$@" >"$temporary/log" 2>&1 || { cat "$temporary/log"; echo "FAILED: $*"; exit 1; }
}

if [[ -z $build_dir ]]; then
  build_dir=$temporary/library
  quietly cmake -S "$source_dir" -B "$build_dir" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release \
    -DFM_BUILD_TESTS=OFF -DFM_BUILD_EXAMPLES=OFF -DFM_BUILD_BENCH=OFF
  quietly cmake --build "$build_dir" -j "$jobs"
fi
quietly cmake --install "$build_dir" --prefix "$temporary/installed"
mv "$temporary/installed" "$temporary/prefix"
prefix=$temporary/prefix

consume() {  # consume WAY CMAKE_ARGUMENTS...
  local way=$1 build=$temporary/$1
  shift
  quietly cmake -S "$package" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Release \
    -DFM_CONSUME="$way" "$@"
  quietly cmake --build "$build" -j "$jobs"
  quietly "$build/consumer"
  quietly "$build/two_tu"
  echo "package: $way: ok"
}

consume find_package -DCMAKE_PREFIX_PATH="$prefix"
consume header_only -DCMAKE_PREFIX_PATH="$prefix"
# One instruction set is enough to see that it builds inside another project.
consume add_subdirectory -DFM_SOURCE_DIR="$source_dir" -DFM_ISA_SETS=baseline

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name fmod.pc)")
read -ra cflags < <(pkg-config --cflags fmod)
read -ra libs < <(pkg-config --libs fmod)
runpath=(-Wl,-rpath,"$(pkg-config --variable=libdir fmod)")
quietly "$cxx" -std=c++20 -O1 "${cflags[@]}" "$package/consumer/main.cpp" "${libs[@]}" "${runpath[@]}" -o "$temporary/pc"
quietly "$temporary/pc"
quietly "$cxx" -std=c++20 -O0 -fno-inline "${cflags[@]}" "$package"/two_tu/*.cpp "${libs[@]}" "${runpath[@]}" \
  -o "$temporary/pc_two_tu"
quietly "$temporary/pc_two_tu"
echo "package: pkg-config: ok"
