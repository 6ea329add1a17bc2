#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the pictures of the repository: one of every library model beside its file (ID.svg, and ID.dark.svg for dark
# pages), and the two of docs/pictures that `tangible render` makes. Needs build/release/tangible or the program given by
# TANGIBLE_PROGRAM; pictures in pixels need Chromium. tools/screenshots.sh takes those of the viewer, tools/displays.py
# draws those of the displays.
set -euo pipefail
cd "$(dirname "$0")/.."
tangible="${TANGIBLE_PROGRAM:-build/release/tangible}"

# How a model shows best what it is: at an instant, or at several; others are drawn at the start.
view_of() {
  case "$1" in
    bouncing_ball) echo --until 1.3 --strobe 14 ;;
    cart_pushed) echo --at 3 --trace ;;
    shopping_cart) echo --at 1.2 --trace ;;
    rolling_disc) echo --at 1.4 --trace ;;
    tippe_top) echo --at 0.2 --trace ;;
    double_pendulum) echo --at 0.35 --trace ;;
    foucault_pendulum) echo --at 6 --trace ;;
    pendulum) echo --at 1.2 --trace ;;
    chaplygin_sleigh) echo --at 2 --trace ;;
    squeezer) echo --at 0.012 --trace ;;
    sliding_ladder) echo --at 0.5 --trace ;;
    pleiades) echo --until 1.2 --strobe 10 ;;
    bicycle) echo --at 0.9 --trace ;;
    runner) echo --at 5.1 ;;
    turntable) echo --at 4 --trace ;;
    two_circle_roller) echo --at 1.5 --trace ;;
    *) echo --at 0 --trace ;;
  esac
}

draw() {  # model, file, further options
  local model="$1" out="$2"
  shift 2
  "$tangible" render "$model" --out "$out" "$@" >/dev/null
}

for model in models/*/*.yaml; do
  id="$(basename "$model" .yaml)"
  read -ra view < <(view_of "$id")
  for theme in light dark; do
    end=$([[ $theme == dark ]] && echo .dark.svg || echo .svg)
    draw "$model" "${model%.yaml}$end" "${view[@]}" --theme "$theme" || echo "pictures: $model was not drawn" >&2
  done
done

mkdir -p docs/pictures
draw models/double_pendulum/double_pendulum.yaml docs/pictures/double_pendulum.svg --until 0.6 --strobe 7
if command -v chromium >/dev/null; then
  draw models/shopping_cart/cart_pushed.yaml docs/pictures/cart.png --until 3 --strobe 4 --size 960x360 --scale 1
else
  echo "pictures: docs/pictures/cart.png needs Chromium and was not drawn" >&2
fi
du -ch models/*/*.svg docs/pictures/*.svg | tail -1
