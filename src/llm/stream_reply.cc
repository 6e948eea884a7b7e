// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/stream_reply.h"

#include <utility>
#include <vector>

namespace arborist::llm {

Result<bool> StreamReader::Take(std::string_view bytes) {
  if (done_) return false;
  std::vector<SseEvent> events;
  TRY_IN("stream", parser_.Feed(bytes, &events));
  for (const SseEvent& event : events) {
    TRY_IN("stream", TakeEvent(event));
    if (done_) return false;
  }
  return true;
}

Status StreamReader::TakeEvent(const SseEvent& event) {
  if (event.data == "[DONE]") {
    done_ = true;
    return {};
  }
  if (event.type == "error")
    return Fail(ErrorCode::kEnvironment,
                "the endpoint reports an error: " + ErrorDetail(event.data, api_key_));
  TRY_ASSIGN(const json::Value value, ParseReply(event.data, api_key_));
  TRY(CheckNoError(value, api_key_));
  any_ = true;
  TRY(TakeCommon(value, &raw_));
  const auto choices = value.List("choices");
  if (!choices) return {};  // a ping, or usage alone
  for (const json::Value& choice : **choices) {
    const auto index = choice.Int("index");
    if (!index || *index == 0) TRY(TakeChoice(choice, "delta", &raw_));
  }
  return {};
}

Result<ChatReply> StreamReader::Finish() && {
  if (!any_ && !done_)
    return Fail(ErrorCode::kInvalidData,
                "the stream has no events; does the endpoint know \"stream\"?");
  if (raw_.finish_reason.empty() && !done_)
    return Fail(ErrorCode::kEnvironment, "the stream was cut off after " +
                                             std::to_string(raw_.text.size()) +
                                             " bytes of the answer");
  return FinishReply(std::move(raw_), api_key_);
}

}  // namespace arborist::llm
