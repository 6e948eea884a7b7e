// SPDX-License-Identifier: AGPL-3.0-only
// Grok wraps conversation and responses, writes times in two ways and senders in four.
#include <utility>

#include "base/ascii.h"
#include "chat/message.h"
#include "chat/read.h"

namespace arborist::chat {

namespace {

std::string FirstOf(const json::Value& object, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (std::string text = TextOf(object, key); !text.empty()) return text;
  }
  return {};
}

std::optional<std::int64_t> FirstTimeOf(const json::Value& object,
                                        std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto time = TimeOf(object, key)) return time;
  }
  return std::nullopt;
}

const json::Value& Unwrapped(const json::Value& value, std::string_view key) {
  const json::Value* const inner = value.Find(key);
  return inner != nullptr && inner->is_object() ? *inner : value;
}

void AddResponse(const json::Value& response, Transcript* transcript) {
  const std::string sender = TextOf(response, "sender");
  const bool is_human = EqualsIgnoringCase(sender, "human") || EqualsIgnoringCase(sender, "user");
  Message out{.id = FirstOf(response, {"_id", "response_id", "id"}),
              .sender = is_human ? "Human" : "Assistant"};
  if (!is_human) {
    out.model = TextOf(response, "model");
    // Some name the model as the sender.
    if (out.model.empty() && !EqualsIgnoringCase(sender, "assistant")) out.model = sender;
  }
  out.time = FirstTimeOf(response, {"create_time", "created_at"});
  out.text = TextOf(response, "message");
  RemoveSpans(&out.text, "<xai:tool_usage_card", "</xai:tool_usage_card>");
  RemoveSpans(&out.text, "<grok:render", "</grok:render>");
  if (!TextOf(response, "thinking_trace").empty() || !ListOf(response, "steps").empty())
    transcript->LeaveOut("reasoning");
  transcript->LeaveOut("image", ListOf(response, "generated_image_urls").size());
  transcript->LeaveOut("file without text", ListOf(response, "file_attachments").size());
  for (const json::Value& result : ListOf(response, "cited_web_search_results"))
    transcript->AddLink(TextOf(result, "url"));
  transcript->Add(out);
}

}  // namespace

std::vector<Conversation> ReadGrok(const json::Value& element,
                                   const reading::ReadingLimits& limits) {
  const json::Value* const conversation = element.Find("conversation");
  const json::Value* const responses = element.Find("responses");
  if (conversation == nullptr || responses == nullptr || !responses->is_array()) return {};
  std::vector<Node> nodes;
  std::vector<const json::Value*> all;
  bool has_parents = false;
  for (const json::Value& wrapped : responses->as_array()) {
    const json::Value& response = Unwrapped(wrapped, "response");
    all.push_back(&response);
    nodes.push_back({.id = FirstOf(response, {"_id", "response_id", "id"}),
                     .parent = TextOf(response, "parent_response_id"),
                     .time = FirstTimeOf(response, {"create_time", "created_at"}),
                     .has_message = true});
    has_parents = has_parents || !nodes.back().parent.empty();
  }
  Transcript transcript(limits);
  transcript.SetTitle(TextOf(*conversation, "title"));
  transcript.SetTime(FirstTimeOf(*conversation, {"modify_time", "create_time"}));
  if (has_parents) {
    const auto path = ActiveBranch(nodes, TextOf(*conversation, "leaf_response_id"));
    for (const std::size_t i : path) AddResponse(*all[i], &transcript);
    transcript.LeaveOut("message of an abandoned branch", all.size() - path.size());
  } else {
    for (const json::Value* const response : all) AddResponse(*response, &transcript);
  }
  const std::string id = FirstOf(*conversation, {"id", "conversation_id"});
  std::vector<Conversation> out;
  out.push_back({.uri = UriOf("grok:/chat/", id), .reading = transcript.Finish()});
  return out;
}

std::vector<Conversation> ReadGrokMedia(const json::Value& element,
                                        const reading::ReadingLimits& limits) {
  const std::string id = FirstOf(element, {"id", "_id"});
  Transcript transcript(limits);
  const std::string prompt = FirstOf(element, {"original_prompt", "prompt"});
  transcript.SetTitle(prompt);
  transcript.AddLink(TextOf(element, "link"));
  transcript.Add(
      {.id = id, .sender = "Prompt", .time = TimeOf(element, "create_time"), .text = prompt});
  std::vector<Conversation> out;
  out.push_back({.uri = UriOf("grok:/media/", id), .reading = transcript.Finish()});
  return out;
}

}  // namespace arborist::chat
