#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a folder of shared pages of the whole library, with an index: fit for any web host, and for a disk.
set -euo pipefail

usage() {
  cat <<'HELP'
usage: tools/gallery.sh [FOLDER]

Writes FOLDER/index.html and one page for every model (default folder: build/gallery). Each page plays a run with
scene, plots and equations, without a server or network. Needs build/release/tangible or the program given by
TANGIBLE_PROGRAM, built with the viewer's page.
HELP
}
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

folder="$(realpath -m "${1:-$(dirname "$0")/../build/gallery}")"
cd "$(dirname "$0")/.."
tangible="${TANGIBLE_PROGRAM:-build/release/tangible}"
mkdir -p "$folder"

escape() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'; }
about() {  # README, model: the text behind "In short (model):" or "In short:", else the first sentence of "Watch:" or "Figure:"
  local short
  short="$({ sed -n "s/^- In short ($2): *//p" "$1"; sed -n 's/^- In short: *//p' "$1"; } | sed -n 1p)"
  [[ -z $short ]] || { echo "$short"; return; }
  { sed -n 's/^-* *Watch: *//p' "$1"; sed -n 's/^-* *Figure: *//p' "$1"; } | sed -n 1p | sed 's/`//g; s/\([.;:]\) .*/\1/; s/[;:]$/./; s/./\U&/'
}

cards="$folder/.cards"
: > "$cards"
missed=0
for model in models/*/*.yaml; do
  id="$(basename "$model" .yaml)"
  readme="$(dirname "$model")/README.md"
  options=(--until 10)
  case "$id" in
    squeezer) options=(--until 0.03) ;;
    pleiades) options=(--until 3) ;;
    piano_action | key_whippen_jack_hammer | latch) options=(--until 2) ;;
    bouncing_ball) options=(--until 4) ;;
  esac
  # A run that stops early is shown until then.
  "$tangible" share "$model" "${options[@]}" --out "$folder/$id.html" 2>"$folder/.messages" || true
  if [[ ! -s "$folder/$id.html" ]]; then
    cat "$folder/.messages" >&2
    missed=$((missed + 1))
    continue
  fi
  for end in svg dark.svg; do [[ ! -f "${model%.yaml}.$end" ]] || cp "${model%.yaml}.$end" "$folder/$id.$end"; done
  name="$(sed -n 's/^name: *//p' "$model" | sed -n 1p | sed 's/^"\(.*\)"$/\1/; s/./\U&/' | escape)"
  sentence="$(about "$readme" "$id" | escape)"
  {
    printf '<a class="card" href="%s.html"><picture>' "$id"
    printf '<source srcset="%s.dark.svg" media="(prefers-color-scheme: dark)"><img src="%s.svg" alt="" loading="lazy"></picture>' "$id" "$id"
    printf '<b>%s</b><span>%s</span></a>\n' "${name:-$id}" "$sentence"
  } >> "$cards"
done

cat > "$folder/index.html" <<HTML
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<title>Tangible: models</title>
<style>
:root { color-scheme: light dark; --bg: #f4f5f6; --panel: #fff; --scene: #fafafa; --line: #e2e5e8; --ink: #15181c; --ink-3: #656d77; }
@media (prefers-color-scheme: dark) { :root { --bg: #0e1013; --panel: #15181c; --scene: #111317; --line: #272c32; --ink: #eceef0; --ink-3: #8f98a2; } }
body { margin: 0; padding: 24px; background: var(--bg); color: var(--ink); font: 13px/1.5 Inter, system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0; } p { color: var(--ink-3); margin: 2px 0 18px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 16px; }
.card { display: flex; flex-direction: column; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; color: inherit; text-decoration: none; padding-bottom: 12px; }
.card:hover, .card:focus-visible { border-color: var(--ink-3); }
.card img { display: block; width: 100%; height: 150px; object-fit: contain; background: var(--scene); border-bottom: 1px solid var(--line); margin-bottom: 10px; }
.card b, .card span { padding: 0 12px; } .card span { color: var(--ink-3); }
</style>
</head>
<body>
<h1>Models</h1>
<p>$(wc -l < "$cards") mechanisms. Each page plays a run, with its equations, and works without a network.</p>
<main>
$(cat "$cards")
</main>
</body>
</html>
HTML
rm -f "$cards" "$folder/.messages"
echo "$folder/index.html: $(find "$folder" -name '*.html' | wc -l) pages, $(du -sh "$folder" | cut -f1)"
[[ $missed == 0 ]] || { echo "gallery: $missed models have no page" >&2; exit 1; }
