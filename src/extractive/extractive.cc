// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/extractive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
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

// A further claim may be this much less likely than the first; thousandths of the log of the odds.
constexpr std::int64_t kWorthSaying = 1500;

constexpr std::int64_t kLeastWithoutCounted = 500;  // thousandths
constexpr std::size_t kMaxJoined = 400;             // bytes of a claim of two sentences
constexpr std::size_t kMaxTried = 64;               // sentences, for one that can be a claim

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

bool IsCode(UnitKind kind) { return kind == UnitKind::kCode || kind == UnitKind::kLeadCode; }

bool IsTold(const Sentence& sentence) { return sentence.told != Told::kNo; }

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

std::int64_t LeastByDefault(const Asked& asked, std::size_t passages, const Features& best) {
  // It must say the question's rarest name.
  if (passages == 1 && best[Feature::kNameGone] == 0) return kLeastChanceOfOne;
  if (asked.english()) return kLeastChance;
  return asked.german() ? kLeastChanceGerman : kLeastChanceElsewhere;
}

// Best first; the first of equals is the one that stands first.
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
    return a.score != b.score ? a.score > b.score : a.sentence < b.sentence;
  });
  return ranked;
}

std::string Collapsed(std::string_view text) {
  std::string collapsed;
  text::CollapseWhitespaceTo(text, &collapsed);
  return collapsed;
}

Claim MakeClaim(const evidence::EvidenceObject& object, std::size_t passage, const Piece& piece,
                std::int64_t score) {
  const std::string_view span = object.span;
  const std::string_view text = span.substr(piece.begin, piece.end - piece.begin);
  Claim claim;
  claim.text = Collapsed(text);
  claim.passage = passage;
  claim.pointer_id = object.pointer_id;
  claim.source = evidence::Label(object);
  claim.char_begin = text::CountCodePoints(span.substr(0, piece.begin));
  claim.char_end = claim.char_begin + text::CountCodePoints(text);
  claim.score = score;
  return claim;
}

Piece Both(Piece a, const Piece& b) {
  a.begin = std::min(a.begin, b.begin);
  a.end = std::max(a.end, b.end);
  return a;
}

// Of a sentence that begins with a pronoun the one before it, which says what it speaks of.
const Sentence* Before(const Sentence& sentence, const std::vector<Sentence>& sentences,
                       const evidence::EvidenceMap& evidence) {
  if (sentence.features[Feature::kStartsWithPronoun] == 0) return nullptr;
  for (const Sentence& other : sentences) {
    if (other.piece.end <= sentence.piece.begin && MayJoin(other, sentence, evidence))
      return &other;
  }
  return nullptr;
}

// What a sentence introduces: the items of its list, the first of them.
std::vector<Piece> ItemsUnder(const Layout& layout, const Unit& lead) {
  constexpr std::size_t kMostItems = 5;
  const std::vector<blocks::Block>& blocks = layout.reading->blocks;
  std::vector<Piece> items;
  const std::vector<blocks::Span>& sentences = blocks[lead.block].sentences;
  if (lead.kind != UnitKind::kSentence || sentences.empty()) return items;
  for (const Unit& unit : layout.units) {
    const bool item = unit.kind == UnitKind::kItem || unit.kind == UnitKind::kEntry;
    if (!item || !unit.first || unit.piece.begin < lead.piece.end) continue;
    if (blocks[unit.block].lead == lead.block) items.push_back(unit.piece);
    if (items.size() == kMostItems) break;
  }
  return items;
}

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

std::int64_t Chance(std::int64_t log_odds) {
  // 1000 / (1 + e^-x) at every half, in hundredths; between them on a line.
  constexpr std::int32_t kStep = 500;
  constexpr std::array<std::int32_t, 17> kTable = {50000, 62246, 73106, 81757, 88080, 92414,
                                                   95257, 97069, 98201, 98901, 99331, 99593,
                                                   99753, 99850, 99909, 99945, 99966};
  const std::int64_t size = std::min<std::int64_t>(std::abs(log_odds), 8 * 1000 - 1);
  const auto at = static_cast<std::size_t>(size / kStep);
  const std::int64_t hundredths =
      kTable[at] + (kTable[at + 1] - kTable[at]) * (size % kStep) / kStep;
  const std::int64_t chance = (hundredths + 50) / 100;
  return log_odds < 0 ? 1000 - chance : chance;
}

bool MayJoin(const Sentence& a, const Sentence& b, const evidence::EvidenceMap& evidence) {
  const auto is_prose = [](UnitKind kind) {
    return kind == UnitKind::kSentence || kind == UnitKind::kItem;
  };
  if (a.passage != b.passage || a.block != b.block || !is_prose(a.kind) || !is_prose(b.kind)) {
    return false;
  }
  const Piece& first = a.piece.begin < b.piece.begin ? a.piece : b.piece;
  const Piece& second = a.piece.begin < b.piece.begin ? b.piece : a.piece;
  if (second.begin < first.end || second.end - first.begin > kMaxJoined) return false;
  const std::string_view between = std::string_view(evidence.objects()[a.passage].span)
                                       .substr(first.end, second.begin - first.end);
  return between.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Answer Extract(const Request& request) {
  Answer answer;
  if (request.evidence == nullptr || request.max_claims == 0) return answer;
  Asked asked(request.question);
  const Layouts layouts(*request.evidence, request.readings);
  const std::vector<Sentence> sentences =
      ReadSentences(*request.evidence, layouts.all(), request.weight, &asked);
  const std::size_t weight_set = WeightSetOf(asked, sentences);
  std::vector<Scored> ranked = Ranked(sentences, weight_set);
  std::erase_if(ranked, [&](const Scored& scored) {
    return request.least_chance > 0 && !ToldTheKind(asked, *scored.sentence) &&
           LacksKind(asked, *scored.sentence);
  });
  std::set<std::string> said;
  bool told_first = false;
  bool counted_gone = false;
  Features best{};
  std::int64_t least_score = 0;
  std::size_t joined = ranked.size();
  const std::size_t tried = std::min(ranked.size(), kMaxTried);
  for (std::size_t i = 0; i < tried && answer.claims.size() < request.max_claims; ++i) {
    if (i == joined) continue;
    const Scored& scored = ranked[i];
    const bool told = IsTold(*scored.sentence);
    if (!answer.claims.empty() && (told_first ? !told : scored.score < least_score)) break;
    const std::size_t passage = scored.sentence->passage;
    const evidence::EvidenceObject& object = request.evidence->objects()[passage];
    Piece piece = scored.sentence->piece;
    if (answer.claims.empty() && !told) {
      for (std::size_t k = i + 1; k < std::min(ranked.size(), i + kJoinFrom); ++k) {
        if (scored.score - ranked[k].score > kJoinGap ||
            !MayJoin(*scored.sentence, *ranked[k].sentence, *request.evidence)) {
          continue;
        }
        joined = k;
        piece = Both(piece, ranked[k].sentence->piece);
        break;
      }
      const Sentence* before = joined == ranked.size()
                                   ? Before(*scored.sentence, sentences, *request.evidence)
                                   : nullptr;
      if (before != nullptr) piece = Both(piece, before->piece);
    }
    std::vector<Claim> claims;
    for (const Piece& part : layouts.all()[passage].units[scored.sentence->unit].parts) {
      claims.push_back(MakeClaim(object, passage, part, scored.score));
    }
    const auto may_say = [&](const Claim& claim) {
      return IsClaim(claim.text) ||
             (request.may_be_short && evidence::CountTagStarts(claim.text) == 0 &&
              IsCode(scored.sentence->kind));
    };
    if (claims.empty()) claims.push_back(MakeClaim(object, passage, piece, scored.score));
    if (LeansOnOne(answer.claims, claims[0].pointer_id)) continue;
    std::erase_if(claims, [&](const Claim& claim) {
      return !may_say(claim) || !said.insert(claim.text).second;
    });
    if (claims.empty()) continue;
    if (answer.claims.empty()) {
      const Layout& layout = layouts.all()[passage];
      for (const Piece& item : ItemsUnder(layout, layout.units[scored.sentence->unit])) {
        claims.push_back(MakeClaim(object, passage, item, scored.score));
        said.insert(claims.back().text);
      }
      Features chosen = scored.sentence->features;
      AddChoice(scored.score, i + 1 < ranked.size() ? ranked[i + 1].score : kNoScore, &chosen);
      answer.chance = Chance(Confidence(chosen, weight_set));
      best = chosen;
      told_first = told;
      counted_gone = asked.type() == AnswerType::kNumber && scored.sentence->head_gone;
      least_score = scored.score - kWorthSaying;
    }
    std::ranges::move(claims, std::back_inserter(answer.claims));
  }
  std::int64_t least = request.least_chance;
  if (least == kLeastChance)
    least = LeastByDefault(asked, request.evidence->objects().size(), best);
  // "How many calories": the document never speaks of calories.
  if (counted_gone && least > 0) least = std::max(least, kLeastWithoutCounted);
  // What stands under the very question answers it.
  answer.declined = answer.claims.empty() || (!told_first && answer.chance < least);
  return answer;
}

}  // namespace arborist::extractive
