// SPDX-License-Identifier: AGPL-3.0-only
// An answer as a response object, and as the sequence of events that clients of the Responses API
// expect. Events are numbered in one place (Make).
#include "serve/openai/responses.h"

namespace arborist::serve::openai {

namespace {

json::Object Annotation(const Citation& citation) {
  return {{"type", "url_citation"},
          {"start_index", citation.start},
          {"end_index", citation.end},
          {"url", citation.url},
          {"title", citation.title}};
}

json::Value ResponseUsage(const std::optional<Usage>& usage) {
  if (!usage) return nullptr;
  return json::Object{{"input_tokens", usage->prompt_tokens},
                      {"input_tokens_details", json::Object{{"cached_tokens", 0}}},
                      {"output_tokens", usage->completion_tokens},
                      {"output_tokens_details", json::Object{{"reasoning_tokens", 0}}},
                      {"total_tokens", usage->prompt_tokens + usage->completion_tokens}};
}

json::Object Part(std::string_view text, json::Array annotations) {
  return {{"type", "output_text"},
          {"text", text},
          {"annotations", std::move(annotations)},
          {"logprobs", json::Array{}}};
}

json::Object Item(const ResponseHead& head, std::string_view status, json::Array content) {
  return {{"type", "message"},
          {"id", head.item_id},
          {"status", status},
          {"role", "assistant"},
          {"content", std::move(content)}};
}

json::Object Whole(const Rendered& answer) {
  json::Array annotations;
  for (const Citation& citation : answer.citations) annotations.emplace_back(Annotation(citation));
  return Part(answer.text, std::move(annotations));
}

json::Object Shell(const ResponseHead& head, std::string_view status, json::Array output) {
  return {{"id", head.id},
          {"object", "response"},
          {"created_at", head.created},
          {"status", status},
          {"error", nullptr},
          {"incomplete_details", nullptr},
          {"instructions", nullptr},
          {"metadata", json::Object{}},
          {"model", head.model},
          {"output", std::move(output)},
          {"parallel_tool_calls", false},
          {"temperature", nullptr},
          {"tool_choice", "none"},
          {"tools", json::Array{}},
          {"top_p", nullptr},
          {"previous_response_id", nullptr},
          {"store", false},
          {"usage", nullptr}};
}

}  // namespace

json::Object ResponseObject(const ResponseHead& head, const Rendered& answer) {
  json::Object response = Shell(head, "completed", {Item(head, "completed", {Whole(answer)})});
  response["usage"] = ResponseUsage(answer.usage);
  if (answer.cut) {
    response["status"] = "incomplete";
    response["incomplete_details"] = json::Object{{"reason", "max_output_tokens"}};
  }
  response.emplace("x_arborist", answer.x_arborist);
  return response;
}

ResponseEvents::Event ResponseEvents::Make(std::string_view name, json::Object data) {
  data.emplace("type", name);
  data.emplace("sequence_number", number_++);
  return {std::string(name), std::move(data)};
}

std::vector<ResponseEvents::Event> ResponseEvents::Begin() {
  std::vector<Event> events;
  for (const char* name : {"response.created", "response.in_progress"}) {
    events.push_back(Make(name, {{"response", Shell(head_, "in_progress", {})}}));
  }
  return events;
}

std::vector<ResponseEvents::Event> ResponseEvents::Finish(const Rendered& answer) {
  const json::Object of_part{{"item_id", head_.item_id}, {"output_index", 0}, {"content_index", 0}};
  const auto with = [&](std::string_view name, json::Value value) {
    json::Object data = of_part;
    data.emplace(name, std::move(value));
    return data;
  };
  std::vector<Event> events;
  events.push_back(Make("response.output_item.added",
                        {{"output_index", 0}, {"item", Item(head_, "in_progress", {})}}));
  events.push_back(Make("response.content_part.added", with("part", Part("", {}))));
  for (const std::string_view piece : Pieces(answer.text)) {
    json::Object data = with("delta", piece);
    data.emplace("logprobs", json::Array{});
    events.push_back(Make("response.output_text.delta", std::move(data)));
  }
  std::int64_t number = 0;
  for (const Citation& citation : answer.citations) {
    json::Object data = with("annotation", Annotation(citation));
    data.emplace("annotation_index", number++);
    events.push_back(Make("response.output_text.annotation.added", std::move(data)));
  }
  json::Object done = with("text", answer.text);
  done.emplace("logprobs", json::Array{});
  events.push_back(Make("response.output_text.done", std::move(done)));
  events.push_back(Make("response.content_part.done", with("part", Whole(answer))));
  events.push_back(
      Make("response.output_item.done",
           {{"output_index", 0}, {"item", Item(head_, "completed", {Whole(answer)})}}));
  events.push_back(Make(answer.cut ? "response.incomplete" : "response.completed",
                        {{"response", ResponseObject(head_, answer)}}));
  return events;
}

ResponseEvents::Event ResponseEvents::Failed(const ApiError& error) {
  json::Object response = Shell(head_, "failed", {});
  response["error"] = json::Object{{"code", "server_error"}, {"message", error.message}};
  return Make("response.failed", {{"response", std::move(response)}});
}

}  // namespace arborist::serve::openai
