#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures how much processor time a build from nothing takes, of this version and of another one.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
cd "$root"
page=docs/explanation/build.md
first=ef5754d

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: tools/build_time.sh [--write] [commit]...

Builds each commit ($first and HEAD, if none is named) from nothing in a temporary folder, without a compiler cache,
and prints the user time of what ./run.sh compiles, and of that with what ./test.sh adds. The ratios are to the first
commit named. Install the packages before (tools/install_dependencies.sh test).

  --write   put the table into $page too

JOBS=n uses n compilers at once (now: ${JOBS:-$(nproc)}).
HELP
  exit 0
fi
write=false
if [[ "${1:-}" == --write ]]; then
  write=true
  shift
fi
[[ $# -gt 0 ]] || set -- "$first" HEAD
jobs="${JOBS:-$(nproc)}"
export CCACHE_DISABLE=1 TIMEFORMAT=%U

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

user_time() {  # command...: seconds of user time; its output goes to a log
  { time "$@" >>"$folder/log" 2>&1; } 2>&1 || {
    tail -n 30 "$folder/log" >&2
    exit 1
  }
}
build() { cmake --build "$folder/source/build/release" -j "$jobs" "$@"; }

lines=()
for commit in "$@"; do
  name="$(git rev-parse --short=7 "$commit")"
  echo "building $name" >&2
  rm -rf "$folder/source"
  mkdir "$folder/source"
  git archive "$commit" | tar -x -C "$folder/source"
  cd "$folder/source"
  cmake --preset release -DTANGIBLE_TESTS=OFF >"$folder/log"
  run="$(user_time build --target tangible)"
  cmake --preset release -DTANGIBLE_TESTS=ON >>"$folder/log"
  test="$(user_time build)"
  cd "$root"
  lines+=("$name $run $test")
done

table="$(printf '%s\n' "${lines[@]}" | awk '
  BEGIN {
    print "| commit | run.sh, s | ratio | run.sh and test.sh, s | ratio |"
    print "| --- | ---: | ---: | ---: | ---: |"
  }
  NR == 1 { run = $2; both = $2 + $3 }
  { printf "| %s | %.0f | %.0f %% | %.0f | %.0f %% |\n", $1, $2, 100 * $2 / run, $2 + $3, 100 * ($2 + $3) / both }')"
echo "$table"
if $write; then
  awk -v table="$table" '
    /^<!-- builds: written/ { print; print table; skip = 1; next }
    /^<!-- builds: end/ { skip = 0 }
    !skip { print }' "$page" >"$folder/page"
  cp "$folder/page" "$page"
fi
