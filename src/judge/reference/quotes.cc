// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/verifier.md, "Free answers". Three strategies in turn; the
// first that finds evidence decides: quotes must occur verbatim; spans (sentences) verbatim or as a
// paraphrase by covered words and equal numbers; names of two words or more, whose weight the
// policy sets. Each strategy searches for all its units in one pass. Shares are compared as the
// reference computes them, in floating point, and Python's treatment of negative indexes is kept.
#include "judge/reference/quotes.h"

#include <algorithm>
#include <vector>

#include "judge/reference/multi_search.h"
#include "judge/reference/units.h"
#include "judge/reference/word_rules.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge {

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

std::vector<std::string> NormalizeEach(const Views& units) {
  std::vector<std::string> normalized;
  normalized.reserve(units.size());
  for (const std::string_view unit : units) normalized.push_back(Normalize(unit));
  return normalized;
}

Sorted SortVerbatim(const Views& units, const Context& context) {
  Sorted sorted;
  const std::vector<std::string> normalized = NormalizeEach(units);
  const std::vector<std::size_t> places =
      context.FindEach(Views(normalized.begin(), normalized.end()));
  for (std::size_t i = 0; i < units.size(); ++i) {
    (places[i] != kNowhere ? sorted.verified : sorted.unverified).push_back(units[i]);
  }
  return sorted;
}

// True if at least 85 % of the tokens are present. The reference divides in floating point, so this
// does too.
bool IsCovered(std::size_t present, std::size_t tokens) {
  return static_cast<double>(present) / static_cast<double>(tokens) >= 0.85;
}

// A span that may be a paraphrase: prose, at least four coverage tokens, and no number that the
// context lacks.
struct Candidate {
  std::size_t index = 0;  // index of the span
  Views tokens;
};

// For each candidate, whether enough of its tokens occur in the context.
std::vector<bool> AreCovered(const std::vector<Candidate>& candidates, const Context& context) {
  std::size_t total = 0;
  for (const Candidate& candidate : candidates) total += candidate.tokens.size();
  std::vector<bool> covered;
  covered.reserve(candidates.size());
  Views tokens;
  tokens.reserve(total);
  for (const Candidate& candidate : candidates) {
    tokens.insert(tokens.end(), candidate.tokens.begin(), candidate.tokens.end());
  }
  const std::vector<std::size_t> places = context.FindEach(tokens);
  auto place = places.begin();
  for (const Candidate& candidate : candidates) {
    const auto end = place + static_cast<std::ptrdiff_t>(candidate.tokens.size());
    const auto absent = static_cast<std::size_t>(std::count(place, end, kNowhere));
    covered.push_back(IsCovered(candidate.tokens.size() - absent, candidate.tokens.size()));
    place = end;
  }
  return covered;
}

Sorted SortSpans(const Views& spans, const Context& context) {
  constexpr std::size_t kMinTokens = 4;
  const std::vector<std::string> normalized = NormalizeEach(spans);
  const std::vector<std::size_t> places =
      context.FindEach(Views(normalized.begin(), normalized.end()));
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (places[i] != kNowhere || !IsProse(spans[i])) continue;
    Candidate candidate{i, CoverageTokens(normalized[i])};
    if (candidate.tokens.size() >= kMinTokens && context.HasNumbersOf(normalized[i])) {
      candidates.push_back(std::move(candidate));
    }
  }
  const std::vector<bool> covered = AreCovered(candidates, context);
  Sorted sorted;
  std::size_t next = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const bool is_candidate = next < candidates.size() && candidates[next].index == i;
    const bool paraphrased = is_candidate && covered[next];
    if (is_candidate) ++next;
    if (places[i] != kNowhere) {
      sorted.verified.push_back(spans[i]);
    } else {
      (paraphrased ? sorted.paraphrased : sorted.unverified).push_back(spans[i]);
    }
  }
  return sorted;
}

// Sorts the byte offsets and replaces each by the number of code points before it.
void ToSortedCodePoints(std::string_view text, std::vector<std::size_t>* places) {
  std::ranges::sort(*places);
  std::size_t byte = 0, code_points = 0;
  for (std::size_t& place : *places) {
    code_points += text::CountCodePoints(text.substr(byte, place - byte));
    byte = place;
    place = code_points;
  }
}

// True if n of the names, by their first places, are within the window.
bool HasCluster(const Views& names, const Context& context, const QuotePolicy& policy) {
  if (static_cast<std::int64_t>(names.size()) < policy.proximity_n) return false;
  const std::vector<std::string> normalized = NormalizeEach(names);
  std::vector<std::size_t> places = context.FindEach(Views(normalized.begin(), normalized.end()));
  ToSortedCodePoints(context.normalized(), &places);
  // As Python indexes: an n of 0 or less still walks the list, from its end.
  const auto count = static_cast<std::int64_t>(places.size());
  const std::int64_t n = std::max(policy.proximity_n, -2 * count);
  for (std::int64_t i = 0; i < count - n + 1; ++i) {
    std::int64_t last = i + n - 1;
    if (last < 0) last += count;
    if (last < 0 || last >= count || i >= count) return false;
    const auto distance = static_cast<std::int64_t>(places[static_cast<std::size_t>(last)]) -
                          static_cast<std::int64_t>(places[static_cast<std::size_t>(i)]);
    if (distance <= policy.proximity_window) return true;
  }
  return false;
}

// True if the answer has a number, or a capitalised word longer than four, that the context lacks.
bool SalientDisagrees(std::string_view answer, const Context& context) {
  if (!context.HasNumbersOf(Normalize(answer))) return true;
  std::vector<std::string> salient;
  for (const std::string_view word : text::Split(answer)) {
    const std::string_view core = text::StripAny(word, ".,;:!?\"()[]{}");
    if (text::Prefix(core, 4).size() == core.size() || !text::IsUpper(text::At(core, 0))) continue;
    std::string lower = text::ToLower(core);
    if (!IsStopword(lower)) salient.push_back(std::move(lower));
  }
  const std::vector<std::size_t> places = context.FindEach(Views(salient.begin(), salient.end()));
  return std::ranges::find(places, kNowhere) != places.end();
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

QuoteVerdict NamesVerdict(std::string_view answer, const Views& names, const Context& context,
                          const QuotePolicy& policy) {
  if (policy.entity_policy == EntityPolicy::kDrop) return {};
  const Sorted sorted = SortVerbatim(names, context);
  if (sorted.verified.empty()) return {};
  QuoteVerdict verdict = MakeVerdict(sorted, "entity", "entity");
  verdict.audit_mode = EntityMode(answer, sorted, context, policy);
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

QuoteVerdict JudgeQuotes(std::string_view answer, const Context& context,
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
  return NamesVerdict(answer, ExtractProperNouns(answer), context, policy);
}

QuoteVerdict VerifyNames(std::string_view answer, std::string_view context,
                         const QuotePolicy& policy) {
  const Views names = ExtractProperNouns(answer);
  return names.empty() ? QuoteVerdict() : NamesVerdict(answer, names, Context(context), policy);
}

}  // namespace arborist::judge
