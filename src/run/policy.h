// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "json/value.h"
#include "markup/base.h"
#include "prompt/prompt.h"
#include "question/preflight.h"
#include "question/question.h"
#include "verify/check.h"

namespace arborist::run {

// Which fields a policy has, and what follows from them: prompts, base and rendering. Frozen, each
// under its number; policy.cc has them in one table. A policy that names none is of version 1.
enum class PolicyVersion : std::uint8_t { k1 = 1, k2 = 2, k3 = 3, k4 = 4 };
inline constexpr PolicyVersion kNewestPolicy = PolicyVersion::k4;

// What a run is held to: how it asks, how it verifies. Every field is in the policy hash, resolved
// to its default; docs/format/policy.md lists them. How passages are looked for is in the retrieval
// plan instead.
struct Policy {
  PolicyVersion version = kNewestPolicy;
  verify::AnswerMode answer_mode = verify::AnswerMode::kClaimLatticePointer;
  verify::Verifier verifier = verify::Verifier::kLexicalV3;
  question::Dedup question_dedup = question::Dedup::kEquivalenceClassV2;
  double temperature = 0.1;
  double top_p = 1.0;
  std::int64_t max_tokens = 512;
  std::int64_t context_chars = 0;  // code points of passages in the prompt; 0: the mode's default
  bool hyphen_fold_v1 = true;
  bool mechanical_repair = true;  // of quotes, in quote mode
  bool structured_output = true;  // the claim schema goes along, in JSON mode
  verify::QuotePolicy quote;
  verify::LatticePolicy lattice;  // its verifier is the one above, its rendering the version's
  question::PreflightPolicy preflight;
  // claim_lattice_citation_tags is lattice.tags: what pointers may name where a model writes
  // claims. Of the answerer without a model: with a lower chance, in thousandths, it declines.
  // Absent where a model answers.
  std::optional<std::int64_t> min_confidence;
  // Passed upstream as given and hashed as given; absent is not any value (decision 21).
  std::optional<json::Object> extra_body;
};

// The least confidence by default, in thousandths.
inline constexpr std::int64_t kMinConfidence = 270;

// Sentences that an answer may point to where answer_mode is select.
inline constexpr std::int64_t kMostSelected = 50;

// Code points of passages that a prompt of this mode may hold: what a small model with 8,192 tokens
// reads with room for its answer.
std::int64_t DefaultContextChars(verify::AnswerMode mode);

// A policy that was written down: one without policy_version is of version 1, and absent fields
// have the defaults of their version. Unknown names, values out of range and versions that are not
// ours are errors that name the field.
Result<Policy> ReadPolicy(const json::Value& value);

// What somebody wants of a run now: the same, but without policy_version of the newest version.
Result<Policy> ReadWantedPolicy(const json::Value& value);

// Every field, resolved, with the versions of what decides: the object that is hashed.
json::Object ToJson(const Policy& policy);

// The bases of a policy: of which markup the shown text is made.
markup::BaseSet BasesOf(PolicyVersion version);

// How titles and texts are shown under a policy, in the answer and in the prompt.
evidence::Rendering RenderingOf(PolicyVersion version);

// governance_policy_hash, of every field; verifier_policy_hash, of those that the verifier reads.
Hash256 GovernanceHash(const json::Object& resolved);
Hash256 VerifierHash(const json::Object& resolved);

prompt::Mode PromptMode(const Policy& policy);

// Whether the answer may point to sentences: then their list is part of the run.
bool ListsSentences(const Policy& policy);

// The same policy as the version before had it: under which an answer may have been kept. Nothing
// when there is none, or it cannot say the same.
std::optional<Policy> InOlderVersion(Policy policy);

// The same policy with the other way to tell questions apart whose records a lookup may also use.
std::optional<Policy> WithAlternateDedup(Policy policy);

}  // namespace arborist::run
