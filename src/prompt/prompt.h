// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "json/value.h"

// The texts that models are given. Each mode has a file with its words and version. They enter the
// policy hash and, through the messages, every cache key, so changed words need a new version.
namespace arborist::prompt {

struct Message {
  std::string role;  // system, user, assistant
  std::string content;
  bool operator==(const Message&) const = default;
};
json::Array ToJson(std::span<const Message> messages);  // [{role, content}]

// In kPointerToSentence and kJsonToSentence tags name sentences, and passages are shown by
// sentence.
enum class Mode { kQuote, kPointer, kJson, kSelect, kPointerToSentence, kJsonToSentence };

struct Prompt {
  std::string_view version;
  std::string_view system;    // the rules, with one worked example
  std::string_view reminder;  // the rules again, right before the question
};
const Prompt& PromptFor(Mode mode);

// The whole answer of a model if the passages do not answer the question.
inline constexpr std::string_view kDecline = "Not in the sources.";
// The answer without a model if no sentence of the passages is likely enough: it says nothing about
// what the passages lack.
std::string Unsure(std::size_t passages);
// Whether an answer is kDecline, apart from case, quote marks and full stop.
bool IsDecline(std::string_view answer);

// sha256 of canonical JSON of every text that the mode may use.
Hash256 PromptHash(Mode mode);

struct PromptInput {
  Mode mode = Mode::kPointer;
  std::string_view question;
  const evidence::EvidenceMap* evidence = nullptr;
  const evidence::SentenceList* sentences =
      nullptr;  // of the evidence, where it is shown by sentence
  evidence::Rendering rendering = evidence::Rendering::kOneLineV2;  // of titles and passages
  bool broad = false;                           // add the reminder of the passages' limits
  std::optional<std::string> frame_title = {};  // the work from within which the question speaks
  std::span<const Message> conversation = {};   // earlier turns
};

// One system message, the earlier turns, and one user message that ends with the question. Only
// one: some chat templates refuse two user messages in a row.
std::vector<Message> BuildMessages(const PromptInput& input);

// Messages that ask for a translation of the question, for retrieval only.
std::vector<Message> BuildTranslation(std::string_view question, std::string_view language);

}  // namespace arborist::prompt
