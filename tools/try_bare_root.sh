#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the viewer's page with Debian's own nodejs and npm in a bare root: a minimal Debian 12 that holds nothing else.
set -euo pipefail

usage() {
  cat <<'HELP'
usage: tools/try_bare_root.sh [FOLDER]

Makes a minimal Debian 12 in FOLDER (build/bare_root, if it is left out; kept for the next call), installs nodejs and npm there,
and runs tools/build_page.sh on a copy of this tree. Needs root, debootstrap and the network. SSL_CERT_FILE names the
certificates to trust, where they are not Debian's own.
HELP
}
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

cd "$(dirname "$0")/.."
folder="$(realpath -m "${1:-build/bare_root}")"
if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo 'try_bare_root: this needs root, and debootstrap (Debian: apt-get install debootstrap)' >&2
  exit 1
fi
if [ ! -x "$folder/usr/bin/npm" ]; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$folder"
  chroot "$folder" apt-get update -q
  DEBIAN_FRONTEND=noninteractive chroot "$folder" apt-get install -y -q --no-install-recommends nodejs npm
fi
[ -z "${SSL_CERT_FILE:-}" ] || cp "$SSL_CERT_FILE" "$folder/etc/ssl/certs/ca-certificates.crt"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
# Without it npm 9 ends in the midst of its work when a package has a script.
if ! mountpoint -q "$folder/proc"; then
  mount -t proc proc "$folder/proc"
  trap 'umount "$folder/proc"' EXIT
fi
rm -rf "$folder/tree"
mkdir "$folder/tree"
git archive HEAD web tools | tar -x -C "$folder/tree"
# shellcheck disable=SC2016 # expanded inside the root
chroot "$folder" env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -c '
  cd /tree && echo "node $(node --version), npm $(npm --version)" && tools/build_page.sh && ls -l web/dist'
