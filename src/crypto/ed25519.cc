// SPDX-License-Identifier: AGPL-3.0-only
// Ed25519 over libsodium. Signatures are malleable in naive implementations: s + L verifies like s,
// and keys of small order accept one signature for many messages. libsodium refuses both, and
// IsUsableKey refuses such keys when they are read. Secrets are wiped in destructor and move.
#include "crypto/ed25519.h"

#include <sodium.h>

#include "base/check.h"

namespace arborist::crypto {

namespace {

// Selects libsodium's implementations for this processor; idempotent and thread-safe.
void Start() {
  static const bool started = sodium_init() >= 0;
  CHECK(started);
}

}  // namespace

Ed25519SecretKey Ed25519SecretKey::Generate() {
  Start();
  Ed25519SecretKey key;
  CHECK(crypto_sign_keypair(key.public_key_.data(), key.secret_.data()) == 0);
  return key;
}

Result<Ed25519SecretKey> Ed25519SecretKey::FromSeed(std::string_view seed) {
  Start();
  if (seed.size() != kSeedBytes) {
    return Fail(ErrorCode::kInvalidData, "an Ed25519 key is made from 32 bytes");
  }
  Ed25519SecretKey key;
  CHECK(crypto_sign_seed_keypair(key.public_key_.data(), key.secret_.data(),
                                 AsBytes(seed).data()) == 0);
  return key;
}

Ed25519SecretKey::Ed25519SecretKey(Ed25519SecretKey&& other) noexcept
    : secret_(other.secret_), public_key_(other.public_key_) {
  sodium_memzero(other.secret_.data(), other.secret_.size());
}

Ed25519SecretKey::~Ed25519SecretKey() { sodium_memzero(secret_.data(), secret_.size()); }

Ed25519Signature Ed25519SecretKey::Sign(std::string_view message) const {
  Ed25519Signature signature;
  CHECK(crypto_sign_detached(signature.data(), nullptr, AsBytes(message).data(), message.size(),
                             secret_.data()) == 0);
  return signature;
}

std::string Ed25519SecretKey::Seed() const {
  std::string seed(kSeedBytes, '\0');
  CHECK(crypto_sign_ed25519_sk_to_seed(reinterpret_cast<unsigned char*>(seed.data()),
                                       secret_.data()) == 0);
  return seed;
}

bool VerifyEd25519(const Ed25519PublicKey& key, std::string_view message,
                   std::string_view signature) {
  Start();
  if (signature.size() != crypto_sign_BYTES) return false;
  return crypto_sign_verify_detached(AsBytes(signature).data(), AsBytes(message).data(),
                                     message.size(), key.data()) == 0;
}

bool IsUsableKey(const Ed25519PublicKey& key) {
  Start();
  return crypto_core_ed25519_is_valid_point(key.data()) == 1;
}

void Wipe(std::string* secret) {
  sodium_memzero(secret->data(), secret->size());
  secret->clear();
}

}  // namespace arborist::crypto
