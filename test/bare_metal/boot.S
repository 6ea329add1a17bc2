# SPDX-License-Identifier: Apache-2.0
# From the BIOS to 64 bits with AVX-512 switched on, and to what follows on the disk.
.equ loaded, 0x10000          # kernel.c, then the cases
.equ chunk_sectors, 64

.code16
.globl start
start:
  cli
  xor %ax, %ax
  mov %ax, %ds
  mov %ax, %es
  mov %ax, %ss
  mov $0x7c00, %sp
  mov %dl, drive
  mov chunks, %cx
read:
  push %cx
  mov $packet, %si
  mov $0x42, %ah              # read by sector number
  mov drive, %dl
  int $0x13
  jc stop
  addl $chunk_sectors, packet_sector
  addw $(chunk_sectors * 512 / 16), packet_segment
  pop %cx
  loop read

  in $0x92, %al               # addresses beyond 1 MiB
  or $2, %al
  out %al, $0x92
  # One gigabyte, mapped to itself by pages of 2 MiB.
  mov $0x1000, %edi
  mov $(3 * 1024), %ecx
  xor %eax, %eax
  rep stosl
  movl $0x2003, 0x1000
  movl $0x3003, 0x2000
  mov $0x3000, %edi
  mov $0x83, %eax
  mov $512, %ecx
pages:
  mov %eax, (%di)
  add $8, %di
  add $0x200000, %eax
  loop pages

  lgdt descriptors_pointer
  mov $0x20, %eax             # PAE
  mov %eax, %cr4
  mov $0x1000, %eax
  mov %eax, %cr3
  mov $0xC0000080, %ecx       # EFER.LME
  rdmsr
  or $0x100, %eax
  wrmsr
  mov $0x80000003, %eax       # PG, MP, PE
  mov %eax, %cr0
  ljmp $8, $long_mode
stop:
  hlt
  jmp stop

.code64
long_mode:
  xor %eax, %eax
  mov %eax, %ds
  mov %eax, %es
  mov %eax, %ss
  mov %cr4, %rax
  or $0x40600, %rax           # OSFXSR, OSXMMEXCPT, OSXSAVE
  mov %rax, %cr4
  xor %ecx, %ecx
  xor %edx, %edx
  mov $0xE7, %eax             # x87, SSE, AVX, masks, upper halves, upper registers
  xsetbv
  mov $0x7c00, %rsp
  mov $loaded, %eax
  call *%rax
halt:
  hlt
  jmp halt

.balign 8
descriptors:
  .quad 0, 0x00209A0000000000, 0x0000920000000000
descriptors_pointer:
  .word 23
  .long descriptors
packet:
  .byte 16, 0
  .word chunk_sectors
  .word 0
packet_segment:
  .word loaded / 16
packet_sector:
  .quad 1
drive:
  .byte 0
.globl chunks
.org 508
chunks:
  .word 16
  .word 0xAA55
