#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tools/install_dependencies.sh on machines made of stand-ins: what it installs, when it installs nothing, what it says.
set -euo pipefail
script="$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../tools/install_dependencies.sh")"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT
failures=0

# A machine with a few real commands, the stand-ins named here, no headers, and the packages of $place/installed.
make_machine() {  # user-id commands...
  rm -rf "$place"/*
  mkdir -p "$place/bin" "$place/usr/include"
  touch "$place/calls" "$place/installed"
  local command
  for command in bash env cat grep; do ln -s "$(command -v $command)" "$place/bin/$command"; done
  stand_in id "echo $1"
  stand_in dpkg-query "for last; do :; done; grep -qx \"\$last\" '$place/installed' && echo installed"
  shift
  for command in "$@"; do stand_in "$command" "echo \"$command \$*\" >>'$place/calls'"; done
}
stand_in() { printf '#!/bin/bash\n%s\n' "$2" >"$place/bin/$1" && chmod +x "$place/bin/$1"; }
install() { status=0 && output="$(PATH="$place/bin" TANGIBLE_PREFIXES="$place/usr" "$script" "$@" 2>&1 </dev/null)" || status=$?; }
all_of() { PATH="$place/bin" TANGIBLE_PREFIXES="$place/usr" "$script" --missing "$@"; }

expect() {  # what condition...
  local what="$1"
  shift
  if "$@"; then
    echo "ok: $what"
  else
    failures=$((failures + 1))
    printf 'FAILED: %s\nstatus %s, output:\n%s\ncalls:\n%s\n' "$what" "$status" "$output" "$(cat "$place/calls")"
  fi
}
called() { grep -q -- "$1" "$place/calls"; }
not_called() { ! called "$1"; }
says() { grep -q -- "$1" <<<"$output"; }

make_machine 0 apt-get
all_of run test bench >"$place/installed"
install run test bench
expect 'nothing missing: succeeds' test "$status" = 0
expect 'nothing missing: apt-get is not called' not_called apt-get

make_machine 0 apt-get
all_of run test | grep -v -x -e libfmt-dev -e librapidcheck-dev >"$place/installed"
install run
expect 'root: lists are updated first' called '^apt-get .*update$'
expect 'root: exactly the missing package of the group' called 'install -y --no-install-recommends libfmt-dev$'
install test
expect 'tests need what the program needs' called 'install -y --no-install-recommends libfmt-dev librapidcheck-dev$'

make_machine 0 apt-get cmake
all_of run | grep -v -x -e cmake -e libboost-dev >"$place/installed"
mkdir -p "$place/usr/include/boost/multiprecision" && touch "$place/usr/include/boost/multiprecision/cpp_int.hpp"
install run
expect 'a command or header that is there without its package is enough' not_called apt-get

make_machine 1000 apt-get sudo
install run
expect 'not root: through sudo, without asking when there is no terminal' called '^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get .*install -y .*cmake'
expect 'not root: nothing without sudo' not_called '^apt-get'

make_machine 1000 apt-get
install run
expect 'neither root nor sudo: fails' test "$status" = 1
expect 'neither root nor sudo: says what to do' says 'As root: apt-get install build-essential cmake'
expect 'neither root nor sudo: apt-get is not called' not_called apt-get

make_machine 0
install run
expect 'not Debian: fails with the names' says 'by hand (Debian names): build-essential cmake'

make_machine 0
stand_in apt-get 'exit 100'
install run
expect 'no network: fails' test "$status" = 1
expect 'no network: says so' says 'apt-get install failed: see above (no network'

install nonsense
expect 'an unknown group is refused' says "unknown argument 'nonsense'"

exit $((failures > 0))
