// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 2. Whether the words of a claim stand in
// the order of the source, or in another order that means the same. Words() lists the placed words
// with their ranks, leaves out words that float (adverbs, negations, German verbs), and undoes
// exchanges that are always allowed (genitives, "the --force option"). What remains must ascend. If
// it does not, one piece may have moved as a whole (Moved), or the voice has changed (voice.cc).
// Anything else fails: "A sued B" and "B sued A" have the same words.
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "stated/grammar.h"
#include "stated/judge.h"
#include "stated/voice.h"

namespace arborist::stated {

namespace {

class Order {
 public:
  explicit Order(const Alignment& alignment) : a_(alignment) {}

  Judgement Run() const {
    const std::vector<Placed> words = Words();
    if (words.size() < 2) return {};
    if (!DatesHold()) return {Fault::kOrder, Marked(words)};
    if (const std::optional<std::uint32_t> verb = StrayVerb()) return {Fault::kOrder, {*verb}};
    if (InOrder(words) || VoiceOf(a_, words) != Voice::kSame) return {};
    return {Fault::kOrder, Marked(words)};
  }

  Voice Changed() const {
    const std::vector<Placed> words = Words();
    return words.size() < 2 || InOrder(words) ? Voice::kSame : VoiceOf(a_, words);
  }

 private:
  using Run_ = std::pair<std::size_t, std::size_t>;  // half open

  std::vector<Placed> Words() const {
    std::vector<Placed> words;
    for (std::size_t i = 0; i < a_.claim().size(); ++i) {
      if (!a_.placed(i) || Floats(i)) continue;
      words.push_back({i, a_.rank_of(i)});
    }
    UndoGenitives(&words);
    UndoNamed(&words);
    return words;
  }

  bool InOrder(const std::vector<Placed>& words) const {
    std::vector<Run_> runs;
    for (std::size_t k = 0; k < words.size(); ++k) {
      if (k == 0 || words[k].rank < words[k - 1].rank) runs.emplace_back(k, k);
      runs.back().second = k + 1;
    }
    return runs.size() == 1 || Moved(words, runs);
  }

  // Adverbs and negations have no fixed place; JudgeNegation checks what a negation denies.
  bool Floats(std::size_t word) const {
    const Token& token = a_.claim().word(word);
    if (IsFloatingVerb(word)) return true;
    return token.Is(kNegation) || (token.kind == Kind::kWord && !token.Is(kOperator) &&
                                   (token.Is(kAdverb) || token.lower.ends_with("ly")));
  }

  // German verbs stand second or last in their clause.
  bool IsFloatingVerb(std::size_t word) const {
    return a_.claim().language == Language::kGerman &&
           (IsGermanVerb(a_.claim().tokens, a_.claim().words[word]) ||
            IsGermanVerb(a_.source(), static_cast<std::size_t>(a_.place(word))));
  }

  // A floating verb that is in another clause than the words beside it.
  std::optional<std::uint32_t> StrayVerb() const {
    for (std::size_t i = 0; i < a_.claim().size(); ++i) {
      if (!a_.placed(i) || !IsFloatingVerb(i)) continue;
      std::size_t left = i, right = i + 1;
      while (left > 0 && (!a_.placed(left - 1) || Floats(left - 1))) --left;
      while (right < a_.claim().size() && (!a_.placed(right) || Floats(right))) ++right;
      const bool alone = left == 0 && right == a_.claim().size();
      const bool with_left = left > 0 && OneClause(i, left - 1);
      const bool with_right = right < a_.claim().size() && OneClause(i, right);
      if (!alone && !with_left && !with_right) return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
  }

  bool OneClause(std::size_t one, std::size_t two) const {
    const auto first = static_cast<std::size_t>(a_.place(one));
    const auto second = static_cast<std::size_t>(a_.place(two));
    const std::size_t from = std::min(first, second), to = std::max(first, second);
    for (std::size_t at = from + 1; at <= to; ++at) {
      const Token& token = a_.source()[at];
      if ((token.gap & kPause) != 0 || (at < to && token.Is(kCoordinator))) return false;
    }
    return true;
  }

  // Undoes "the --force option" for "the option --force": a noun that names the kind of a thing.
  void UndoNamed(std::vector<Placed>* words) const {
    constexpr std::size_t kLongest = 5;
    constexpr std::string_view kKinds[] = {
        "option",   "flag",     "command",       "function", "method",    "parameter", "argument",
        "variable", "module",   "class",         "keyword",  "file",      "package",   "crate",
        "field",    "type",     "trait",         "macro",    "decorator", "attribute", "key",
        "operator", "program",  "tool",          "library",  "statement", "directive", "befehl",
        "funktion", "methode",  "variable",      "datei",    "paket",     "modul",     "klasse",
        "feld",     "attribut", "schlüsselwort", "programm", "setting",   "table"};
    for (std::size_t k = 1; k < words->size(); ++k) {
      const Token& kind = a_.claim().word((*words)[k].word);
      if ((*words)[k].rank > (*words)[k - 1].rank ||
          std::ranges::find(kKinds, kind.lower) == std::end(kKinds)) {
        continue;
      }
      std::size_t first = k;
      while (first > 0 && k - first < kLongest && (*words)[first - 1].rank > (*words)[k].rank &&
             a_.claim().words[(*words)[first - 1].word] + (k - first) + 1 ==
                 a_.claim().words[(*words)[k].word]) {
        --first;
      }
      if (first == k || (*words)[first].rank != (*words)[k].rank + 1) continue;
      std::rotate(words->begin() + static_cast<std::ptrdiff_t>(first),
                  words->begin() + static_cast<std::ptrdiff_t>(k),
                  words->begin() + static_cast<std::ptrdiff_t>(k + 1));
    }
  }

  // Undoes "Austria's city" for "city of Austria", "heart operation" for "operation on her heart".
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
      // The head must end directly before the preposition.
      if ((*words)[k].rank - (*words)[last].rank > 2) continue;
      std::rotate(words->begin() + static_cast<std::ptrdiff_t>(k),
                  words->begin() + static_cast<std::ptrdiff_t>(k + 1),
                  words->begin() + static_cast<std::ptrdiff_t>(last + 1));
    }
  }

  // The parts of one date in the claim must be parts of one date in the source.
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

  // True if one piece moved as a whole and the rest kept its order. Such a piece begins or ends
  // where the ranks descend.
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
        if (!RestHolds(words, piece)) continue;
        if (Movable(words, piece) && Seams(words, piece)) return true;
        if (IsTitle(words, piece)) return true;
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

  // True if the piece is a phrase of its own: the source begins one there, and what follows it does
  // not belong to it. Long pieces must be set off by a comma.
  bool Seams(const std::vector<Placed>& words, const Run_& run) const {
    constexpr std::size_t kLong = 4;
    const auto first = static_cast<std::size_t>(a_.place(words[run.first].word));
    if (!Begins(first)) return false;
    const auto last = static_cast<std::size_t>(a_.place(words[run.second - 1].word));
    const bool german = a_.claim().language == Language::kGerman;
    if (last + 1 < a_.source().size()) {
      // It must not end between a subject and its verb, nor inside a phrase.
      const Token& next = a_.source()[last + 1];
      const bool when = IsWhen(a_.source()[last]) || IsYear(a_.source()[last]);
      const bool verb = next.Is(kPresent | kPast | kBe) && !german;
      // A German phrase ends with its noun, unless another noun or the verb follows.
      const bool ended = german && ((a_.source()[last].capital && !next.capital) ||
                                    IsGermanVerb(a_.source(), last + 1));
      const bool goes_on =
          (next.gap & kPause) == 0 &&
          (verb || (next.must && !next.Is(kSubordinator | kPreposition) && !ended));
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

  // German names years without a preposition.
  bool BareYear(const Token& token) const {
    return a_.claim().language == Language::kGerman && IsYear(token);
  }

  // True if a phrase begins at the token: behind a pause, with a preposition or a conjunction.
  bool Begins(std::size_t at) const {
    if (a_.source()[at].Is(kSubordinator | kCondition | kPreposition)) return true;
    for (; at > 0; --at) {
      if ((a_.source()[at].gap & kPause) != 0) return true;
      const Token& before = a_.source()[at - 1];
      if (before.Is(kPreposition | kCoordinator | kSubordinator)) return true;
      if (!before.Is(kDeterminer)) {
        return (IsWhen(a_.source()[at]) || BareYear(a_.source()[at])) && !before.Is(kBe);
      }
    }
    return true;
  }

  // True for an adverbial: both texts begin it with the same preposition or conjunction, or it is a
  // date.
  bool Movable(const std::vector<Placed>& words, const Run_& piece) const {
    const std::size_t word = words[piece.first].word;
    const Token& first = a_.claim().word(word);
    if (first.Is(kSubordinator | kCondition | kPreposition)) return true;
    if (IsApposition(words, piece)) return true;
    if (IsWhen(first) || BareYear(first)) return true;
    const std::int32_t claimed = ClaimGovernor(a_.claim(), a_.claim().words[word]);
    const std::int32_t found = SourceGovernor(a_, static_cast<std::size_t>(a_.place(word)));
    if (claimed < 0 || found < 0) return false;
    const std::string_view own = a_.claim().tokens[static_cast<std::size_t>(claimed)].lower;
    const std::string_view other = a_.source()[static_cast<std::size_t>(found)].lower;
    return SamePreposition(own, other) && ClassOf(own) != 5 && own != "than";
  }

  // "Olga Petrova, the director, ..." for "The director Olga Petrova ...": the name before its
  // title.
  bool IsTitle(const std::vector<Placed>& words, const Run_& piece) const {
    if (piece.first != 0 || piece.second >= words.size()) return false;
    const auto gap_before = [&](std::size_t k) {
      std::uint32_t at = a_.claim().words[words[k].word];
      const std::uint32_t last = k == 0 ? 0 : a_.claim().words[words[k - 1].word];
      std::uint16_t gap = 0;
      for (; at > last; --at) gap |= a_.claim().tokens[at].gap;
      return gap;
    };
    if ((gap_before(piece.second) & kComma) == 0) return false;
    const std::uint32_t title = a_.claim().words[words[piece.second].word];
    if (!a_.claim().tokens[title - 1].Is(kDeterminer)) return false;
    std::size_t end = piece.second + 1;
    while (end < words.size() && (gap_before(end) & kPause) == 0) ++end;
    // The whole title must stand directly before the name.
    if (end == words.size() || words[end - 1].rank + 1 != words[0].rank) return false;
    if (words[end - 1].rank - words[piece.second].rank + 1 !=
        static_cast<std::int32_t>(end - piece.second)) {
      return false;
    }
    for (std::size_t k = 0; k < piece.second; ++k) {
      if (a_.placed_token(words[k].word).kind != Kind::kName) return false;
    }
    const auto name = static_cast<std::size_t>(a_.place(words[0].word));
    const auto first = static_cast<std::size_t>(a_.place(words[piece.second].word));
    return (a_.source()[name].gap & kPause) == 0 && (first < 2 || BeginsPhrase(first));
  }

  bool BeginsPhrase(std::size_t at) const {
    return (a_.source()[at].gap & kPause) != 0 || (a_.source()[at - 1].gap & kPause) != 0;
  }

  // "Olga Petrova, the director," for "the director, Olga Petrova,": between pauses, and exactly
  // one of the two describes. Names in a list must not exchange places.
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

  // The words that are out of order.
  static std::vector<std::uint32_t> Marked(const std::vector<Placed>& words) {
    // Those off a longest ascending chain (patience algorithm, O(n log n)).
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
Voice ChangedVoice(const Alignment& alignment) { return Order(alignment).Changed(); }

}  // namespace arborist::stated
