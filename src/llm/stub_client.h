// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "llm/chat_client.h"

namespace arborist::llm {

inline constexpr std::string_view kStubAnswer = "[STUB] dry-run answer; no LLM was called.";

// For dry runs and tests: answers without a network and remembers the requests. One thread.
class StubClient final : public ChatClient {
 public:
  explicit StubClient(std::string answer = std::string(kStubAnswer));
  explicit StubClient(std::function<std::string(const ChatRequest&)> answer);

  Result<ChatReply> Complete(const ChatRequest& request) override;
  const std::vector<ChatRequest>& calls() const { return calls_; }

 private:
  std::function<std::string(const ChatRequest&)> answer_;
  std::vector<ChatRequest> calls_;
};

}  // namespace arborist::llm
