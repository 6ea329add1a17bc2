// SPDX-License-Identifier: Apache-2.0
// Batches: one program for many sets of inputs at once, for sweeps and predictions.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "program/evaluation.h"

namespace tangible {

// Lanes are computed four or eight at a time in vectors; without native code, one after the other. Each lane gives the
// bits that a single evaluation gives. Copies share the code; use one for each thread. run() allocates nothing.
class BatchEvaluation {
 public:
  // Any number of lanes; it is cheapest per lane for multiples of 8.
  BatchEvaluation(std::shared_ptr<const Code> code, std::size_t lanes);

  std::size_t lanes() const { return lanes_; }
  double& input(std::size_t i, std::size_t lane) { return values()[index(i, lane)]; }
  double output(std::size_t i, std::size_t lane) const { return values()[index(first_output_ + i, lane)]; }

  // Inputs from the first one on, or outputs, all lanes of one after all lanes of the other: the cheap way. It is
  // cheapest for multiples of 4 lanes.
  void set_inputs(std::size_t first, std::span<const double> by_lane);
  void get_outputs(std::size_t first, std::span<double> by_lane) const;

  // As Evaluation::run, in all lanes.
  void run(Stage from = Stage::constant) noexcept;

  const Code& code() const { return *code_; }

 private:
  struct alignas(64) Line {
    double values[8];
  };
  double* values() { return lines_.front().values; }
  const double* values() const { return lines_.front().values; }
  // Blocks of lanes that are computed together; within a block the lanes of a value stand side by side.
  std::size_t index(std::size_t place, std::size_t lane) const {
    return (lane >> block_bits_) * block_size_ + (place << block_bits_) + (lane & (block_lanes_ - 1));
  }

  std::shared_ptr<const Code> code_;
  std::shared_ptr<const NativeCode> vector_code_;  // null: interpreted
  std::size_t lanes_ = 0;
  std::size_t block_lanes_ = 1;  // a power of two,
  unsigned block_bits_ = 0;      // and which
  std::size_t block_size_ = 0;   // doubles
  std::size_t block_count_ = 0;
  std::size_t first_output_ = 0;
  std::vector<Line> lines_;
};

}  // namespace tangible
