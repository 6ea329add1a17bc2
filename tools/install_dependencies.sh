#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing, and only those. Needs nothing if nothing is missing.
set -euo pipefail

usage() {
  cat <<'HELP'
usage: tools/install_dependencies.sh [--missing] [run] [test] [bench]

Installs what is absent for the groups named (run, if none is named):
  run     compiler, CMake, Ninja, the libraries of the program, node and npm for the page of the viewer
  test    run, and what the tests need, a browser among it
  bench   run, and the benchmark library with the programs that are compared

  --missing   only print the names of the absent packages, install nothing
  --help      print this

A package counts as present if dpkg lists it, or if its command or header is found anyway. Installing needs root
or sudo.
HELP
}

# package and what shows that it is there: a command, or a file below /usr/local or /usr
readonly RUN_PACKAGES='
build-essential       c++
cmake                 cmake
ninja-build           ninja
libboost-dev          include/boost/multiprecision/cpp_int.hpp
libeigen3-dev         include/eigen3/Eigen/Core
libyaml-cpp-dev       include/yaml-cpp/yaml.h
nlohmann-json3-dev    include/nlohmann/json.hpp
libcli11-dev          include/CLI/CLI.hpp
libfmt-dev            include/fmt/format.h
libxbyak-dev          include/xbyak/xbyak.h
nodejs                node
npm                   npm
zlib1g-dev            include/zlib.h
'
readonly TEST_PACKAGES='
libgtest-dev          include/gtest/gtest.h
librapidcheck-dev     include/rapidcheck.h
clang                 clang++
libclang-rt-14-dev    lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a
python3-yaml          lib/python3/dist-packages/yaml/__init__.py
python3-jsonschema    lib/python3/dist-packages/jsonschema/__init__.py
chromium              chromium
'
readonly BENCH_PACKAGES='
libbenchmark-dev      include/benchmark/benchmark.h
libginac-dev          include/ginac/ginac.h
libmujoco-dev         include/mujoco/mujoco.h
libsimbody-dev        include/simbody/Simbody.h
liborocos-kdl-dev     include/kdl/chain.hpp
python3               python3
llvm                  llvm-mca
python3-sympy         lib/python3/dist-packages/sympy/__init__.py
'
# Where files are looked for; a test sets another place.
read -ra PREFIXES <<<"${TANGIBLE_PREFIXES:-/usr/local /usr}"

say() { printf '== %s\n' "$*"; }
fail() {
  printf 'install_dependencies.sh: %s\n' "$@" >&2
  exit 1
}

is_present() {  # package probe
  local status prefix
  status="$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)"
  [[ "$status" == installed ]] && return 0
  if [[ "$2" != */* ]]; then
    command -v "$2" >/dev/null && return 0
    return 1
  fi
  for prefix in "${PREFIXES[@]}"; do
    compgen -G "$prefix/$2" >/dev/null && return 0
  done
  return 1
}

missing=()
collect_missing() {  # table
  local package probe
  while read -r package probe; do
    [[ -z "$package" ]] || is_present "$package" "$probe" || missing+=("$package")
  done <<<"$1"
}

as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    "$@"
  elif [[ -t 0 ]]; then
    sudo "$@"
  else
    sudo -n "$@"  # no terminal to ask for a password at
  fi
}

install_missing() {
  local by_hand="apt-get install ${missing[*]}"
  command -v apt-get >/dev/null ||
    fail "apt-get is not here, so these must be installed by hand (Debian names): ${missing[*]}"
  [[ "$(id -u)" == 0 ]] || command -v sudo >/dev/null ||
    fail 'packages are missing, and this is neither root nor is there sudo.' "As root: $by_hand"
  say "installing: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  as_root "${apt[@]}" update || say 'apt-get update failed; trying with the package lists that are here'
  as_root "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
    fail 'apt-get install failed: see above (no network, no right to use sudo?).' "By hand, as root: $by_hand"
}

only_print=false
groups=()
for argument in "$@"; do
  case "$argument" in
    --help | -h) usage; exit 0 ;;
    --missing) only_print=true ;;
    run | test | bench) groups+=("$argument") ;;
    *) fail "unknown argument '$argument'; try --help" ;;
  esac
done
[[ ${#groups[@]} -gt 0 ]] || groups=(run)

collect_missing "$RUN_PACKAGES"
[[ " ${groups[*]} " != *" test "* ]] || collect_missing "$TEST_PACKAGES"
[[ " ${groups[*]} " != *" bench "* ]] || collect_missing "$BENCH_PACKAGES"

if $only_print; then
  [[ ${#missing[@]} -eq 0 ]] || printf '%s\n' "${missing[@]}"
elif [[ ${#missing[@]} -eq 0 ]]; then
  say "packages for ${groups[*]}: all present"
else
  install_missing
fi
