// SPDX-License-Identifier: AGPL-3.0-only
// Whether the words of a claim stand in the order of the source.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "stated/grammar.h"
#include "stated/judge.h"

namespace arborist::stated {

namespace {

struct Placed {
  std::size_t word;
  std::int32_t rank;
};

class Order {
 public:
  explicit Order(const Alignment& alignment) : a_(alignment) {}

  Judgement Run() {
    std::vector<Placed> words;
    for (std::size_t i = 0; i < a_.claim().size(); ++i) {
      if (!a_.placed(i) || Floats(a_.claim().word(i))) continue;
      words.push_back({i, a_.rank_of(i)});
    }
    if (words.size() < 2) return {};
    UndoGenitives(&words);
    if (!DatesHold()) return {Fault::kOrder, Marked(words)};
    std::vector<std::pair<std::size_t, std::size_t>> runs;  // half open
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (k == 0 || words[k].rank < words[k - 1].rank) runs.emplace_back(k, k);
      runs.back().second = k + 1;
    }
    if (runs.size() == 1 || Moved(words, runs) || VoiceChanged(words)) return {};
    return {Fault::kOrder, Marked(words)};
  }

 private:
  // Adverbs and negations have no fixed place; whom a negation denies is asked elsewhere.
  bool Floats(const Token& token) const {
    // German puts the verb second or last.
    if (a_.claim().language == Language::kGerman && EndsLikePast(token, Language::kGerman)) {
      return true;
    }
    return token.Is(kNegation) || (token.kind == Kind::kWord && !token.Is(kOperator) &&
                                   (token.Is(kAdverb) || token.lower.ends_with("ly")));
  }

  // "Austria's city" for "city of Austria", "heart operation" for "operation on her heart".
  void UndoGenitives(std::vector<Placed>* words) const {
    for (std::size_t k = 0; k + 1 < words->size(); ++k) {
      if ((*words)[k].rank <= (*words)[k + 1].rank) continue;
      const std::size_t i = (*words)[k].word;
      const Token& token = a_.claim().word(i);
      // "the bell of the chapel" for "the chapel's bell"
      const std::size_t owner = (*words)[k + 1].word;
      if (a_.placed_token(owner).possessive && (*words)[k].rank == (*words)[k + 1].rank + 1) {
        const std::int32_t of = ClaimGovernor(a_.claim(), a_.claim().words[owner]);
        if (of >= 0 && ClassOf(a_.claim().tokens[static_cast<std::size_t>(of)].lower) == 5) {
          std::swap((*words)[k], (*words)[k + 1]);
          continue;
        }
      }
      const std::size_t next_token = a_.claim().words[(*words)[k + 1].word];
      const bool compound = next_token == a_.claim().words[i] + 1 &&
                            (a_.claim().tokens[next_token].gap & kPause) == 0;
      if (!token.possessive && !compound) continue;
      const std::int32_t governor = SourceGovernor(a_, static_cast<std::size_t>(a_.place(i)));
      if (governor < 0) continue;
      const std::string_view preposition = a_.source()[static_cast<std::size_t>(governor)].lower;
      if (token.possessive
              ? preposition != "of" && preposition != "von"
              : ClassOf(preposition) != 5 && ClassOf(preposition) != 1 && preposition != "for") {
        continue;
      }
      std::size_t last = k + 1;
      while (last + 1 < words->size() && (*words)[last + 1].rank > (*words)[last].rank &&
             (*words)[last + 1].rank < (*words)[k].rank) {
        ++last;
      }
      // The head ends right before the preposition.
      if ((*words)[k].rank - (*words)[last].rank > 2) continue;
      std::rotate(words->begin() + static_cast<std::ptrdiff_t>(k),
                  words->begin() + static_cast<std::ptrdiff_t>(k + 1),
                  words->begin() + static_cast<std::ptrdiff_t>(last + 1));
    }
  }

  // The parts of one date are those of one date.
  bool DatesHold() const {
    for (std::size_t i = 0; i + 1 < a_.claim().size(); ++i) {
      const Token& one = a_.claim().word(i);
      const Token& two = a_.claim().word(i + 1);
      if (one.group == 0 || one.group != two.group || !a_.placed(i) || !a_.placed(i + 1)) continue;
      if (a_.placed_token(i).group != a_.placed_token(i + 1).group ||
          a_.placed_token(i).group == 0) {
        return false;
      }
    }
    return true;
  }

  using Run_ = std::pair<std::size_t, std::size_t>;

  // One piece moved as a whole, and the others kept their order: it begins or ends where the order
  // breaks.
  bool Moved(const std::vector<Placed>& words, const std::vector<Run_>& runs) const {
    constexpr std::size_t kMostRuns = 4;
    if (runs.size() > kMostRuns) return false;
    for (std::size_t r = 1; r < runs.size(); ++r) {
      const std::size_t at = runs[r].first;
      Run_ behind{at, at}, before{at, at};
      while (behind.second < words.size() && words[behind.second].rank < words[at - 1].rank) {
        ++behind.second;
      }
      while (before.first > 0 && words[before.first - 1].rank > words[at].rank) --before.first;
      for (const Run_& piece : {behind, before}) {
        if (RestHolds(words, piece) && Movable(words, piece) && Seams(words, piece)) return true;
      }
    }
    return false;
  }

  static bool RestHolds(const std::vector<Placed>& words, const Run_& piece) {
    std::optional<std::int32_t> last;
    for (std::size_t k = 0; k < words.size(); ++k) {
      const bool inside = k >= piece.first && k < piece.second;
      if (inside && k > piece.first && words[k].rank < words[k - 1].rank) return false;
      if (inside) continue;
      if (last && words[k].rank < *last) return false;
      if (words[k].rank >= words[piece.first].rank &&
          words[k].rank <= words[piece.second - 1].rank) {
        return false;
      }
      last = words[k].rank;
    }
    return true;
  }

  // The piece is a phrase of its own: it begins where the source begins one, and what follows it
  // there does not belong to it. Long pieces are set off by a comma.
  bool Seams(const std::vector<Placed>& words, const Run_& run) const {
    constexpr std::size_t kLong = 4;
    const auto first = static_cast<std::size_t>(a_.place(words[run.first].word));
    if (!Begins(first)) return false;
    const auto last = static_cast<std::size_t>(a_.place(words[run.second - 1].word));
    if (last + 1 < a_.source().size()) {
      // Not between a subject and its verb, nor inside a phrase.
      const Token& next = a_.source()[last + 1];
      const bool when = IsWhen(a_.source()[last]) || IsYear(a_.source()[last]);
      const bool verb = next.Is(kPresent | kPast | kBe) && a_.claim().language != Language::kGerman;
      const bool goes_on = (next.gap & kPause) == 0 &&
                           (verb || (next.must && !next.Is(kSubordinator | kPreposition)));
      if (goes_on && !when) return false;
    }
    if (run.first == 0 && run.second - run.first > kLong && run.second < words.size()) {
      bool pause = false;
      const std::uint32_t from = a_.claim().words[words[run.second - 1].word];
      const std::uint32_t to = a_.claim().words[words[run.second].word];
      for (std::uint32_t at = from + 1; at <= to; ++at) {
        pause = pause || (a_.claim().tokens[at].gap & kPause) != 0;
      }
      return pause;
    }
    return true;
  }

  // A phrase begins at the token: behind a pause, with a preposition or a conjunction.
  bool Begins(std::size_t at) const {
    if (a_.source()[at].Is(kSubordinator | kCondition)) return true;
    for (; at > 0; --at) {
      if ((a_.source()[at].gap & kPause) != 0) return true;
      const Token& before = a_.source()[at - 1];
      if (before.Is(kPreposition | kCoordinator | kSubordinator)) return true;
      if (!before.Is(kDeterminer)) return IsWhen(a_.source()[at]) && !before.Is(kBe);
    }
    return true;
  }

  // An adverbial: both texts begin it with the same preposition or conjunction, or it is a date.
  bool Movable(const std::vector<Placed>& words, const Run_& piece) const {
    const std::size_t word = words[piece.first].word;
    const Token& first = a_.claim().word(word);
    if (first.Is(kSubordinator | kCondition | kPreposition)) return true;
    if (IsApposition(words, piece)) return true;
    if (IsWhen(first)) return true;
    const std::int32_t claimed = ClaimGovernor(a_.claim(), a_.claim().words[word]);
    const std::int32_t found = SourceGovernor(a_, static_cast<std::size_t>(a_.place(word)));
    if (claimed < 0 || found < 0) return false;
    const std::string_view own = a_.claim().tokens[static_cast<std::size_t>(claimed)].lower;
    const std::string_view other = a_.source()[static_cast<std::size_t>(found)].lower;
    return SamePreposition(own, other) && ClassOf(own) != 5 && own != "than";
  }

  // "Olga Petrova, the director," for "the director, Olga Petrova,": between pauses, and one of the
  // two describes. Names of a list do not change places.
  bool IsApposition(const std::vector<Placed>& words, const Run_& piece) const {
    const auto from = static_cast<std::size_t>(a_.place(words[piece.first].word));
    const auto last = static_cast<std::size_t>(a_.place(words[piece.second - 1].word));
    if ((a_.source()[from].gap & kPause) == 0 || last + 1 >= a_.source().size() ||
        (a_.source()[last + 1].gap & kPause) == 0) {
      return false;
    }
    const auto described = [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (a_.placed_token(words[k].word).Is(kPreposition)) return false;
        const Token& token = a_.claim().word(words[k].word);
        if (token.kind == Kind::kWord && !token.capital) return true;
      }
      return false;
    };
    const bool names = !described(piece.first, piece.second);
    return names && piece.first == 0 && piece.second < words.size() &&
           described(piece.second, std::min(piece.second + 2, words.size()));
  }

  // Active for passive: who stood before the verb stands behind "by".
  bool VoiceChanged(const std::vector<Placed>& words) const {
    for (std::size_t v = 1; v + 1 < words.size(); ++v) {
      const Token& verb = a_.claim().word(words[v].word);
      if (verb.kind != Kind::kWord) continue;
      const auto place = static_cast<std::size_t>(a_.place(words[v].word));
      const bool claim_passive = BeBefore(a_.claim().tokens, a_.claim().words[words[v].word]);
      const bool source_passive = BeBefore(a_.source(), place);
      if (claim_passive == source_passive) continue;
      const bool holds = claim_passive ? FromActive(words, v) : FromPassive(words, v);
      if (holds) return true;
    }
    return false;
  }

  static bool BeBefore(std::span<const Token> tokens, std::size_t at) {
    for (std::size_t back = 1; back <= 2 && back <= at; ++back) {
      if (tokens[at - back].Is(kBe)) return true;
      if (tokens[at - back].must && !tokens[at - back].Is(kNegation | kAdverb)) return false;
    }
    return false;
  }

  static bool Ascends(const std::vector<Placed>& words, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin + 1; k < end; ++k) {
      if (words[k].rank < words[k - 1].rank) return false;
    }
    return true;
  }

  // The claim: object, verb, by, subject.
  bool FromActive(const std::vector<Placed>& words, std::size_t v) const {
    std::size_t agent = v + 1;
    for (; agent < words.size(); ++agent) {
      const std::int32_t governor = ClaimGovernor(a_.claim(), a_.claim().words[words[agent].word]);
      if (governor >= 0 && IsBy(a_.claim().tokens[static_cast<std::size_t>(governor)].lower)) break;
    }
    if (agent == words.size()) return false;
    std::size_t end = agent + 1;
    while (end < words.size() && words[end].rank > words[end - 1].rank &&
           words[end].rank < words[v].rank) {
      ++end;
    }
    for (std::size_t k = 0; k < v; ++k) {
      if (words[k].rank < words[v].rank) return false;
    }
    for (std::size_t k = agent; k < end; ++k) {
      if (words[k].rank > words[v].rank) return false;
    }
    return Ascends(words, 0, v) && Ascends(words, agent, end) && BeginsClause(words[agent].word) &&
           words[v].rank - words[end - 1].rank <= 1;
  }

  // The claim: subject, verb, object.
  bool FromPassive(const std::vector<Placed>& words, std::size_t v) const {
    const std::int32_t governor =
        SourceGovernor(a_, static_cast<std::size_t>(a_.place(words[0].word)));
    if (governor < 0 || !IsBy(a_.source()[static_cast<std::size_t>(governor)].lower)) return false;
    std::size_t end = v + 1;
    while (end < words.size() && words[end].rank < words[v].rank) ++end;
    if (end == v + 1) return false;
    for (std::size_t k = 0; k < v; ++k) {
      if (words[k].rank < words[v].rank) return false;
    }
    return Ascends(words, 0, v) && Ascends(words, v + 1, end) && BeginsClause(words[v + 1].word);
  }

  static bool IsBy(std::string_view lower) {
    return lower == "by" || lower == "von" || lower == "vom" || lower == "durch";
  }

  // The source's clause begins with the word, but for its article.
  bool BeginsClause(std::size_t word) const {
    for (auto at = static_cast<std::size_t>(a_.place(word)); at > 0; --at) {
      if ((a_.source()[at].gap & kPause) != 0) return true;
      const Token& before = a_.source()[at - 1];
      if (before.Is(kCoordinator | kDiscourse)) return true;
      if (!before.Is(kDeterminer)) return false;
    }
    return true;
  }

  // The words of the shorter pieces: what is out of order.
  static std::vector<std::uint32_t> Marked(const std::vector<Placed>& words) {
    // Off a longest chain in source order.
    std::vector<std::size_t> tails, from(words.size(), words.size());
    for (std::size_t k = 0; k < words.size(); ++k) {
      const auto at = std::ranges::upper_bound(tails, words[k].rank, {},
                                               [&](std::size_t t) { return words[t].rank; });
      if (at != tails.begin()) from[k] = *(at - 1);
      if (at == tails.end()) {
        tails.push_back(k);
      } else {
        *at = k;
      }
    }
    std::vector<bool> kept(words.size(), false);
    for (std::size_t k = tails.back(); k != words.size(); k = from[k]) kept[k] = true;
    std::vector<std::uint32_t> marked;
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (!kept[k]) marked.push_back(static_cast<std::uint32_t>(words[k].word));
    }
    return marked;
  }

  const Alignment& a_;
};

}  // namespace

Judgement JudgeOrder(const Alignment& alignment) { return Order(alignment).Run(); }

}  // namespace arborist::stated
