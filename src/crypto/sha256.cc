// SPDX-License-Identifier: AGPL-3.0-only
#include "crypto/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace arborist::crypto {

namespace {
// Fetched once for the process; OpenSSL's object is immutable and shared by design.
const EVP_MD* Digest() {
  static const EVP_MD* const digest = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  CHECK(digest != nullptr);
  return digest;
}
}  // namespace

struct Sha256Hasher::Context {
  Context() : evp(EVP_MD_CTX_new()) {
    CHECK(evp != nullptr);
    Start();
  }
  ~Context() { EVP_MD_CTX_free(evp); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  void Start() const { CHECK(EVP_DigestInit_ex2(evp, Digest(), nullptr) == 1); }

  EVP_MD_CTX* evp;
};

Sha256Hasher::Sha256Hasher() : context_(std::make_unique<Context>()) {}
Sha256Hasher::~Sha256Hasher() = default;
Sha256Hasher::Sha256Hasher(Sha256Hasher&&) noexcept = default;
Sha256Hasher& Sha256Hasher::operator=(Sha256Hasher&&) noexcept = default;

void Sha256Hasher::Update(Bytes data) {
  CHECK(EVP_DigestUpdate(context_->evp, data.data(), data.size()) == 1);
}

Hash256 Sha256Hasher::Finish() {
  Hash256 hash;
  CHECK(EVP_DigestFinal_ex(context_->evp, hash.bytes.data(), nullptr) == 1);
  context_->Start();
  return hash;
}

Hash256 Sha256(Bytes data) {
  thread_local Sha256Hasher hasher;
  hasher.Update(data);
  return hasher.Finish();
}

Hash256 Sha256(std::string_view text) { return Sha256(AsBytes(text)); }

bool EqualInConstantTime(const Hash256& a, const Hash256& b) {
  return CRYPTO_memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

std::string LibraryVersion() { return OpenSSL_version(OPENSSL_VERSION_STRING); }

}  // namespace arborist::crypto
