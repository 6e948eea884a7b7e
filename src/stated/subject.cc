// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 1. Lets a heading, the term of an item or
// a title supply the subject of a claim: "gc.auto defaults to 6700" is stated by "Defaults to 6700"
// under "gc.auto". All words of the claim without a place must be one run before the verb, be found
// in the name, and be either the whole subject or what the subject belongs to. Verbs, numbers and
// negations are never supplied, so that a heading cannot change what is said.
#include "stated/subject.h"

#include <algorithm>
#include <string_view>

namespace arborist::stated {

namespace {

class NamedSubject {
 public:
  NamedSubject(const SubjectName& name, const Alignment& alignment)
      : name_(name), a_(alignment), claim_(alignment.claim()), verb_(claim_.tokens.size()) {
    for (std::size_t i = 0; i < claim_.tokens.size() && verb_ == claim_.tokens.size(); ++i) {
      if (claim_.tokens[i].Is(kPresent | kPast | kBe)) verb_ = i;
    }
  }

  std::optional<std::vector<bool>> Run() {
    std::vector<bool> excused(claim_.size(), false);
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      if (a_.placed(i)) continue;
      if (!MayBeSupplied(claim_.word(i), claim_.words[i])) return std::nullopt;
      excused[i] = true;
      first_ = std::min<std::size_t>(first_, claim_.words[i]);
      last_ = std::max<std::size_t>(last_, claim_.words[i]);
    }
    if (first_ > last_ || !IsOneRun(excused) || Joined()) return std::nullopt;
    if (!IsWholeSubject(excused) && !Belongs()) return std::nullopt;
    return excused;
  }

 private:
  bool MayBeSupplied(const Token& word, std::size_t at) const {
    if (at >= verb_ && verb_ < claim_.tokens.size()) return false;
    if (word.Is(kOperator | kNegation) || word.kind == Kind::kNumber) return false;
    return std::ranges::any_of(name_.tokens, [&](const Token& token) {
      return token.must && Compare(word, token) != Likeness::kNone;
    });
  }

  bool IsOneRun(const std::vector<bool>& excused) const {
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      if (claim_.words[i] > first_ && claim_.words[i] < last_ && !excused[i]) return false;
    }
    return true;
  }

  // True for one of two joined subjects: "cats and dogs" is not "dogs".
  bool Joined() const {
    const auto coordinates = [&](std::size_t at) {
      return at < claim_.tokens.size() && claim_.tokens[at].Is(kCoordinator);
    };
    return coordinates(last_ + 1) || (Before() != kNone && coordinates(Before()));
  }

  // The token before the run, apart from articles.
  std::size_t Before() const {
    std::size_t at = first_;
    while (at > 0 && claim_.tokens[at - 1].Is(kDeterminer)) --at;
    return at == 0 ? kNone : at - 1;
  }

  bool IsPlaced(std::size_t token) const {
    for (std::size_t i = 0; i < claim_.size(); ++i) {
      if (claim_.words[i] == token) return a_.placed(i);
    }
    return false;
  }

  // True if the run is everything before the verb, and the sentence begins with a pronoun or its
  // verb.
  bool IsWholeSubject(const std::vector<bool>& excused) const {
    std::size_t next = claim_.size();  // the first word with a place
    for (std::size_t i = 0; i < claim_.size() && next == claim_.size(); ++i) {
      if (!excused[i]) next = i;
    }
    if (next == claim_.size() || claim_.words[next] < last_) return false;
    if (verb_ < claim_.tokens.size() && claim_.words[next] < verb_) return false;
    constexpr std::string_view kPronouns[] = {"it", "they", "he", "she", "es", "er", "sie"};
    const Token& opening = a_.source().front();
    if (std::ranges::find(kPronouns, opening.lower) != std::end(kPronouns)) {
      return name_.directly_above;
    }
    // "Defaults to 6700". An imperative has another form than the claim's verb and does not count.
    return a_.place(next) == 0 && opening.lower == claim_.word(next).lower &&
           opening.lower.ends_with('s');
  }

  // "the default value of gc.auto", "gc.auto's default value": the sentence has only "the default
  // value".
  bool Belongs() const {
    if (!a_.source().front().Is(kDeterminer)) return false;
    const std::size_t before = Before();
    if (before != kNone) {
      const Token& left = claim_.tokens[before];
      const bool governed = left.Is(kPreposition) && before > 0 && IsPlaced(before - 1);
      const bool genitive =
          IsPlaced(before) && claim_.language == Language::kGerman && before + 1 < first_;
      if (governed || genitive) return true;
    }
    return last_ + 1 < claim_.tokens.size() && IsPlaced(last_ + 1) && last_ + 1 < verb_;
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

  const SubjectName& name_;
  const Alignment& a_;
  const ClaimTokens& claim_;
  std::size_t verb_;           // token of the claim's verb; its size if none is known
  std::size_t first_ = kNone;  // range of the tokens that the name supplies
  std::size_t last_ = 0;
};

}  // namespace

std::optional<std::vector<bool>> ExcusedByName(const SubjectName& name,
                                               const Alignment& alignment) {
  constexpr std::size_t kLongestName = 32;
  if (name.tokens.empty() || name.tokens.size() > kLongestName) return std::nullopt;
  return NamedSubject(name, alignment).Run();
}

}  // namespace arborist::stated
