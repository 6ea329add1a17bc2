#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the viewer page into web/dist: installs what package-lock.json names, then bundles. It is silent when nothing changed.
# Exit status 2: node (18 or newer) or npm is absent, or the packages cannot be fetched. With --or-leave-out this is said, and
# empty files stand for a page that is not there; they are old, so that the next build tries again.
# With --tests it bundles the tests of the page instead, and the page that has a stand-in server inside; tests that are left
# out are skipped by test/page/run.sh. One call at a time works in web/; others wait for it.
set -euo pipefail
cd "$(dirname "$0")/../web"
or_leave_out=
what=page
for word in "$@"; do
  case "$word" in
    --tests) what=tests ;;
    --or-leave-out) or_leave_out=yes ;;
    *) echo "usage: tools/build_page.sh [--tests] [--or-leave-out]" >&2; exit 1 ;;
  esac
done
mkdir -p dist
if command -v flock >/dev/null; then
  exec 9>dist/.lock
  flock 9
fi
pages=(tangible.html tangible.html.gz share.html tangible.csp)

leave_out() {
  printf 'build_page: %s\n' "$@" >&2
  [ -n "$or_leave_out" ] || exit 2
  if [ "$what" = tests ]; then
    rm -rf dist/test dist/browser dist/program
    echo 'build_page: NOTICE: the tests of the page are left out' >&2
    exit 0
  fi
  if [ -s dist/tangible.html ] && [ -s dist/share.html ]; then
    echo 'build_page: NOTICE: the page of an earlier build is used' >&2
  else
    for page in "${pages[@]}"; do : > "dist/$page"; done
    echo 'build_page: NOTICE: the viewer is left out: tangible view and tangible share will say so' >&2
  fi
  touch -d @0 "${pages[@]/#/dist/}"
  exit 0
}

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  leave_out 'node and npm are needed for the viewer (Debian: apt-get install nodejs npm)'
fi
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then
  leave_out "node 18 or newer is needed, this is $(node --version)"
fi

install() {  # options of npm ci...
  echo "build_page: installing the packages of web/package-lock.json"
  npm ci --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=30000 "$@" ||
    leave_out 'the packages of web/package-lock.json could not be fetched: is the npm registry within reach?' \
      'try "npm ci" in web/ by hand, or configure with -DTANGIBLE_VIEWER=OFF to build without the viewer'
}
lock=$(sha256sum package-lock.json)
installed=$(cat node_modules/.lock 2>/dev/null || true)

if [ "$what" = tests ]; then
  if [ "$installed" != "$lock, with those for tests" ]; then
    install
    echo "$lock, with those for tests" > node_modules/.lock
  fi
  exec npm run --silent build-tests
fi

stamp=dist/.sources
sources() {
  find src build.mjs package.json package-lock.json -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum
}
now=$(sources)
if [ -f "$stamp" ] && [ -s dist/tangible.html ] && [ -s dist/share.html ] && [ "$(cat "$stamp")" = "$now" ]; then
  touch "${pages[@]/#/dist/}"
  exit 0
fi
if [ "$installed" != "$lock" ] && [ "$installed" != "$lock, with those for tests" ]; then
  install --omit=dev
  echo "$lock" > node_modules/.lock
fi
echo "build_page: bundling the viewer"
npm run --silent build
touch "${pages[@]/#/dist/}"
echo "$now" > "$stamp"
