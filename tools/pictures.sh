#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the pictures of the repository: one of every library model beside its file (ID.svg, and ID.dark.svg for dark pages), and
# those of docs/pictures. Needs build/release/tangible or the program given by TANGIBLE_PROGRAM, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
tangible="${TANGIBLE_PROGRAM:-build/release/tangible}"

# The instant at which a model shows best what it is; others are drawn at the start.
instant_of() {
  case "$1" in
    cart_pushed) echo 3 ;;
    shopping_cart) echo 1.2 ;;
    rolling_disc) echo 1.4 ;;
    tippe_top) echo 0.2 ;;
    double_pendulum) echo 0.35 ;;
    foucault_pendulum) echo 6 ;;
    pendulum) echo 1.2 ;;
    bouncing_ball) echo 0.9 ;;
    chaplygin_sleigh) echo 2 ;;
    squeezer) echo 0.012 ;;
    sliding_ladder) echo 0.5 ;;
    pleiades) echo 0.8 ;;
    *) echo 0 ;;
  esac
}

draw() {  # model, file, further options
  local model="$1" out="$2"
  shift 2
  "$tangible" render "$model" --out "$out" "$@" >/dev/null
}

for model in models/*/*.yaml; do
  id="$(basename "$model" .yaml)"
  at="$(instant_of "$id")"
  for theme in light dark; do
    end=$([[ $theme == dark ]] && echo .dark.svg || echo .svg)
    draw "$model" "${model%.yaml}$end" --at "$at" --trace --theme "$theme" || echo "pictures: $model was not drawn" >&2
  done
done

mkdir -p docs/pictures
for theme in light dark; do
  end=$([[ $theme == dark ]] && echo .dark.svg || echo .svg)
  draw models/shopping_cart/cart_pushed.yaml "docs/pictures/cart$end" --until 3 --strobe 4 --size 720x300 --theme "$theme"
  draw models/double_pendulum/double_pendulum.yaml "docs/pictures/double_pendulum$end" --until 0.6 --strobe 7 --theme "$theme"
  draw models/bouncing_ball/bouncing_ball.yaml "docs/pictures/bouncing_ball$end" --until 1.5 --strobe 12 --theme "$theme"
done
du -ch models/*/*.svg docs/pictures/*.svg | tail -1
