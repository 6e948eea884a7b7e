// SPDX-License-Identifier: AGPL-3.0-only
#include <utility>

#include "base/ascii.h"
#include "chat/message.h"
#include "chat/read.h"

namespace arborist::chat {

namespace {

// The blocks that are text; messages of older exports have none and a member "text".
std::string TextOfBlocks(const json::Value& message, Transcript* transcript) {
  std::string text;
  bool any = false;
  for (const json::Value& block : ListOf(message, "content")) {
    const std::string type = TextOf(block, "type");
    if (type == "text") {
      if (!text.empty()) text += "\n\n";
      text += TextOf(block, "text");
      any = true;
    } else if (type == "thinking" || type == "redacted_thinking") {
      transcript->LeaveOut("reasoning");
    } else {
      transcript->LeaveOut("call of a tool or its result");
    }
  }
  return any ? text : TextOf(message, "text");
}

void AddAttachments(const json::Value& message, const std::string& id, Transcript* transcript) {
  std::size_t number = 0;
  for (const json::Value& attachment : ListOf(message, "attachments")) {
    ++number;
    const std::string content = TextOf(attachment, "extracted_content");
    if (TrimAscii(content).empty()) {
      transcript->LeaveOut("file without text");
      continue;
    }
    transcript->AddChild(
        {.name = CleanText(TextOf(attachment, "file_name")),
         .fragment = UriOf("message=", id) + "&attachment=" + std::to_string(number),
         .media_type = "text/plain",
         .bytes = CleanText(content)});
  }
  const json::Value* const files =
      message.Find("files") != nullptr ? message.Find("files") : message.Find("files_v2");
  if (files != nullptr && files->is_array())
    transcript->LeaveOut("file without text", files->as_array().size());
}

reading::Reading PlainReading(std::string_view title, std::string text, const json::Value& element,
                              const reading::ReadingLimits& limits) {
  Transcript transcript(limits);
  transcript.SetTitle(title);
  transcript.SetTime(TimeOf(element, "updated_at"));
  transcript.Add({.id = {}, .sender = {}, .text = std::move(text)});
  return transcript.Finish();
}

}  // namespace

std::vector<Conversation> ReadClaude(const json::Value& element,
                                     const reading::ReadingLimits& limits) {
  const std::string key = element.Find("chat_messages") != nullptr ? "chat_messages" : "messages";
  const json::Value* const messages = element.Find(key);
  if (messages == nullptr || !messages->is_array()) return {};
  Transcript transcript(limits);
  transcript.SetTitle(TextOf(element, "name"));
  transcript.SetTime(TimeOf(element, "updated_at"));
  for (const json::Value& message : messages->as_array()) {
    const std::string sender = TextOf(message, "sender");
    Message out{.id = TextOf(message, "uuid"),
                .sender = sender == "human" || sender == "user" ? "Human" : "Assistant"};
    out.time = TimeOf(message, "created_at");
    out.text = TextOfBlocks(message, &transcript);
    AddAttachments(message, out.id, &transcript);
    transcript.Add(out);
  }
  const std::string id = TextOf(element, "uuid");
  std::vector<Conversation> out;
  out.push_back({.uri = UriOf("claude:/chat/", id), .reading = transcript.Finish()});
  return out;
}

// Each document of a project is one.
std::vector<Conversation> ReadClaudeProject(const json::Value& element,
                                            const reading::ReadingLimits& limits) {
  const json::Value* const docs = element.Find("docs");
  if (docs == nullptr || !docs->is_array()) return {};
  std::vector<Conversation> out;
  const std::string project = UriOf("claude:/project/", TextOf(element, "uuid"));
  for (const json::Value& doc : docs->as_array()) {
    const std::string id = TextOf(doc, "uuid");
    out.push_back({.uri = UriOf(project + "/doc/", id),
                   .reading = PlainReading(TextOf(doc, "filename"), TextOf(doc, "content"), element,
                                           limits)});
  }
  if (out.empty())
    out.push_back({.uri = {}, .reading = Failed(reading::Verdict::kEmpty, "no documents")});
  return out;
}

std::vector<Conversation> ReadClaudeMemories(const json::Value& element,
                                             const reading::ReadingLimits& limits) {
  const json::Value* const all = element.Find("conversations_memory");
  if (all == nullptr) return {};
  Transcript transcript(limits);
  transcript.SetTitle("Memories");
  transcript.Add(
      {.id = "conversations", .sender = {}, .text = TextOf(element, "conversations_memory")});
  if (const json::Value* const projects = element.Find("project_memories");
      projects != nullptr && projects->is_object()) {
    for (const auto& [id, memory] : projects->as_object()) {
      if (memory.is_string()) transcript.Add({.id = id, .sender = {}, .text = memory.as_string()});
    }
  }
  std::vector<Conversation> out;
  out.push_back({.uri = "claude:/memories", .reading = transcript.Finish()});
  return out;
}

}  // namespace arborist::chat
