#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The peers suite: forward dynamics of common models, engines taking turns on one core.
# bench/run.sh starts it with BENCH_PROGRAM (bench_peers) and BENCH_WORK (a folder for what need not be kept).
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

pin=()
if command -v taskset >/dev/null && [[ "$(nproc)" -gt 1 ]]; then
  pin=(taskset -c "$(($(nproc) - 1))")
fi
"${pin[@]}" "$BENCH_PROGRAM" "$here/models.json" >"$BENCH_WORK/peers.csv"
"${pin[@]}" "$BENCH_PROGRAM" "$here/loop_models.json" | tail -n +2 >>"$BENCH_WORK/peers.csv"
/usr/bin/python3 "$here/report.py" "$BENCH_WORK/peers.csv"
