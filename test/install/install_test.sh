#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build, moves it, and builds and runs a program of its own against it: install_test.sh <build> <compiler>
set -euo pipefail
build="$1"
compiler="$2"
consumer="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/consumer"
source_root="$(readlink -f "$consumer/../../..")"
place="$(mktemp -d)"
trap 'rm -rf "$place"' EXIT

fail() {
  echo "install_test.sh: $*" >&2
  exit 1
}

# Runs the installed program in a folder where nothing of it lies. It may lack the page of the viewer, and says so then.
run_elsewhere() {
  (cd / && "$place/moved/bin/tangible" "$@" >"$place/run.log" 2>&1) || grep -q 'was built without the page' "$place/run.log" ||
    { cat "$place/run.log"; fail "the installed program fails: tangible $*"; }
}

cmake --install "$build" --prefix "$place/first" >"$place/install.log"
mv "$place/first" "$place/moved"  # an installed library may be moved

cd "$place/moved"
test -f include/tangible/tangible.h || fail 'the public header is not installed'
for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' include/tangible/tangible.h); do
  test -f "include/tangible/$header" || fail "tangible.h includes $header, which is not installed"
done
test ! -e include/tangible/app || fail 'headers of the command line are installed'
if find . -name 'libtangible_app*' | grep .; then fail 'the command line is installed as a library'; fi
if grep -rl 'CLI11\|tangible_app' --include='*.cmake' .; then fail 'the files above ask for the command line'; fi
compgen -G 'lib*/libtangible_symbolic.a' >/dev/null || compgen -G 'lib/*/libtangible_symbolic.a' >/dev/null ||
  fail 'the libraries are not installed'
if grep -rlF -e "$source_root" --include='*.cmake' --include='*.h' .; then
  fail 'the files above name the source tree'
fi
if [[ -d "$source_root/models" ]]; then
  diff -r "$source_root/models" share/tangible/models || fail 'the installed models differ'
fi
documents=share/doc/tangible
test -f "$documents/LICENSE" || fail 'the licence is not installed'
if [[ -d "$source_root/docs" ]]; then
  diff -r "$source_root/docs" "$documents/docs" || fail 'the installed documents differ'
  # Links of guides to other guides, to examples and to models lead to what is installed.
  while IFS=: read -r page link; do
    [[ $link == http* ]] || test -e "$(dirname "$page")/$link" || fail "$page refers to $link, which is not installed"
  done < <(cd "$documents" && grep -roE --include='*.md' '\]\([^)#:]+' docs/tutorials docs/how-to | sed "s|^|$documents/|; s|](||")
fi
if [[ -x "$build/tangible" ]]; then
  ./bin/tangible --help >/dev/null || fail 'the installed program does not run'
  (program="$PWD/bin/tangible"; cd / && "$program" equations shopping_cart >/dev/null) ||
    fail 'the installed program does not find its models by name'
  run_elsewhere share shopping_cart --until 0.1 --out "$place/cart.html"
  run_elsewhere view shopping_cart --no-browser --port 0 --duration 0.1
fi

cmake -S "$consumer" -B "$place/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$place/moved" >"$place/configure.log" || { cat "$place/configure.log"; fail 'configuring failed'; }
cmake --build "$place/build"
"$place/build/consumer" "$place/moved/share/tangible/models/shopping_cart/shopping_cart.yaml"

# The examples, which see nothing but what is installed.
cmake -S "$source_root/examples" -B "$place/examples" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$place/moved" >"$place/configure.log" ||
  { cat "$place/configure.log"; fail 'configuring the examples failed'; }
cmake --build "$place/examples"
ctest --test-dir "$place/examples" --output-on-failure --no-tests=error || fail 'an example failed'
