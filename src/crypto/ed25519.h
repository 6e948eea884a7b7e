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

// Ed25519 (RFC 8032) over libsodium. The secret is wiped when the object is destroyed or moved
// from; only Seed() gives it out.
class Ed25519SecretKey {
 public:
  static constexpr std::size_t kSeedBytes = 32;

  static Ed25519SecretKey Generate();
  // kInvalidData unless the seed has 32 bytes.
  static Result<Ed25519SecretKey> FromSeed(std::string_view seed);

  Ed25519SecretKey(const Ed25519SecretKey&) = delete;
  Ed25519SecretKey& operator=(const Ed25519SecretKey&) = delete;
  Ed25519SecretKey(Ed25519SecretKey&& other) noexcept;
  Ed25519SecretKey& operator=(Ed25519SecretKey&&) = delete;
  ~Ed25519SecretKey();

  const Ed25519PublicKey& public_key() const { return public_key_; }
  Ed25519Signature Sign(std::string_view message) const;
  // The seed of the key, for its file only. The caller must wipe it.
  std::string Seed() const;

 private:
  Ed25519SecretKey() = default;

  std::array<std::uint8_t, 64> secret_{};
  Ed25519PublicKey public_key_{};
};

// Refuses everything but the one valid spelling: keys of small order, points and scalars that are
// not canonical, signatures of another length.
bool VerifyEd25519(const Ed25519PublicKey& key, std::string_view message,
                   std::string_view signature);

// Whether signatures by this key prove anything: a point of the curve, in canonical spelling, and
// not of small order (such a key accepts a signature for many messages).
bool IsUsableKey(const Ed25519PublicKey& key);

// Overwrites a secret before its memory is released.
void Wipe(std::string* secret);

}  // namespace arborist::crypto
