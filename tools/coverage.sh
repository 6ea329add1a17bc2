#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which share of the lines of each room the tests execute.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
root="$(readlink -f "$root")"
source "$root/tools/steps.sh"

usage() {
  cat <<HELP
usage: tools/coverage.sh [--room room]... [--suite suite]... [--check percent] [--only-report]

Builds the tests with coverage counters in build/coverage, runs them, and prints for each room the lines that they
execute, by gcov, and the files below 90 %. The lines that no test reaches are listed in build/coverage/uncovered.txt.
From nothing it takes about an hour of processor time; JOBS=n uses n processes at once (now: $jobs).

  --room room       only this room in the tables; all, if none is named
  --suite suite     only the tests of test/<suite>, whose counts are added to earlier ones; all, if none is named
  --check percent   exit status 1 if a room of the table has a lower share
  --only-report     print the tables of the last run again

Left out are tests in a browser and those of ctest's label slow. A test that fails, as one by the clock may under
counters, is named; what it executed counts. CXXFLAGS are obeyed, so that one run can serve sanitizers too:
CXXFLAGS='-fsanitize=address,undefined -fsanitize-recover=all' tools/coverage.sh; reports are in build/coverage/*.log.
HELP
}

rooms=() suites=() least=0 only_report=
while [[ $# -gt 0 ]]; do
  case "$1" in
    --room) rooms+=("${2:?}"); shift 2 ;;
    --suite) suites+=("${2:?}"); shift 2 ;;
    --check) least="${2:?}"; shift 2 ;;
    --only-report) only_report=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 1 ;;
  esac
done
tree="$root/build/coverage"

build_with_counters() {
  local targets=(all)
  [[ ${#suites[@]} -eq 0 ]] || targets=(tangible "${suites[@]/#/test_}")
  say "configure and build: build/coverage, ${targets[*]}, $jobs at a time"
  cmake -S "$root" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTANGIBLE_TESTS=ON -DTANGIBLE_UNITY=ON \
    -DCMAKE_CXX_FLAGS="--coverage ${CXXFLAGS:-}" -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g0' >/dev/null
  cmake --build "$tree" -j "$jobs" --target "${targets[@]}"
}

# One process for each suite: every process adds its counts to the same files when it ends.
run_suite() {  # path of test_<suite>
  local name="${1##*/}" begin=$SECONDS status=0
  (cd "$root" && TANGIBLE_PROGRAM="$tree/tangible" RC_PARAMS=seed=20031107 \
    timeout 7200 "$1" --gtest_brief=1) >"$tree/$name.log" 2>&1 || status=$?
  printf '%-18s %s, %d s%s\n' "$name" "$(sed -n 's/^\[==========\] \([0-9]* tests\).*ran.*/\1/p' "$tree/$name.log" | tail -n 1)" \
    $((SECONDS - begin)) "$([[ $status -eq 0 ]] || echo ", exit status $status")"
  sed -n 's/^\[  FAILED  \] \([A-Za-z_0-9/]*\.[A-Za-z_0-9/]*\).*/  failed: \1/p' "$tree/$name.log" | sort -u
}

run_tests() {
  local executables=() suite
  if [[ ${#suites[@]} -eq 0 ]]; then
    find "$tree" -name '*.gcda' -delete
    executables=("$tree"/test/test_*)
  else
    for suite in "${suites[@]}"; do executables+=("$tree/test/test_$suite"); done
  fi
  say "test: ${#executables[@]} suites, $jobs at a time"
  export root tree
  export -f run_suite
  find "${executables[@]}" -maxdepth 0 -type f -executable -print0 |
    xargs -0 -n 1 -P "$jobs" bash -c 'run_suite "$0"'
}

if [[ -z "$only_report" ]]; then
  build_with_counters
  run_tests
fi
say 'lines executed'
"$root/tools/coverage_table.py" "$tree" --check "$least" "${rooms[@]/#/--room=}"
