#!/usr/bin/env bash
# check_isa_symbols.sh BUILD_DIR: no function compiled for AVX2 or AVX-512 can be picked by the linker for other code
# SPDX-License-Identifier: MIT
#
# Weak symbols (inline functions, template instances) of equal name are merged by the linker, which keeps any one of
# them. If an object built for AVX-512 defines std::vector<float>::reserve, every program that links it may run that
# copy, and die on an older machine. So a weak symbol in such an object
#   1. must name its own instruction set (a namespace Eigen_avx512 or avx512), which no other code does, and
#   2. must not be defined in any other object of the library.
# Data (inline constants, exception handler references) is exempt from the first.
set -euo pipefail
build=${1:?usage: check_isa_symbols.sh BUILD_DIR}
cd "$build"

weak() { nm --defined-only --format=posix "$1" | awk -v types="$2" 'index(types, $2) && $1 !~ /^DW\.ref\./ {print $1}' | sort -u; }

failed=0
report() {
  failed=1
  printf '%s:\n' "$1"
  c++filt <<<"$2" | sed 's/^/  /' | cut -c 1-200 | head -n 20
}

mapfile -t objects < <(find CMakeFiles/fmod.dir CMakeFiles/fm_isa_*.dir -name '*.o' 2>/dev/null | sort)
[[ ${#objects[@]} -gt 0 ]] || { echo "no objects of the library in $build; build it first" >&2; exit 1; }
checked=0
for set in avx2 avx512; do
  for object in "${objects[@]}"; do
    [[ $object == *fm_isa_$set.dir/* ]] || continue
    checked=$((checked + 1))
    foreign=$(weak "$object" Wwu | grep -v "$set" || true)
    [[ -z $foreign ]] || report "$object defines inline functions that do not name $set" "$foreign"
    others=$(for other in "${objects[@]}"; do [[ $other == "$object" ]] || weak "$other" WwVvuTDBR; done | sort -u)
    shared=$(comm -12 <(weak "$object" WwVvu) <(printf '%s\n' "$others"))
    [[ -z $shared ]] || report "$object defines what another object of the library defines too" "$shared"
  done
done
[[ $failed -eq 0 ]] || exit 1
echo "isa symbols: $checked of ${#objects[@]} objects are built for a special instruction set; none shares a symbol"
