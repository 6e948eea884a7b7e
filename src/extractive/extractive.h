// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"

// The answerer without a model: it picks the sentences of the passages that answer a question, or
// says that none does. The same answer on every machine: whole numbers only, no locale, no clock.
// docs/design/0007-extractive-v1.md.
namespace arborist::extractive {

inline constexpr std::string_view kModelName = "extractive-v1";

// How much a search term (text/search_tokens.h) tells: its inverse frequency in the corpus, in
// thousandths. Rarer is more.
using TermWeight = std::function<std::int64_t(std::string_view term)>;

// ln(1 + (chunks - frequency + 0.5) / (frequency + 0.5)) in thousandths, without floating point.
std::int64_t InverseFrequency(std::int64_t chunks, std::int64_t frequency);

struct Request {
  std::string_view question;
  const evidence::EvidenceMap* evidence = nullptr;  // best passage first
  TermWeight weight = nullptr;                      // none: by the evidence itself
  std::size_t max_claims = 3;
  bool may_decline = true;  // no: the best sentence, however doubtful
};

// A sentence of a passage, word for word; line ends and runs of blanks are one blank.
struct Claim {
  std::string text;
  std::string lead;  // a sentence before it that names the subject of the source, if it says "it"
  std::string pointer_id;
  std::string source;          // how the passage is called
  std::size_t char_begin = 0;  // code points of the span
  std::size_t char_end = 0;
  std::int64_t score = 0;

  bool operator==(const Claim&) const = default;
};

struct Answer {
  std::vector<Claim> claims;    // best first
  bool declined = true;         // nothing in the evidence answers
  std::int64_t confidence = 0;  // that the first claim answers: log of the odds, in thousandths
  bool operator==(const Answer&) const = default;
};

Answer Extract(const Request& request);

// What is said instead of an answer, in quote mode and as a line without pointer.
inline constexpr std::string_view kNotInSources = "The sources do not say.";

// The three modes of an answer: quotes with their source, lines with pointers, JSON claims.
std::string RenderQuote(const Answer& answer);
std::string RenderPointerLines(const Answer& answer);
std::string RenderJson(const Answer& answer);

}  // namespace arborist::extractive
