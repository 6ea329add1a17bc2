#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every test: installs what is missing, builds, runs all tests; on request again under the sanitizers.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source "$root/tools/steps.sh"

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: ./test.sh [--sanitize | --full] [ctest arguments]...

Installs the Debian packages that are absent (as root or through sudo); builds the release preset and runs every test
but live fuzzing, of the longest tests a part.

  --sanitize      then builds the debug preset (address and undefined-behaviour sanitizers) of the kernel and of all
                  readers of user input, and runs their tests again
  --full          every test in whole, all rooms under the sanitizers, the tests that use threads under the thread
                  sanitizer, new inputs for the readers from libFuzzer, and each header compiled once alone: takes about
                  three times as long
  ctest arguments go to ctest, for example: ./test.sh -R cart     ./test.sh -L symbolic

JOBS=n uses n processes at once (now: $jobs).
HELP
  exit 0
fi

extent=usual
if [[ "${1:-}" == --sanitize || "${1:-}" == --full ]]; then
  extent="${1#--}"
  shift
fi

failed=()
run_tests() {  # preset ctest-arguments...
  local preset="$1"
  shift
  say "test: preset $preset"
  # Tests by the clock and in a browser may be late on a busy machine, so a failed test runs once more; others fail twice.
  (cd "$root" && ctest --preset "$preset" -j "$jobs" --repeat until-pass:2 "$@" 2>&1 | tee "build/$preset/test.log") || failed+=("$preset")
}

say "install what is missing, build the program and its tests, run them; with nothing built yet the program takes" \
  "$(minutes_to_build), its tests as long again, running them a few minutes more"
install_packages run test
configure release -DTANGIBLE_TESTS=ON
if [[ "$extent" == full ]]; then
  build release all all_verify_interface_header_sets
  run_tests release --no-tests=error "$@"
else
  build release
  run_tests release --no-tests=error -LE slow "$@"
fi
presets=(release)
if [[ "$extent" != usual ]]; then
  configure debug -DTANGIBLE_TESTS=ON
  if [[ "$extent" == full ]]; then
    build debug
    run_tests debug -LE 'install|slow' "$@"
  else
    build debug test_symbolic test_model replay_expression replay_model replay_program
    # A million nodes show nothing new at a tenth of the speed.
    run_tests debug -L 'symbolic|model|fuzz' -LE 'install|slow' -E '^Limits\.|million|megabyte|of_any_size' "$@"
  fi
  presets+=(debug)
fi
if [[ "$extent" == full ]]; then
  configure tsan -DTANGIBLE_TESTS=ON
  build tsan test_program test_engine test_haptics test_display
  run_tests tsan -R 'many_threads|^(Determinism|Model|Snapshot|SnapshotBuffer|CommandRing|RealTime|Server|UdpDevice)\.' --no-tests=error
  presets+=(tsan)
fi

say 'summary'
for preset in "${presets[@]}"; do
  printf '%-8s' "$preset:"
  grep -E 'tests passed|No tests were found' "$root/build/$preset/test.log" || echo 'ctest did not finish'
  sed -n '/^The following tests FAILED/,/^Errors while/p' "$root/build/$preset/test.log" | sed '/^Errors/d'
done
[[ ${#failed[@]} -eq 0 ]] || fail "tests failed: ${failed[*]} (whole output in build/<preset>/test.log)"
say "all tests passed, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
