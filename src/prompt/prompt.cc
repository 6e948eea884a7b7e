// SPDX-License-Identifier: AGPL-3.0-only
// Puts messages together: rules of the mode, earlier turns, and one user message of passages,
// reminders and, last, the question. PromptHash covers every text of this folder that a run of the
// mode may contain, so that a changed word changes policy hash and cache keys.
#include "prompt/prompt.h"

#include "base/ascii.h"
#include "crypto/sha256.h"
#include "evidence/selection.h"
#include "prompt/texts.h"

namespace arborist::prompt {

namespace {

// For questions that ask for everything: a short list that is right is better than a long one that
// is not.
constexpr std::string_view kBroadReminder =
    "The question asks for much. Give only what the passages state, the most important first, at "
    "most "
    "eight facts; do not fill gaps from memory.";

// For questions that speak from within a work of fiction.
constexpr std::string_view kFrameBefore = "The question speaks from within a work: ";
constexpr std::string_view kFrameAfter =
    ". Say what the work shows as actual, and keep it apart from what its characters or its "
    "propaganda "
    "claim.";

std::string EvidenceText(const PromptInput& input) {
  if (input.mode == Mode::kSelect || input.mode == Mode::kPointerToSentence ||
      input.mode == Mode::kJsonToSentence) {
    return evidence::RenderSentences(*input.evidence, *input.sentences, input.rendering);
  }
  if (input.mode != Mode::kQuote)
    return evidence::RenderEvidenceMap(*input.evidence, input.rendering);
  const bool one_line = evidence::IsOneLine(input.rendering);
  std::string text;
  for (const evidence::EvidenceObject& object : input.evidence->objects()) {
    if (!text.empty()) text += "\n\n";
    text.append("=== ").append(evidence::Label(object, input.rendering)).append(" ===\n");
    text.append(one_line ? evidence::WithoutHeaders(object.span) : object.span);
  }
  return text;
}

bool IsEdge(char c) { return std::string_view(" \t\r\n.\"'*_[]").contains(c); }

}  // namespace

json::Array ToJson(std::span<const Message> messages) {
  json::Array list;
  list.reserve(messages.size());
  for (const Message& message : messages) {
    list.emplace_back(json::Object{{"role", message.role}, {"content", message.content}});
  }
  return list;
}

const Prompt& PromptFor(Mode mode) {
  switch (mode) {
    case Mode::kQuote:
      return kQuoteV1;
    case Mode::kPointer:
      return kPointerV1;
    case Mode::kSelect:
      return kSelectV1;
    case Mode::kPointerToSentence:
      return kPointerV2;
    case Mode::kJsonToSentence:
      return kJsonV2;
    case Mode::kJson:
      break;
  }
  return kJsonV1;
}

std::string Unsure(std::size_t passages) {
  if (passages == 0) return "No passage was found that speaks of this.";
  return passages == 1 ? "No sentence of this passage clearly answers this."
                       : "No sentence of these " + std::to_string(passages) +
                             " passages clearly answers this.";
}

bool IsDecline(std::string_view answer) {
  while (!answer.empty() && IsEdge(answer.front())) answer.remove_prefix(1);
  while (!answer.empty() && IsEdge(answer.back())) answer.remove_suffix(1);
  const std::string_view decline = kDecline.substr(0, kDecline.size() - 1);
  return EqualsIgnoringCase(answer, decline);
}

Hash256 PromptHash(Mode mode) {
  const Prompt& prompt = PromptFor(mode);
  return crypto::Sha256(json::Dump(json::Object{{"version", prompt.version},
                                                {"system", prompt.system},
                                                {"reminder", prompt.reminder},
                                                {"broad", kBroadReminder},
                                                {"frame_before", kFrameBefore},
                                                {"frame_after", kFrameAfter},
                                                {"decline", kDecline}}));
}

std::vector<Message> BuildMessages(const PromptInput& input) {
  const Prompt& prompt = PromptFor(input.mode);
  std::vector<Message> messages;
  messages.reserve(input.conversation.size() + 2);
  messages.push_back({"system", std::string(prompt.system)});
  messages.insert(messages.end(), input.conversation.begin(), input.conversation.end());
  std::string user = EvidenceText(input);
  if (input.frame_title) {
    const bool one_line = evidence::IsOneLine(input.rendering);
    user.append("\n\n").append(kFrameBefore);
    user.append(one_line ? evidence::LabelOnOneLine(*input.frame_title) : *input.frame_title);
    user.append(kFrameAfter);
  }
  if (input.broad) user.append("\n\n").append(kBroadReminder);
  user.append("\n\n").append(prompt.reminder);
  user.append("\n\nQuestion: ").append(input.question);
  messages.push_back({"user", std::move(user)});
  return messages;
}

std::vector<Message> BuildTranslation(std::string_view question, std::string_view language) {
  std::string rule = "Translate the user's question into ";
  rule.append(language).append(
      ". Write the translation alone, on one line. Keep names as they are usually written in that "
      "language. Do not answer the question.");
  return {{"system", std::move(rule)}, {"user", std::string(question)}};
}

}  // namespace arborist::prompt
