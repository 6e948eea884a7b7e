// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "llm/reply.h"
#include "llm/sse.h"

namespace arborist::llm {

// An answer that arrives as server-sent events: chunks, then "[DONE]". One thread, one answer.
class StreamReader {
 public:
  explicit StreamReader(std::string api_key = {},
                        std::size_t max_event_bytes = std::size_t{1} << 20)
      : api_key_(std::move(api_key)), parser_(max_event_bytes) {}

  // False once "[DONE]" has come; the rest is ignored.
  Result<bool> Take(std::string_view bytes);

  // Call at the end of the body. The answer is whole if it had a finish_reason: "[DONE]" alone does
  // not say why it ended, and a missing "[DONE]" loses nothing.
  Result<ChatReply> Finish() &&;

 private:
  Status TakeEvent(const SseEvent& event);

  std::string api_key_;
  SseParser parser_;
  RawReply raw_;
  bool done_ = false;
  bool any_ = false;
};

}  // namespace arborist::llm
