// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Tar files for tests; the program itself never writes them.
namespace arborist::tar {

inline std::string Octal(std::uint64_t value, int digits) {
  std::string out(static_cast<std::size_t>(digits), '0');
  for (auto at = out.rbegin(); at != out.rend() && value > 0; ++at, value >>= 3)
    *at = static_cast<char>('0' + (value & 7));
  return out;
}

// The checksum last, over the block with spaces in its place.
inline void Seal(std::string* block) {
  block->replace(148, 8, 8, ' ');
  std::uint64_t sum = 0;
  for (const char c : *block) sum += static_cast<unsigned char>(c);
  block->replace(148, 8, Octal(sum, 6) + std::string("\0 ", 2));
}

inline std::string Header(std::string_view name, std::uint64_t size, char type = '0') {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(100, 7, "0000644");
  block.replace(124, 11, Octal(size, 11));
  block.replace(136, 11, Octal(1, 11));
  block[156] = type;
  block.replace(257, 8, std::string_view("ustar\00000", 8));
  Seal(&block);
  return block;
}

inline std::string Padded(std::string_view body) {
  std::string out(body);
  out.resize((body.size() + 511) / 512 * 512, '\0');
  return out;
}

inline std::string File(std::string_view name, std::string_view body, char type = '0') {
  return Header(name, body.size(), type) + Padded(body);
}

inline std::string End() { return std::string(1024, '\0'); }

}  // namespace arborist::tar
