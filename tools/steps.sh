# SPDX-License-Identifier: Apache-2.0
# What run.sh, test.sh and bench/run.sh share; they source it after setting `root`.

# As many compilers as there are processors, and as there are gigabytes for them.
processors="$(nproc)"
gigabytes="$(awk '/^MemAvailable:/ {print 1 + int($2 / 1048576)}' /proc/meminfo)"
jobs="${JOBS:-$((processors < gigabytes ? processors : gigabytes))}"

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '\n%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

install_packages() {  # groups...
  "$root/tools/install_dependencies.sh" "$@" || fail 'stopped: packages are missing (see above).'
}

# About how long a build of the program from nothing takes: 3 to 6 minutes of processor time, on at most as many
# processors as there are large rooms (docs/explanation/build.md).
minutes_to_build() {
  local shared=$((jobs < 4 ? jobs : 4))
  echo "$(((3 + shared - 1) / shared)) to $(((6 + shared - 1) / shared)) minutes"
}

configure() {  # preset options...
  local preset="$1"
  shift
  say "configure: preset $preset, in build/$preset"
  (cd "$root" && cmake --preset "$preset" "$@") || fail "stopped: configuring preset $preset failed (see above)."
}

build() {  # preset targets...
  local preset="$1"
  shift
  say "build: preset $preset, ${*:-everything}, $jobs at a time"
  (cd "$root" && cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}) ||
    fail "stopped: building preset $preset failed (see above)."
}
