// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/quotes.h"

#include <algorithm>
#include <vector>

#include "text/canonical.h"
#include "text/scan.h"
#include "verify/units.h"
#include "verify/words.h"

namespace arborist::verify {

namespace {

using Views = std::vector<std::string_view>;

struct Sorted {
  Views verified;
  Views paraphrased;
  Views unverified;
};

AuditMode Classify(bool any_verified, bool any_unverified) {
  if (!any_verified) return AuditMode::kUngrounded;
  return any_unverified ? AuditMode::kHybrid : AuditMode::kStrict;
}

Sorted SortVerbatim(const Views& units, const Context& context) {
  Sorted sorted;
  for (const std::string_view unit : units) {
    (context.Contains(Normalize(unit)) ? sorted.verified : sorted.unverified).push_back(unit);
  }
  return sorted;
}

// At least 85 % of four or more tokens stand in the context, and every number does.
bool IsParaphrase(std::string_view unit, std::string_view normalized, const Context& context) {
  constexpr std::size_t kMinTokens = 4;
  constexpr double kMinCoverage = 0.85;
  if (!IsProse(unit)) return false;
  const Views tokens = CoverageTokens(normalized);
  if (tokens.size() < kMinTokens || !context.HasNumbersOf(normalized)) return false;
  // As many may be missing as the quotient allows; the rest need not be looked for.
  std::size_t present = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (context.Contains(tokens[i])) ++present;
    const std::size_t reachable = present + tokens.size() - i - 1;
    if (static_cast<double>(reachable) / static_cast<double>(tokens.size()) < kMinCoverage) {
      return false;
    }
  }
  return true;
}

Sorted SortSpans(const Views& spans, const Context& context) {
  Sorted sorted;
  for (const std::string_view span : spans) {
    const std::string normalized = Normalize(span);
    if (context.Contains(normalized)) {
      sorted.verified.push_back(span);
    } else if (IsParaphrase(span, normalized, context)) {
      sorted.paraphrased.push_back(span);
    } else {
      sorted.unverified.push_back(span);
    }
  }
  return sorted;
}

// n of the names stand, by their first places, within the window.
bool HasCluster(const Views& names, const Context& context, const QuotePolicy& policy) {
  if (static_cast<std::int64_t>(names.size()) < policy.proximity_n) return false;
  std::vector<std::int64_t> places;
  for (const std::string_view name : names) {
    if (const auto place = context.Find(Normalize(name))) {
      places.push_back(static_cast<std::int64_t>(*place));
    }
  }
  if (static_cast<std::int64_t>(places.size()) < policy.proximity_n) return false;
  std::ranges::sort(places);
  // As Python indexes: an n of 0 or less still walks the list, from its end.
  const auto count = static_cast<std::int64_t>(places.size());
  for (std::int64_t i = 0; i < count - policy.proximity_n + 1; ++i) {
    std::int64_t last = i + policy.proximity_n - 1;
    if (last < 0) last += count;
    if (last < 0 || last >= count || i >= count) return false;
    if (places[static_cast<std::size_t>(last)] - places[static_cast<std::size_t>(i)] <=
        policy.proximity_window) {
      return true;
    }
  }
  return false;
}

// The answer names a number, or a capitalised word longer than four, that the context lacks.
bool SalientDisagrees(std::string_view answer, const Context& context) {
  if (!context.HasNumbersOf(Normalize(answer))) return true;
  std::size_t pos = 0;
  for (std::string_view word = text::NextWord(answer, &pos); !word.empty();
       word = text::NextWord(answer, &pos)) {
    const std::string_view core = text::StripAny(word, ".,;:!?\"()[]{}");
    if (text::Prefix(core, 4).size() == core.size() || !text::IsUpper(text::At(core, 0))) continue;
    const std::string lower = text::ToLower(core);
    if (!IsStopword(lower) && !context.Contains(lower)) return true;
  }
  return false;
}

AuditMode EntityMode(std::string_view answer, const Sorted& names, const Context& context,
                     const QuotePolicy& policy) {
  switch (policy.entity_policy) {
    case EntityPolicy::kStrict:
      return Classify(true, !names.unverified.empty());
    case EntityPolicy::kHybrid:
      return AuditMode::kHybrid;
    case EntityPolicy::kDrop:
    case EntityPolicy::kProximity:
      break;
  }
  if (HasCluster(names.verified, context, policy)) return Classify(true, !names.unverified.empty());
  if (names.verified.size() <= 1 && IsSingleSentence(answer) && SalientDisagrees(answer, context)) {
    return AuditMode::kUngrounded;
  }
  return AuditMode::kHybrid;
}

QuoteVerdict MakeVerdict(const Sorted& units, std::string_view unit_method,
                         std::string_view verdict_method) {
  QuoteVerdict verdict;
  verdict.n_verified = units.verified.size() + units.paraphrased.size();
  verdict.n_quotes = verdict.n_verified + units.unverified.size();
  verdict.audit_mode = Classify(verdict.n_verified != 0, !units.unverified.empty());
  verdict.unverified_quotes.assign(units.unverified.begin(), units.unverified.end());
  verdict.verifier_method = verdict_method;
  verdict.claim_statuses.reserve(verdict.n_quotes);
  for (const std::string_view unit : units.verified) {
    verdict.claim_statuses.push_back({std::string(unit), "VERIFIED_QUOTE", unit_method});
  }
  for (const std::string_view unit : units.paraphrased) {
    verdict.claim_statuses.push_back({std::string(unit), "SUPPORTED_PARAPHRASE", "paraphrase"});
  }
  for (const std::string_view unit : units.unverified) {
    verdict.claim_statuses.push_back({std::string(unit), "UNSUPPORTED", unit_method});
  }
  return verdict;
}

}  // namespace

std::optional<EntityPolicy> EntityPolicyFromName(std::string_view name) {
  if (name == "strict") return EntityPolicy::kStrict;
  if (name == "hybrid") return EntityPolicy::kHybrid;
  if (name == "drop") return EntityPolicy::kDrop;
  if (name == "proximity") return EntityPolicy::kProximity;
  return std::nullopt;
}

QuoteVerdict VerifyQuotes(std::string_view answer, const Context& context,
                          const QuotePolicy& policy) {
  if (const Views quotes = ExtractQuotes(answer); !quotes.empty()) {
    return MakeVerdict(SortVerbatim(quotes, context), "quote", "quote");
  }
  if (const Views spans = ExtractClaimSpans(answer); !spans.empty()) {
    const Sorted sorted = SortSpans(spans, context);
    if (!sorted.verified.empty() || !sorted.paraphrased.empty()) {
      return MakeVerdict(sorted, "span", sorted.paraphrased.empty() ? "span" : "paraphrase");
    }
  }
  return VerifyNames(answer, context, policy);
}

QuoteVerdict VerifyNames(std::string_view answer, const Context& context,
                         const QuotePolicy& policy) {
  if (policy.entity_policy == EntityPolicy::kDrop) return {};
  const Sorted names = SortVerbatim(ExtractProperNouns(answer), context);
  if (names.verified.empty()) return {};
  QuoteVerdict verdict = MakeVerdict(names, "entity", "entity");
  verdict.audit_mode = EntityMode(answer, names, context, policy);
  return verdict;
}

}  // namespace arborist::verify
