#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs one file of the page's tests, bundled by tools/build_page.sh --tests. Ends with 77 where there is no browser, or
# where the packages of the tests could not be fetched.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$1" = types ] && [ -d web/node_modules/typescript ]; then
  exec node web/node_modules/typescript/bin/tsc --noEmit -p web
fi
if [ ! -f "web/dist/$1.mjs" ]; then
  echo 'skipped: the packages that the tests of the page need are not installed (tools/build_page.sh --tests)'
  exit 77
fi
case "$1" in
  browser/* | program/*)
    if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
      echo 'skipped: Chromium is not installed (tools/install_dependencies.sh test)'
      exit 77
    fi
    if [ ! -d web/node_modules/playwright-core ]; then
      echo 'skipped: playwright-core is not installed (tools/build_page.sh --tests)'
      exit 77
    fi
    ;;
esac
exec node --test --test-concurrency=1 "web/dist/$1.mjs"
