// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/home/home.h"

namespace arborist::store {

// What is kept of a token: never the token.
struct Token {
  std::string id;    // 12 hex digits, the part that may be shown
  std::string name;  // what it is for
  Hash256 hash;      // of the whole token
  std::vector<std::string> scopes;
  std::vector<std::string> shards;  // sets; empty: all
  std::int64_t created_at = 0;
  std::int64_t expires_at = 0;  // 0: never
  std::int64_t revoked_at = 0;  // 0: it counts
  std::int64_t event_seq = 0;   // of the event that made it
};

struct NewToken {
  Token token;
  std::string secret;  // the whole token; there is no second chance to see it
};

// arb_ID_SECRET: 12 and 64 hex digits.
inline constexpr std::string_view kTokenPrefix = "arb_";
Hash256 HashToken(std::string_view token);
// What the events of a token say of it. A hash of a random secret is inside, so nothing can be
// guessed.
Hash256 HashGrant(const Token& token);
// The id in a token that is well formed; empty otherwise.
std::string_view TokenId(std::string_view token);

// The tokens of a home store. Every change has its event.
class Tokens {
 public:
  explicit Tokens(HomeStore* home) : home_(home) {}

  // The token's name, scopes, shards and expires_at are given; names and shards hold no spaces at
  // their ends and no control characters. random makes the secret.
  Result<NewToken> Create(Token token, Random* random);
  Result<std::vector<Token>> List();  // oldest first
  Result<std::optional<Token>> Find(std::string_view id);
  // By id or unique prefix of it. kConflict when it was revoked before.
  Result<Token> Revoke(std::string_view id);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
