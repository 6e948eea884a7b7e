// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace arborist::llm {

struct Message {
  std::string role;  // "system", "user", "assistant"
  std::string content;
  bool operator==(const Message&) const = default;
};

// A request for one answer. The defaults are the reference's.
struct ChatRequest {
  std::vector<Message> messages = {};
  std::string model = {};
  double temperature = 0.1;
  std::int64_t max_tokens = 512;
  double top_p = 1.0;
  json::Object extra_body = {};  // further fields, for endpoints that know them: extras.h
  bool stream = false;           // how the answer is transferred; the reply is the same
  // Set by the caller to abandon the request. Null: only the client's own stop ends it.
  const std::atomic<bool>* stop = nullptr;
};

struct Usage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;
  bool operator==(const Usage&) const = default;
};

struct ChatReply {
  std::string text = {};  // never empty; without the thinking before it
  // As the endpoint names it, which may differ from the request; may be empty.
  std::string model = {};
  std::string finish_reason = {};  // never empty; "length": the text was cut at max_tokens
  std::optional<Usage> usage = {};
  int attempts = 1;  // number of requests sent
  // <think>...</think> blocks at the start of the answer, which were removed.
  std::int64_t thinking_blocks = 0;
  std::int64_t thinking_bytes = 0;
  bool operator==(const ChatReply&) const = default;
};

// A model that answers. One call gives one answer; nothing ever asks again for a better one.
class ChatClient {
 public:
  virtual ~ChatClient() = default;
  virtual Result<ChatReply> Complete(const ChatRequest& request) = 0;
};

}  // namespace arborist::llm
