// SPDX-License-Identifier: AGPL-3.0-only
// An answer as a chat completion and as its chunks. Citations and x_arborist are in the chunks
// behind the text.
#include "serve/openai/chat.h"

#include <utility>

namespace arborist::serve::openai {

namespace {

json::Array Annotations(const std::vector<Citation>& citations) {
  json::Array annotations;
  for (const Citation& citation : citations) {
    annotations.emplace_back(
        json::Object{{"type", "url_citation"},
                     {"url_citation", json::Object{{"start_index", citation.start},
                                                   {"end_index", citation.end},
                                                   {"url", citation.url},
                                                   {"title", citation.title}}}});
  }
  return annotations;
}

json::Value ChatUsage(const std::optional<Usage>& usage) {
  if (!usage) return nullptr;
  return json::Object{{"prompt_tokens", usage->prompt_tokens},
                      {"completion_tokens", usage->completion_tokens},
                      {"total_tokens", usage->prompt_tokens + usage->completion_tokens}};
}

json::Object Chunk(const ChatHead& head, json::Array choices) {
  return {{"id", head.id},
          {"object", "chat.completion.chunk"},
          {"created", head.created},
          {"model", head.model},
          {"choices", std::move(choices)}};
}

json::Array Choice(json::Object delta, json::Value finish_reason) {
  return {json::Object{{"index", 0},
                       {"delta", std::move(delta)},
                       {"logprobs", nullptr},
                       {"finish_reason", std::move(finish_reason)}}};
}

const char* FinishReason(const Rendered& answer) { return answer.cut ? "length" : "stop"; }

}  // namespace

json::Object Completion(const ChatHead& head, const Rendered& answer) {
  json::Object message{{"role", "assistant"},
                       {"content", answer.text},
                       {"refusal", nullptr},
                       {"annotations", Annotations(answer.citations)}};
  json::Array choices{json::Object{{"index", 0},
                                   {"message", std::move(message)},
                                   {"logprobs", nullptr},
                                   {"finish_reason", FinishReason(answer)}}};
  return {{"id", head.id},
          {"object", "chat.completion"},
          {"created", head.created},
          {"model", head.model},
          {"choices", std::move(choices)},
          {"usage", ChatUsage(answer.usage)},
          {"x_arborist", answer.x_arborist}};
}

json::Object FirstChunk(const ChatHead& head) {
  return Chunk(head, Choice({{"role", "assistant"}, {"content", ""}}, nullptr));
}

std::vector<json::Object> AnswerChunks(const ChatHead& head, const Rendered& answer,
                                       bool include_usage) {
  std::vector<json::Object> chunks;
  for (const std::string_view piece : Pieces(answer.text)) {
    chunks.push_back(Chunk(head, Choice({{"content", piece}}, nullptr)));
  }
  if (!answer.citations.empty()) {
    chunks.push_back(
        Chunk(head, Choice({{"annotations", Annotations(answer.citations)}}, nullptr)));
  }
  json::Object last = Chunk(head, Choice({}, FinishReason(answer)));
  last.emplace("x_arborist", answer.x_arborist);
  chunks.push_back(std::move(last));
  if (include_usage) {
    json::Object usage = Chunk(head, {});
    usage.emplace("usage", ChatUsage(answer.usage));
    chunks.push_back(std::move(usage));
  }
  return chunks;
}

}  // namespace arborist::serve::openai
