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

// How much a search term (text/search_tokens.h) tells about the topic: its inverse frequency in the
// corpus, in thousandths. A rarer term has a larger weight. Must give the same number on every
// machine.
using TermWeight = std::function<std::int64_t(std::string_view term)>;

// ln(1 + (chunks - frequency + 0.5) / (frequency + 0.5)) in thousandths, without floating point.
std::int64_t InverseFrequency(std::int64_t chunks, std::int64_t frequency);

// The least chances of an answer by default, in thousandths. Lower where fewer signals are read,
// because right answers have lower chances there too, and for one passage alone, whose reader wants
// to know what it says.
inline constexpr std::int64_t kLeastChance = 270;
inline constexpr std::int64_t kLeastChanceGerman = 230;
inline constexpr std::int64_t kLeastChanceElsewhere = 80;  // neither of the two, nor bare keywords
inline constexpr std::int64_t kLeastChanceOfOne = 50;

// Whether a verifier would let bytes [begin, end) of the passage stand as a claim: the text around
// may negate or attribute them.
using Stands = std::function<bool(std::size_t passage, std::size_t begin, std::size_t end)>;

struct Request {
  std::string_view question;
  const evidence::EvidenceMap* evidence = nullptr;  // best passage first
  // The blocks of the document of each passage, null or no entry where unknown: that passage is
  // read alone then. They must live until Extract returns.
  std::span<const blocks::Reading* const> readings = {};
  TermWeight weight = nullptr;  // null: weights by the frequency in the evidence
  Stands stands = nullptr;      // null: every text does
  std::size_t max_claims = 3;
  // Whether program text of a word or two may be said ("cargo fmt"). Only an answer that points to
  // its source may: for a verifier of the other modes that is no claim.
  bool may_be_short = false;
  // Thousandths; an answer with less declines. kLeastChance stands for the default of the language
  // and number of passages. 0: the best unit is said, however doubtful.
  std::int64_t least_chance = kLeastChance;
};

// A contiguous range of a passage, word for word; line ends and runs of blanks are one blank.
struct Claim {
  std::string text;
  std::size_t passage = 0;  // its number in the evidence
  std::string pointer_id;
  // Ids of sentences of the passage, where it cites those.
  std::vector<std::string> sentence_ids = {};
  std::string source;          // evidence::Label of the passage
  std::size_t char_begin = 0;  // code points of the span
  std::size_t char_end = 0;
  std::int64_t score = 0;

  bool operator==(const Claim&) const = default;
};

struct Answer {
  std::vector<Claim> claims;  // best first; also those of a declined answer
  bool declined = true;       // none is likely enough to answer
  bool unquotable = false;    // none of them stands: only to show where to look
  std::int64_t chance = 0;    // that the first claim answers, in thousandths
  bool operator==(const Answer&) const = default;
};

// Pure and single-threaded; several threads may call it at once. Empty and declined without
// evidence or with max_claims 0.
Answer Extract(const Request& request);

// The chance for the logarithm of the odds, both in thousandths: 1000 / (1 + e^-x) for x = log_odds
// / 1000.
std::int64_t Chance(std::int64_t log_odds);

// The text of an answer without claims, in quote mode and as a line without a pointer.
inline constexpr std::string_view kNotInSources = "The sources do not say.";

// An answer in the form that each answer mode expects of a model: quotes with their source, lines
// with pointers, JSON claims.
std::string RenderQuote(const Answer& answer);
std::string RenderPointerLines(const Answer& answer);
std::string RenderJson(const Answer& answer);

}  // namespace arborist::extractive
