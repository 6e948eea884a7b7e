// SPDX-License-Identifier: AGPL-3.0-only
// SHA-256 by OpenSSL, on two ways: texts that are whole in memory by the old SHA256_ functions,
// which need no allocation and cost a third less for a tree node of 65 bytes; texts in pieces by
// EVP, whose digest is fetched once for the process.
#include "crypto/sha256.h"

// The calls below EVP are old and here to stay in OpenSSL 3; for short texts they cost a third
// less.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <stdexcept>

#include "base/check.h"
#include "base/contained.h"

namespace arborist::crypto {

namespace {
// Fetched once for the process; OpenSSL's object is immutable and shared by design.
const EVP_MD* Digest() {
  static const EVP_MD* const digest = [] {
    const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    // For lack of memory, or because the configuration of OpenSSL leaves it out.
    if (fetched == nullptr) throw std::runtime_error("OpenSSL gives no SHA-256");
    return fetched;
  }();
  return digest;
}
}  // namespace

struct Sha256Hasher::Context {
  Context() : evp(EVP_MD_CTX_new()) { DemandMemory(evp != nullptr); }

  // OpenSSL allocates here, and crashes on a context for which that failed: a hasher that outlives
  // such a failure starts anew.
  EVP_MD_CTX* Started() {
    if (!started) DemandMemory(EVP_DigestInit_ex2(evp.get(), Digest(), nullptr) == 1);
    started = true;
    return evp.get();
  }

  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> evp;
  bool started = false;
};

Sha256Hasher::Sha256Hasher() : context_(std::make_unique<Context>()) {}
Sha256Hasher::~Sha256Hasher() = default;
Sha256Hasher::Sha256Hasher(Sha256Hasher&&) noexcept = default;
Sha256Hasher& Sha256Hasher::operator=(Sha256Hasher&&) noexcept = default;

void Sha256Hasher::Update(Bytes data) {
  CHECK(EVP_DigestUpdate(context_->Started(), data.data(), data.size()) == 1);
}

Hash256 Sha256Hasher::Finish() {
  Hash256 hash;
  CHECK(EVP_DigestFinal_ex(context_->Started(), hash.bytes.data(), nullptr) == 1);
  context_->started = false;
  return hash;
}

Hash256 Sha256(Bytes data) {
  SHA256_CTX context;
  Hash256 hash;
  CHECK(SHA256_Init(&context) == 1 && SHA256_Update(&context, data.data(), data.size()) == 1 &&
        SHA256_Final(hash.bytes.data(), &context) == 1);
  return hash;
}

Hash256 Sha256(std::string_view text) { return Sha256(AsBytes(text)); }

bool EqualInConstantTime(const Hash256& a, const Hash256& b) {
  return CRYPTO_memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

std::string LibraryVersion() { return OpenSSL_version(OPENSSL_VERSION_STRING); }

}  // namespace arborist::crypto
