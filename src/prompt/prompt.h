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

// What a model is told. The words of each mode stand in one file with its version; they enter the
// policy hash and, through the messages, every cache key: new words are a new version.
namespace arborist::prompt {

struct Message {
  std::string role;  // system, user, assistant
  std::string content;
  bool operator==(const Message&) const = default;
};
json::Array ToJson(std::span<const Message> messages);  // [{role, content}]

// kPointerToSentence, kJsonToSentence: tags name sentences, and the passages are shown by sentence.
enum class Mode { kQuote, kPointer, kJson, kSelect, kPointerToSentence, kJsonToSentence };

struct Prompt {
  std::string_view version;
  std::string_view system;    // the rules, with one worked example
  std::string_view reminder;  // the rule again, right before the question
};
const Prompt& PromptFor(Mode mode);

// What a model must write, alone, when the passages do not answer.
inline constexpr std::string_view kDecline = "Not in the sources.";
// What the answerer without a model says of so many passages instead of an answer that is not
// likely enough: nothing about what the passages do not say.
std::string Unsure(std::size_t passages);
// Whether an answer is kDecline, give or take case, quote marks and full stop.
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
  bool broad = false;                           // remind of the passages' limits
  std::optional<std::string> frame_title = {};  // a work that the question speaks of from within
  std::span<const Message> conversation = {};   // earlier turns
};

// One system message, the earlier turns, and one user message that ends with the question: some
// chat templates refuse two user messages in a row.
std::vector<Message> BuildMessages(const PromptInput& input);

// Asks for the question in another language, for retrieval only.
std::vector<Message> BuildTranslation(std::string_view question, std::string_view language);

}  // namespace arborist::prompt
