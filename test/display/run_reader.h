// SPDX-License-Identifier: Apache-2.0
// A reader of recorded runs, written from docs/reference/viewer-protocol.md alone.
#pragma once

#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace tangible {

struct ReadRun {
  nlohmann::json header;
  using Key = std::tuple<std::string, int, int>;  // what, index, part; -1: none
  std::map<Key, std::vector<double>> columns;

  const std::vector<double>& column(const std::string& what, int index = -1, int part = -1) const {
    return columns.at({what, index, part});
  }
};

class RunReader {
 public:
  explicit RunReader(std::string_view bytes) : bytes_(bytes) {}

  ReadRun read() {
    if (bytes_.substr(0, 4) != "TNGR" || number_at(4, 2) != 1 || number_at(6, 2) != 0)
      throw std::runtime_error("not a recorded run");
    const std::size_t head = number_at(8, 4), data = number_at(12, 4);
    if (bytes_.size() != 16 + head + data) throw std::runtime_error("another length than it says");
    ReadRun out;
    out.header = nlohmann::json::parse(inflated(bytes_.substr(16, head)));
    data_ = inflated(bytes_.substr(16 + head));
    if (data_.size() != out.header["raw_length"]) throw std::runtime_error("raw_length is wrong");
    for (const nlohmann::json& column : out.header["columns"])
      out.columns[{column["what"], column.value("index", -1), column.value("part", -1)}] =
          read_column(column, out.header["samples"]);
    if (at_ != data_.size()) throw std::runtime_error("more data than its columns say");
    return out;
  }

 private:
  std::size_t number_at(std::size_t at, int count) const {
    std::size_t value = 0;
    for (int k = count - 1; k >= 0; --k)
      value = value << 8 | static_cast<unsigned char>(bytes_[at + static_cast<std::size_t>(k)]);
    return value;
  }

  static std::string inflated(std::string_view bytes) {
    std::string out(bytes.size() * 4 + 1000, '\0');
    for (;;) {
      auto size = static_cast<uLongf>(out.size());
      const int result = uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                                    reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
      if (result == Z_OK) return out.substr(0, size);
      if (result != Z_BUF_ERROR) throw std::runtime_error("not deflated");
      out.resize(2 * out.size());
    }
  }

  std::int64_t next() {
    std::uint64_t folded = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(data_.at(at_++));
      folded |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return folded % 2 == 0 ? static_cast<std::int64_t>(folded / 2) : -static_cast<std::int64_t>((folded + 1) / 2);
  }

  std::vector<double> read_column(const nlohmann::json& column, std::size_t samples) {
    if (column.contains("constant")) return std::vector<double>(samples, column["constant"].get<double>());
    const bool second = column.value("order", 1) == 2;
    std::vector<double> out;
    std::int64_t n = 0, difference = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      const std::int64_t stored = next();
      difference = second && k > 1 ? difference + stored : stored;
      n += difference;
      const double x = static_cast<double>(n);
      out.push_back(!column.contains("step")        ? x
                    : n == -(std::int64_t{1} << 50) ? std::nan("")
                                                    : column["low"].get<double>() + column["step"].get<double>() * x);
    }
    return out;
  }

  std::string_view bytes_;
  std::string data_;
  std::size_t at_ = 0;
};

}  // namespace tangible
