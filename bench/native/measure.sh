#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The native suite: from model file to native code; that code alone, in batches of eight, and beside our exported C;
# and, where llvm-mca is installed, what a model of processors with AVX-512 says of its code.
# bench/run.sh starts it with BENCH_PROGRAM (bench_native) and BENCH_WORK (a folder for what need not be kept).
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root="$(dirname "$(dirname "$here")")"

models=()
for file in "$root"/models/*/*.yaml; do
  models+=("$(basename "$file" .yaml)=$file")
done
pin=()
if command -v taskset >/dev/null && [[ "$(nproc)" -gt 1 ]]; then
  pin=(taskset -c "$(($(nproc) - 1))")
fi
rm -rf "$BENCH_WORK/exported/code"
"${pin[@]}" "$BENCH_PROGRAM" "$BENCH_WORK/exported" "$root/bench/peers/models.json" "${models[@]}" >"$BENCH_WORK/native.csv"
estimates=()
if command -v llvm-mca >/dev/null && command -v objdump >/dev/null; then
  /usr/bin/python3 "$here/estimate.py" "$BENCH_WORK/exported/code" >"$BENCH_WORK/native_estimates.csv"
  estimates=("$BENCH_WORK/native_estimates.csv")
fi
/usr/bin/python3 "$here/report.py" "$BENCH_WORK/native.csv" "${estimates[@]}"
