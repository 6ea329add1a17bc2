#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the reader of expressions, models or saved programs under the address and undefined-behaviour sanitizers.
set -euo pipefail
root="$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")"

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: tools/fuzz.sh [seconds] [--keep] [expression|model|program]

Builds build/fuzz with clang++ and runs test/fuzz/fuzz_expression (or fuzz_model, fuzz_program) for so many seconds (default 60), starting
from the inputs in test/fuzz/corpus/. An input that fails is left in build/fuzz/failures. Exit code 77: no libFuzzer here
(Debian: clang libclang-rt-14-dev).

  --keep   put those new inputs that reach new code into test/fuzz/corpus/
HELP
  exit 0
fi
seconds="${1:-60}"
keep=''
reader=expression
for argument in "${@:2}"; do
  case "$argument" in
    --keep) keep=--keep ;;
    expression | model | program) reader="$argument" ;;
    *) echo "unknown argument '$argument'; try --help" >&2; exit 1 ;;
  esac
done
longest=512
[[ "$reader" == expression ]] || longest=4096

# libFuzzer comes in a package of its own: try it.
compiler="$(command -v clang++ || true)"
probe="$(mktemp -d)"
trap 'rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' > "$probe/probe.cpp"
if [[ -z "$compiler" ]] || ! "$compiler" -fsanitize=fuzzer,address "$probe/probe.cpp" -o "$probe/probe" 2> /dev/null; then
  echo 'no clang++ with libFuzzer on this machine: install clang and libclang-rt-14-dev'
  exit 77
fi

cd "$root"
cmake --preset fuzz > /dev/null
cmake --build build/fuzz -j "${JOBS:-2}" --target "fuzz_$reader"
corpus="test/fuzz/corpus/$reader"
found="build/fuzz/corpus/$reader"
mkdir -p "$found" build/fuzz/failures
"build/fuzz/test/fuzz/fuzz_$reader" "$found" "$corpus" -max_total_time="$seconds" -max_len="$longest" -timeout=60 \
  -dict="test/fuzz/$reader.dict" -artifact_prefix=build/fuzz/failures/ -print_final_stats=1 -verbosity=1 2>&1 |
  grep --line-buffered -vE '^#[0-9]+.*(REDUCE|NEW|pulse)'

if [[ "$keep" == --keep ]]; then
  mkdir -p "$probe/merged"
  "build/fuzz/test/fuzz/fuzz_$reader" -merge=1 "$probe/merged" "$corpus" "$found" 2> /dev/null
  find "$corpus" -type f -delete
  cp "$probe/merged"/* "$corpus"
  du -sh --apparent-size "$corpus"
fi
