// SPDX-License-Identifier: Apache-2.0
// Value: the meaning of an expression of a model file, with its dimension.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "mechanics/point.h"
#include "mechanics/table.h"
#include "mechanics/vector.h"
#include "model/measure.h"

namespace tangible {

// A table with the dimensions of its columns.
struct TableValue {
  Table table;
  Measure x;
  Measure y;
};

struct Value {
  enum class Kind {
    nothing,  // invalid; the error has been reported
    scalar,
    condition,  // true or false: an expression that is 1 or 0
    vector,
    frame,
    point,
    table,  // an interpolated curve: a function of one argument
    word,   // a name that only its own function understands: force(caster_sticks)
  };
  Kind kind = Kind::nothing;
  Expr scalar;  // scalar, condition
  Vector vector;
  Frame frame;
  Point point;
  std::shared_ptr<const TableValue> table;
  std::string name;  // word
  Measure measure;   // scalar, vector

  bool is(Kind k) const { return kind == k; }

  static Value of(Expr e, Measure m) {
    Value out;
    out.kind = Kind::scalar;
    out.scalar = e;
    out.measure = std::move(m);
    return out;
  }
  static Value of(Vector v, Measure m) {
    Value out;
    out.kind = Kind::vector;
    out.vector = std::move(v);
    out.measure = std::move(m);
    return out;
  }
  static Value of(Frame f) {
    Value out;
    out.kind = Kind::frame;
    out.frame = f;
    return out;
  }
  static Value of(Point p) {
    Value out;
    out.kind = Kind::point;
    out.point = p;
    return out;
  }
  static Value condition(Expr e) {
    Value out;
    out.kind = Kind::condition;
    out.scalar = e;
    return out;
  }
};

// "a scalar", "a vector", ...
std::string describe(Value::Kind kind);

}  // namespace tangible
