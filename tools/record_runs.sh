#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Records a fingerprint of the run of every model by every method, to show that a change of the code keeps all bits.
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root="$(dirname "$here")"

if [[ $# -lt 1 || "$1" == --help || "$1" == -h ]]; then
  cat <<'HELP'
usage: tools/record_runs.sh PROGRAM [MODEL...]

Runs `PROGRAM simulate` (PROGRAM: a build of tangible) for every model (default: all of models/) by every method, and
prints one line for each run: model, method, exit status, and a hash of the result: all numbers with all their digits,
events, energy books, counts of steps, and what was printed. Two builds compute the same bits if the tables are equal:

  tools/record_runs.sh old/tangible >old.txt
  tools/record_runs.sh build/release/tangible >new.txt
  diff old.txt new.txt

UNTIL=s    end of the runs (default: 3)
HELP
  [[ $# -ge 1 ]] && exit 0 || exit 2
fi
program="$(readlink -f "$1")"
shift
cd "$root"
models=("$@")
[[ ${#models[@]} -gt 0 ]] || models=(models/*/*.yaml)
until="${UNTIL:-3}"

runs=(
  'adaptive' 'adaptive --tolerance 1e-6' 'adaptive --tolerance 1e-13'
  'rk4 --step 1e-3' 'rk4 --step 1.7e-2' 'rk2 --step 1e-3' 'euler --step 1e-3' 'euler --step 7e-3'
  'implicit --step 1e-3' 'implicit --step 1.7e-2'
)
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for model in "${models[@]}"; do
  for run in "${runs[@]}"; do
    rm -f "$work/run.json"
    status=0
    # shellcheck disable=SC2086  # a run is a method and its options
    timeout 60 "$program" simulate "$model" --method $run --until "$until" --out "$work/run.json" \
      >"$work/printed" 2>&1 || status=$?
    [[ -f "$work/run.json" ]] || : >"$work/run.json"
    # What is printed names the folder of the result, which differs from call to call.
    sum="$(sed "s#$work#.#g" "$work/printed" | cat - "$work/run.json" | sha256sum | cut -c1-16)"
    printf '%s %s %s %s\n' "$model" "${run// /_}" "$status" "$sum"
  done
done
