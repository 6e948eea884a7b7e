// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "json/value.h"
#include "judge/check_answer.h"
#include "markup/base.h"
#include "prompt/prompt.h"
#include "question/preflight.h"
#include "question/question.h"

namespace arborist::run {

// A version fixes the fields of a policy and what follows from them: prompts, bases, rendering.
// Each is frozen under its number; policy.cc has the tables. A policy without a version is of
// version 1.
enum class PolicyVersion : std::uint8_t { k1 = 1, k2 = 2, k3 = 3, k4 = 4 };
inline constexpr PolicyVersion kNewestPolicy = PolicyVersion::k4;

// How a run asks and verifies. Every field is hashed, resolved to its default;
// docs/format/policy.md lists them. How passages are searched for belongs to the retrieval plan
// instead.
struct Policy {
  PolicyVersion version = kNewestPolicy;
  judge::AnswerMode answer_mode = judge::AnswerMode::kClaimLatticePointer;
  judge::Verifier verifier = judge::Verifier::kLexicalV3;
  question::Dedup question_dedup = question::Dedup::kEquivalenceClassV2;
  double temperature = 0.1;
  double top_p = 1.0;
  std::int64_t max_tokens = 512;
  // Code points of passages in the prompt; 0: the default of the mode.
  std::int64_t context_chars = 0;
  bool hyphen_fold_v1 = true;
  bool mechanical_repair = true;  // of quotes, in quote mode
  bool structured_output = true;  // send the schema of claims, in JSON mode
  judge::QuotePolicy quote;
  judge::LatticePolicy lattice;  // the field claim_lattice_citation_tags is lattice.tags
  question::PreflightPolicy preflight;
  // The answerer without a model declines below this chance, in thousandths. Absent in runs with a
  // model.
  std::optional<std::int64_t> min_confidence;
  // Passed to the endpoint and hashed as given; absent differs from any value (decision 21).
  std::optional<json::Object> extra_body;
};

// The default of min_confidence, in thousandths.
inline constexpr std::int64_t kMinConfidence = 270;

// The most sentences that an answer in mode select may point to.
inline constexpr std::int64_t kMostSelected = 50;

// Code points of passages in a prompt of this mode: what a small model with 8,192 tokens can read
// and still answer.
std::int64_t DefaultContextChars(judge::AnswerMode mode);

// Reads a stored policy: without policy_version it is of version 1, and absent fields have the
// defaults of their version. Errors name the field: unknown names, values out of range, unknown
// versions.
Result<Policy> ReadPolicy(const json::Value& value);

// Reads the policy of a new run: the same, but without policy_version it is of the newest version.
Result<Policy> ReadWantedPolicy(const json::Value& value);

// Every field, resolved, with the versions of prompts and rules: the object that is hashed.
json::Object ToJson(const Policy& policy);

// The set of bases that a policy has, which says which kinds of markup are removed.
markup::BaseSet BasesOf(PolicyVersion version);

// How titles and texts are shown, in answers and prompts.
evidence::Rendering RenderingOf(PolicyVersion version);

// governance_policy_hash covers every field, verifier_policy_hash those that the verifier reads.
Hash256 GovernanceHash(const json::Object& resolved);
Hash256 VerifierHash(const json::Object& resolved);

prompt::Mode PromptMode(const Policy& policy);

// Whether the answer may point to sentences; their list is then part of the run.
bool ListsSentences(const Policy& policy);

// The same policy in the version before, under which an answer may have been kept. nullopt if there
// is none, or if the older version cannot express it.
std::optional<Policy> InOlderVersion(Policy policy);

// The same policy with the alternate dedup mode, whose records a lookup may also use.
std::optional<Policy> WithAlternateDedup(Policy policy);

}  // namespace arborist::run
