// SPDX-License-Identifier: Apache-2.0
// Reading what objdump prints.
#include "program/disassembly.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tangible {
namespace {

[[noreturn]] void fail_disassembly(const std::string& what) { throw std::runtime_error("disassembly: " + what); }

std::string text_of(const std::vector<std::uint8_t>& bytes, std::size_t begin) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path();
  const std::string stem = (folder / ("tangible_emulated_" + std::to_string(getpid()))).string();
  std::ofstream(stem + ".bin", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const std::string command =
      "objdump -D -b binary -m i386:x86-64 -M intel --no-show-raw-insn --start-address=" + std::to_string(begin) + " " +
      stem + ".bin > " + stem + ".txt";
  if (std::system(command.c_str()) != 0) fail_disassembly("objdump failed");
  std::stringstream text;
  text << std::ifstream(stem + ".txt").rdbuf();
  fs::remove(stem + ".bin");
  fs::remove(stem + ".txt");
  return text.str();
}

std::uint64_t hexadecimal(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) fail_disassembly("not a number: " + std::string(text));
  return value;
}

int general_number(std::string_view name) {
  static constexpr std::string_view names[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                               "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
  const auto* found = std::ranges::find(names, name);
  if (found != std::end(names)) return static_cast<int>(found - names);
  if (name == "ecx") return 1;  // its upper half becomes zero
  return -1;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

DisassembledOperand read_operand(std::string text, const std::string& comment) {
  DisassembledOperand o;
  o.zeroes_others = take_suffix(text, "{z}");
  if (text.size() > 4 && text[text.size() - 4] == '{' && text[text.size() - 3] == 'k') {
    o.mask = text[text.size() - 2] - '0';
    text.resize(text.size() - 4);
  }
  static constexpr std::pair<std::string_view, std::size_t> sizes[] = {
      {"QWORD PTR ", 8}, {"XMMWORD PTR ", 16}, {"YMMWORD PTR ", 32}, {"ZMMWORD PTR ", 64}, {"QWORD BCST ", 8}};
  for (const auto& [prefix, bytes] : sizes) {
    if (!take_prefix(text, prefix)) continue;
    o.bytes = bytes;
    o.broadcast = prefix.find("BCST") != std::string_view::npos;
  }
  if (text.front() == '[') {
    o.kind = OperandKind::memory;
    const std::string inside = text.substr(1, text.size() - 2);
    const std::size_t sign = std::min(inside.find_first_of("+-"), inside.size());
    o.absolute = inside.substr(0, sign) == "rip";
    o.index = o.absolute ? 0 : static_cast<unsigned>(general_number(inside.substr(0, sign)));
    if (o.absolute)
      o.value = static_cast<std::int64_t>(hexadecimal(comment));
    else if (sign < inside.size())
      o.value = static_cast<std::int64_t>(hexadecimal(inside.substr(sign + 1))) * (inside[sign] == '-' ? -1 : 1);
    return o;
  }
  if (const int general = general_number(text); general >= 0) {
    o.kind = OperandKind::general;
    o.index = static_cast<unsigned>(general);
  } else if (text.substr(1).starts_with("mm")) {
    o.kind = OperandKind::vector;
    o.bytes = text[0] == 'x' ? 16 : text[0] == 'y' ? 32 : 64;
    o.index = static_cast<unsigned>(std::stoul(text.substr(3)));
  } else if (text.front() == 'k') {
    o.kind = OperandKind::mask;
    o.index = static_cast<unsigned>(text[1] - '0');
  } else {
    o.kind = OperandKind::number;
    o.value = static_cast<std::int64_t>(hexadecimal(text));
  }
  return o;
}

}  // namespace

bool take_suffix(std::string& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.resize(text.size() - suffix.size());
  return true;
}
bool take_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

bool has_disassembler() { return std::system("objdump --version > /dev/null 2>&1") == 0; }

// "  5d3:<tab>vaddpd zmm0,zmm0,QWORD BCST [rsi-0x3f0]   # 0x40"
std::unordered_map<std::size_t, DisassembledLine> disassemble(const std::vector<std::uint8_t>& bytes,
                                                              std::size_t begin) {
  std::stringstream stream(text_of(bytes, begin));
  std::unordered_map<std::size_t, DisassembledLine> lines;
  std::size_t before = begin;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(":\t");
    if (colon == std::string::npos || line.find_first_not_of(" 0123456789abcdef") < colon) continue;
    const std::size_t here = hexadecimal(line.substr(line.find_first_not_of(' '), colon - line.find_first_not_of(' ')));
    std::string rest = line.substr(colon + 2);
    std::string comment;
    if (const std::size_t sharp = rest.find('#'); sharp != std::string::npos) {
      comment = rest.substr(sharp + 2);
      rest.resize(sharp);
    }
    while (take_suffix(rest, " ")) {
    }
    take_prefix(rest, "{evex} ");
    DisassembledLine result;
    const std::size_t space = std::min(rest.find(' '), rest.size());
    result.mnemonic = rest.substr(0, space);
    rest.erase(0, std::min(rest.find_first_not_of(' ', space), rest.size()));
    if (!result.mnemonic.starts_with("nop") && result.mnemonic != "cs" && result.mnemonic != "data16" &&
        result.mnemonic != "xchg")
      for (const std::string& operand : split(rest)) result.operands.push_back(read_operand(operand, comment));
    if (before != here) lines[before].next = here;
    before = here;
    lines[here] = std::move(result);
  }
  return lines;
}

}  // namespace tangible
