// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "One unit". First looks for the unit verbatim; if
// that fails, as a paraphrase: 1. look up the places of each word in the index of the source; 2.
// collect windows (one sentence, two neighbours, or one sentence of each of two passages) that have
// enough of the words and all mandatory ones (names, numbers); 3. align the unit with the best 64
// windows and judge each (judge.cc); one that passes is enough. The cheapest tests come first:
// IsForeign refuses most false units without building the index. The budget counts every step that
// depends on the input, so hostile repetition cannot make it quadratic.
#include "judge/lexical_v2/check_unit.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>

#include "judge/lexical_v2/fold.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

constexpr std::size_t kMinWords = 4;
constexpr std::size_t kMaxWords = 200;  // a longer unit is no sentence, and its cost has no bound
constexpr std::size_t kMaxPlaces = 500000;  // of all its words in the source
constexpr std::size_t kMaxWindows = 64;     // judged for one unit
constexpr std::size_t kMaxUnionEnds = 8;    // sentences tried as halves of a union
constexpr std::size_t kCoverage = 65;       // percent of the words, in one sentence
constexpr std::size_t kCoverage2 = 75;      // ... in two

// A capital at the start of a sentence says little. The first word stays a name only if another
// name follows it, or if the source knows it and never writes it in lower case.
void SettleFirstWord(const WordIndex& index, std::vector<Token>* tokens) {
  Token& first = tokens->front();
  if (first.kind != Kind::kName || first.strange) return;
  if (tokens->size() > 1 && (*tokens)[1].kind == Kind::kName) return;
  if (index.Knows(first.stem) && !index.SeenInLowerCase(first.stem)) return;
  first.kind = Kind::kContent;
}

// Marks words in another script than most of the unit. A name with look-alike letters ("Paris" with
// a Cyrillic a) would pass as the name; a strange word matches only if it is spelled the same.
void MarkForeign(std::string_view unit, std::vector<Token>* tokens) {
  const auto beyond_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::none_of(unit, beyond_ascii)) return;
  std::size_t counts[5] = {};
  const auto script_of = [&](const Token& token) {
    for (std::size_t pos = token.begin; pos < token.end;) {
      const char32_t c = text::Decode(unit, &pos);
      if (text::IsAlpha(c)) return ScriptOf(c);
    }
    return 0;
  };
  for (const Token& token : *tokens) ++counts[script_of(token)];
  const int main = static_cast<int>(std::max_element(counts + 1, counts + 5) - counts);
  for (Token& token : *tokens) {
    if (!token.counts() || token.kind == Kind::kNumber) continue;
    const int script = script_of(token);
    if (script != 0 && script != main) token.strange = true;
  }
}

// True if two words begin in lower case and one of them counts: no heading and no list of names.
bool IsSentence(std::string_view unit, const ClaimTokens& claim) {
  std::size_t small = 0, counting = 0;
  for (const Token& token : claim.tokens) {
    if (!text::IsLower(text::At(unit, token.begin))) continue;
    ++small;
    if (token.counts()) ++counting;
  }
  return small >= 2 && counting >= 1;
}

// True if too many words begin with letters that the source has nowhere, so that the index need not
// be built. Never true for a unit that could be supported: words that the source may spell
// otherwise count as found.
bool IsForeign(const std::vector<Token>& tokens, const SourceIndex& source) {
  constexpr std::size_t kLetters = 3;
  std::size_t words = 0, found = 0;
  for (const Token& token : tokens) {
    if (!token.counts()) continue;
    ++words;
    const std::string_view start = token.lower.substr(0, kLetters);
    const bool plain = std::ranges::all_of(start, [](char c) { return c >= 'a' && c < 'y'; });
    const auto is_unit = [&] {
      const WordEntry* entry = FindWord(token.lower, token.lower_hash);
      return entry != nullptr && !entry->unit.empty();
    };
    if (token.kind == Kind::kNumber || !plain || source.HasLetters(start) || is_unit()) {
      ++found;
    }
  }
  return !AtLeast(found, kCoverage, words);
}

ClaimTokens ReadClaim(std::string_view unit, const WordIndex& index, std::vector<Token>* tokens) {
  ClaimTokens claim{.tokens = *tokens};
  if (tokens->empty()) return claim;
  SettleFirstWord(index, tokens);
  MarkForeign(unit, tokens);
  for (std::uint32_t i = 0; i < claim.tokens.size(); ++i) {
    const Token& token = claim.tokens[i];
    if (!token.counts()) continue;
    claim.words.push_back(i);
    claim.mandatory.push_back(token.strange || token.kind == Kind::kName ||
                              (token.kind == Kind::kNumber && !token.Is(kLooseNumber)));
  }
  return claim;
}

// The words of the claim that one sentence has.
struct SentenceHits {
  std::uint32_t sentence = 0;
  std::span<const std::uint32_t> words;  // ascending
};

// Merges ascending runs, which end at `ends`, pairwise: each element is moved once per doubling of
// the runs.
void MergeRuns(std::vector<std::size_t> ends, std::vector<std::uint64_t>* values) {
  std::vector<std::uint64_t> merged(values->size());
  while (ends.size() > 1) {
    const std::span<const std::uint64_t> runs = *values;
    std::vector<std::size_t> merged_ends;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < ends.size(); k += 2) {
      const std::size_t middle = ends[k], end = ends[std::min(k + 1, ends.size() - 1)];
      std::ranges::merge(runs.subspan(begin, middle - begin), runs.subspan(middle, end - middle),
                         merged.begin() + static_cast<std::ptrdiff_t>(begin));
      merged_ends.push_back(end);
      begin = end;
    }
    values->swap(merged);
    ends = std::move(merged_ends);
  }
}

// Groups the places by sentence. The word numbers are stored in *words, and the results point into
// it.
std::vector<SentenceHits> HitsBySentence(const ClaimTokens& claim, const WordIndex& index,
                                         std::vector<std::uint32_t>* words) {
  std::vector<std::uint64_t> hits;  // sentence in the upper half, word in the lower
  hits.reserve(claim.all_places.size());
  std::vector<std::size_t> ends;
  ends.reserve(claim.size());
  for (std::uint32_t i = 0; i < claim.size(); ++i) {
    std::uint32_t last = UINT32_MAX;
    for (const std::uint32_t place : claim.places(i)) {
      const std::uint32_t sentence = index.sentence_of(place);
      if (sentence != last) hits.push_back(std::uint64_t{sentence} << 32 | i);
      last = sentence;
    }
    ends.push_back(hits.size());
  }
  constexpr std::size_t kFew = 512;
  if (hits.size() <= kFew) {
    std::ranges::sort(hits);
  } else {
    MergeRuns(std::move(ends), &hits);
  }
  words->reserve(hits.size());
  std::vector<SentenceHits> sentences;
  for (std::size_t begin = 0; begin < hits.size();) {
    const auto sentence = static_cast<std::uint32_t>(hits[begin] >> 32);
    std::size_t end = begin;
    for (; end < hits.size() && hits[end] >> 32 == sentence; ++end) {
      words->push_back(static_cast<std::uint32_t>(hits[end]));
    }
    sentences.push_back({sentence, {words->data() + begin, end - begin}});
    begin = end;
  }
  return sentences;
}

class WindowFinder {
 public:
  WindowFinder(const ClaimTokens& claim, const WordIndex& index, Reach reach)
      : claim_(claim), index_(index), hits_(HitsBySentence(claim, index, &hit_words_)) {
    for (std::size_t k = 0; k < hits_.size(); ++k) {
      Offer(hits_[k], hits_[k]);
      if (k + 1 < hits_.size() && hits_[k + 1].sentence == hits_[k].sentence + 1 &&
          index.passage(hits_[k].sentence) == index.passage(hits_[k + 1].sentence)) {
        Offer(hits_[k], hits_[k + 1]);
      }
    }
    if (reach == Reach::kUnion) OfferUnions();
    if (windows_.size() > 1) {
      for (Window& window : windows_) {
        window.content_hash = index.TextHash(window.first) +
                              (window.sentences() == 1 ? 0 : 31 * index.TextHash(window.second));
      }
    }
    const std::size_t kept = std::min(windows_.size(), kMaxWindows);
    std::ranges::partial_sort(
        windows_, windows_.begin() + static_cast<std::ptrdiff_t>(kept), {},
        [](const Window& window) {
          return std::tuple(-(static_cast<std::int64_t>(window.covered) - window.sentences()),
                            window.sentences(), window.content_hash, window.first, window.second);
        });
    windows_.resize(kept);
  }

  const std::vector<Window>& windows() const { return windows_; }
  // The failure of the best window that was refused.
  Failure refusal() const { return refusal_; }

 private:
  // Only among the kMaxUnionEnds sentences with most words: trying all pairs would be quadratic.
  void OfferUnions() {
    std::vector<const SentenceHits*> best;
    best.reserve(hits_.size());
    for (const SentenceHits& hits : hits_) best.push_back(&hits);
    std::ranges::sort(best, {}, [](const SentenceHits* hits) {
      return std::pair(-static_cast<std::int64_t>(hits->words.size()), hits->sentence);
    });
    if (best.size() > kMaxUnionEnds) best.resize(kMaxUnionEnds);
    for (const SentenceHits* a : best) {
      for (const SentenceHits* b : best) {
        if (index_.passage(a->sentence) < index_.passage(b->sentence)) Offer(*a, *b);
      }
    }
  }

  void Offer(const SentenceHits& a, const SentenceHits& b) {
    const bool single = a.sentence == b.sentence;
    const std::size_t percent = single ? kCoverage : kCoverage2;
    const std::size_t most = single ? a.words.size() : a.words.size() + b.words.size();
    if (!AtLeast(most, percent, claim_.size())) return;
    both_.clear();
    if (!single) std::ranges::set_union(a.words, b.words, std::back_inserter(both_));
    const std::span<const std::uint32_t> words = single ? a.words : both_;
    if (!AtLeast(words.size(), percent, claim_.size())) return;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < claim_.size(); ++i) {
      if (next < words.size() && words[next] == i) {
        ++next;
      } else if (claim_.mandatory[i] && !StoodFor(i, a.sentence, b.sentence)) {
        Refuse(claim_.word(i).kind == Kind::kNumber ? Failure::kNumber : Failure::kName,
               words.size());
        return;
      }
    }
    windows_.push_back({a.sentence, b.sentence, static_cast<std::uint32_t>(words.size()), 0});
  }

  // True for a name that an earlier sentence of the passage has, while the window has a pronoun
  // that may stand for it.
  bool StoodFor(std::uint32_t word, std::uint32_t first, std::uint32_t second) const {
    if (claim_.word(word).kind != Kind::kName || claim_.word(word).strange) return false;
    if (!index_.HasPronoun(first) && !index_.HasPronoun(second)) return false;
    // The last place before the window; places ascend, and so do passages.
    const auto places = claim_.places(word);
    const auto behind = std::ranges::lower_bound(places, index_.first_token(first));
    return behind != places.begin() &&
           index_.tokens()[*(behind - 1)].passage == index_.passage(first);
  }

  void Refuse(Failure failure, std::size_t covered) {
    if (covered <= refused_cover_) return;
    refused_cover_ = covered;
    refusal_ = failure;
  }

  const ClaimTokens& claim_;
  const WordIndex& index_;
  std::vector<std::uint32_t> hit_words_;
  std::vector<SentenceHits> hits_;
  std::vector<std::uint32_t> both_;
  std::vector<Window> windows_;
  Failure refusal_ = Failure::kUncovered;
  std::size_t refused_cover_ = 0;
};

}  // namespace

std::string VerbatimUnit(std::string_view folded_unit) {
  std::string form = VerbatimForm(folded_unit);
  for (;;) {
    const std::size_t before = form.size();
    while (!form.empty() && std::string_view(".!?,;: ").contains(form.back())) form.pop_back();
    for (const std::string_view end : {"。", "！", "？", "…", "｡"}) {
      if (form.ends_with(end)) form.resize(form.size() - end.size());
    }
    if (form.size() == before) return form;
  }
}

Checked CheckUnit(std::string_view unit, const SourceIndex& source, Reach reach, Budget* budget) {
  if (source.Asserts(VerbatimUnit(unit), budget)) return {Support::kVerbatim, Failure::kNone};
  return CheckParaphrase(unit, source, reach, budget);
}

Checked CheckParaphrase(std::string_view unit, const SourceIndex& source, Reach reach,
                        Budget* budget) {
  constexpr Checked kSpent{Support::kNone, Failure::kUnread};
  const auto take = [&](std::size_t steps) {
    source.AddWork(steps);
    return budget->Take(steps);
  };
  if (!take(unit.size())) return kSpent;
  Reading reading(unit);
  std::vector<Token>& tokens = reading.tokens();
  const auto words = static_cast<std::size_t>(std::ranges::count_if(tokens, &Token::counts));
  if (words >= kMinWords && words <= kMaxWords && IsForeign(tokens, source)) {
    return {Support::kNone, Failure::kUncovered};
  }
  const WordIndex& index = source.index();
  ClaimTokens claim = ReadClaim(unit, index, &tokens);
  if (claim.size() < kMinWords || claim.size() > kMaxWords || !IsSentence(unit, claim)) {
    return {Support::kNone, Failure::kUnread};
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < claim.size(); ++i) {
    if (!take(index.AppendPlaces(claim.word(i), &claim.all_places))) return kSpent;
    claim.place_ends.push_back(static_cast<std::uint32_t>(claim.all_places.size()));
    if (!claim.places(i).empty()) ++found;
    if (claim.all_places.size() > kMaxPlaces) return {Support::kNone, Failure::kUnread};
  }
  if (!AtLeast(found, kCoverage, claim.size())) return {Support::kNone, Failure::kUncovered};

  const WindowFinder finder(claim, index, reach);
  Failure first_failure = finder.windows().empty() ? finder.refusal() : Failure::kNone;
  for (const Window& window : finder.windows()) {
    const Alignment alignment(claim, index, window);
    if (!take(alignment.steps())) return kSpent;
    const Failure failure = Judge(alignment);
    if (failure == Failure::kNone) return {Support::kParaphrase, Failure::kNone};
    if (first_failure == Failure::kNone) first_failure = failure;
  }
  return {Support::kNone, first_failure};
}

}  // namespace arborist::judge::lexical
