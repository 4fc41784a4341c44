#!/usr/bin/env bash
# test.sh [--ci|--all] [STAGE...]: installs what is missing, builds, tests, prints a summary
# SPDX-License-Identifier: MIT
#
# Stages:   sources   layers, style                                     (no build)
#           clang     clang -O0 build, all tests, must-not-compile tests, package tests
#           core      g++ -O0 build of the core's tests, must-not-compile tests, package tests
#           headers   each public header compiles alone
#           sanitize  clang with address and undefined-behaviour sanitizers, tests that handle memory and threads
#           gcc       as clang, with g++
#           release   g++ -O2 build, all tests
#           asan      as sanitize, but every test
#           tsan      clang with the thread sanitizer, the tests that use threads
# Default:  sources clang (which compiles these templates in half of g++'s time).   --ci: also core, headers, sanitize.
#           --all: all but core and sanitize, which asan and gcc contain.
# JOBS=n in the environment sets how many jobs run at once (default: the number of processors).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh
jobs=${JOBS:-$(nproc)}

# Test folders of single stages: the layers that everything stands on; code that handles memory, lifetimes and threads.
core="root core tree tower transforms random robustness nn optim custom control_flow"
sanitized="root core tree tower transforms random robustness"
threaded="core tower transforms random robustness"

stages=()
for argument in "$@"; do
  case $argument in
    --ci) stages+=(sources clang core headers sanitize) ;;
    --all) stages+=(sources clang gcc headers release asan tsan) ;;
    --help | -h) sed -n '5,16s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    sources | clang | core | headers | sanitize | gcc | release | asan | tsan) stages+=("$argument") ;;
    *) echo "test.sh: unknown argument $argument; see test.sh --help" >&2; exit 2 ;;
  esac
done
[[ ${#stages[@]} -gt 0 ]] || stages=(sources clang)

configure() { cmake --preset "$1" --log-level=WARNING >/dev/null; }
build() { cmake --build --preset "$1" -j "$jobs" "${@:2}"; }
run_tests() { ctest --preset "$1" -j "$jobs" "${@:2}"; }

# The folders of a list that exist in a configured preset.
existing() {
  local known folder
  known=$(ctest --test-dir "build/$1" -N -L '^unit$' | sed -nE 's/^ *Test +#[0-9]+: (.*)$/\1/p')
  for folder in $2; do
    grep -qx "$folder" <<<"$known" && echo "$folder"
  done
  return 0
}

# build_and_run PRESET FOLDERS [also]: builds and runs the tests of some folders; `also` is one more alternative to run.
build_and_run() {
  local folders
  configure "$1"
  mapfile -t folders < <(existing "$1" "$2")
  [[ ${#folders[@]} -gt 0 ]] || { echo "no tests in: $2"; return 1; }
  build "$1" --target "${folders[@]/#/test_}"
  run_tests "$1" -R "^($(IFS='|'; echo "${folders[*]}")${3:+|$3})\$"
}

stage_sources() { python3 scripts/check_layers.py && python3 scripts/check_style.py; }
whole() { configure "$1" && build "$1" && run_tests "$1"; }
stage_clang() { whole clang-debug; }
stage_core() { build_and_run gcc-debug "$core" "compile_fail/.*|package"; }
stage_headers() { configure gcc-debug && build gcc-debug --target all_verify_interface_header_sets; }
stage_sanitize() { build_and_run clang-asan-ubsan "$sanitized"; }
stage_gcc() { whole gcc-debug; }
stage_release() { whole gcc-release; }
stage_asan() { whole clang-asan-ubsan; }
stage_tsan() { build_and_run clang-tsan "$threaded"; }

packages=("${fm_build_packages[@]}" "${fm_test_packages[@]}")
[[ " ${stages[*]} " =~ \ (clang|sanitize|asan|tsan)\  ]] && packages+=("${fm_clang_packages[@]}")
fm_install "${packages[@]}"

logs=build/logs
mkdir -p "$logs"
summary="" failed=0
for stage in "${stages[@]}"; do
  say "$stage"
  started=$SECONDS
  set +e
  (set -e; "stage_$stage") 2>&1 | tee "$logs/$stage.log"
  status=${PIPESTATUS[0]}
  set -e
  result=ok
  [[ $status -eq 0 ]] || { result=FAILED; failed=1; }
  tests=$(grep -E 'tests passed, .* out of' "$logs/$stage.log" | tail -n 1 || true)
  summary+=$(printf '%-9s %-7s %4d s   %s' "$stage" "$result" $((SECONDS - started)) "$tests")$'\n'
done
say "summary ($SECONDS s)"
printf '%s' "$summary"
exit $failed
