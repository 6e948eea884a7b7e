// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chat/elements.h"
#include "reading/reading.h"

namespace arborist::chat {

// Files of exports, told by their shape.
enum class Export : std::uint8_t {
  kChatGpt,         // conversations.json, conversations-000.json, ...
  kClaude,          // conversations.json
  kClaudeProjects,  // projects.json
  kClaudeMemories,  // memories.json
  kGrok,            // prod-grok-backend.json
  kAccount,         // users.json and the like: of no use in answers, and not to be shown
  kUnknown,         // it has the name of an export, and another shape
};
// `name` is that of the file, without folders; `head` the start of it. Nothing: it is no export.
std::optional<Export> ExportOf(std::string_view name, std::string_view head);

// A conversation, or a document that an export has beside them.
struct Conversation {
  std::string uri;           // "chatgpt:/c/ID", "claude:/chat/ID", "grok:/chat/ID", ...
  std::uint64_t number = 0;  // of its element in the file, from 1
  reading::Reading reading;
  std::shared_ptr<const std::string> source = nullptr;  // the JSON it was read from
};

// The conversations of an export one after the other (chat-text-v1, docs/format/chat-text.md), with
// one of them in memory. One that cannot be read has a verdict that says so. For one thread.
class ChatReader {
 public:
  ChatReader(Export kind, ReadBytes read, const reading::ReadingLimits& limits,
             std::uint64_t max_conversation_bytes = std::uint64_t{64} << 20)
      : kind_(kind), elements_(std::move(read), max_conversation_bytes), limits_(limits) {}

  // Nothing at the end. An error is final.
  Result<std::optional<Conversation>> Next();

  std::uint64_t consumed() const { return elements_.consumed(); }

 private:
  void Read(Element element);

  Export kind_;
  ElementReader elements_;
  reading::ReadingLimits limits_;
  std::vector<Conversation> ready_;  // of one element, the next one last
};

}  // namespace arborist::chat
