// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"
#include "evidence/evidence_map.h"

// The answerer without a model: it picks the units of the passages (sentences, items, rows, program
// text with what introduces it) that answer a question, and says how likely the first one does. The
// same answer on every machine: whole numbers only, no locale, no clock.
// docs/design/0012-extractive-v2.md.
namespace arborist::extractive {

inline constexpr std::string_view kModelName = "extractive-v2";

// How much a search term (text/search_tokens.h) tells: its inverse frequency in the corpus, in
// thousandths. Rarer is more.
using TermWeight = std::function<std::int64_t(std::string_view term)>;

// ln(1 + (chunks - frequency + 0.5) / (frequency + 0.5)) in thousandths, without floating point.
std::int64_t InverseFrequency(std::int64_t chunks, std::int64_t frequency);

// By default an answer is said from this chance on, in thousandths; from less where fewer signals
// are read, for then right answers too have lower chances, and where one passage is all there is:
// its reader wants to know what it says.
inline constexpr std::int64_t kLeastChance = 270;
inline constexpr std::int64_t kLeastChanceGerman = 230;
inline constexpr std::int64_t kLeastChanceElsewhere = 80;  // neither English nor German
inline constexpr std::int64_t kLeastChanceOfOne = 50;

// Whether the passage lets the text between two of its bytes stand as a claim: what surrounds it
// may turn it round, and a verifier would refuse it.
using Stands = std::function<bool(std::size_t passage, std::size_t begin, std::size_t end)>;

struct Request {
  std::string_view question;
  const evidence::EvidenceMap* evidence = nullptr;  // best passage first
  // The blocks of the document of each passage; none: those of the passages alone.
  std::span<const blocks::Reading* const> readings = {};
  TermWeight weight = nullptr;  // none: by the evidence itself
  Stands stands = nullptr;      // none: all of it does
  std::size_t max_claims = 3;
  // Program text of a word or two may be said: "cargo fmt". Only where the answer points to it is
  // that a claim to a verifier.
  bool may_be_short = false;
  // Thousandths: with less the answer is declined. 0: the best unit, however doubtful.
  std::int64_t least_chance = kLeastChance;
};

// A contiguous range of a passage, word for word; line ends and runs of blanks are one blank.
struct Claim {
  std::string text;
  std::size_t passage = 0;  // its number in the evidence
  std::string pointer_id;
  std::vector<std::string> sentence_ids = {};  // where it cites sentences of the passage
  std::string source;                          // how the passage is called
  std::size_t char_begin = 0;                  // code points of the span
  std::size_t char_end = 0;
  std::int64_t score = 0;

  bool operator==(const Claim&) const = default;
};

struct Answer {
  std::vector<Claim> claims;  // best first; also those of a declined answer
  bool declined = true;       // none is likely enough to answer
  std::int64_t chance = 0;    // that the first claim answers, in thousandths
  bool operator==(const Answer&) const = default;
};

Answer Extract(const Request& request);

// 1000 / (1 + e^-x) of the log of the odds in thousandths, in whole thousandths.
std::int64_t Chance(std::int64_t log_odds);

// What is said instead of an answer, in quote mode and as a line without pointer.
inline constexpr std::string_view kNotInSources = "The sources do not say.";

// The three modes of an answer: quotes with their source, lines with pointers, JSON claims.
std::string RenderQuote(const Answer& answer);
std::string RenderPointerLines(const Answer& answer);
std::string RenderJson(const Answer& answer);

}  // namespace arborist::extractive
