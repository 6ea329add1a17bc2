// SPDX-License-Identifier: Apache-2.0
// Pages in use, a bit each, in blocks.
#include "program/code_memory.h"

#if defined(__linux__)

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <stdexcept>
#include <vector>

namespace tangible {
namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

std::uint8_t* map(std::size_t size, int flags) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for native code");
  return static_cast<std::uint8_t*>(memory);
}

// All unowned pages of all blocks are writable and have memory behind them. The first page of a block is executable and
// empty: making pages next to it executable only moves a boundary between areas that the system keeps, instead of
// making new ones.
class Blocks {
 public:
  static constexpr std::size_t pages = 32;        // of a block
  static constexpr std::size_t most = pages - 1;  // that can be taken at one time

  std::uint8_t* take(std::size_t count) {
    const std::lock_guard lock(mutex_);
    for (Block& block : blocks_)
      if (const std::size_t first = first_run(block.free, count); first < pages) return take(block, first, count);
    std::uint8_t* const begin = map(pages * page_size(), MAP_POPULATE);
    mprotect(begin, page_size(), PROT_READ | PROT_EXEC);
    blocks_.push_back({begin, all_free});
    return take(blocks_.back(), 1, count);
  }

  // They must be writable again. A block of which nothing is used goes back to the system, if it is not the only one.
  void give_back(std::uint8_t* begin, std::size_t count) {
    const std::lock_guard lock(mutex_);
    const std::size_t block_size = pages * page_size();
    const auto block = std::ranges::find_if(
        blocks_, [&](const Block& it) { return begin >= it.begin && begin < it.begin + block_size; });
    block->free |= mask(static_cast<std::size_t>(begin - block->begin) / page_size(), count);
    if (block->free != all_free || blocks_.size() == 1) return;
    munmap(block->begin, block_size);
    blocks_.erase(block);
  }

 private:
  static constexpr std::uint32_t all_free = ~std::uint32_t{1};
  struct Block {
    std::uint8_t* begin;
    std::uint32_t free;  // a bit a page
  };
  static std::uint32_t mask(std::size_t first, std::size_t count) {
    return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
  }
  // The first page of so many free ones in a row; pages if there are none.
  static std::size_t first_run(std::uint32_t free, std::size_t count) {
    for (std::size_t k = 1; k < count; ++k) free &= free >> 1;
    return static_cast<std::size_t>(std::countr_zero(free));
  }
  static std::uint8_t* take(Block& block, std::size_t first, std::size_t count) {
    block.free &= ~mask(first, count);
    return block.begin + first * page_size();
  }

  std::mutex mutex_;
  std::vector<Block> blocks_;
};

// Lives as long as the process: programs in static variables may be the last to go.
Blocks& blocks() {
  static Blocks* const all = new Blocks;
  return *all;
}

std::size_t pages_of(std::size_t size) { return size == 0 ? 1 : (size + page_size() - 1) / page_size(); }

}  // namespace

CodeMemory::CodeMemory(std::size_t size)
    : size_(pages_of(size) * page_size()), is_in_block_(pages_of(size) <= Blocks::most) {
  begin_ = is_in_block_ ? blocks().take(pages_of(size)) : map(size_, 0);
}

void CodeMemory::make_executable(std::size_t used) {
  const std::size_t kept = pages_of(used) * page_size();
  if (mprotect(begin_, kept, PROT_READ | PROT_EXEC) != 0)
    throw std::runtime_error("the system does not let memory become executable");
  is_executable_ = true;
  if (kept == size_) return;
  if (is_in_block_)
    blocks().give_back(begin_ + kept, (size_ - kept) / page_size());
  else
    munmap(begin_ + kept, size_ - kept);
  size_ = kept;
}

// Pages that the system does not make writable again stay out of use.
CodeMemory::~CodeMemory() {
  if (!is_in_block_) {
    munmap(begin_, size_);
    return;
  }
  if (is_executable_ && mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0) return;
  blocks().give_back(begin_, size_ / page_size());
}

}  // namespace tangible

#else

#include <stdexcept>

namespace tangible {

CodeMemory::CodeMemory(std::size_t) { throw std::runtime_error("native code is made under Linux only"); }
void CodeMemory::make_executable(std::size_t) {}
CodeMemory::~CodeMemory() = default;

}  // namespace tangible

#endif
