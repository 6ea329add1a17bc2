// SPDX-License-Identifier: Apache-2.0
// Batches: one program for many sets of inputs at once, for sweeps and predictions.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "program/evaluation.h"

namespace tangible {

struct CodeShape;  // of native_code.h

// The native code that runs a batch.
CodeShape batch_shape(const Program& program, std::size_t lanes, Target target);

// Lanes are computed four or eight at a time in vectors; without native code, one after the other. Each lane gives the
// bits that a single evaluation gives. Copies share the code; use one for each thread. run() allocates nothing.
class BatchEvaluation {
 public:
  // Any number of lanes; it is cheapest per lane for multiples of 8.
  BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes);

  std::size_t lanes() const { return lanes_; }
  double& input(std::size_t i, std::size_t lane) { return values()[index(i, lane)]; }
  double output(std::size_t i, std::size_t lane) const { return values()[index(first_output_ + i, lane)]; }

  // Inputs from the first one on, or outputs, all lanes of one after all lanes of the other: the fastest for 8 lanes.
  void set_inputs(std::size_t first, std::span<const double> by_lane) {
    if (set_eight_ == nullptr) return set_any_inputs(first, by_lane);
    set_eight_(by_lane.data(), values() + first * block_lanes_, by_lane.size() / 8, block_size_);
  }
  void get_outputs(std::size_t first, std::span<double> by_lane) const {
    if (get_eight_ == nullptr) return get_any_outputs(first, by_lane);
    get_eight_(values() + (first_output_ + first) * block_lanes_, by_lane.data(), by_lane.size() / 8, block_size_);
  }

  // As Evaluation::run, in all lanes.
  void run(Stage from = Stage::constant) noexcept {
    const Entry entry = entries_[static_cast<std::size_t>(from)];
    if (entry == nullptr) return interpret_from(from);
    double* block = values() + entry_offset;
    entry(block);
    for (std::size_t k = 1; k < block_count_; ++k) entry(block += block_size_);
  }

  const Code& code() const { return *code_; }

 private:
  struct alignas(64) CacheLine {
    double values[8];
  };
  using Entry = void (*)(double*);
  static constexpr std::size_t entry_offset = 16;  // NativeCode::entry_offset
  using CopyEight = void (*)(const double* from, double* to, std::size_t values, std::size_t block);
  void choose_copies(bool wide);
  void set_any_inputs(std::size_t first, std::span<const double> by_lane);
  void get_any_outputs(std::size_t first, std::span<double> by_lane) const;
  void interpret_from(Stage from) noexcept;
  double* values() { return lines_.front().values; }
  const double* values() const { return lines_.front().values; }
  // Blocks of lanes that are computed together; within a block the lanes of a value are contiguous.
  std::size_t index(std::size_t place, std::size_t lane) const {
    return (lane >> block_bits_) * block_size_ + (place << block_bits_) + (lane & (block_lanes_ - 1));
  }

  std::shared_ptr<const Code> code_;
  std::shared_ptr<const NativeCode> vector_code_;  // null: interpreted
  std::array<Entry, 5> entries_ = {};              // of it, by stage
  std::size_t lanes_ = 0;
  CopyEight set_eight_ = nullptr;
  CopyEight get_eight_ = nullptr;
  std::size_t block_lanes_ = 1;  // a power of two,
  unsigned block_bits_ = 0;      // and which
  std::size_t block_size_ = 0;   // doubles
  std::size_t block_count_ = 0;
  std::size_t first_output_ = 0;
  std::vector<CacheLine> lines_;
};

}  // namespace tangible
