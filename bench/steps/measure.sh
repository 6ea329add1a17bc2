#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The steps suite: single steps of RK4 at 1 kHz, steady and through changes of mode.
# bench/run.sh starts it with BENCH_PROGRAM (bench_steps) and BENCH_WORK (a folder for what need not be kept).
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root="$(dirname "$(dirname "$here")")"

models=("ten_speeds=$here/ten_speeds.yaml" "ten_speeds_by_angle=$here/ten_speeds_by_angle.yaml")
for file in "$root"/models/*/*.yaml; do
  models+=("$(basename "$file" .yaml)=$file")
done
pin=()
if command -v taskset >/dev/null && [[ "$(nproc)" -gt 1 ]]; then
  pin=(taskset -c "$(($(nproc) - 1))")
fi
"${pin[@]}" "$BENCH_PROGRAM" "${models[@]}" >"$BENCH_WORK/steps.csv"
/usr/bin/python3 "$here/report.py" "$BENCH_WORK/steps.csv"
