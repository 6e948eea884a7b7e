// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::crypto {

// SHA-256 over OpenSSL, by its calls below EVP: for a 65-byte tree node, EVP costs as much as the
// hash itself. Thread-safe.
Hash256 Sha256(Bytes data);
Hash256 Sha256(std::string_view text);

// Whether two hashes are equal, in a time that does not depend on where they differ.
bool EqualInConstantTime(const Hash256& a, const Hash256& b);

// For input in pieces, over EVP with the digest fetched once. One thread at a time.
class Sha256Hasher {
 public:
  Sha256Hasher();
  ~Sha256Hasher();
  Sha256Hasher(Sha256Hasher&&) noexcept;
  Sha256Hasher& operator=(Sha256Hasher&&) noexcept;

  void Update(Bytes data);
  void Update(std::string_view text) { Update(AsBytes(text)); }
  Hash256 Finish();  // the hasher can be used again

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string LibraryVersion();  // of the OpenSSL in use

}  // namespace arborist::crypto
