#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The kernel suite: this kernel and GiNaC in one program, then SymPy on the same trees, then the tables.
# bench/run.sh starts it with BENCH_PROGRAM (bench_kernel) and BENCH_WORK (a folder for what need not be kept).
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
python=/usr/bin/python3  # Debian's own, for which python3-sympy is installed

trees=()
for nodes in 1000 10000; do
  "$BENCH_PROGRAM" --write-tree "$nodes" >"$BENCH_WORK/tree_$nodes.postfix"
  trees+=("$nodes=$BENCH_WORK/tree_$nodes.postfix")
done

echo 'this kernel and GiNaC'
"$BENCH_PROGRAM" --benchmark_enable_random_interleaving=true --benchmark_out="$BENCH_WORK/kernel.json" --benchmark_out_format=json >"$BENCH_WORK/kernel.log"
echo 'SymPy (a minute or so)'
"$python" "$here/sympy_kernel.py" "${trees[@]}" >"$BENCH_WORK/sympy.csv"
echo 'whether all three computed the same'
"$BENCH_PROGRAM" --write-results 1000 >"$BENCH_WORK/results.txt"
"$python" "$here/same_results.py" "$BENCH_WORK/tree_1000.postfix" "$BENCH_WORK/results.txt"
"$python" "$here/report.py" "$BENCH_WORK/kernel.json" "$BENCH_WORK/sympy.csv"
