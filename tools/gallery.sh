#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a folder of shared pages of the whole library, with an index: fit for any web host, and for a disk.
set -euo pipefail

usage() {
  cat <<'HELP'
usage: tools/gallery.sh [--models MODELS] [--until S] [FOLDER]

Writes FOLDER/index.html and one page for every model (default folder: build/gallery). Each page plays a run with
scene, plots and equations, without a server or network. Needs build/release/tangible or the program given by
TANGIBLE_PROGRAM, built with the viewer's page.

  --models MODELS   the models are MODELS/*/*.yaml (default: models)
  --until S         length of each run, s (default: 10, less for a few)

A model that cannot be run has no page; it is named, and the exit status is 1.
HELP
}
refuse() { echo "tools/gallery.sh: error: $1; --help lists the options" >&2; exit 2; }

here="$(dirname "$0")/.."
models="$here/models" until="" folder=""
while (($#)); do
  case "$1" in
    -h | --help) usage; exit 0 ;;
    --models | --until) (($# > 1)) || refuse "$1 needs a value"; printf -v "${1#--}" %s "$2"; shift ;;
    -*) refuse "unknown option '$1'" ;;
    *) [[ -z $folder ]] || refuse "'$1' is one word too many"; folder="$1" ;;
  esac
  shift
done
models="$(realpath -m -- "$models")"
folder="$(realpath -m -- "${folder:-$here/build/gallery}")"
cd "$here"
tangible="${TANGIBLE_PROGRAM:-build/release/tangible}"
shopt -s nullglob
files=("$models"/*/*.yaml)
((${#files[@]})) || refuse "there are no models $models/*/*.yaml"
mkdir -p "$folder"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

escape() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g' -e "s/'/\&#39;/g"; }
link() {  # name of a file: fit for an address in an attribute
  local LC_ALL=C text="$1" out="" i c
  for ((i = 0; i < ${#text}; ++i)); do
    c="${text:i:1}"
    case "$c" in [A-Za-z0-9._-]) ;; *) printf -v c '%%%02X' $(($(printf %d "'$c") & 255)) ;; esac
    out+="$c"
  done
  printf %s "$out"
}
behind() {  # README, label: the text behind the first line "- label: text"
  local line
  while IFS= read -r line; do
    line="${line#- }"
    [[ $line != "$2:"* ]] || { line="${line#"$2:"}" && echo "${line#"${line%%[! ]*}"}"; return; }
  done < "$1"
}
about() {  # README, model: the text behind "In short (model):" or "In short:", else the first sentence of "Watch:" or "Figure:"
  local label text
  [[ -f $1 ]] || return 0
  for label in "In short ($2)" "In short"; do
    text="$(behind "$1" "$label")"
    [[ -z $text ]] || { echo "$text"; return; }
  done
  for label in Watch Figure; do
    text="$(behind "$1" "$label" | sed 's/`//g; s/\([.;:]\) .*/\1/; s/[;:]$/./; s/./\U&/')"
    [[ -z $text ]] || { echo "$text"; return; }
  done
}
name_of() {  # model: its name, without the quotes of YAML
  sed -n 's/^name: *//p' "$1" | sed -n 1p | sed -e 's/^"\(.*\)"$/\1/; t double' -e "s/^'\(.*\)'\$/\1/; s/''/'/g; b" -e ': double; s/\\\(["\\]\)/\1/g' | sed 's/./\U&/'
}
length_of() {  # id: seconds
  case "$1" in
    squeezer) echo 0.03 ;;
    pleiades) echo 3 ;;
    piano_action | key_whippen_jack_hammer | latch) echo 2 ;;
    bouncing_ball) echo 4 ;;
    *) echo 10 ;;
  esac
}

cards="$scratch/cards"
: > "$cards"
pages=0 missed=()
declare -A taken=([index]=1)
for model in "${files[@]}"; do
  own="$(basename "$model" .yaml)"
  id="$own"
  # Another folder may have a model of this name; the index has a page, too.
  [[ -z ${taken["$id"]:-} ]] || id="$(basename "$(dirname "$model")")_$own"
  while [[ -n ${taken["$id"]:-} ]]; do id+=_; done
  taken["$id"]=1
  page="$folder/$id.html"
  rm -f "$page"
  for end in svg dark.svg; do [[ "${model%.yaml}.$end" -ef "$folder/$id.$end" ]] || rm -f "$folder/$id.$end"; done
  # A run that stops early is shown until then.
  "$tangible" share "$model" --until "${until:-$(length_of "$own")}" --out "$page" >"$scratch/messages" 2>&1 || true
  if [[ ! -s $page ]]; then
    cat "$scratch/messages" >&2
    missed+=("$own")
    continue
  fi
  cat "$scratch/messages"
  for end in svg dark.svg; do
    picture="${model%.yaml}.$end"
    [[ ! -f $picture || $picture -ef "$folder/$id.$end" ]] || cp "$picture" "$folder/$id.$end"
  done
  name="$(name_of "$model")"
  {
    printf '<a class="card" href="%s.html"><picture>' "$(link "$id")"
    [[ ! -f "$folder/$id.dark.svg" ]] || printf '<source srcset="%s.dark.svg" media="(prefers-color-scheme: dark)">' "$(link "$id")"
    [[ ! -f "$folder/$id.svg" ]] || printf '<img src="%s.svg" alt="" loading="lazy">' "$(link "$id")"
    printf '</picture><b>%s</b><span>%s</span></a>\n' "$(escape <<<"${name:-$own}")" "$(about "$(dirname "$model")/README.md" "$own" | escape)"
  } >> "$cards"
  pages=$((pages + 1))
done

cat > "$scratch/index.html" <<HTML
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
<p>$pages mechanisms. Each page plays a run, with its equations, and works without a network.</p>
<main>
$(cat "$cards")
</main>
</body>
</html>
HTML
cp "$scratch/index.html" "$folder/index.html"
echo "$folder/index.html: $((pages + 1)) pages, $(du -sh "$folder" | cut -f1)"
((${#missed[@]} == 0)) || { echo "gallery: ${#missed[@]} models have no page: ${missed[*]}" >&2; exit 1; }
