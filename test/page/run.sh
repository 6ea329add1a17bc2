#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs one file of the page's tests, bundled by tools/build_page.sh --tests. Ends with 77 where there is no browser.
set -euo pipefail
cd "$(dirname "$0")/../.."
case "$1" in
  browser/* | program/*)
    if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
      echo 'skipped: Chromium is not installed'
      exit 77
    fi
    ;;
esac
exec node --test --test-concurrency=1 "web/dist/$1.mjs"
