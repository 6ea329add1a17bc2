#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The formulation suite: from model file to equations, then SymPy's KanesMethod on the same arms and chains.
# bench/run.sh starts it with BENCH_PROGRAM (bench_formulation) and BENCH_WORK (a folder for what need not be kept).
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
root="$(dirname "$(dirname "$here")")"
peers="$root/bench/peers/models.json"

models=()
for file in "$root"/models/*/*.yaml; do
  models+=("$(basename "$file" .yaml)=$file")
done
models+=("pendulum_on_cart, 10 links=$root/models/pendulum_on_cart/pendulum_on_cart.yaml:links=10")
echo 'model files to equations'
"$BENCH_PROGRAM" "$peers" "${models[@]}" >"$BENCH_WORK/formulation.csv"
echo 'SymPy (up to five minutes)'
/usr/bin/python3 "$here/sympy_kane.py" "$peers" "${SYMPY_SECONDS:-200}" 2R wrist arm3 chain4 arm7 >"$BENCH_WORK/sympy_kane.csv"
/usr/bin/python3 "$here/report.py" "$BENCH_WORK/formulation.csv" "$BENCH_WORK/sympy_kane.csv"
