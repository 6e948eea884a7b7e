// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::crypto {

// SHA-256 through OpenSSL, the digest fetched once and a context reused per thread: a fresh fetch
// for each 65-byte tree node would cost several times the hash itself.
Hash256 Sha256(Bytes data);
Hash256 Sha256(std::string_view text);

// Whether two hashes are equal, in a time that does not tell where they differ.
bool EqualInConstantTime(const Hash256& a, const Hash256& b);

// For input that comes in pieces. Not shared between threads.
class Sha256Hasher {
 public:
  Sha256Hasher();
  ~Sha256Hasher();
  Sha256Hasher(Sha256Hasher&&) noexcept;
  Sha256Hasher& operator=(Sha256Hasher&&) noexcept;

  void Update(Bytes data);
  void Update(std::string_view text) { Update(AsBytes(text)); }
  Hash256 Finish();  // and starts anew

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string LibraryVersion();  // of the OpenSSL that runs

}  // namespace arborist::crypto
