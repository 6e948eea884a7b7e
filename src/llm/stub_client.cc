// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/stub_client.h"

#include <utility>

namespace arborist::llm {

StubClient::StubClient(std::string answer)
    : answer_([answer = std::move(answer)](const ChatRequest&) { return answer; }) {}

StubClient::StubClient(std::function<std::string(const ChatRequest&)> answer)
    : answer_(std::move(answer)) {}

Result<ChatReply> StubClient::Complete(const ChatRequest& request) {
  calls_.push_back(request);
  return ChatReply{.text = answer_(request), .finish_reason = "stop"};
}

}  // namespace arborist::llm
