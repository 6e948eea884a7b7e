// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::judge {

// How much of an answer its sources support, never that it is true. Free answers: all units hold,
// some, none. Lattices: STRICT needs a pair that holds and no violation that counts against the
// label; HYBRID has the pair, but such a violation; else UNGROUNDED.
enum class AuditMode { kStrict, kHybrid, kUngrounded };
std::string_view Name(AuditMode mode);  // STRICT, HYBRID, UNGROUNDED
std::optional<AuditMode> AuditModeFromName(std::string_view name);

// The verifiers, a value of the policy and part of the verifier policy hash (decision 21).
enum class Verifier { kReferenceV98, kLexicalV2, kLexicalV3 };
std::string_view Name(Verifier verifier);  // reference-v9.8, lexical-v2, lexical-v3
// Whether claims are compared with the words of the passages they cite.
inline bool IsLexical(Verifier verifier) { return verifier != Verifier::kReferenceV98; }
std::optional<Verifier> VerifierFromName(std::string_view name);

// One unit of an answer and its result. Texts are copies: a verdict outlives its answer.
struct UnitStatus {
  std::string text;
  std::string_view status;  // VERIFIED_QUOTE, SUPPORTED_PARAPHRASE, UNSUPPORTED
  std::string_view method;  // quote, span, paraphrase, entity
  bool operator==(const UnitStatus&) const = default;
};

// The verdict on a free answer; field names are those of the reference.
struct QuoteVerdict {
  std::size_t n_quotes = 0;
  std::size_t n_verified = 0;
  AuditMode audit_mode = AuditMode::kUngrounded;
  std::vector<std::string> unverified_quotes;
  std::string_view verifier_method = "none";  // quote, span, paraphrase, entity, none
  std::vector<UnitStatus> claim_statuses;
  bool operator==(const QuoteVerdict&) const = default;
};

}  // namespace arborist::judge
