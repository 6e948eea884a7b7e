// SPDX-License-Identifier: AGPL-3.0-only
#include "base/hash256.h"

namespace arborist {

namespace {
int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}
}  // namespace

std::string ToHex(Bytes bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (std::uint8_t byte : bytes) {
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 15]);
  }
  return hex;
}

Result<std::string> FromHex(std::string_view hex) {
  if (hex.size() % 2 != 0) return Fail(ErrorCode::kInvalidData, "hex of odd length");
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = DigitValue(hex[i]);
    const int low = DigitValue(hex[i + 1]);
    if (high < 0 || low < 0) {
      return Fail(ErrorCode::kInvalidData, "not canonical hex (digits 0-9 and a-f only)");
    }
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

Result<Hash256> Hash256::FromHexString(std::string_view hex) {
  if (hex.size() != 64) {
    return Fail(ErrorCode::kInvalidData,
                "a hash has 64 hex digits, this has " + std::to_string(hex.size()));
  }
  TRY_ASSIGN(const std::string raw, FromHex(hex));
  return FromBytes(AsBytes(raw));
}

Result<Hash256> Hash256::FromBytes(Bytes bytes) {
  if (bytes.size() != 32) {
    return Fail(ErrorCode::kInvalidData,
                "a hash has 32 bytes, this has " + std::to_string(bytes.size()));
  }
  Hash256 hash;
  std::memcpy(hash.bytes.data(), bytes.data(), 32);
  return hash;
}

}  // namespace arborist
