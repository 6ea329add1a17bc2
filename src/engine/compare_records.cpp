// SPDX-License-Identifier: Apache-2.0
// A record beside the run that was made from it.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/record_reader.h"

namespace tangible {
namespace {

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

std::string find_difference(const RecordedRun& recorded, const Record& record) {
  const std::size_t columns = record.columns.size();
  for (std::size_t k = 0; k < std::max(recorded.columns.size(), columns); ++k) {
    const std::string was = k < recorded.columns.size() ? recorded.columns[k] : "nothing";
    const std::string is = k < columns ? record.columns[k].name : "nothing";
    if (was != is) return fmt::format("column {} differs: recorded {}, replayed {}", k + 1, was, is);
  }
  for (std::size_t i = 0; i < std::min(recorded.rows.size(), record.rows.size()); ++i)
    for (std::size_t k = 0; k < columns; ++k)
      if (const double was = recorded.rows[i][k], is = record.rows[i][k]; !same_bits(was, is))
        return fmt::format("{} differs at t = {} s: recorded {}, replayed {}", record.columns[k].name,
                           recorded.rows[i][0], was, is);
  if (recorded.rows.size() > record.rows.size() || (recorded.complete && recorded.rows.size() < record.rows.size()))
    return fmt::format("the numbers of rows differ: recorded {}, replayed {}", recorded.rows.size(),
                       record.rows.size());
  for (std::size_t i = 0; i < std::min(recorded.events.size(), record.events.size()); ++i)
    if (const auto& was = recorded.events[i], is = RecordedRun::Event{record.events[i].t, record.events[i].what};
        !same_bits(was.t, is.t) || was.what != is.what)
      return fmt::format("event {} differs: recorded {} at t = {} s, replayed {} at t = {} s", i + 1, was.what, was.t,
                         is.what, is.t);
  if (recorded.events.size() > record.events.size() ||
      (recorded.complete && recorded.events.size() < record.events.size()))
    return fmt::format("the numbers of events differ: recorded {}, replayed {}", recorded.events.size(),
                       record.events.size());
  return "";
}

}  // namespace tangible
