// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::crypto {

using Ed25519PublicKey = std::array<std::uint8_t, 32>;
using Ed25519Signature = std::array<std::uint8_t, 64>;

// Ed25519 (RFC 8032) through libsodium. The secret is wiped when it goes, and has no way to a
// stream or a string but Seed().
class Ed25519SecretKey {
 public:
  static constexpr std::size_t kSeedBytes = 32;

  static Ed25519SecretKey Generate();
  // Refuses what has not 32 bytes.
  static Result<Ed25519SecretKey> FromSeed(std::string_view seed);

  Ed25519SecretKey(const Ed25519SecretKey&) = delete;
  Ed25519SecretKey& operator=(const Ed25519SecretKey&) = delete;
  Ed25519SecretKey(Ed25519SecretKey&& other) noexcept;
  Ed25519SecretKey& operator=(Ed25519SecretKey&&) = delete;
  ~Ed25519SecretKey();

  const Ed25519PublicKey& public_key() const { return public_key_; }
  Ed25519Signature Sign(std::string_view message) const;
  // What the key is made from, for its file alone. Wipe what you get.
  std::string Seed() const;

 private:
  Ed25519SecretKey() = default;

  std::array<std::uint8_t, 64> secret_{};
  Ed25519PublicKey public_key_{};
};

// Refuses everything that is not the one valid spelling: keys of small order, points and scalars
// that are not canonical, signatures of any other length.
bool VerifyEd25519(const Ed25519PublicKey& key, std::string_view message,
                   std::string_view signature);

// Whether a signature by this key can say anything: a point of the curve, spelt canonically, and
// not of small order (under such a key a signature holds for many messages).
bool IsUsableKey(const Ed25519PublicKey& key);

// Overwrites a secret before its memory is given back.
void Wipe(std::string* secret);

}  // namespace arborist::crypto
