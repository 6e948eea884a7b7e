// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated". Finds a sentence that states a claim:
// index lookup, the 12 sentences with most of its words, alignment, judge.cc, surroundings.cc. If
// all fail, the nearest one makes the verdict.
#include "stated/check_claim.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "stated/excuses.h"
#include "stated/grammar.h"
#include "text/scan.h"

namespace arborist::stated {

namespace {

constexpr std::size_t kMaxWords = 200;   // a longer claim is no sentence
constexpr std::size_t kMaxWindows = 12;  // sentences tried for one claim
constexpr std::size_t kMaxPlaces = 200000;
constexpr std::size_t kClosePercent = 55;  // of the words that count

bool Counts(const Token& token) {
  return token.must && !token.Is(kOperator | kWeak | kNegation | kCondition);
}

struct Window {
  std::uint32_t sentence = 0;
  std::uint32_t covered = 0;
};

class Checker {
 public:
  // kVerdict: also find the nearest sentence; kStated: only whether the claim is stated.
  enum class Asked : std::uint8_t { kVerdict, kStated };
  Checker(const ClaimTokens& claim, const SourceIndex& source, Budget* budget, Scope scope,
          Asked asked)
      : claim_(claim),
        source_(source),
        budget_(budget),
        scope_(scope),
        asked_(asked),
        excuses_(claim, source, &places_) {}

  Checked Run() {
    Checked checked;
    if (claim_.size() == 0 || claim_.size() > kMaxWords || !budget_->Take(claim_.tokens.size())) {
      checked.verdict = Verdict::kUnread;
      checked.fault = Fault::kUnread;
      return checked;
    }
    places_.resize(claim_.size());
    std::size_t total = 0;
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      if (!budget_->Take(source_.AppendPlaces(claim_.word(i), &places_[i]))) return Spent();
      total += places_[i].size();
      if (total > kMaxPlaces) return Spent();
    }
    FindWindows();
    std::optional<Judgement> nearest;
    for (const Window& window : windows_) {
      const bool only_stated = asked_ == Asked::kStated;
      if ((nearest || only_stated) &&
          !MayBeNearer(window, only_stated ? 0 : nearest->marked.size())) {
        if (!budget_->Take(StepsOf(window))) return Spent();
        continue;
      }
      const std::optional<Judgement> judgement = Lay(window, &checked);
      if (!judgement) return Spent();
      if (judgement->fault == Fault::kNone) {
        checked.verdict = Verdict::kStated;
        checked.sentence = window.sentence;
        return checked;
      }
      if (!nearest || judgement->marked.size() < nearest->marked.size()) {
        nearest = *judgement;
        checked.sentence = window.sentence;
      }
    }
    checked.verbatim = false;
    checked.subject_from = SubjectFrom::kSentence;
    if (!nearest) return checked;
    checked.fault = nearest->fault;
    for (const std::uint32_t word : nearest->marked) {
      checked.unsupported.push_back(claim_.words[word]);
    }
    for (const std::uint32_t token : nearest->tokens) checked.unsupported.push_back(token);
    std::ranges::sort(checked.unsupported);
    checked.unsupported.erase(std::ranges::unique(checked.unsupported).begin(),
                              checked.unsupported.end());
    checked.verdict = IsClose(*checked.sentence) ? Verdict::kClose : Verdict::kNotFound;
    return checked;
  }

 private:
  static Checked Spent() {
    Checked checked;
    checked.verdict = Verdict::kUnread;
    checked.fault = Fault::kUnread;
    return checked;
  }

  void FindWindows() {
    std::vector<std::uint32_t> covered;  // each sentence once per word that it has
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      std::uint32_t last = kNoSentence;
      for (const std::uint32_t place : places_[i]) {
        const std::uint32_t sentence = source_.tokens()[place].sentence;
        if (sentence != last) covered.push_back(sentence);
        last = sentence;
      }
    }
    std::ranges::sort(covered);
    for (const std::uint32_t sentence : covered) {
      if (windows_.empty() || windows_.back().sentence != sentence) windows_.push_back({sentence});
      ++windows_.back().covered;
    }
    std::erase_if(windows_, [&](const Window& window) { return !IsInScope(window.sentence); });
    const std::size_t kept = std::min(windows_.size(), kMaxWindows);
    std::ranges::partial_sort(windows_, windows_.begin() + static_cast<std::ptrdiff_t>(kept), {},
                              [](const Window& window) {
                                return std::tuple(-static_cast<std::int64_t>(window.covered),
                                                  window.sentence);
                              });
    windows_.resize(kept);
  }

  bool IsInScope(std::uint32_t number) const {
    if (scope_.empty()) return true;
    const Sentence& sentence = source_.sentences()[number];
    const Extent own = source_.folded().OriginalOf({sentence.begin, sentence.end});
    return std::ranges::any_of(scope_, [&](const Extent& extent) {
      return extent.begin < own.end && own.begin < extent.end;
    });
  }

  // Whether trying a sentence can change the verdict. Words without a place are marked; a sentence
  // that lacks as many as are marked already neither states the claim nor is nearer, unless it
  // equals the claim or a name before or above it supplies those words.
  bool MayBeNearer(const Window& window, std::size_t marked) const {
    const Sentence& sentence = source_.sentences()[window.sentence];
    const std::size_t lacking = claim_.size() - window.covered;
    return lacking == 0 || lacking < marked ||
           sentence.last - sentence.first == claim_.tokens.size() ||
           excuses_.MayExcuse(window.sentence);
  }

  // Charged even if it is skipped: a verdict must not depend on what is skipped.
  std::size_t StepsOf(const Window& window) const {
    const Sentence& sentence = source_.sentences()[window.sentence];
    std::size_t steps = sentence.last - sentence.first + claim_.tokens.size();
    std::size_t before = 0;  // number of places of the previous word that has any
    for (const std::vector<std::uint32_t>& places : places_) {
      const auto first = std::ranges::lower_bound(places, sentence.first);
      std::size_t here = 0;
      for (auto it = first; it != places.end() && *it < sentence.last && here < kMaxChoices; ++it) {
        ++here;
      }
      if (here == 0) continue;
      steps += before * here;
      before = here;
    }
    return steps;
  }

  bool IsClose(std::uint32_t sentence) const {
    std::size_t words = 0, found = 0;
    const Sentence& s = source_.sentences()[sentence];
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      if (!Counts(claim_.word(i))) continue;
      ++words;
      const auto it = std::ranges::lower_bound(places_[i], s.first);
      if (it != places_[i].end() && *it < s.last) ++found;
    }
    return words > 0 && 100 * found >= kClosePercent * words;
  }

  Excuse ExcuseOf(std::uint32_t sentence, const Alignment& alignment) const {
    if (alignment.placed_count() == claim_.size()) {
      return {.words = std::vector<bool>(claim_.size(), false)};
    }
    return excuses_.Of(sentence, alignment);
  }

  // Tries one sentence. nullopt when the budget is spent.
  std::optional<Judgement> Lay(const Window& window, Checked* checked) {
    const Sentence& sentence = source_.sentences()[window.sentence];
    const auto tokens = source_.TokensOf(sentence);
    const Alignment alignment(claim_, tokens, sentence.first, places_);
    if (!budget_->Take(alignment.steps())) return std::nullopt;
    const Excuse excuse = ExcuseOf(window.sentence, alignment);
    checked->subject_from = excuse.subject_from;
    checked->verbatim = Verbatim(alignment);
    bool whole = checked->verbatim && claim_.tokens.size() == tokens.size();
    if (!whole && sentence.scripted && IsThaiSentence(sentence)) {
      whole = checked->verbatim = true;
    }
    const bool phrase = checked->verbatim && claim_.fragment && !claim_.has_verb && IsName();
    Judgement judgement;
    if (!whole) {
      judgement = Judge(alignment, excuse.words);
      const bool listed =
          claim_.language == Language::kEnglish || claim_.language == Language::kGerman;
      // Other languages: the same words, cut at a pause; unknown ones: the whole sentence.
      if (judgement.fault == Fault::kNone && !listed && !phrase) {
        const bool cut = checked->verbatim && claim_.language != Language::kUnknown &&
                         sentence.language == claim_.language && CutAtPauses(alignment);
        if (!cut) judgement.fault = Fault::kOrder;
      }
      if (judgement.fault == Fault::kNone && sentence.language != claim_.language &&
          !checked->verbatim) {
        judgement.fault = Fault::kOrder;
      }
      if (judgement.fault == Fault::kNone && !QuotesHold(alignment)) {
        judgement.fault = Fault::kQuote;
      }
    }
    if (judgement.fault == Fault::kNone) {
      judgement.fault = Surroundings(source_, window.sentence);
      if (sentence.form == Form::kHeading && !claim_.fragment) judgement.fault = Fault::kUncertain;
    }
    return judgement;
  }

  // Without tables verbs look like nouns: a phrase must look like a name.
  bool IsName() const {
    constexpr std::size_t kShort = 3;
    if (claim_.tokens.size() <= kShort) return true;
    return std::ranges::all_of(claim_.words, [&](std::uint32_t i) {
      return claim_.tokens[i].capital || claim_.tokens[i].kind == Kind::kNumber;
    });
  }

  // True if all tokens of the claim follow each other in the sentence.
  bool Verbatim(const Alignment& a) const {
    if (claim_.size() == 0 || !a.placed(0)) return false;
    const std::int64_t shift =
        static_cast<std::int64_t>(a.place(0)) - static_cast<std::int64_t>(claim_.words[0]);
    return SameRun(a, 0, claim_.tokens.size(), shift);
  }

  bool SameRun(const Alignment& a, std::size_t begin, std::size_t end, std::int64_t shift) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t at = static_cast<std::int64_t>(i) + shift;
      if (at < 0 || at >= static_cast<std::int64_t>(a.source().size())) return false;
      const Token& own = claim_.tokens[i];
      const Token& other = a.source()[static_cast<std::size_t>(at)];
      const bool same = own.kind == Kind::kNumber ? own.key == other.key && own.unit == other.unit
                                                  : own.lower == other.lower;
      if (!same) return false;
    }
    return true;
  }

  // True if the quoted words of the claim stand in the sentence word for word.
  bool QuotesHold(const Alignment& a) const {
    constexpr std::size_t kShortest = 3;
    for (std::size_t begin = 0; begin < claim_.tokens.size();) {
      std::size_t end = begin;
      while (end < claim_.tokens.size() && claim_.tokens[end].quoted) ++end;
      if (end - begin >= kShortest) {
        const auto word = std::ranges::lower_bound(claim_.words, begin);
        if (word == claim_.words.end() || *word >= end) return true;
        const auto i = static_cast<std::size_t>(word - claim_.words.begin());
        if (!a.placed(i)) return false;
        const std::int64_t shift =
            static_cast<std::int64_t>(a.place(i)) - static_cast<std::int64_t>(*word);
        if (!SameRun(a, begin, end, shift)) return false;
      }
      begin = std::max(end, begin + 1);
    }
    return true;
  }

  // Thai ends sentences with blanks. The whole claim, between two, and no condition before it.
  bool IsThaiSentence(const Sentence& sentence) const {
    const std::string_view text = source_.folded().text;
    const char32_t opening = text::At(text, source_.tokens()[sentence.first].begin);
    if (opening < 0xE00 || opening > 0xE7F || places_.empty()) return false;
    const auto tokens = source_.TokensOf(sentence);
    for (const std::uint32_t place : places_[0]) {
      if (place < sentence.first || place >= sentence.last) continue;
      const std::size_t first = place - sentence.first;
      if (claim_.words[0] != 0 || tokens.size() - first < claim_.tokens.size()) continue;
      if (first > 0 && (tokens[first].gap & kBlank) == 0) continue;
      const std::size_t end = first + claim_.tokens.size();
      if (end < tokens.size() && (tokens[end].gap & kBlank) == 0) continue;
      std::size_t same = 0;
      while (same < claim_.tokens.size() &&
             claim_.tokens[same].lower == tokens[first + same].lower) {
        ++same;
      }
      if (same < claim_.tokens.size()) continue;
      const std::string_view before =
          text.substr(sentence.begin, tokens[first].begin - sentence.begin);
      constexpr std::string_view kConditions[] = {"ถ้า", "หาก", "เมื่อ", "ไม่ว่า", "สมมติ"};
      return std::ranges::none_of(kConditions,
                                  [&](std::string_view word) { return before.contains(word); });
    }
    return false;
  }

  bool CutAtPauses(const Alignment& a) const {
    const auto first = static_cast<std::size_t>(a.place(0)) - claim_.words[0];
    const std::size_t end = first + claim_.tokens.size();
    return (first == 0 || (a.source()[first].gap & kPause) != 0) &&
           (end == a.source().size() || (a.source()[end].gap & kPause) != 0 ||
            a.source()[end].Is(kCoordinator));
  }

  const ClaimTokens& claim_;
  const SourceIndex& source_;
  Budget* budget_;
  Scope scope_;
  Asked asked_;
  std::vector<std::vector<std::uint32_t>> places_;
  std::vector<Window> windows_;
  Excuses excuses_;
};

// Tokens at which the claim may be cut into two clauses that each have a subject.
std::vector<std::size_t> Cuts(const ClaimTokens& claim) {
  constexpr std::size_t kMost = 4;
  std::vector<std::size_t> cuts;
  for (std::size_t i = 2; i + 2 < claim.tokens.size() && cuts.size() < kMost; ++i) {
    const Token& token = claim.tokens[i];
    const bool joined = claim.tokens[i - 1].Is(kCoordinator) &&
                        (claim.tokens[i - 1].lower == "and" || claim.tokens[i - 1].lower == "und" ||
                         claim.tokens[i - 1].lower == "but" || claim.tokens[i - 1].lower == "aber");
    const bool parted = (token.gap & kSemicolon) != 0;
    if (!joined && !parted) continue;
    const bool comma = i > 1 && (claim.tokens[i - 1].gap & kComma) != 0;
    const bool subject = token.Is(kDeterminer | kPronoun) || token.kind == Kind::kName;
    // Behind a comma a clause may begin with any word except a verb.
    const bool opens = token.Is(kPreposition | kDiscourse) ||
                       (token.must && !token.Is(kPresent | kPast | kBe) &&
                        SubjectLength(claim.tokens.subspan(i), claim.language) > 0);
    if (!subject && !(comma && opens)) continue;
    cuts.push_back(i);
  }
  return cuts;
}

}  // namespace

Checked Check(const ClaimTokens& claim, const SourceIndex& source, Budget* budget, Scope scope) {
  Checked whole = Checker(claim, source, budget, scope, Checker::Asked::kVerdict).Run();
  if (whole.verdict == Verdict::kStated || whole.verdict == Verdict::kUnread) return whole;
  // Try the clauses one by one: words are never joined across sentences.
  for (const std::size_t cut : Cuts(claim)) {
    std::size_t end = cut;
    while (end > 0 && claim.tokens[end - 1].Is(kCoordinator)) --end;
    const ClaimTokens one = MakeClaim(claim.tokens.first(end), claim.language, Shape::kSentence);
    const ClaimTokens two = MakeClaim(claim.tokens.subspan(cut), claim.language, Shape::kSentence);
    if (one.fragment || two.fragment) continue;
    const Checked first = Checker(one, source, budget, scope, Checker::Asked::kStated).Run();
    if (first.verdict != Verdict::kStated) continue;
    Checked second = Checker(two, source, budget, scope, Checker::Asked::kStated).Run();
    if (second.verdict != Verdict::kStated) continue;
    second.verbatim = false;
    second.subject_from = std::max(first.subject_from, second.subject_from);
    second.sentence = first.sentence;
    return second;
  }
  return whole;
}

}  // namespace arborist::stated
