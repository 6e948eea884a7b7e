// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 7. Whether a claim may leave out what it
// leaves out of the sentence that it was laid onto. "The drug helped" must not follow from "The
// drug helped nobody under 60". Each run of source tokens that no word of the claim owns is a gap:
// before the first word (Leading), between two (Inner), behind the last (Trailing). Each has rules
// of its own for what may go; a gap that may not makes the claim close, with the fault left_out.
#include <algorithm>
#include <string_view>

#include "stated/grammar.h"
#include "stated/judge.h"
#include "stated/voice.h"

namespace arborist::stated {

namespace {

// Words whose loss changes the statement, wherever they stand in the part that is used.
constexpr std::uint32_t kHolds =
    kOperator | kNegation | kCondition | kDenial | kNonFactive | kAttribution | kStatus;

class Gaps {
 public:
  explicit Gaps(const Alignment& alignment)
      : a_(alignment), source_(alignment.source()), past_(TellsOfPast(alignment.claim().tokens)) {
    agentless_ = ChangedVoice(alignment) == Voice::kAgentless;
    for (const Token& token : a_.claim().tokens) {
      conditional_ = conditional_ || token.Is(kCondition);
      total_ = total_ || token.Is(kTop | kNegation) || token.lower == "than";
    }
  }

  Judgement Run() {
    std::size_t at = 0;
    while (at < source_.size()) {
      if (a_.owner(at) != kUnplaced) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < source_.size() && a_.owner(end) == kUnplaced) ++end;
      const bool holds = at == 0                 ? Leading(end)
                         : end == source_.size() ? Trailing(at)
                                                 : Inner(at, end);
      if (!holds) return {Fault::kLeftOut, {}};
      at = end;
    }
    return {};
  }

 private:
  bool Has(std::size_t begin, std::size_t end, std::uint32_t flags) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i].Is(flags)) return true;
    }
    return false;
  }
  bool HasWords(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i].must) return true;
    }
    return false;
  }
  // True for words that may go: every, both, all, I.
  bool Harmless(const Token& token) const {
    // In a report of the past "when" only says at what time.
    if (token.Is(kWeak) && token.Is(kCondition) && !token.Is(kOperator)) return past_;
    if (token.lower == "any" && total_) return true;  // "not any" is "no"
    // "If it fails, it will stop" holds whenever it fails.
    if (token.lower == "will" && conditional_ && !past_) return true;
    return token.Is(kWeak) && !token.Is(kOperator | kNegation | kCondition);
  }
  bool HoldsAny(std::size_t begin, std::size_t end, std::uint32_t flags) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i].Is(flags) && !Harmless(source_[i])) return true;
    }
    return false;
  }
  bool Pauses(std::size_t at) const { return (source_[at].gap & kPause) != 0; }

  // True if the gap has only modifiers of the next word, without a word between that governs.
  bool Modifiers(std::size_t begin, std::size_t end) const {
    bool content = false;
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = source_[i];
      if (token.must) {
        if (token.Is(kHolds | kTop) && !Harmless(token)) return false;
        content = true;
      } else if (content || !token.Is(kDeterminer | kNeutral)) {
        return false;  // behind a governing word: "to build the"
      }
    }
    if (!content) return true;
    return end == source_.size() || Droppable(begin, end);
  }

  // Modifiers may go from a report of the past. A general statement may hold only for what they
  // modify. Parts of a name stay.
  bool Droppable(std::size_t begin, std::size_t end) const {
    const Token& head = source_[end];
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = source_[i];
      if (!token.must) continue;
      if (token.kind == Kind::kName && token.Is(kPlace)) return false;
      if (token.kind == Kind::kName && head.kind != Kind::kName) return past_ && !total_;
      if (token.capital && head.capital && token.Is(kPlace)) return false;
      if (token.kind == Kind::kNumber && head.kind == Kind::kNumber) return false;
    }
    return past_ && !total_;
  }

  // ---- before the first word of the claim

  bool Leading(std::size_t end) const {
    if (!HasWords(0, end)) return !OpenedByThat(0, end);
    if (OfRelative(end)) {
      return !HoldsAny(0, end, kNegation | kCondition | kDenial | kAttribution | kNonFactive);
    }
    if (a_.claim().fragment) return FragmentStands(end);
    // What stands behind the last boundary belongs to the first word of the claim.
    std::size_t cut = 0;
    for (std::size_t i = end; i > 0; --i) {
      const bool here = (i < source_.size() && Pauses(i)) || source_[i - 1].Is(kCoordinator) ||
                        source_[i - 1].Is(kSubordinator);
      if (here) {
        cut = i;
        break;
      }
    }
    if (OpenedByThat(cut, end)) return false;
    if (agentless_ ? !Subject(cut, end) : !Modifiers(cut, end)) return false;
    if (cut == 0 || !HasWords(0, cut)) return true;
    if (HoldsAny(0, cut, kCondition | kAttribution | kDenial)) return false;
    for (std::size_t i = 0; i < cut; ++i) {
      const std::string_view lower = source_[i].lower;
      if (lower == "between" || lower == "both" || lower == "zwischen") return false;
    }
    const bool joined = source_[cut - 1].Is(kCoordinator) ||
                        (cut < source_.size() && (source_[cut].gap & kSemicolon) != 0);
    if (joined) return true;
    if (source_[cut - 1].Is(kSubordinator)) return true;
    const std::uint16_t gap = cut < source_.size() ? source_[cut].gap : std::uint16_t{0};
    if ((gap & (kColon | kDash)) != 0) return Labels(0, cut);
    if ((gap & kClose) != 0) return !HoldsAny(0, cut, kNegation | kNonFactive);
    return Introduces(0, cut);
  }

  // True if the gap can be the doer, which a passive may leave out.
  bool Subject(std::size_t begin, std::size_t end) const {
    if (HoldsAny(begin, end, kHolds | kTop | kRelative | kPresent | kPast | kBe)) return false;
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i].lower == "to") return false;
    }
    return true;
  }

  // A phrase without a verb states nothing, so only a direct denial counts against it. With a verb
  // it is a statement cut out of its sentence.
  bool FragmentStands(std::size_t end) const {
    constexpr std::size_t kNegationReach = 3, kDenialReach = 6;
    // A former minister is no minister, and "some members" are not "the members".
    for (std::size_t i = end; i > 0 && !(i < source_.size() && Pauses(i)); --i) {
      const Token& token = source_[i - 1];
      if (token.Is(kStatus | kOperator | kNonFactive) && !Harmless(token)) return false;
      if (!token.Is(kDeterminer) && !(token.must && (source_[i].gap & kHyphen) != 0)) break;
    }
    if (a_.claim().has_verb) {
      return !HoldsAny(0, end, kNegation | kCondition | kDenial | kAttribution | kNonFactive);
    }
    return !HoldsAny(end - std::min(end, kNegationReach), end, kNegation) &&
           !Denies(end - std::min(end, kDenialReach), end);
  }
  // "invented by the Sumerians" names the doer and denies nothing.
  bool Denies(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const bool by = i + 1 < end && source_[i + 1].lower == "by";
      if (source_[i].Is(kDenial) && !Harmless(source_[i]) && !by) return true;
    }
    return false;
  }

  // "..., which ...": the claim says about the word before "which" what the clause says.
  bool OfRelative(std::size_t begin) const {
    std::size_t at = begin;
    while (at < source_.size() && a_.owner(at) != kUnplaced) ++at;
    return at + 1 < source_.size() && at > begin && source_[at].Is(kRelative) &&
           !ClaimHas(source_[at].lower) && source_[at].lower != "where" &&
           source_[at].lower != "what" && (a_.owner(at + 1) != kUnplaced || !source_[at + 1].must);
  }

  bool ClaimHas(std::string_view lower) const {
    return std::ranges::any_of(a_.claim().tokens,
                               [&](const Token& token) { return token.lower == lower; });
  }

  bool OpenedByThat(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view lower = source_[i].lower;
      if ((lower == "that" || lower == "dass" || lower == "daß" || lower == "whether" ||
           lower == "if" || lower == "ob") &&
          i + 1 <= end && i > 0 && end < source_.size()) {
        return true;
      }
    }
    return false;
  }

  // True for "Note:", or for a term that the claim names too.
  bool Labels(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (!source_[i].must || source_[i].Is(kLabel)) continue;
      bool named = false;
      for (std::size_t word = 0; word < a_.claim().size() && !named; ++word) {
        named = Compare(a_.claim().word(word), source_[i]) != Likeness::kNone;
      }
      if (!named) return false;
    }
    return true;
  }

  // True for an opening that may go: a time, a concession, a reason, a participle.
  bool Introduces(std::size_t begin, std::size_t end) const {
    const Token& first = source_[begin];
    // An apposition: "His mother, Ruth, ...".
    if (!Has(begin, end, kPreposition | kPresent | kPast | kBe) && !HoldsAny(begin, end, kHolds) &&
        first.Is(kDeterminer)) {
      return true;
    }
    if (first.Is(kSubordinator)) return !HoldsAny(begin, end, kNegation);
    // Circumstances of a past event may go; where and for whom it holds may not.
    constexpr std::string_view kCircumstances[] = {
        "with",  "after",   "during", "since", "despite", "following", "mit",
        "nach",  "während", "trotz",  "wegen", "seit",    "because",   "before",
        "until", "by",      "as",     "when",  "upon",    "bevor"};
    if (past_ && !total_ &&
        std::ranges::find(kCircumstances, first.lower) != std::end(kCircumstances)) {
      return !HoldsAny(begin, end, kNegation | kCondition | kDenial | kAttribution | kNonFactive);
    }
    if (past_ && first.kind == Kind::kWord &&
        (first.lower.ends_with("ed") || first.listed->verb != 0)) {
      return !HoldsAny(begin, end, kHolds & ~kStatus);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = source_[i];
      if (!token.must || token.Is(kDiscourse)) continue;
      const bool when = token.group != 0 || token.Is(kTime | kMonth) ||
                        (token.kind == Kind::kNumber && past_) || Harmless(token);
      if (!when) return false;
    }
    return past_ && !total_;
  }

  // ---- between two words of the claim

  bool Inner(std::size_t begin, std::size_t end) const {
    if (!HasWords(begin, end)) return true;
    const bool opens = Pauses(begin);
    const bool closes = Pauses(end);
    // A parenthesis between commas, brackets or dashes may go.
    if (opens && closes) return !HoldsAny(begin, end, kCondition | kAttribution | kDenial);
    if (Names(begin, end)) return false;
    std::size_t tail = begin;  // behind the last boundary in the gap
    for (std::size_t i = end; i > begin; --i) {
      if (source_[i - 1].Is(kCoordinator) || Pauses(i)) {
        tail = i;
        break;
      }
    }
    const bool verb = Has(begin, end, kPresent | kPast | kBe);
    // The gap ends with "and" or a comma: the claim continues with the next clause.
    if (tail > begin && !HasWords(tail, end)) {
      return !HoldsAny(begin, end, kNegation | kCondition | kAttribution | kDenial | kNonFactive);
    }
    if (HoldsAny(begin, end, kHolds)) return false;
    if (OnlyWill(begin, end)) return true;
    if (tail > begin) return false;
    if (source_[begin].Is(kCoordinator) && !verb) return !Has(begin, end, kPreposition);
    // "is a scheme designed by": the claim says it of the scheme.
    if (verb && source_[begin].Is(kBe) && begin + 1 < end && source_[begin + 1].Is(kDeterminer) &&
        source_[end].lower.ends_with("ed") && !Has(begin + 1, end, kPresent | kPast | kBe)) {
      return !total_;
    }
    if (verb) return false;
    if (source_[begin].Is(kPreposition)) return past_ && !total_;
    if (Adverbs(begin, end)) return true;
    return Modifiers(begin, end);
  }

  // "Will" may go where the claim has the condition: it then happens whenever the condition holds.
  bool OnlyWill(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (source_[i].must && (source_[i].lower != "will" || !Harmless(source_[i]))) return false;
    }
    return true;
  }

  bool Adverbs(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = source_[i];
      if (!token.must || token.Is(kAdverb)) continue;
      if (token.kind != Kind::kWord || !token.lower.ends_with("ly")) return false;
    }
    return true;
  }

  // True if a name continues in the gap: Charles II, New York.
  bool Names(std::size_t begin, std::size_t end) const {
    const Token& left = source_[begin - 1];
    const Token& first = source_[begin];
    const bool after = left.kind == Kind::kName && first.must && !Pauses(begin) &&
                       (first.kind == Kind::kName || first.kind == Kind::kNumber);
    return after && end < source_.size();
  }

  // ---- behind the last word of the claim

  bool Trailing(std::size_t begin) const {
    const std::size_t end = source_.size();
    if (!HasWords(begin, end)) return true;
    if (a_.claim().fragment && !a_.claim().has_verb) return true;
    const Token& first = source_[begin];
    // A coordinate clause follows.
    if ((first.lower == "and" || first.lower == "und" || (first.gap & kSemicolon) != 0) &&
        begin + 1 < end && !source_[begin + 1].Is(kRetractor | kNegation)) {
      return !HoldsAny(begin, end, kCondition);
    }
    if (HoldsAny(begin, end, kCondition | kDenial)) return false;
    if (Has(begin, end, kAttribution) && Speaks(begin)) return false;
    if (first.lower == "or" || first.lower == "oder" || first.lower == "except" ||
        first.lower == "than" || first.Is(kNegation)) {
      return false;
    }
    if (a_.claim().fragment) return !Has(begin, std::min(begin + 2, end), kTop);
    if (Pauses(begin)) {
      // ", but not", ", except": the next words decide.
      for (std::size_t i = begin; i < std::min(begin + 3, end); ++i) {
        if (source_[i].Is(kNegation) || source_[i].lower == "except" ||
            source_[i].lower == "excluding") {
          return false;
        }
      }
      return !(total_ && (first.Is(kPreposition) || first.lower == "except"));
    }
    if (first.Is(kCoordinator) || first.Is(kSubordinator)) {
      return !(begin + 1 < end && source_[begin + 1].Is(kNegation));
    }
    if (total_) return false;
    const bool predicate = Indefinite();
    // "opened in 1869 after ten years of digging": a time may go from a report of the past.
    if (first.must && first.Is(kPreposition)) return past_ && Unbroken(begin);
    if (first.must) {
      // The same phrase continues: only an adverb or a participle may begin what goes.
      const bool name = first.kind == Kind::kName || first.kind == Kind::kNumber;
      const bool loose =
          first.kind == Kind::kWord &&
          (first.lower.ends_with("ly") || first.lower.ends_with("ed") ||
           first.lower.ends_with("ing") || first.Is(kAdverb) || first.listed->verb != 0);
      return !name && loose && !first.Is(kHolds) && (past_ || predicate);
    }
    return past_ || predicate;
  }

  // True if the claim uses every word from its first one to here.
  bool Unbroken(std::size_t end) const {
    std::size_t at = 0;
    while (at < end && a_.owner(at) == kUnplaced) ++at;
    for (; at < end; ++at) {
      if (source_[at].must && a_.owner(at) == kUnplaced) return false;
    }
    return true;
  }

  // "..., he said": the words of somebody else, unless the verb belongs to a clause of its own.
  bool Speaks(std::size_t begin) const {
    for (std::size_t i = begin; i < source_.size(); ++i) {
      if (i > begin && source_[i].Is(kCoordinator)) return false;
      if (source_[i].Is(kAttribution)) return true;
    }
    return false;
  }

  // "is a kind of bridge [in ...]": still one.
  bool Indefinite() const {
    const auto tokens = a_.claim().tokens;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i].Is(kBe) && (tokens[i + 1].lower == "a" || tokens[i + 1].lower == "an" ||
                                tokens[i + 1].lower == "ein" || tokens[i + 1].lower == "eine")) {
        return true;
      }
    }
    return false;
  }

  const Alignment& a_;
  std::span<const Token> source_;
  bool past_ = false;
  bool agentless_ = false;    // a passive that names no doer
  bool conditional_ = false;  // states a condition
  bool total_ = false;        // speaks of all, none or the first: nothing of it may go
};

}  // namespace

Judgement JudgeGaps(const Alignment& alignment) { return Gaps(alignment).Run(); }

}  // namespace arborist::stated
