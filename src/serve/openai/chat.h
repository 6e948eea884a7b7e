// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"
#include "serve/openai/answer.h"

namespace arborist::serve::openai {

// What every object of one completion says of itself.
struct ChatHead {
  std::string id;  // chatcmpl-...
  std::int64_t created = 0;
  std::string model;
};

// The object of POST /v1/chat/completions.
json::Object Completion(const ChatHead& head, const Rendered& answer);

// The chunks of its stream: the first one goes out while the answer is made, the rest when it was
// verified. The last of them has x_arborist.
json::Object FirstChunk(const ChatHead& head);
std::vector<json::Object> AnswerChunks(const ChatHead& head, const Rendered& answer,
                                       bool include_usage);

}  // namespace arborist::serve::openai
