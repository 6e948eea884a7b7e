// SPDX-License-Identifier: AGPL-3.0-only
// The shape is looked at in the start of a file: the keys of the outer object, and those of the
// first object in an array. The arrays are then read element by element, so that a file of a GiB
// costs the memory of its largest conversation.
#include "chat/export.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "chat/message.h"
#include "chat/read.h"
#include "text/encoding.h"

namespace arborist::chat {

namespace {

using reading::Verdict;

constexpr std::size_t kMaxJsonDepth = 200;

struct Keys {
  std::set<std::string_view> outer;  // of an outer object
  std::set<std::string_view> inner;  // of the first object inside the outer array or a member's
  bool is_array = false;
  bool is_json = false;
};

// The keys at the start of a JSON text, without judging values.
Keys KeysOf(std::string_view head) {
  Keys keys;
  if (head.starts_with(text::kUtf8ByteOrderMark)) head.remove_prefix(3);
  head = TrimAscii(head);
  keys.is_array = head.starts_with('[');
  keys.is_json = keys.is_array || head.starts_with('{');
  if (!keys.is_json) return keys;
  const std::size_t inner_depth = keys.is_array ? 2 : 3;
  std::string open;  // brackets, outermost first
  bool first_object_done = false;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const char c = head[i];
    if (c == '{' || c == '[') {
      open.push_back(c);
      if (open.size() > kMaxJsonDepth) break;
    } else if ((c == '}' || c == ']') && !open.empty()) {
      if (open.size() == inner_depth && c == '}') first_object_done = true;
      open.pop_back();
      if (open.empty()) break;
    } else if (c == '"') {
      std::size_t close = i + 1;
      while (close < head.size() && head[close] != '"') close += head[close] == '\\' ? 2u : 1u;
      if (close >= head.size()) break;
      const std::string_view word = head.substr(i + 1, close - i - 1);
      i = close;
      const std::size_t next = head.find_first_not_of(" \t\r\n", close + 1);
      const bool is_key =
          next != std::string_view::npos && head[next] == ':' && open.ends_with('{');
      if (!is_key) continue;
      if (open.size() == 1) keys.outer.insert(word);
      if (open.size() == inner_depth && !first_object_done && open[inner_depth - 2] == '[')
        keys.inner.insert(word);
    }
  }
  return keys;
}

bool HasName(std::string_view name) {
  if (name == "prod-grok-backend.json") return true;
  if (!name.starts_with("conversations") || !name.ends_with(".json")) return false;
  name.remove_prefix(13);
  name.remove_suffix(5);
  if (name.empty()) return true;
  return name.size() > 1 && name[0] == '-' && std::ranges::all_of(name.substr(1), IsAsciiDigit);
}

bool IsAccountFile(std::string_view name) {
  return name == "prod-mc-auth-mgmt-api.json" || name == "prod-mc-billing.json";
}

}  // namespace

std::optional<Export> ExportOf(std::string_view name, std::string_view head) {
  const Keys keys = KeysOf(head);
  if (!keys.is_json) return std::nullopt;
  if (IsAccountFile(name)) return Export::kAccount;
  const auto inner = [&](std::string_view key) { return keys.inner.contains(key); };
  if (keys.is_array) {
    if (inner("mapping") && (inner("title") || inner("current_node"))) return Export::kChatGpt;
    if (inner("uuid") && (inner("chat_messages") || (inner("messages") && inner("name"))))
      return Export::kClaude;
    if (inner("docs") && inner("prompt_template")) return Export::kClaudeProjects;
    if (inner("conversations_memory")) return Export::kClaudeMemories;
    if (inner("email_address") && inner("full_name") && inner("uuid")) return Export::kAccount;
  } else if (keys.outer.contains("conversations") &&
             ((inner("conversation") && inner("responses")) || name == "prod-grok-backend.json")) {
    return Export::kGrok;
  }
  return HasName(name) ? std::optional(Export::kUnknown) : std::nullopt;
}

void ChatReader::Read(Element element) {
  const auto fail = [&](Verdict verdict, std::string detail) {
    ready_.push_back(
        {.uri = {}, .number = element.number, .reading = Failed(verdict, std::move(detail))});
  };
  if (element.over_limit)
    return fail(Verdict::kOverLimit, "it is larger than a conversation may be");
  auto value = json::Parse(element.bytes, {.max_depth = kMaxJsonDepth});
  if (!value) {
    const bool over = value.error().code == ErrorCode::kLimitExceeded;
    return fail(over ? Verdict::kOverLimit : Verdict::kDamaged, std::move(value).error().message);
  }
  switch (kind_) {
    case Export::kChatGpt:
      ready_ = ReadChatGpt(*value, limits_);
      break;
    case Export::kClaude:
      ready_ = ReadClaude(*value, limits_);
      break;
    case Export::kClaudeProjects:
      ready_ = ReadClaudeProject(*value, limits_);
      break;
    case Export::kClaudeMemories:
      ready_ = ReadClaudeMemories(*value, limits_);
      break;
    case Export::kGrok:
      if (element.list == "conversations") ready_ = ReadGrok(*value, limits_);
      if (element.list == "media_posts") ready_ = ReadGrokMedia(*value, limits_);
      if (element.list != "conversations" && element.list != "media_posts") return;
      break;
    case Export::kAccount:
    case Export::kUnknown:
      break;
  }
  if (ready_.empty())
    fail(Verdict::kNotSupported, "a conversation in a form this version does not know");
  const auto source = std::make_shared<const std::string>(std::move(element.bytes));
  for (Conversation& one : ready_) {
    one.number = element.number;
    one.source = source;
  }
  std::ranges::reverse(ready_);
}

Result<std::optional<Conversation>> ChatReader::Next() {
  while (ready_.empty()) {
    TRY_ASSIGN(std::optional<Element> element, elements_.Next());
    if (!element) return std::nullopt;
    Read(std::move(*element));
  }
  Conversation next = std::move(ready_.back());
  ready_.pop_back();
  return next;
}

}  // namespace arborist::chat
