// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "llm/chat_client.h"

// Reads an endpoint's answer strictly: half an answer is an error, never a short answer. Errors
// quote the endpoint but never the key.
namespace arborist::llm {

// A whole answer in one JSON text.
Result<ChatReply> ReadReply(std::string_view body, std::string_view api_key = {});

// The message of an error that the endpoint sent as JSON, or the start of its text; empty for an
// empty body.
std::string ErrorDetail(std::string_view body, std::string_view api_key);

// Shared by the two readers; internal to this module.

// An answer as received, before thinking is removed.
struct RawReply {
  std::string text;
  std::string model;
  std::string finish_reason;
  std::optional<Usage> usage;
  bool has_reasoning = false;  // in a field of its own, which is ignored
};

// The last checks. kInvalidData without a finish_reason or text, or if the endpoint broke off.
Result<ChatReply> FinishReply(RawReply raw, std::string_view api_key);

// Takes model and usage from an answer or a piece of one.
Status TakeCommon(const json::Value& value, RawReply* raw);
// Takes finish_reason from choices[0], and content and reasoning from its message or delta.
Status TakeChoice(const json::Value& choice, std::string_view part, RawReply* raw);
// Fails if the value is an error instead of an answer.
Status CheckNoError(const json::Value& value, std::string_view api_key);
Result<json::Value> ParseReply(std::string_view text, std::string_view api_key);

}  // namespace arborist::llm
