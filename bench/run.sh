#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The benchmarks: installs what is missing, builds optimised in build/bench, runs, prints tables, keeps the numbers.
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root="$(dirname "$here")"
source "$root/tools/steps.sh"

all_suites=()
for script in "$here"/*/measure.sh; do
  all_suites+=("$(basename "$(dirname "$script")")")
done

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: bench/run.sh [suite...]      suites: ${all_suites[*]} (all, if none is named)

Installs the Debian packages that are absent (as root or through sudo), builds in build/bench, and measures. The
numbers go to bench/results/<suite>.csv, the tables to the standard output and to docs/explanation/performance.md.
Ratios between programs are of times measured in the same run on the same machine.

A suite is a folder of bench/ with a measure.sh, and a CMake target bench_<suite>.
JOBS=n builds with n compilers at once (now: $jobs).
HELP
  exit 0
fi

suites=("$@")
[[ ${#suites[@]} -gt 0 ]] || suites=("${all_suites[@]}")
for suite in "${suites[@]}"; do
  [[ -f "$here/$suite/measure.sh" ]] || fail "there is no suite '$suite'; there are: ${all_suites[*]}"
done

install_packages bench
say 'configure: Release, in build/bench'
cmake -S "$root" -B "$root/build/bench" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTANGIBLE_UNITY=ON \
  -DTANGIBLE_BENCH=ON -DTANGIBLE_TESTS=OFF ||
  fail 'stopped: configuring failed (see above).'
say "build: ${suites[*]}, $jobs at a time"
cmake --build "$root/build/bench" -j "$jobs" --target "${suites[@]/#/bench_}" ||
  fail 'stopped: building failed (see above).'

mkdir -p "$here/results"
for suite in "${suites[@]}"; do
  say "measure: $suite"
  BENCH_PROGRAM="$root/build/bench/bench/bench_$suite" BENCH_WORK="$root/build/bench" \
    "$here/$suite/measure.sh" || fail "stopped: suite $suite failed (see above)."
done
