// SPDX-License-Identifier: Apache-2.0
// Vertices: operations with one to three operands, value-numbered, before they are put in order.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "program/program.h"

namespace tangible {

// A value with its sign; signs are carried to where an addition can swallow them.
struct SignedVertex {
  std::uint32_t vertex = 0;
  bool negative = false;
};

class Vertices {
 public:
  std::uint32_t input(const std::string& name, Stage stage);
  std::uint32_t constant(double value);
  // The same operation on the same operands is the same vertex.
  std::uint32_t operation(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  // A vertex whose value is given later by alias(): its stage must be known.
  std::uint32_t add_placeholder(Stage stage);
  void alias(std::uint32_t promised, std::uint32_t actual) { all_[promised].a = actual; }

  Stage stage(std::uint32_t vertex) const { return all_[vertex].stage; }
  std::uint32_t resolve(std::uint32_t vertex) const;
  std::uint32_t with_sign(SignedVertex v);  // as one vertex, negated if need be
  SignedVertex add(SignedVertex a, SignedVertex b);

  // Vertices added from now on belong to the expression with this number.
  void set_origin(std::uint32_t origin) { origin_ = origin; }

  // Everything that the outputs need, in order of stages, and within a stage in the order in which the expressions were
  // formed: equations are formed along the mechanism, and few values are alive between its parts.
  Program arrange(const std::vector<ProgramOutput>& outputs) const;

 private:
  enum class Form : std::uint8_t { input, constant, operation, placeholder };
  struct Vertex {
    Form form;
    Op op;
    Stage stage;
    std::uint32_t a, b, c;
    std::uint32_t origin;
  };
  struct Key {
    std::uint64_t high, low;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const {
      return static_cast<std::size_t>((k.high * 0x9E3779B97F4A7C15u) ^ (k.low * 0xC2B2AE3D27D4EB4Fu));
    }
  };

  std::vector<std::uint32_t> needed(const std::vector<ProgramOutput>& outputs) const;
  std::vector<std::uint32_t> needed_in_order(const std::vector<ProgramOutput>& outputs) const;

  std::vector<Vertex> all_;
  std::uint32_t origin_ = 0;
  std::vector<ProgramInput> inputs_;
  std::vector<double> constants_;
  std::unordered_map<Key, std::uint32_t, KeyHash> known_;
  std::unordered_map<std::uint64_t, std::uint32_t> constant_vertices_;
};

}  // namespace tangible
