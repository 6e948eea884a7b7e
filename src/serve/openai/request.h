// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "prompt/prompt.h"
#include "serve/openai/error.h"
#include "serve/openai/model_name.h"

namespace arborist::serve::openai {

// What may be done with kept answers.
enum class CacheUse : std::uint8_t {
  kUse,      // serve one that still holds, else ask
  kOnly,     // serve one, and never ask
  kRefresh,  // delete it and ask; needs `write`
};
std::expected<CacheUse, ApiError> CacheUseFromName(std::string_view name, std::string_view param);

// A question as chat completions and responses both state it.
struct QuestionRequest {
  std::string model_text;  // as given, and as it is given back
  ModelName model;
  std::string question;
  std::vector<prompt::Message> conversation;  // earlier turns, part of the key
  bool stream = false;
  bool include_usage = false;
  CacheUse cache = CacheUse::kUse;
  // Parameters that mean something elsewhere and nothing here: how an answer is made is policy, and
  // its hash is part of the key.
  std::vector<std::string> ignored;
};

inline constexpr std::size_t kMaxMessages = 256;
inline constexpr std::size_t kMaxConversationBytes = std::size_t{256} << 10;

// The bodies of POST /v1/chat/completions and /v1/responses. Parameters that nobody knows are
// refused by name, and so is everything that could name an endpoint, a key or a file (decision 32).
std::expected<QuestionRequest, ApiError> ReadChat(const json::Value& body);
std::expected<QuestionRequest, ApiError> ReadResponses(const json::Value& body);

}  // namespace arborist::serve::openai
