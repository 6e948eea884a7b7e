// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/lexical_v2_check.h"

#include <algorithm>
#include <tuple>

#include "text/scan.h"

namespace arborist::verify::lexical {

namespace {

constexpr std::size_t kMinWords = 4;
constexpr std::size_t kMaxWords = 200;      // longer is no sentence, and would cost without bound
constexpr std::size_t kMaxPlaces = 500000;  // of all its words in the source
constexpr std::size_t kMaxWindows = 64;     // judged for one unit
constexpr std::size_t kMaxUnionEnds = 8;    // sentences tried as halves of a union
constexpr std::size_t kCoverage = 65;       // percent of the words, in one sentence
constexpr std::size_t kCoverage2 = 75;      // ... in two

bool AtLeast(std::size_t part, std::size_t percent, std::size_t whole) {
  return 100 * part >= percent * whole;
}

// A capital at the start says little: a name only if another follows, or if the source never
// writes it small.
void SettleFirstWord(const WordIndex& index, std::vector<Token>* tokens) {
  Token& first = tokens->front();
  if (first.kind != Kind::kName || first.strange) return;
  if (tokens->size() > 1 && (*tokens)[1].kind == Kind::kName) return;
  if (index.Knows(first.stem) && !index.SeenInLowerCase(first.stem)) return;
  first.kind = Kind::kContent;
}

// Letters of another script than most of the unit's: look-alikes, which must match as they are.
void MarkForeign(std::string_view unit, std::vector<Token>* tokens) {
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

// Two words that begin small, one of which counts: not a heading or a list of names.
bool IsSentence(std::string_view unit, const Claim& claim) {
  std::size_t small = 0, counting = 0;
  for (const Token& token : claim.tokens) {
    if (!text::IsLower(text::At(unit, token.begin))) continue;
    ++small;
    if (token.counts()) ++counting;
  }
  return small >= 2 && counting >= 1;
}

// Too many words whose first letters stand nowhere: spares the index of a source. Never wrong: what
// may be spelled otherwise there counts as found.
bool IsForeign(const std::vector<Token>& tokens, const Source& source) {
  constexpr std::size_t kLetters = 3;
  std::size_t words = 0, found = 0;
  for (const Token& token : tokens) {
    if (!token.counts()) continue;
    ++words;
    const std::string_view start = std::string_view(token.lower).substr(0, kLetters);
    const bool plain = std::ranges::all_of(start, [](char c) { return c >= 'a' && c < 'y'; });
    if (token.kind == Kind::kNumber || !UnitOf(token.lower).empty() || !plain ||
        source.HasLetters(start)) {
      ++found;
    }
  }
  return !AtLeast(found, kCoverage, words);
}

Claim ReadClaim(std::string_view unit, std::vector<Token> tokens, const WordIndex& index) {
  Claim claim;
  claim.tokens = std::move(tokens);
  if (claim.tokens.empty()) return claim;
  SettleFirstWord(index, &claim.tokens);
  MarkForeign(unit, &claim.tokens);
  for (std::uint32_t i = 0; i < claim.tokens.size(); ++i) {
    const Token& token = claim.tokens[i];
    if (!token.counts()) continue;
    claim.words.push_back(i);
    claim.mandatory.push_back(token.strange || token.kind == Kind::kName ||
                              (token.kind == Kind::kNumber && !token.Is(kLooseNumber)));
  }
  return claim;
}

// The words that a sentence has.
struct SentenceHits {
  std::uint32_t sentence = 0;
  std::vector<std::uint32_t> words;  // ascending
};

std::vector<SentenceHits> HitsBySentence(const Claim& claim, const WordIndex& index) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hits;
  for (std::uint32_t i = 0; i < claim.size(); ++i) {
    std::uint32_t last = UINT32_MAX;
    for (const std::uint32_t place : claim.places[i]) {
      const std::uint32_t sentence = index.tokens()[place].sentence;
      if (sentence != last) hits.emplace_back(sentence, i);
      last = sentence;
    }
  }
  std::ranges::sort(hits);
  std::vector<SentenceHits> sentences;
  for (const auto& [sentence, word] : hits) {
    if (sentences.empty() || sentences.back().sentence != sentence) {
      sentences.push_back({sentence, {}});
    }
    sentences.back().words.push_back(word);
  }
  return sentences;
}

class WindowFinder {
 public:
  WindowFinder(const Claim& claim, const WordIndex& index, Reach reach)
      : claim_(claim), index_(index), hits_(HitsBySentence(claim, index)) {
    for (std::size_t k = 0; k < hits_.size(); ++k) {
      Offer(hits_[k], hits_[k]);
      if (k + 1 < hits_.size() && hits_[k + 1].sentence == hits_[k].sentence + 1 &&
          index.passage(hits_[k].sentence) == index.passage(hits_[k + 1].sentence)) {
        Offer(hits_[k], hits_[k + 1]);
      }
    }
    if (reach == Reach::kUnion) OfferUnions();
    std::ranges::sort(windows_, {}, [](const Window& window) {
      return std::tuple(-(static_cast<std::int64_t>(window.covered) - window.sentences()),
                        window.sentences(), window.content_hash, window.first);
    });
    if (windows_.size() > kMaxWindows) windows_.resize(kMaxWindows);
  }

  const std::vector<Window>& windows() const { return windows_; }
  // Why the best of the refused windows was refused.
  Failure refusal() const { return refusal_; }

 private:
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
    std::vector<std::uint32_t> both;
    if (!single) std::ranges::set_union(a.words, b.words, std::back_inserter(both));
    const std::vector<std::uint32_t>& words = single ? a.words : both;
    if (!AtLeast(words.size(), single ? kCoverage : kCoverage2, claim_.size())) return;
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
    windows_.push_back({a.sentence, b.sentence, static_cast<std::uint32_t>(words.size()),
                        Hash(a.sentence) + (single ? 0 : 31 * Hash(b.sentence))});
  }

  // A name of an earlier sentence of the passage, for which a pronoun may stand here.
  bool StoodFor(std::uint32_t word, std::uint32_t first, std::uint32_t second) const {
    if (claim_.word(word).kind != Kind::kName || claim_.word(word).strange) return false;
    const bool named = std::ranges::any_of(claim_.places[word], [&](std::uint32_t place) {
      const Token& token = index_.tokens()[place];
      return token.sentence < first && token.passage == index_.passage(first);
    });
    if (!named) return false;
    for (const std::uint32_t sentence : {first, second}) {
      for (std::uint32_t at = index_.first_token(sentence); at < index_.first_token(sentence + 1);
           ++at) {
        if (index_.tokens()[at].Is(kPronoun)) return true;
      }
    }
    return false;
  }

  void Refuse(Failure failure, std::size_t covered) {
    if (covered <= refused_cover_) return;
    refused_cover_ = covered;
    refusal_ = failure;
  }

  std::uint64_t Hash(std::uint32_t sentence) const {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::uint32_t at = index_.first_token(sentence); at < index_.first_token(sentence + 1);
         ++at) {
      for (const char c : index_.tokens()[at].lower) {
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
      }
      hash = (hash ^ 0x20u) * 0x100000001b3u;
    }
    return hash;
  }

  const Claim& claim_;
  const WordIndex& index_;
  std::vector<SentenceHits> hits_;
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

Checked CheckUnit(std::string_view unit, const Source& source, Reach reach) {
  if (source.Asserts(VerbatimUnit(unit))) return {Support::kVerbatim, Failure::kNone};
  std::vector<Token> tokens = Tokenize(unit);
  const auto words = static_cast<std::size_t>(std::ranges::count_if(tokens, &Token::counts));
  if (words >= kMinWords && words <= kMaxWords && IsForeign(tokens, source)) {
    return {Support::kNone, Failure::kUncovered};
  }
  const WordIndex& index = source.index();
  Claim claim = ReadClaim(unit, std::move(tokens), index);
  if (claim.size() < kMinWords || claim.size() > kMaxWords || !IsSentence(unit, claim)) {
    return {Support::kNone, Failure::kUnread};
  }
  std::size_t found = 0, places = 0;
  for (std::size_t i = 0; i < claim.size(); ++i) {
    claim.places.push_back(index.PlacesOf(claim.word(i)));
    source.AddWork(claim.places.back().size() + 1);
    if (!claim.places.back().empty()) ++found;
    places += claim.places.back().size();
    if (places > kMaxPlaces) return {Support::kNone, Failure::kUnread};
  }
  if (!AtLeast(found, kCoverage, claim.size())) return {Support::kNone, Failure::kUncovered};

  const WindowFinder finder(claim, index, reach);
  Failure first_failure = finder.windows().empty() ? finder.refusal() : Failure::kNone;
  for (const Window& window : finder.windows()) {
    const Alignment alignment(claim, index, window);
    source.AddWork(alignment.steps() + alignment.source_size());
    const Failure failure = Judge(alignment);
    if (failure == Failure::kNone) return {Support::kParaphrase, Failure::kNone};
    if (first_failure == Failure::kNone) first_failure = failure;
  }
  return {Support::kNone, first_failure};
}

}  // namespace arborist::verify::lexical
