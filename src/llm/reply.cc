// SPDX-License-Identifier: AGPL-3.0-only
// Reads answers strictly: a reply without finish_reason may be cut off, and half an answer must
// never be judged or kept as a whole one. Thinking (<think>...</think>) is removed at the start
// only; further inside, the words belong to the answer. Error texts of an endpoint are quoted as
// one escaped line without the key.
#include "llm/reply.h"

#include <algorithm>
#include <utility>

#include "llm/excerpt.h"

namespace arborist::llm {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::unexpected<Error> Bad(std::string message) {
  return Fail(ErrorCode::kInvalidData, std::move(message));
}

// A string member that may be absent or null; any other type is an error.
Result<std::string> OptionalString(const json::Value& value, std::string_view key) {
  const json::Value* member = value.Find(key);
  if (member == nullptr || member->is_null()) return std::string();
  if (!member->is_string()) return Bad("\"" + std::string(key) + "\" is not a string");
  return member->as_string();
}

std::optional<Usage> ReadUsage(const json::Value& value) {
  const json::Value* usage = value.Find("usage");
  if (usage == nullptr) return std::nullopt;
  const auto prompt = usage->Int("prompt_tokens");
  const auto completion = usage->Int("completion_tokens");
  // Only informative: no reason to lose an answer.
  if (!prompt || !completion) return std::nullopt;
  return Usage{.prompt_tokens = *prompt, .completion_tokens = *completion};
}

// The message of {"error":{"message":...}} (OpenAI), {"error":"..."}, {"message":...} or
// {"detail":...}; or null.
const std::string* MessageOf(const json::Value& value) {
  const json::Value* error = value.Find("error");
  const json::Value& holder = error != nullptr && error->is_object() ? *error : value;
  for (const std::string_view key : {"message", "detail", "error"})
    if (const json::Value* found = holder.Find(key); found != nullptr && found->is_string())
      return &found->as_string();
  return nullptr;
}

// Removes <think>...</think> from the start. Without an end, everything is thinking. Further inside
// the text the words are the answer's own.
void TakeOffThinking(ChatReply* reply) {
  constexpr std::string_view kOpen = "<think>";
  constexpr std::string_view kClose = "</think>";
  std::string_view rest = reply->text;
  while (true) {
    const std::size_t begin = rest.find_first_not_of(kBlank);
    if (begin == std::string_view::npos || !rest.substr(begin).starts_with(kOpen)) break;
    const std::size_t close = rest.find(kClose, begin);
    const std::size_t end = close == std::string_view::npos ? rest.size() : close + kClose.size();
    ++reply->thinking_blocks;
    reply->thinking_bytes += static_cast<std::int64_t>(end - begin);
    rest.remove_prefix(end);
  }
  if (reply->thinking_blocks == 0) return;
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
  reply->text = std::string(rest);
}

}  // namespace

Result<json::Value> ParseReply(std::string_view text, std::string_view api_key) {
  auto value = json::Parse(text, {.max_depth = 64});
  if (!value)
    return Bad("the reply is not JSON (" + value.error().message + "): " + Excerpt(text, api_key));
  if (!value->is_object()) return Bad("the reply is not a JSON object: " + Excerpt(text, api_key));
  return value;
}

Status CheckNoError(const json::Value& value, std::string_view api_key) {
  const json::Value* error = value.Find("error");
  if (error == nullptr || error->is_null()) return {};
  const std::string* message = MessageOf(value);
  return Fail(ErrorCode::kEnvironment,
              "the endpoint reports an error: " +
                  Excerpt(message != nullptr ? *message : json::Dump(*error), api_key));
}

std::string ErrorDetail(std::string_view body, std::string_view api_key) {
  const std::size_t begin = body.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  if (const auto value = json::Parse(body, {.max_depth = 64}))
    if (const std::string* message = MessageOf(*value)) return Excerpt(*message, api_key);
  return Excerpt(body.substr(begin), api_key);
}

Status TakeCommon(const json::Value& value, RawReply* raw) {
  TRY_ASSIGN(std::string model, OptionalString(value, "model"));
  if (raw->model.empty()) raw->model = std::move(model);
  if (const auto usage = ReadUsage(value)) raw->usage = usage;
  return {};
}

Status TakeChoice(const json::Value& choice, std::string_view part, RawReply* raw) {
  TRY_ASSIGN(std::string finish_reason, OptionalString(choice, "finish_reason"));
  if (!finish_reason.empty()) raw->finish_reason = std::move(finish_reason);
  const json::Value* message = choice.Find(part);
  if (message == nullptr) return {};
  TRY_ASSIGN(const std::string content, OptionalString(*message, "content"));
  raw->text += content;
  for (const std::string_view key : {"reasoning_content", "reasoning"})
    if (const json::Value* found = message->Find(key); found != nullptr && found->is_string())
      raw->has_reasoning = raw->has_reasoning || !found->as_string().empty();
  return {};
}

Result<ChatReply> FinishReply(RawReply raw, std::string_view api_key) {
  if (raw.finish_reason.empty())
    return Bad(
        "the reply has no finish_reason, so nobody knows whether it is whole; "
        "is the endpoint OpenAI-compatible?");
  for (const std::string_view broken : {"content_filter", "error"}) {
    if (raw.finish_reason != broken) continue;
    return Bad("the endpoint broke its answer off (finish_reason " + std::string(broken) +
               "), so it is not whole; ask in other words, or another model");
  }
  ChatReply reply{.text = std::move(raw.text),
                  .model = std::move(raw.model),
                  .finish_reason = std::move(raw.finish_reason),
                  .usage = raw.usage};
  TakeOffThinking(&reply);
  if (reply.text.find_first_not_of(kBlank) != std::string::npos) return reply;
  const bool thought = raw.has_reasoning || reply.thinking_blocks > 0;
  return Bad("the reply has no text (finish_reason " + Excerpt(reply.finish_reason, api_key) + ")" +
             (thought ? "; the model only thought: raise max_tokens or turn thinking off" : ""));
}

Result<ChatReply> ReadReply(std::string_view body, std::string_view api_key) {
  if (body.find_first_not_of(kBlank) == std::string_view::npos) return Bad("the reply is empty");
  TRY_ASSIGN(const json::Value value, ParseReply(body, api_key));
  TRY(CheckNoError(value, api_key));
  RawReply raw;
  TRY_IN("reply", TakeCommon(value, &raw));
  const auto choices = value.List("choices");
  if (!choices || (*choices)->empty())
    return Bad("the reply has no \"choices\"; is the endpoint OpenAI-compatible?");
  const json::Value& choice = (*choices)->front();
  if (!choice.is_object() || choice.Find("message") == nullptr)
    return Bad("the reply has no \"choices[0].message\"");
  TRY_IN("reply: choices[0]", TakeChoice(choice, "message", &raw));
  return FinishReply(std::move(raw), api_key);
}

}  // namespace arborist::llm
