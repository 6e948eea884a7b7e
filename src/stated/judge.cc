// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 2 to 7. Decides whether an aligned
// sentence states the claim. First every word must have a place or an excuse; then the checks run
// in the order of the page: order (order.cc), voice (voice.cc), governors, fillers, tense,
// negation, gaps (gaps.cc). The first failure is the fault, and the words it concerns are marked
// for people. "Wrong number" is said only if the sentence has a number that the claim does not use,
// "negated" only if it has no negation that the claim may mean.
#include "stated/judge.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "stated/grammar.h"
#include "stated/voice.h"

namespace arborist::stated {

std::int32_t ClaimGovernor(const ClaimTokens& claim, std::size_t token) {
  for (std::size_t at = token; at > 0; --at) {
    if ((claim.tokens[at].gap & kPause) != 0) {
      return (claim.tokens[at].gap & kComma) != 0 ? kInherited : kNoGovernor;
    }
    const Token& before = claim.tokens[at - 1];
    if (before.Is(kPreposition)) return static_cast<std::int32_t>(at - 1);
    if (before.Is(kCoordinator) || before.lower == "or" || before.lower == "oder") {
      return kInherited;
    }
    if (!before.Is(kDeterminer)) return kNoGovernor;
  }
  return kNoGovernor;
}

std::int32_t SourceGovernor(const Alignment& a, std::size_t place) {
  for (std::size_t at = place; at > 0; --at) {
    if ((a.source()[at].gap & kPause) != 0) {
      return (a.source()[at].gap & kComma) != 0 ? kInherited : kNoGovernor;
    }
    const Token& before = a.source()[at - 1];
    if (before.Is(kPreposition)) return static_cast<std::int32_t>(at - 1);
    if (before.Is(kCoordinator) || before.lower == "or" || before.lower == "oder") {
      return kInherited;
    }
    // Skip its article and words before it that the claim leaves out.
    const bool left_out = before.must && a.owner(at - 1) == kUnplaced;
    if (!before.Is(kDeterminer) && !left_out) return kNoGovernor;
  }
  return kNoGovernor;
}

namespace {

bool OfRelative(const Alignment& a) {
  if (a.claim().size() == 0 || !a.placed(0)) return false;
  std::size_t at = static_cast<std::size_t>(a.place(0));
  while (at < a.source().size() && a.owner(at) != kUnplaced) ++at;
  return at < a.source().size() && a.source()[at].Is(kRelative);
}

// In German the article tells who did it to whom.
bool SameArticle(const Alignment& a, std::size_t word) {
  if (a.claim().language != Language::kGerman) return true;
  const std::uint32_t token = a.claim().words[word];
  const auto place = static_cast<std::size_t>(a.place(word));
  if (token == 0 || place == 0) return true;
  const Token& own = a.claim().tokens[token - 1];
  const Token& other = a.source()[place - 1];
  const auto is_case = [](const Token& article) {
    return article.lower == "der" || article.lower == "dem" || article.lower == "den" ||
           article.lower == "des";
  };
  return !is_case(own) || !is_case(other) || own.lower == other.lower;
}

// "replaced by" and "replaced with" mean the same; "opened by" and "opened with" do not.
bool WithOrBy(std::string_view own, std::string_view other) {
  return (own == "with" && other == "by") || (own == "by" && other == "with");
}
bool ReplacesBy(const Token& verb) {
  return verb.lower == "replaced" || verb.lower == "surrounded" || verb.lower == "covered";
}

}  // namespace

Judgement JudgeGovernors(const Alignment& a) {
  // A phrase is cut off from what governs it; so is the word that a relative clause modifies.
  const std::size_t first = a.claim().fragment || OfRelative(a) ? 1 : 0;
  const bool voice = ChangedVoice(a) == Voice::kByAgent;
  for (std::size_t i = first; i < a.claim().size(); ++i) {
    if (!a.placed(i)) continue;
    const Token& token = a.claim().word(i);
    if (token.Is(kNegation)) continue;
    const std::int32_t claimed = ClaimGovernor(a.claim(), a.claim().words[i]);
    const std::int32_t found = SourceGovernor(a, static_cast<std::size_t>(a.place(i)));
    if (claimed == kInherited || found == kInherited) continue;
    const std::string_view own = claimed < 0
                                     ? std::string_view()
                                     : a.claim().tokens[static_cast<std::size_t>(claimed)].lower;
    const std::string_view other =
        found < 0 ? std::string_view() : a.source()[static_cast<std::size_t>(found)].lower;
    if (!voice && !SameArticle(a, i)) return {Fault::kGoverned, {static_cast<std::uint32_t>(i)}};
    if (SamePreposition(own, other)) continue;
    if (IsWhen(token) || IsYear(token)) {
      if ((own.empty() || ClassOf(own) == 1) && (other.empty() || ClassOf(other) == 1)) continue;
    }
    const bool genitive = (own.empty() && (ClassOf(other) == 5 || ClassOf(other) == 1)) ||
                          (other.empty() && ClassOf(own) == 5);
    const bool beside = token.possessive || a.placed_token(i).possessive ||
                        (own.empty() && i + 1 < a.claim().size() &&
                         a.claim().words[i + 1] == a.claim().words[i] + 1 && a.placed(i + 1) &&
                         a.rank_of(i + 1) < a.rank_of(i));
    if (genitive && beside) continue;
    if (WithOrBy(own, other) && i > 0 && ReplacesBy(a.claim().word(i - 1))) continue;
    // The order check accepted a change of voice, which adds or removes "by".
    if (voice && (own.empty() || other.empty()) && (IsBy(own) || IsBy(other))) continue;
    Judgement judgement{Fault::kGoverned, {static_cast<std::uint32_t>(i)}};
    if (claimed >= 0) judgement.tokens.push_back(static_cast<std::uint32_t>(claimed));
    return judgement;
  }
  return {};
}

namespace {

// True if the source has a participle without an auxiliary of its own.
bool HasPastParticiple(const Alignment& a) {
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    if (!a.placed(i)) continue;
    const auto at = static_cast<std::size_t>(a.place(i));
    if (!EndsLikePast(a.source()[at], a.claim().language) || at == 0) continue;
    if (!a.source()[at - 1].Is(kPresent | kPast | kBe)) return true;
  }
  return false;
}

}  // namespace

// Function words between neighbours: one may be added or dropped, but none may replace another.
Judgement JudgeFillers(const Alignment& a) {
  const auto articles = [](const Token& token) {
    return token.lower == "the" || token.lower == "a" || token.lower == "an";
  };
  for (std::size_t i = 0; i + 1 < a.claim().size(); ++i) {
    if (!a.placed(i) || !a.placed(i + 1) || a.rank_of(i + 1) != a.rank_of(i) + 1) continue;
    const auto own = a.claim().tokens.subspan(a.claim().words[i] + 1,
                                              a.claim().words[i + 1] - a.claim().words[i] - 1);
    const auto from = static_cast<std::size_t>(a.place(i)) + 1;
    const auto other = a.source().subspan(from, static_cast<std::size_t>(a.place(i + 1)) - from);
    const auto odd = [&](std::span<const Token> some, std::span<const Token> all) -> const Token* {
      for (const Token& token : some) {
        if (articles(token) || token.Is(kPreposition | kCoordinator)) continue;
        if (std::ranges::none_of(all, [&](const Token& t) { return t.lower == token.lower; })) {
          return &token;
        }
      }
      return nullptr;
    };
    const Token* added = odd(own, other);
    const Token* lost = odd(other, own);
    if (added == nullptr || lost == nullptr) continue;
    constexpr std::uint32_t kAuxiliary = kPresent | kPast | kBe;
    const bool alike = (added->Is(kAuxiliary) && lost->Is(kAuxiliary)) ||
                       (added->Is(kRelative) && lost->Is(kRelative)) ||
                       (added->Is(kPronoun) && lost->Is(kPronoun));
    if (!alike) return {Fault::kGoverned, {static_cast<std::uint32_t>(i + 1)}};
  }
  return {};
}

Judgement JudgeTense(const Alignment& a) {
  const auto tense = [](std::span<const Token> tokens, auto used) {
    std::pair<bool, bool> found{false, false};  // present, past
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (!used(i)) continue;
      const bool perfect = tokens[i].lower == "has" || tokens[i].lower == "have";
      if (perfect) return std::pair(true, true);
      found.first = found.first || tokens[i].Is(kPresent);
      found.second = found.second || tokens[i].Is(kPast);
    }
    return found;
  };
  const auto claimed = tense(a.claim().tokens, [](std::size_t) { return true; });
  if (claimed.first == claimed.second) return {};
  std::size_t first = a.source().size(), last = 0;
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    if (!a.placed(i)) continue;
    first = std::min(first, static_cast<std::size_t>(a.place(i)));
    last = std::max(last, static_cast<std::size_t>(a.place(i)));
  }
  // "is a scheme designed by" may become "was designed by".
  if (!claimed.first && a.claim().size() > 1 && HasPastParticiple(a)) return {};
  const auto found =
      tense(a.source(), [&](std::size_t at) { return at + 2 >= first && at <= last + 1; });
  if (found.first == found.second) return {};
  if (claimed.first == found.first) return {};
  return {Fault::kTense, {}};
}

namespace {

bool IsLast(std::span<const Token> tokens, std::size_t at) {
  return at + 1 == tokens.size() || (tokens[at + 1].gap & kPause) != 0;
}

// "ändert den Status nicht" equals "ändert nicht den Status": one ends its clause, the other stands
// between the verb and its object, and nothing is contrasted ("sondern").
bool DeniesClause(const Alignment& a, std::size_t word) {
  if (a.claim().language != Language::kGerman || a.claim().word(word).lower != "nicht") {
    return false;
  }
  const auto claimed = static_cast<std::size_t>(a.claim().words[word]);
  const auto found = static_cast<std::size_t>(a.place(word));
  const auto before_object = [](std::span<const Token> tokens, std::size_t at) {
    return at > 0 && at + 1 < tokens.size() && tokens[at + 1].Is(kDeterminer) &&
           IsGermanVerb(tokens, at - 1);
  };
  const auto contrasts = [](std::span<const Token> tokens) {
    return std::ranges::any_of(tokens, [](const Token& t) { return t.lower == "sondern"; });
  };
  if (contrasts(a.source()) || contrasts(a.claim().tokens)) return false;
  return (IsLast(a.claim().tokens, claimed) && before_object(a.source(), found)) ||
         (IsLast(a.source(), found) && before_object(a.claim().tokens, claimed));
}

// True if the source has another number, or a negation, that the claim does not use: it may be what
// the claim means.
bool HasRival(const Alignment& a, bool negation) {
  for (std::size_t at = 0; at < a.source().size(); ++at) {
    if (a.owner(at) != kUnplaced) continue;
    if (negation ? a.source()[at].Is(kNegation) : a.source()[at].kind == Kind::kNumber) return true;
  }
  return false;
}

}  // namespace

// Each negation must stand beside a word that it stands beside in the source.
Judgement JudgeNegation(const Alignment& a) {
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    if (!a.claim().word(i).Is(kNegation) || !a.placed(i)) continue;
    const std::int32_t own = a.rank_of(i);
    const auto beside = [&](std::size_t word) {
      if (!a.placed(word)) return false;
      const std::int32_t other = a.rank_of(word);
      return other == own + 1 || other == own - 1;
    };
    if ((i > 0 && beside(i - 1)) || (i + 1 < a.claim().size() && beside(i + 1))) continue;
    if (DeniesClause(a, i)) continue;
    // Both texts deny something; that they deny each other is not certain.
    return {Fault::kGoverned, {static_cast<std::uint32_t>(i)}};
  }
  return {};
}

Judgement Judge(const Alignment& a, const std::vector<bool>& excused) {
  Judgement missing{Fault::kMissing, {}};
  bool only_numbers = true, only_negations = true;
  for (std::size_t i = 0; i < a.claim().size(); ++i) {
    if (a.placed(i) || excused[i]) continue;
    missing.marked.push_back(static_cast<std::uint32_t>(i));
    only_numbers = only_numbers && a.claim().word(i).kind == Kind::kNumber;
    only_negations = only_negations && a.claim().word(i).Is(kNegation);
  }
  if (!missing.marked.empty()) {
    if (only_numbers && HasRival(a, false)) missing.fault = Fault::kNumber;
    if (only_negations && !HasRival(a, true)) missing.fault = Fault::kNegated;
    // Words out of order are not supported either, so people see them marked too.
    for (const std::uint32_t word : JudgeOrder(a).marked) missing.marked.push_back(word);
    missing.tokens = JudgeGovernors(a).tokens;
    std::ranges::sort(missing.marked);
    return missing;
  }
  for (const auto check : {JudgeOrder, JudgeVoice, JudgeGovernors, JudgeFillers, JudgeTense,
                           JudgeNegation, JudgeGaps}) {
    if (Judgement judgement = check(a); judgement.fault != Fault::kNone) return judgement;
  }
  return {};
}

}  // namespace arborist::stated
