// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/extractive.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "evidence/content_tokens.h"
#include "evidence/pointer_claims.h"
#include "extractive/features.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

// Thousandths of the log of the odds that the best sentence answers. Below, nothing is said: a
// wrong answer costs more than a missing one.
constexpr std::int64_t kConfident = -1750;
// Who gives one passage alone wants to know what it says.
constexpr std::int64_t kConfidentOfOne = -2500;
// The document never says the question's rarest name.
constexpr std::int64_t kConfidentWithoutName = -750;
// "How many calories": the document never speaks of calories.
constexpr std::int64_t kConfidentWithoutCounted = 0;
// Several passages together lack this much of the question, in thousandths: then less is believed.
constexpr std::int32_t kMuchNowhere = 300;
constexpr std::int64_t kConfidentWithoutMuch = -750;
// The one document never says this much of what is asked beside names.
constexpr std::int32_t kMuchGone = 600;
constexpr std::int64_t kConfidentWithoutMuchOfOne = -2000;
// Where fewer signals are read, confidence is lower for right answers too.
constexpr std::int64_t kConfidentNotEnglish = -2500;
// A further claim may be this much less likely than the first.
constexpr std::int64_t kWorthSaying = 1500;

constexpr std::size_t kMaxTried = 64;  // sentences, for one that can be a claim

struct Scored {
  const Sentence* sentence;
  std::int64_t score;
};

// A claim that says nothing, or carries a tag of its own, would not be a claim to a verifier.
bool IsClaim(std::string_view text) {
  constexpr std::size_t kLeastTokens = 2;
  if (evidence::CountTagStarts(text) != 0) return false;
  if (evidence::ContentTokens(text).size() >= kLeastTokens) return true;
  // Scripts without spaces have no such words.
  std::size_t dense = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    if (text::HasFlag(text::Decode(text, &pos), text::kDense)) ++dense;
  }
  return dense >= 4;
}

bool IsTold(const Sentence& sentence) { return sentence.told != Told::kNo; }

bool LacksName(const Sentence& sentence) { return sentence.features[Feature::kNameGone] > 0; }

// Without a time a sentence does not say when, nor without a colour what colour. Persons, places,
// reasons and trades are told by words that no list knows: those the confidence judges.
bool LacksKind(const Asked& asked, const Sentence& sentence) {
  if (!sentence.kind_missing || !asked.english()) return false;
  switch (asked.type()) {
    case AnswerType::kTime:
    case AnswerType::kNumber:
    case AnswerType::kMoney:
    case AnswerType::kPercent:
    case AnswerType::kMeasure:
      return true;
    case AnswerType::kThing:
      return asked.sorts() == kColour;
    default:
      return false;
  }
}

// In a table days are told by digits, which was seen to.
bool ToldTheKind(const Asked& asked, const Sentence& sentence) {
  return sentence.told == Told::kRow && asked.type() == AnswerType::kTime;
}

std::int64_t LeastConfidence(const Asked& asked, const Sentence& sentence, std::size_t passages) {
  if (!asked.english()) return kConfidentNotEnglish;
  const Features& f = sentence.features;
  const bool one = passages == 1;
  std::int64_t least = one ? kConfidentOfOne : kConfident;
  const auto ask = [&](bool where, std::int64_t more) {
    if (where) least = std::max(least, more);
  };
  ask(LacksName(sentence), kConfidentWithoutName);
  ask(asked.type() == AnswerType::kNumber && sentence.head_gone, kConfidentWithoutCounted);
  ask(!one && f[Feature::kNowhere] >= kMuchNowhere, kConfidentWithoutMuch);
  ask(one && sentence.plain_gone >= kMuchGone, kConfidentWithoutMuchOfOne);
  return least;
}

// Best first; the first of equals is the one that stands first. Documents that lack the question's
// rarest name come behind all that have it.
std::vector<Scored> Ranked(const std::vector<Sentence>& sentences, std::size_t weight_set) {
  std::vector<Scored> ranked;
  for (const Sentence& sentence : sentences) {
    if (MayAnswer(sentence)) ranked.push_back({&sentence, Score(sentence.features, weight_set)});
  }
  std::ranges::sort(ranked, [](const Scored& a, const Scored& b) {
    // In the order of the page, and first what stands under the very question.
    if (IsTold(*a.sentence) || IsTold(*b.sentence)) {
      const auto place = [](const Sentence& s) { return IsTold(s) ? static_cast<int>(s.told) : 9; };
      return std::pair(place(*a.sentence), a.sentence) < std::pair(place(*b.sentence), b.sentence);
    }
    if (LacksName(*a.sentence) != LacksName(*b.sentence)) return LacksName(*b.sentence);
    return a.score != b.score ? a.score > b.score : a.sentence < b.sentence;
  });
  return ranked;
}

std::string Collapsed(std::string_view text) {
  std::string collapsed;
  text::CollapseWhitespaceTo(text, &collapsed);
  return collapsed;
}

Claim MakeClaim(const evidence::EvidenceObject& object, const Scored& scored) {
  const Piece& piece = scored.sentence->piece;
  const std::string_view span = object.span;
  const std::string_view text = span.substr(piece.begin, piece.end - piece.begin);
  Claim claim;
  claim.text = Collapsed(text);
  claim.pointer_id = object.pointer_id;
  claim.source = evidence::Label(object);
  claim.char_begin = text::CountCodePoints(span.substr(0, piece.begin));
  claim.char_end = claim.char_begin + text::CountCodePoints(text);
  claim.score = scored.score;
  return claim;
}

// Out of its passage a sentence may leave open what it speaks of: "It was sold in 1974." Then the
// sentence before it that says so goes with it.
class Leads {
 public:
  explicit Leads(const evidence::EvidenceObject& object)
      : span_(object.span), pieces_(SplitPieces(object.span)) {
    std::string title = object.title.value_or("");
    std::ranges::replace(title, '_', ' ');
    title_ = Stems(title);
  }

  // The nearest sentence of its paragraph before it that names the title, where it says "it".
  std::string For(const Piece& piece) const {
    constexpr std::ptrdiff_t kReach = 16;
    if (title_.empty() || NamesTitle(piece) || !HasPronoun(piece)) return {};
    auto at = std::ranges::lower_bound(pieces_, piece.begin, {}, &Piece::begin);
    for (const auto last = at - std::min(kReach, at - pieces_.begin()); at != last;) {
      --at;
      if (at->kind != PieceKind::kSentence || EndsParagraph(*at)) return {};
      if (!NamesTitle(*at)) continue;
      std::string lead = Collapsed(span_.substr(at->begin, at->end - at->begin));
      return IsClaim(lead) ? lead : std::string();
    }
    return {};
  }

 private:
  static std::set<std::string, std::less<>> Stems(std::string_view text) {
    std::set<std::string, std::less<>> stems;
    for (const std::string& token : evidence::ContentTokens(text)) {
      stems.emplace(text::StemPlural(token));
    }
    return stems;
  }
  bool HasPronoun(const Piece& piece) const {
    std::vector<Word> words;
    AppendWords(span_, piece.begin, piece.end, &words);
    return std::ranges::any_of(words,
                               [](const Word& word) { return (word.flags & kPronoun) != 0; });
  }
  bool EndsParagraph(const Piece& piece) const {
    const std::size_t next = span_.find_first_not_of(" \t\r\n", piece.end);
    return std::ranges::count(span_.substr(piece.end, next - piece.end), '\n') > 1;
  }
  bool NamesTitle(const Piece& piece) const {
    const auto stems = Stems(span_.substr(piece.begin, piece.end - piece.begin));
    return std::ranges::any_of(title_,
                               [&](const std::string& word) { return stems.contains(word); });
  }

  std::string_view span_;
  std::vector<Piece> pieces_;
  std::set<std::string, std::less<>> title_;
};

// Whether, with this one, one passage carries half of three claims or more: verifiers call that
// lazy.
bool LeansOnOne(const std::vector<Claim>& claims, const std::string& pointer_id) {
  if (claims.size() < 2) return false;
  std::map<std::string_view, std::size_t> counts{{pointer_id, 1}};
  for (const Claim& claim : claims) ++counts[claim.pointer_id];
  return std::ranges::any_of(
      counts, [&](const auto& count) { return 2 * count.second >= claims.size() + 1; });
}

}  // namespace

std::int64_t InverseFrequency(std::int64_t chunks, std::int64_t frequency) {
  // ln((chunks + 1) / (frequency + 0.5)), for that is what the formula comes to.
  const std::int64_t n = std::clamp<std::int64_t>(chunks, 0, std::int64_t{1} << 40);
  const std::int64_t df = std::clamp<std::int64_t>(frequency, 0, n);
  std::uint64_t ratio = (static_cast<std::uint64_t>(2 * n + 2) << 20) /
                        static_cast<std::uint64_t>(2 * df + 1);  // 20 bits behind the point
  // log2 by squaring, ten bits of it behind the point.
  const int whole = static_cast<int>(std::bit_width(ratio)) - 1;
  ratio = whole >= 20 ? ratio >> (whole - 20) : ratio << (20 - whole);
  std::int64_t log2 = (std::int64_t{whole} - 20) * 1024;
  for (std::int64_t bit = 512; bit > 0; bit /= 2) {
    ratio = (ratio * ratio) >> 20;
    if (ratio < (std::uint64_t{2} << 20)) continue;
    ratio >>= 1;
    log2 += bit;
  }
  return log2 * 693147 / 1024000;
}

Answer Extract(const Request& request) {
  Answer answer;
  if (request.evidence == nullptr || request.max_claims == 0) return answer;
  Asked asked(request.question);
  const std::vector<Sentence> sentences = ReadSentences(*request.evidence, request.weight, &asked);
  const std::size_t weight_set = WeightSetOf(asked, sentences);
  const std::vector<Scored> ranked = Ranked(sentences, weight_set);
  std::set<std::string> said;
  bool told_first = false;
  std::int64_t least_score = 0;
  const std::size_t tried = std::min(ranked.size(), kMaxTried);
  for (std::size_t i = 0; i < tried && answer.claims.size() < request.max_claims; ++i) {
    const Scored& scored = ranked[i];
    const bool told = IsTold(*scored.sentence);
    if (request.may_decline && !ToldTheKind(asked, *scored.sentence) &&
        LacksKind(asked, *scored.sentence)) {
      continue;
    }
    if (!answer.claims.empty() && (told_first ? !told : scored.score < least_score)) break;
    const evidence::EvidenceObject& object = request.evidence->objects()[scored.sentence->passage];
    Claim claim = MakeClaim(object, scored);
    if (!IsClaim(claim.text) || LeansOnOne(answer.claims, claim.pointer_id)) continue;
    if (!said.insert(claim.text).second) continue;
    if (answer.claims.empty()) {
      Features chosen = scored.sentence->features;
      AddChoice(scored.score, i + 1 < ranked.size() ? ranked[i + 1].score : kNoScore, &chosen);
      answer.confidence = Confidence(chosen, weight_set);
      const std::int64_t least =
          LeastConfidence(asked, *scored.sentence, request.evidence->objects().size());
      if (request.may_decline && !told && answer.confidence < least) return answer;
      answer.declined = false;
      told_first = told;
      least_score = scored.score - kWorthSaying;
    }
    claim.lead = Leads(object).For(scored.sentence->piece);
    answer.claims.push_back(std::move(claim));
  }
  return answer;
}

}  // namespace arborist::extractive
