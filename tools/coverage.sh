#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints which share of the lines of each room the tests execute.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
source "$root/tools/steps.sh"

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<'HELP'
usage: tools/coverage.sh [--check percent] [room]...

Builds the tests with coverage counters in build/coverage, runs them, and prints for each room (all, if none is named) the
lines that were executed, by gcov. The ten files with the lowest shares follow.

  --check percent   leave with status 1 if a room named has a lower share
HELP
  exit 0
fi
least=0
if [[ "${1:-}" == --check ]]; then
  least="$2"
  shift 2
fi
rooms=("$@")
[[ ${#rooms[@]} -gt 0 ]] || mapfile -t rooms < <(sed -n 's/^\([a-z]*\):.*/\1/p' "$root/cmake/rooms.txt")

say 'configure and build: build/coverage'
cmake -S "$root" -B "$root/build/coverage" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTANGIBLE_UNITY=OFF \
  -DCMAKE_CXX_FLAGS='--coverage -O0 -g0 -fprofile-update=atomic' >/dev/null
cmake --build "$root/build/coverage" -j "$jobs"
find "$root/build/coverage" -name '*.gcda' -delete
say 'test'
(cd "$root" && ctest --test-dir build/coverage -j "$jobs" -LE 'slow|install' --output-on-failure --timeout 1200 | tail -n 20)

say 'lines executed'
report="$root/build/coverage/lines.txt"
: >"$report"
for room in "${rooms[@]}"; do
  objects="$root/build/coverage/CMakeFiles/tangible_$room.dir"
  [[ -d "$objects" ]] || continue
  # gcov prints: File 'src/room/x.cpp' / Lines executed:93.75% of 48
  find "$objects" -name '*.gcda' -print0 | xargs -0 gcov -n 2>/dev/null |
    awk -v room="$room" -F"'" '
      /^File/ {file = $2}
      /^Lines executed/ && index(file, "/src/" room "/") {
        split($0, part, /[:% ]+/); lines = part[length(part)]; share = part[3]
        if (!(file in best) || share > best[file]) {best[file] = share; total[file] = lines}
      }
      END {for (file in best) printf "%s %s %.2f %d\n", room, substr(file, index(file, "src/")), best[file], total[file]}' >>"$report"
done
awk -v least="$least" '
  {covered[$1] += $3 * $4 / 100; lines[$1] += $4}
  END {
    for (room in lines) {
      share = 100 * covered[room] / lines[room]
      printf "%-12s %6.1f %% of %d lines\n", room, share, lines[room]
      if (share < least) low = 1
    }
    exit low
  }' "$report" || fail "a room is below $least %"
say 'lowest'
sort -k3,3n "$report" | head -n 10 | awk '{printf "%6.1f %%  %s\n", $3, $2}'
