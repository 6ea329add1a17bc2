#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to equations of motion: installs what is missing, builds the program, and runs it.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source "$root/tools/steps.sh"

model=models/shopping_cart/shopping_cart.yaml

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: ./run.sh                 formulate the shopping cart and print its equations
       ./run.sh <arguments>...  run build/release/tangible with these arguments

Installs the Debian packages that are absent (as root or through sudo), builds build/release/tangible, runs it.
JOBS=n builds with n compilers at once (now: $jobs).
HELP
  exit 0
fi

install_packages run
# A first build leaves the tests out; a build that test.sh or a developer made keeps what it has.
if [[ -f "$root/build/release/CMakeCache.txt" ]]; then
  configure release
else
  configure release -DTANGIBLE_TESTS=OFF
fi

if [[ ! -f "$root/src/app/main.cpp" ]]; then
  build release
  say 'built what exists; the program build/release/tangible is not written yet, so there is nothing to run'
  exit 0
fi
build release tangible

if [[ $# -gt 0 ]]; then
  say "build/release/tangible $*"
  exec "$root/build/release/tangible" "$@"
fi
cd "$root"
say "build/release/tangible equations $model"
build/release/tangible equations "$model" || fail 'stopped: the program failed (see above).'
