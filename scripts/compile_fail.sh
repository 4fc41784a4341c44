#!/usr/bin/env bash
# compile_fail.sh FILE COMPILER_ID COMPILER FLAGS...: FILE must not compile, and the error must say what FILE expects
# SPDX-License-Identifier: MIT
#
# Lines in FILE, anywhere (each pattern is an extended regular expression and must match a line of the output):
#   // EXPECT: pattern          both compilers
#   // EXPECT-GNU: pattern      g++ only            // EXPECT-Clang: pattern   clang only
#   // EXPECT-NOT: pattern      must match nowhere
#   // EXPECT-ERRORS: n         exactly n errors
#   // EXPECT-OK                a control: must compile
set -euo pipefail
file=$1 id=$2
shift 2
[[ $id == AppleClang ]] && id=Clang

expected() { sed -nE "s|^[[:space:]]*// $1: *(.*[^[:space:]])[[:space:]]*\$|\1|p" "$file"; }

status=0
output=$(LC_ALL=C "$@" -fsyntax-only -fno-diagnostics-color "$file" 2>&1) || status=$?
fail() {
  printf '%s: %s\n--- output of the compiler\n%s\n' "$file" "$1" "$(head -n 60 <<<"$output" | cut -c 1-2000)" >&2
  exit 1
}

if grep -qE '^[[:space:]]*// EXPECT-OK' "$file"; then
  [[ $status -eq 0 ]] || fail "is a control and must compile"
  exit 0
fi
[[ -n $(expected EXPECT)$(expected "EXPECT-$id") ]] || fail "says neither '// EXPECT: ...' nor '// EXPECT-OK'"
[[ $status -ne 0 ]] || fail "compiles, but must not"
while IFS= read -r pattern; do
  [[ -z $pattern ]] || grep -qE -- "$pattern" <<<"$output" || fail "the error does not match: $pattern"
done < <(expected EXPECT; expected "EXPECT-$id")
while IFS= read -r pattern; do
  [[ -z $pattern ]] || ! grep -qE -- "$pattern" <<<"$output" || fail "the error must not match: $pattern"
done < <(expected EXPECT-NOT)
errors=$(grep -cE ': (fatal )?error: ' <<<"$output" || true)
for n in $(expected EXPECT-ERRORS); do
  [[ $errors -eq $n ]] || fail "$errors errors instead of $n"
done
