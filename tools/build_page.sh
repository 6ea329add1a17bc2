#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the viewer page into web/dist: installs what package-lock.json names, then bundles. It is silent when nothing changed.
# With --tests it bundles the tests of the page instead, and the page that has a stand-in server inside.
# Exit status 2: node (18 or newer) or npm is absent; the caller then leaves the viewer out.
set -euo pipefail
cd "$(dirname "$0")/../web"
what=page
[ "${1:-}" != --tests ] || what=tests

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "build_page: node and npm are needed for the viewer (Debian: apt-get install nodejs npm)" >&2
  exit 2
fi
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then
  echo "build_page: node 18 or newer is needed, this is $(node --version)" >&2
  exit 2
fi

install() {  # options of npm ci...
  echo "build_page: installing the packages of web/package-lock.json"
  npm ci --no-audit --no-fund --loglevel=error "$@"
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
if [ -f "$stamp" ] && [ -f dist/tangible.html ] && [ -f dist/share.html ] && [ "$(cat "$stamp")" = "$now" ]; then
  exit 0
fi
if [ "$installed" != "$lock" ] && [ "$installed" != "$lock, with those for tests" ]; then
  install --omit=dev
  echo "$lock" > node_modules/.lock
fi
echo "build_page: bundling the viewer"
npm run --silent build
echo "$now" > "$stamp"
