#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs AVX-512 code of programs in Bochs, an emulator of whole machines, and compares with the interpreter.
# usage: run.sh CASES_PROGRAM FOLDER; exit code 77: Bochs is not installed (Debian: bochs bochs-term)
set -euo pipefail
here="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
bios=/usr/share/bochs/BIOS-bochs-latest
for tool in bochs script as ld cc; do
  command -v "$tool" > /dev/null || { echo "no $tool here"; exit 77; }
done
[[ -f "$bios" ]] && ls /usr/lib/*/bochs/plugins/libbx_term_gui.so > /dev/null 2>&1 || { echo 'no bochs-term here'; exit 77; }

cases="$(readlink -f "$1")"
mkdir -p "$2"
cd "$2"
"$cases" cases.bin
as --64 "$here/boot.S" -o boot.o
ld -m elf_x86_64 -Ttext 0x7c00 -e start --oformat binary boot.o -o boot.bin
cc -std=c11 -O1 -ffreestanding -fno-pic -fno-stack-protector -mno-red-zone -mgeneral-regs-only \
  -fno-asynchronous-unwind-tables -c "$here/kernel.c" -o kernel.o
cat > kernel.ld <<'LAYOUT'
SECTIONS {
  . = 0x10000;
  .text : { *(.first) *(.text*) *(.rodata*) *(.data*) *(.bss*) }
  /DISCARD/ : { *(.comment) *(.note*) *(.eh_frame) }
}
LAYOUT
ld -m elf_x86_64 -T kernel.ld --oformat binary kernel.o -o kernel.bin
truncate -s 16384 kernel.bin
cat boot.bin kernel.bin cases.bin > disk.img
truncate -s 10M disk.img
cat > machine <<MACHINE
cpu: model=corei7_skylake_x, count=1, ips=100000000, reset_on_triple_fault=0
memory: guest=64, host=64
romimage: file=$bios
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=disk, path=disk.img, mode=flat
boot: disk
display_library: term
speaker: enabled=0
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
port_e9_hack: enabled=1
log: log
panic: action=fatal
error: action=report
MACHINE
echo c > go  # Debian's Bochs waits for this word
rm -f disk.img.lock
# It wants a terminal, and says of every end that it is a panic.
TERM=vt100 timeout 120 script -qec 'bochs -q -f machine -rc go' said < /dev/null > /dev/null 2>&1 || true
grep -aE 'differ' said | tr -d '\r' || { echo 'Bochs came to no result:'; tail -5 log; exit 1; }
grep -aqE '[1-9][0-9]* cases, [0-9]+ numbers, 0 differ' said
