#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh clone to a mechanism in motion: installs what is missing, builds the program, and runs it.
set -euo pipefail
root="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
source "$root/tools/steps.sh"

cart=models/shopping_cart/shopping_cart.yaml
picture=build/shopping_cart.svg
page=build/shopping_cart.html

if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  cat <<HELP
usage: ./run.sh                 show the shopping cart in the browser: pull it with the mouse, switch its caster, read its
                                equations; runs until Ctrl-C. Without a terminal: a simulated hand holds the cart for
                                10 s, the summary is printed, and $page and $picture are left;
                                the same, but for the page, where the viewer could not be built
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
# Whether the page of the viewer is a part of the program: a build that can neither make nor find it leaves it out.
has_page() {
  local share
  share="$(sed -n 's/^TANGIBLE_FILE(page_share, "\(.*\)");$/\1/p' build/release/viewer_page.cpp)"
  [[ -s "$share" ]]
}
if ! has_page; then
  say 'the program has no viewer: its page could not be built (see above; ./run.sh tries again)'
elif [[ -t 0 && -t 1 ]]; then
  say 'build/release/tangible view: Ctrl-C ends it'
  exec build/release/tangible view "$cart"
fi
show run "$cart" --duration 10
if has_page; then
  show share models/shopping_cart/cart_pushed.yaml --until 10 --out "$page"
else
  say "$page is left out: it needs the page of the viewer"
fi
show render models/shopping_cart/cart_pushed.yaml --strobe 5 --until 4 --out "$picture"
seen="$picture shows five instants of the cart"
if has_page; then seen="open $page to see the cart move; $picture shows five instants of it"; fi
say "$seen"
