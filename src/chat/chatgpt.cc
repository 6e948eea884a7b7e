// SPDX-License-Identifier: AGPL-3.0-only
// A conversation of ChatGPT is a tree: an answer that was tried again has two children. Walking
// from the root would pick thrown-away answers, so the way is from current_node up.
#include <utility>

#include "base/ascii.h"
#include "chat/message.h"
#include "chat/read.h"

namespace arborist::chat {

namespace {

// Citations are written between characters for private use.
constexpr std::string_view kCitationBegins = "\uE200";
constexpr std::string_view kCitationEnds = "\uE201";

bool IsHidden(const json::Value& message) {
  const json::Value* const metadata = message.Find("metadata");
  if (metadata == nullptr) return false;
  const json::Value* const hidden = metadata->Find("is_visually_hidden_from_conversation");
  return hidden != nullptr && hidden->is_bool() && hidden->as_bool();
}

// The text of the parts; counts those that are none.
std::string TextOfParts(const json::Value& content, Transcript* transcript) {
  std::string text;
  const auto append = [&](std::string_view part) {
    if (part.empty()) return;
    if (!text.empty()) text += "\n";
    text += part;
  };
  for (const json::Value& part : ListOf(content, "parts")) {
    if (part.is_string()) {
      append(part.as_string());
    } else if (part.is_object()) {
      const std::string type = TextOf(part, "content_type");
      const std::string words = TextOf(part, "text");  // of a transcription
      append(words);
      if (!words.empty()) continue;
      transcript->LeaveOut(type.starts_with("image") ? "image" : "part that is no text");
    }
  }
  RemoveSpans(&text, kCitationBegins, kCitationEnds);
  return text;
}

void AddMessage(const json::Value& message, Transcript* transcript) {
  const json::Value* const author = message.Find("author");
  const json::Value* const content = message.Find("content");
  if (author == nullptr || content == nullptr) return;
  const std::string role = TextOf(*author, "role");
  if (role == "system" || IsHidden(message)) return;
  const std::string recipient = TextOf(message, "recipient");
  if (role == "tool" || (!recipient.empty() && recipient != "all"))
    return transcript->LeaveOut("message from or to a tool");
  const std::string type = TextOf(*content, "content_type");
  if (type == "thoughts" || type == "reasoning_recap") return transcript->LeaveOut("reasoning");
  if (type != "text" && type != "multimodal_text")
    return transcript->LeaveOut("message that is no text");
  Message out{.id = TextOf(message, "id"), .sender = role == "user" ? "User" : "Assistant"};
  if (role != "user") {
    if (const json::Value* const metadata = message.Find("metadata"); metadata != nullptr)
      out.model = TextOf(*metadata, "model_slug");
  }
  out.time = TimeOf(message, "create_time");
  out.text = TextOfParts(*content, transcript);
  transcript->Add(out);
}

bool IsSaid(const json::Value& message) {
  const json::Value* const author = message.Find("author");
  return author != nullptr && TextOf(*author, "role") != "system" && !IsHidden(message);
}

}  // namespace

std::vector<Conversation> ReadChatGpt(const json::Value& element,
                                      const reading::ReadingLimits& limits) {
  const json::Value* const mapping = element.Find("mapping");
  if (mapping == nullptr || !mapping->is_object()) return {};
  std::vector<Node> nodes;
  std::vector<const json::Value*> messages;
  for (const auto& [id, node] : mapping->as_object()) {
    const json::Value* const message = node.Find("message");
    messages.push_back(message != nullptr && message->is_object() ? message : nullptr);
    nodes.push_back({.id = id, .parent = TextOf(node, "parent")});
    nodes.back().has_message = messages.back() != nullptr;
    if (messages.back() != nullptr) nodes.back().time = TimeOf(*message, "create_time");
  }
  Transcript transcript(limits);
  transcript.SetTitle(TextOf(element, "title"));
  transcript.SetTime(TimeOf(element, "update_time"));
  std::size_t elsewhere = 0;
  for (const json::Value* const message : messages) {
    if (message != nullptr && IsSaid(*message)) ++elsewhere;
  }
  for (const std::size_t i : ActiveBranch(nodes, TextOf(element, "current_node"))) {
    if (messages[i] == nullptr) continue;
    if (IsSaid(*messages[i])) --elsewhere;
    AddMessage(*messages[i], &transcript);
  }
  transcript.LeaveOut("message of an abandoned branch", elsewhere);
  std::string id = TextOf(element, "conversation_id");
  if (id.empty()) id = TextOf(element, "id");
  std::vector<Conversation> out;
  out.push_back({.uri = UriOf("chatgpt:/c/", id), .reading = transcript.Finish()});
  return out;
}

}  // namespace arborist::chat
