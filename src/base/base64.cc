// SPDX-License-Identifier: AGPL-3.0-only
#include "base/base64.h"

#include <algorithm>
#include <cstdint>

namespace arborist {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string ToBase64(Bytes bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < have ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) {
      out.push_back(k <= have ? kAlphabet[(group >> (18 - 6 * k)) & 63] : '=');
    }
  }
  return out;
}

Result<std::string> FromBase64(std::string_view text) {
  const auto refuse = [] {
    return Fail(ErrorCode::kInvalidData, "not base64 in its one standard spelling");
  };
  if (text.size() % 4 != 0) return refuse();
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    std::size_t padding = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const char c = text[i + k];
      if (c == '=' && k >= 2 && i + 4 == text.size()) {
        ++padding;
        group <<= 6;
        continue;
      }
      const std::size_t digit = kAlphabet.find(c);
      if (digit == std::string_view::npos || padding > 0) return refuse();
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    const std::size_t have = 3 - padding;
    for (std::size_t k = 0; k < have; ++k) {
      out.push_back(static_cast<char>(group >> (16 - 8 * k) & 0xff));
    }
    if (padding > 0 && (group & ((1u << (8 * padding)) - 1)) != 0) return refuse();
  }
  return out;
}

}  // namespace arborist
