// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Judge". Decides whether the sentences of an
// alignment say what the claim says. The checks run in the order of the page and the first that
// fails names the failure; order.cc and modality.cc have two groups of them. Class Substitution
// looks for the falsehood that shares most words with its source: one word exchanged in a copied
// sentence. It compares, between pairs of placed words and at both ends, the claim's words that
// have no place there with the source's words that the claim does not use. The stricter rules apply
// only if the rest is copied (SurfaceNear); an answer in its own words would fail them for no
// reason.
#include "judge/lexical_v2/judge.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace arborist::judge::lexical {

namespace {

// ---- who speaks

bool KeepsFirstPerson(const Alignment& a) {
  std::set<std::string_view> known;  // first-person words already found in the source
  return std::ranges::all_of(a.claim().tokens, [&](const Token& token) {
    if (!token.Is(kFirstPerson) || !known.insert(token.lower).second) return true;
    for (std::size_t at = 0; at < a.source_size(); ++at) {
      if (a.source(at).SameLetters(token)) return true;
    }
    return false;
  });
}

// ---- two sentences must give long runs each, not scattered words

// Counts the source tokens of the same clause, beyond a place, that count and that no word owns.
std::size_t LeftOver(const Alignment& a, std::int32_t place, std::int32_t direction) {
  const Token& base = a.source(static_cast<std::size_t>(place));
  std::size_t count = 0;
  for (std::int32_t at = place + direction;
       at >= 0 && at < static_cast<std::int32_t>(a.source_size()); at += direction) {
    const auto token = static_cast<std::size_t>(at);
    if (a.source(token).clause != base.clause) break;
    if (a.source(token).counts() && a.owner(token) == kUnplaced) ++count;
  }
  return count;
}

bool RunsHold(const Alignment& a) {
  if (a.single()) return true;
  constexpr std::size_t kMinRun = 3, kMaxRuns = 3;
  const auto& placed = a.placed_words();
  std::vector<std::pair<std::size_t, std::size_t>> runs;  // indices into placed, half open
  for (std::size_t k = 0; k < placed.size(); ++k) {
    if (k == 0 || !a.SameSentence(placed[k - 1], placed[k])) runs.emplace_back(k, k);
    runs.back().second = k + 1;
  }
  if (runs.size() > kMaxRuns) return false;
  // Where one sentence hands over to the other, neither clause may have words left over.
  for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
    if (LeftOver(a, a.place(placed[runs[r].second - 1]), 1) > 0) return false;
    if (LeftOver(a, a.place(placed[runs[r + 1].first]), -1) > 0) return false;
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    if (runs[r].second - runs[r].first >= kMinRun) continue;
    // A short first run may be a name that replaces the pronoun before the next run.
    if (r != 0 || r + 1 >= runs.size()) return false;
    for (std::size_t k = runs[r].first; k < runs[r].second; ++k) {
      if (a.claim().word(placed[k]).kind != Kind::kName) return false;
    }
    const auto next = static_cast<std::size_t>(a.place(placed[runs[r + 1].first]));
    bool pronoun = false;
    for (std::size_t back = 1; back <= 4 && back <= next; ++back) {
      pronoun = pronoun || a.source(next - back).Is(kPronoun);
    }
    if (!pronoun) return false;
  }
  return true;
}

bool IsFirmNumber(const Alignment& a, std::size_t word) {
  return a.claim().mandatory[word] && a.claim().word(word).kind == Kind::kNumber;
}

// ---- something else in the place of what the source says

class Substitution {
 public:
  explicit Substitution(const Alignment& alignment) : a_(alignment) {}

  Failure Check() {
    if (StrangePhrase()) return Failure::kUncovered;
    if (BetweenNeighbours()) return Failure::kNumber;
    if (const Failure inside = Inside(); inside != Failure::kNone) return inside;
    if (const Failure before = AtEdge(false); before != Failure::kNone) return before;
    return AtEdge(true);
  }

 private:
  // claimed: words of the claim without a place in the gap; found: source tokens in the gap that
  // the claim's gap does not own. The first rule that applies decides, as item 10 of the page has
  // them.
  Failure Decide(const std::vector<std::size_t>& claimed, const std::vector<std::size_t>& found,
                 std::uint32_t sentence) {
    if (claimed.empty() || found.empty()) return Failure::kNone;
    if (NumberForNumber(claimed, found)) return Failure::kNumber;
    const bool moved =
        std::ranges::all_of(claimed,
                            [&](std::size_t i) {
                              return a_.placed(i) && a_.placed_token(i).sentence == sentence;
                            }) &&
        std::ranges::none_of(found, [&](std::size_t at) { return a_.owner(at) != kUnplaced; });
    if (moved) return Failure::kNone;
    for (const std::size_t i : claimed) {
      const Token& word = a_.claim().word(i);
      if (word.kind == Kind::kNumber) return Failure::kNumber;
      if (word.kind == Kind::kName || a_.placed(i)) return Failure::kSubstituted;
    }
    if (MayBeSynonym(claimed, found)) return Failure::kNone;
    const std::size_t strange =
        a_.claim().words[claimed.back()] - a_.claim().words[claimed.front()] + 1;
    return SurfaceNear(strange) ? Failure::kSubstituted : Failure::kNone;
  }

  // True for a number put into a copied sentence where the source has another one that the claim
  // does not use, so that the number did not merely move.
  bool NumberForNumber(const std::vector<std::size_t>& claimed,
                       const std::vector<std::size_t>& found) {
    return std::ranges::any_of(claimed, [&](std::size_t i) { return IsFirmNumber(a_, i); }) &&
           std::ranges::any_of(found,
                               [&](std::size_t at) {
                                 return a_.owner(at) == kUnplaced &&
                                        a_.source(at).kind == Kind::kNumber;
                               }) &&
           SurfaceNear(claimed.size());
  }

  // The same for a number between two placed words that have another number between them in the
  // source.
  bool BetweenNeighbours() {
    constexpr std::int64_t kReach = 3;
    for (std::size_t i = 1; i + 1 < a_.words(); ++i) {
      if (!IsFirmNumber(a_, i) || !a_.placed(i - 1) || !a_.placed(i + 1)) continue;
      const std::int64_t d = a_.Distance(i - 1, i + 1);
      if (d <= 0 || d > kReach || !a_.SameSentence(i - 1, i + 1)) continue;
      const std::int32_t from = a_.place(i - 1), to = a_.place(i + 1);
      if (a_.place(i) > from && a_.place(i) < to) continue;
      std::vector<std::size_t> found;
      for (std::int32_t at = from + 1; at < to; ++at) found.push_back(static_cast<std::size_t>(at));
      if (NumberForNumber({i}, found)) return true;
    }
    return false;
  }

  // True for three words in a row that the source lacks, or two in a copied sentence.
  bool StrangePhrase() {
    constexpr std::size_t kLongest = 2;
    const auto& words = a_.claim().words;
    std::size_t run = 0, begin = 0;  // begin: the token behind the last placed word
    for (std::size_t i = 0; i < a_.words(); ++i) {
      // A name without a place replaces a pronoun; NamesStand has checked that.
      if (a_.placed(i) || a_.claim().mandatory[i]) {
        run = 0;
        begin = words[i] + 1;
        continue;
      }
      if (++run > kLongest) return true;
      if (run < kLongest) continue;
      const std::size_t end = i + 1 < words.size() ? words[i + 1] : a_.claim().tokens.size();
      if (SurfaceNear(end - begin)) return true;
    }
    return false;
  }

  Failure Inside() {
    constexpr std::size_t kReach = 8;
    for (std::size_t x = 0; x < a_.words(); ++x) {
      if (!a_.placed(x)) continue;
      for (std::size_t y = x + 1; y < a_.words() && y - x <= kReach; ++y) {
        if (!a_.placed(y) || !a_.SameSentence(x, y)) continue;
        const std::int64_t d = a_.Distance(x, y);
        if (d <= 0 || d > static_cast<std::int64_t>(kReach)) continue;
        const std::int32_t from = a_.place(x), to = a_.place(y);
        std::vector<std::size_t> claimed, found;
        for (std::size_t i = x + 1; i < y; ++i) {
          if (!a_.placed(i) || a_.place(i) <= from || a_.place(i) >= to) claimed.push_back(i);
        }
        for (std::int32_t at = from + 1; at < to; ++at) {
          const auto token = static_cast<std::size_t>(at);
          const std::int32_t owner = a_.owner(token);
          const bool own =
              owner > static_cast<std::int32_t>(x) && owner < static_cast<std::int32_t>(y);
          if (a_.source(token).counts() && !own) found.push_back(token);
        }
        const Failure failure = Decide(claimed, found, a_.placed_token(x).sentence);
        if (failure != Failure::kNone) return failure;
        break;
      }
    }
    return Failure::kNone;
  }

  // The same beyond the first pair of words that follow each other closely, or beyond the last one.
  Failure AtEdge(bool behind) {
    const auto& placed = a_.placed_words();
    std::optional<std::size_t> anchor;
    for (std::size_t k = 0; k + 1 < placed.size(); ++k) {
      const std::size_t left = behind ? placed.size() - 2 - k : k;
      const std::int64_t d = a_.Distance(placed[left], placed[left + 1]);
      if (d <= 0 || d > 2) continue;
      anchor = placed[behind ? left + 1 : left];
      break;
    }
    if (!anchor) return Failure::kNone;
    const Token& base = a_.placed_token(*anchor);
    const std::int32_t base_at = a_.place(*anchor);
    const auto beyond = [&](std::int32_t at) { return behind ? at > base_at : at < base_at; };
    std::vector<std::size_t> claimed, found;
    const std::size_t first = behind ? *anchor + 1 : 0;
    const std::size_t last = behind ? a_.words() : *anchor;
    for (std::size_t i = first; i < last; ++i) {
      const bool in_place =
          a_.placed(i) && a_.placed_token(i).sentence == base.sentence && beyond(a_.place(i));
      if (!in_place) claimed.push_back(i);
    }
    constexpr std::int32_t kReach = 5;
    for (std::int32_t step = 1; step <= kReach; ++step) {
      const std::int32_t at = behind ? base_at + step : base_at - step;
      if (at < 0 || at >= static_cast<std::int32_t>(a_.source_size())) break;
      const auto token = static_cast<std::size_t>(at);
      if (a_.source(token).sentence != base.sentence) break;
      const std::int32_t owner = a_.owner(token);
      const bool own =
          owner >= static_cast<std::int32_t>(first) && owner < static_cast<std::int32_t>(last);
      if (a_.source(token).counts() && !own) found.push_back(token);
    }
    return Decide(claimed, found, base.sentence);
  }

  // True if one word replaces one word and one of them looks like a verb or adverb, which people
  // rephrase. The subject of an answer is mostly a noun, so nouns are not excused.
  bool MayBeSynonym(const std::vector<std::size_t>& claimed,
                    const std::vector<std::size_t>& found) {
    if (claimed.size() != 1 || found.size() != 1 || a_.owner(found[0]) != kUnplaced) return false;
    const Token& source = a_.source(found[0]);
    const auto inflected = [](std::string_view word) {
      return word.ends_with("ed") || word.ends_with("ing") || word.ends_with("ly");
    };
    return source.kind == Kind::kContent &&
           (inflected(source.lower) || inflected(a_.claim().word(claimed[0]).lower));
  }

  // True if, without this many strange tokens, the claim follows the source so closely that words
  // were inserted and not rephrased.
  bool SurfaceNear(std::size_t strange) {
    if (!common_) common_ = CommonSubsequence(a_);
    const std::size_t all = a_.claim().tokens.size();
    return AtLeast(*common_, 90, all - std::min(all, strange));
  }

  const Alignment& a_;
  std::optional<std::size_t> common_;
};

// ---- a name without a place must stand where the source has a pronoun

bool PronounNear(const Alignment& a, std::int32_t place, std::int32_t direction) {
  constexpr std::int32_t kReach = 4;
  for (std::int32_t step = 1; step <= kReach; ++step) {
    const std::int32_t at = place + direction * step;
    if (at < 0 || at >= static_cast<std::int32_t>(a.source_size())) return false;
    const auto token = static_cast<std::size_t>(at);
    if (a.source(token).Is(kPronoun)) return true;
    if (a.source(token).counts() && a.owner(token) == kUnplaced) return false;
  }
  return false;
}

bool NamesStand(const Alignment& a) {
  for (std::size_t i = 0; i < a.words(); ++i) {
    if (a.placed(i) || a.occurs(i) || !a.claim().mandatory[i]) continue;
    if (a.claim().word(i).kind != Kind::kName) return false;
    std::size_t next = i + 1;
    while (next < a.words() && !a.placed(next)) ++next;
    std::size_t before = i;
    while (before > 0 && !a.placed(before - 1)) --before;
    const bool as_subject = next < a.words() && PronounNear(a, a.place(next), -1);
    const bool as_object = before > 0 && PronounNear(a, a.place(before - 1), 1);
    if (!as_subject && !as_object) return false;
  }
  return true;
}

// ---- numbers: each has a place of its own, and neighbours keep their order

bool NumbersHavePlaces(const Alignment& a) {
  for (std::size_t i = 0; i < a.words(); ++i) {
    if (!a.placed(i) && IsFirmNumber(a, i)) return false;
  }
  return true;
}

bool NumbersInOrder(const Alignment& a) {
  std::size_t last = a.words();
  for (std::size_t i = 0; i < a.words(); ++i) {
    if (a.claim().word(i).kind != Kind::kNumber) continue;
    if (last != a.words() && i - last <= 2 && a.placed(last) && a.placed(i) &&
        a.SameSentence(last, i)) {
      const std::int64_t d = a.Distance(last, i);
      if (d < 0 && d >= -4) return false;
    }
    last = i;
  }
  return true;
}

}  // namespace

Failure Judge(const Alignment& a) {
  if (!InOrder(a) || !RunsHold(a)) return Failure::kOrder;
  if (!NamesStand(a)) return Failure::kName;
  if (!KeepsVoice(a)) return Failure::kVoice;
  if (!KeepsFirstPerson(a)) return Failure::kSubstituted;
  if (!NumbersHavePlaces(a) || !NumbersInOrder(a)) return Failure::kNumber;
  if (const Failure failure = JudgeModality(a); failure != Failure::kNone) return failure;
  return Substitution(a).Check();
}

}  // namespace arborist::judge::lexical
