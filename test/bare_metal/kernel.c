// SPDX-License-Identifier: Apache-2.0
// Runs code over its workspaces and compares what it leaves with what was expected, bit for bit. Tells it to port E9.
typedef unsigned long u64;

struct Case {
  u64 entry, workspace, outputs, count, expected;  // addresses
};
struct Cases {
  u64 count;
  struct Case cases[];
};

static void put(char c) { __asm__ volatile("outb %0, %1" : : "a"(c), "Nd"((unsigned short)0xE9)); }
static void put_text(const char* text) {
  while (*text) put(*text++);
}
static void put_number(u64 n) {
  char digits[21];
  int k = 20;
  digits[k] = 0;
  do digits[--k] = (char)('0' + n % 10);
  while (n /= 10);
  put_text(digits + k);
}

static int is_nan(u64 x) { return (x & 0x7FFFFFFFFFFFFFFFul) > 0x7FF0000000000000ul; }

__attribute__((section(".first"))) void kernel(void) {
  const struct Cases* all = (const struct Cases*)0x14000;
  u64 wrong = 0, compared = 0;
  for (u64 i = 0; i < all->count; ++i) {
    const struct Case* c = &all->cases[i];
    ((void (*)(u64))c->entry)(c->workspace + 128);
    const u64* is = (const u64*)c->outputs;
    const u64* should_be = (const u64*)c->expected;
    u64 here = 0;
    for (u64 k = 0; k < c->count; ++k, ++compared)
      if (is[k] != should_be[k] && !(is_nan(is[k]) && is_nan(should_be[k]))) ++here;
    if (here) {
      put_text("case ");
      put_number(i);
      put_text(" differs in ");
      put_number(here);
      put_text("\n");
    }
    wrong += here;
  }
  put_number(all->count);
  put_text(" cases, ");
  put_number(compared);
  put_text(" numbers, ");
  put_number(wrong);
  put_text(" differ\n");
  const char* end = "Shutdown";
  while (*end) __asm__ volatile("outb %0, %1" : : "a"(*end++), "Nd"((unsigned short)0x8900));
}
