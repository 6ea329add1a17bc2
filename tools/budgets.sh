#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares the sources with the budgets of CONTRIBUTING.md.
set -euo pipefail

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<'HELP'
usage: tools/budgets.sh [--check] [folder]

Prints the lines of files and functions of the C++ sources below a folder (src, if none is named), and what is past its
budget: files of more than 300 or 500 lines, functions of more than 80.

  --check   leave with status 1 if a file has more than 500 lines
HELP
  exit 0
fi
check=false
if [[ "${1:-}" == --check ]]; then
  check=true
  shift
fi
folder="${1:-$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../src}"
cd -- "$folder"
mapfile -d '' files < <(find . \( -name '*.h' -o -name '*.cpp' \) -printf '%P\0' | sort -z)
if [[ ${#files[@]} -eq 0 ]]; then
  echo 'no sources'
  exit 0
fi

# The k-th thousandth part of the sorted numbers on standard input.
quantile() { sort -n | awk -v k="$1" '{v[NR] = $1} END {i = int((NR * k + 999) / 1000); print v[i < 1 ? 1 : i]}'; }

lengths="$(for file in "${files[@]}"; do printf '%s %s\n' "$(wc -l <"$file")" "$file"; done)"

# A function starts on an unindented line, or in a class on one indented by two, that opens a brace sooner or later, and
# ends with the brace in the same column. clang-format sees to it that this is so.
functions="$(awk '
  function open_block(column) {
    if (/[;}]$/) { delete start[column]; return }  # ends on its own line
    start[column] = FNR
    name[column] = $0
    scope[column] = /^ *(namespace|class|struct|union|enum|extern "C")/
  }
  function close_block(column) {
    if ((column in start) && !scope[column]) print FNR - start[column] + 1, FILENAME ":" start[column] ": " name[column]
    delete start[column]
  }
  FNR == 1 { delete start }
  /^[A-Za-z_]/ { open_block(0) }
  /^  [A-Za-z_~\[]/ && scope[0] { open_block(2) }
  /^}/ { close_block(0) }
  /^  }/ { close_block(2) }
' "${files[@]}")"

echo "files:     $(wc -l <<<"$lengths"), median $(cut -d' ' -f1 <<<"$lengths" | quantile 500) lines (budget 150)," \
  "90 % within $(cut -d' ' -f1 <<<"$lengths" | quantile 900) (300), longest $(cut -d' ' -f1 <<<"$lengths" | quantile 1000) (500)"
if [[ -n "$functions" ]]; then
  echo "functions: $(wc -l <<<"$functions"), 95 % within $(cut -d' ' -f1 <<<"$functions" | quantile 950) lines (budget 40)," \
    "longest $(cut -d' ' -f1 <<<"$functions" | quantile 1000) (80)"
fi

list() {  # title limit lines
  local long
  long="$(awk -v limit="$2" '$1 > limit' <<<"$3" | sort -rn)"
  [[ -z "$long" ]] || printf '%s\n%s\n' "$1" "$long"
}
list 'functions of more than 80 lines:' 80 "$functions"
list 'files of more than 300 lines:' 300 "$lengths"
too_long="$(list 'files of more than 500 lines:' 500 "$lengths")"
[[ -z "$too_long" ]] || echo "$too_long"
if $check && [[ -n "$too_long" ]]; then
  echo 'split them: one file holds one idea' >&2
  exit 1
fi
