#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Takes the pictures of the viewer in docs/pictures (viewer_*.png) with Debian's Chromium. Needs build/release/tangible or the
# program given by TANGIBLE_PROGRAM. A second word takes only those that begin with it: run, gallery, share, error.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/build_page.sh --tests
export TANGIBLE_PROGRAM="${TANGIBLE_PROGRAM:-build/release/tangible}"
exec node web/dist/dev/screenshots.mjs docs/pictures "$@"
