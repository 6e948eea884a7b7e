// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "json/value.h"
#include "judge/diagnosis.h"
#include "judge/reference/lattice.h"
#include "judge/reference/quotes.h"
#include "judge/verdict.h"

// `arborist check`: judges an answer, whoever wrote it, against the passages it was made from
// (`arborist verify`, which checks proofs, is bundle/verify.h). The result is the
// verdict and, for people, the place of each unit in the passages. Pure functions: no store,
// network or clock; threads may call them at once. They do not fail: an answer that cannot be read
// has a verdict too.
namespace arborist::judge {

// The form of an answer: free text, lines with pointers, a JSON object with claims, or pointers to
// sentences and nothing else.
enum class AnswerMode : std::uint8_t { kQuote, kClaimLatticePointer, kClaimLattice, kSelect };
std::string_view Name(AnswerMode mode);  // quote, claim_lattice_pointer, claim_lattice, select
std::optional<AnswerMode> AnswerModeFromName(std::string_view name);

struct CheckRequest {
  AnswerMode mode = AnswerMode::kQuote;
  Verifier verifier = Verifier::kLexicalV3;
  std::string answer;
  std::vector<evidence::SourceChunk> passages;                  // E1, E2, ... in this order
  evidence::SentencePlaces sentences = {};                      // of the passages, where the answer
                                                                // may point to them
  std::string question;                                         // empty: unknown
  std::set<std::string, std::less<>> warrant_chain_roots = {};  // as in LatticeQuestion
  QuotePolicy quote_policy;
  // Its verifier is the one above.
  LatticePolicy lattice_policy = {.rendering = evidence::Rendering::kOneLineV2};
  bool explain = true;  // false: the verdict alone, without units
};

// A place in one of the passages, and the beginning of what stands there.
struct PassagePlace {
  std::size_t passage = 0;  // its number in the request
  std::size_t begin = 0;    // code points of it
  std::size_t end = 0;
  std::size_t shared_words = 0;  // stems shared with the unit; 0 under lexical-v3 and select-v1
  std::string text;
};

// Words of a unit that its passage lacks.
struct UnitSpan {
  std::size_t begin = 0;  // code points of the unit's text
  std::size_t end = 0;
};

// One unit of the answer: a quote, a sentence, a name or a claim.
struct CheckedUnit {
  std::string text;
  std::string status;  // the verdict's
  bool verified = false;
  bool partly = false;                // some of its pointers hold, some do not
  std::string_view diagnosis;         // a word of decision 28; empty where all is verified
  std::optional<PassagePlace> place;  // what supports it, or comes nearest
  std::vector<PassagePlace>
      context;  // of a sentence pointed to: what introduces it, outermost first
  // What people act on (decision 28): stated, close, not_found or not_checked. Empty where an older
  // verifier judged, which tells held from failed only.
  std::string_view verdict;
  std::vector<UnitSpan> unsupported;
  std::string_view reason;        // why it is close and not stated
  std::string_view subject_from;  // heading, title; else the sentence names it
};

struct CheckReport {
  AnswerMode mode = AnswerMode::kQuote;
  Verifier verifier = Verifier::kLexicalV3;
  AuditMode audit_mode = AuditMode::kUngrounded;
  std::string rung;
  // n_quotes of the verdict: units of a free answer, pairs of claim and pointer of a lattice, so
  // not always units.size().
  std::int64_t n_units = 0;
  std::int64_t n_verified = 0;
  std::vector<CheckedUnit> units;       // one for each of the verdict's claim_statuses
  std::vector<std::string> violations;  // kinds, in order
  json::Value verdict;                  // the reference's object
};

CheckReport Check(const CheckRequest& request);

// verdict, unsupported, reason and subject_from of a unit: in no hash and no label.
void AddVerdict(const CheckedUnit& unit, json::Object* to);

// The verdict object, with mode, verifier and rung, and in each of its claim_statuses diagnosis and
// passage.
json::Value ToJson(const CheckReport& report, const CheckRequest& request);

}  // namespace arborist::judge
