#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to a mechanism in motion: installs what is missing, builds the program, and runs it.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source "$root/tools/steps.sh"

model=models/shopping_cart/cart_pushed.yaml
plot=build/shopping_cart.svg

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: ./run.sh                 formulate the shopping cart, print its equations with the caster free and sticking, run it
                                through both, and leave a picture in $plot
       ./run.sh <arguments>...  run build/release/tangible with these arguments

Installs the Debian packages that are absent (as root or through sudo), builds build/release/tangible, runs it.
JOBS=n builds with n compilers at once (now: $jobs).
HELP
  exit 0
fi

if [[ -x "$root/build/release/tangible" ]]; then
  say 'bring build/release/tangible up to date, then run it (seconds, if nothing changed)'
else
  say "install what is missing, build build/release/tangible, then run it: about $(minutes_to_build) with $jobs processors"
fi
install_packages run
# A first build leaves the tests out; a build that test.sh or a developer made keeps what it has, and configures itself
# again when its files changed.
[[ -f "$root/build/release/build.ninja" ]] || configure release -DTANGIBLE_TESTS=OFF

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
show() {
  say "build/release/tangible $*"
  build/release/tangible "$@" || fail 'stopped: the program failed (see above).'
}
show equations "$model"
show equations "$model" --mode caster_sticks
show simulate "$model" --until 4 --plot "$plot"
say "the motion is drawn in $plot"
