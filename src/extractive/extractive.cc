// SPDX-License-Identifier: AGPL-3.0-only
// The choice of an answer (extractive-v2, docs/design/0012-extractive-v2.md). In order:
//
//   1. read the question (asked.cc) and cut the passages into units (layout.cc);
//   2. measure every unit by whole numbers (features.cc and measure_*.cc);
//   3. rank by the weighted sum, units that the layout of the page answers with first (Told);
//   4. drop units without the kind that is asked for: no time for "when", no number for "how many";
//   5. say the best unit that may be said, joined with a neighbour that is nearly as likely, then
//      further units while they are nearly as likely, max_claims in all;
//   6. compare the chance of the first claim with the least chance: with less the answer declines.
//
// Floating point, the locale and the order of hashing have no part in it, so that the answer is the
// same on every machine. The cost is linear in the evidence but for the sort.
#include "extractive/extractive.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "evidence/content_tokens.h"
#include "evidence/pointer_claims.h"
#include "extractive/features.h"
#include "extractive/together.h"
#include "text/canonical.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

// A further claim may be this much less likely than the first; thousandths of the log of the odds.
constexpr std::int64_t kWorthSaying = 1500;

// Thousandths. The document never speaks of what is counted; the passage never says a name of the
// question, or a document none of the words of "who did" but names; the name stands neither in the
// sentence nor in what heads or introduces it.
constexpr std::int64_t kLeastWithoutCounted = 500;
constexpr std::int64_t kLeastWithoutName = 500;
constexpr std::int64_t kLeastFarFromName = 350;
constexpr std::size_t kMaxTried = 64;  // sentences, for one that can be a claim

struct Scored {
  const Sentence* sentence;
  std::int64_t score;
  // Whose measures tell how likely it answers: of a headword that leads to it, that one's.
  const Sentence* judged;
};

// Whether a verifier would take the text for a claim: at least two content words, and no tag like
// [E2], which would be read as the claim's own citation.
bool IsClaim(std::string_view text) {
  constexpr std::size_t kLeastTokens = 2;
  if (evidence::CountTagStarts(text) != 0) return false;
  if (evidence::ContentTokens(text).size() >= kLeastTokens) return true;
  // Scripts without spaces have no words of that kind: four characters of one are enough.
  std::size_t dense = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    if (text::HasFlag(text::Decode(text, &pos), text::kDense)) ++dense;
  }
  return dense >= 4;
}

bool IsCode(UnitKind kind) { return kind == UnitKind::kCode || kind == UnitKind::kLeadCode; }

bool IsTold(const Sentence& sentence) { return sentence.told != Told::kNo; }

// Whether a sentence lacks the kind of thing that is asked for: a time, a number, a colour. Not
// asked of persons, places, reasons and trades, whose words no list knows; the confidence judges
// those.
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

// A row is chosen for "when" only if it has digits that may be a day (HasDay), so that
// kind_missing, which looks for words of time, does not apply to it.
bool ToldTheKind(const Asked& asked, const Sentence& sentence) {
  return sentence.told == Told::kRow && asked.type() == AnswerType::kTime;
}

std::int64_t LeastByDefault(const Asked& asked, std::size_t passages, const Sentence& best) {
  // It must say the question's rarest name.
  if (passages == 1 && best.features[Feature::kNameGone] == 0 && !best.name_far) {
    return kLeastChanceOfOne;
  }
  if (asked.english()) return kLeastChance;
  if (asked.bare()) return kLeastChance;
  return asked.german() ? kLeastChanceGerman : kLeastChanceElsewhere;
}

// Best first; of equals the one that comes first in the evidence.
std::vector<Scored> Ranked(const std::vector<Sentence>& sentences, std::size_t weight_set) {
  std::vector<Scored> ranked;
  for (const Sentence& sentence : sentences) {
    if (MayAnswer(sentence))
      ranked.push_back({&sentence, Score(sentence.features, weight_set), &sentence});
  }
  std::ranges::sort(ranked, [](const Scored& a, const Scored& b) {
    // Units that the layout answers with come first: those under the same question, then rows, each
    // in the order of the page.
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
  // The formula comes to ln((chunks + 1) / (frequency + 0.5)).
  const std::int64_t n = std::clamp<std::int64_t>(chunks, 0, std::int64_t{1} << 40);
  const std::int64_t df = std::clamp<std::int64_t>(frequency, 0, n);
  std::uint64_t ratio = (static_cast<std::uint64_t>(2 * n + 2) << 20) /
                        static_cast<std::uint64_t>(2 * df + 1);  // 20 bits behind the point
  // log2 by squaring: the whole part is the bit width; then each squaring of the mantissa gives one
  // bit behind the point, ten in all. 693147 / 1000000 is ln 2.
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
  // A table of 1000 / (1 + e^-x) in hundredths for x = 0, 0.5, ... 8, a straight line between two
  // entries, and the symmetry of the curve for x < 0.
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

namespace {

class Extractor {
 public:
  explicit Extractor(const Request& request)
      : request_(request),
        evidence_(*request.evidence),
        asked_(request.question),
        layouts_(evidence_, request.readings),
        sentences_(ReadSentences(evidence_, layouts_.all(), request.weight, &asked_)),
        among_{sentences_, evidence_},
        weight_set_(WeightSetOf(asked_, sentences_)),
        ranked_(Ranked(sentences_, weight_set_)),
        joined_(ranked_.size()) {
    ReplaceNames();
    joined_ = ranked_.size();
    if (request.least_chance == 0) return;
    std::erase_if(ranked_,
                  [&](const Scored& scored) { return LacksWhatIsAsked(*scored.sentence); });
    joined_ = ranked_.size();
  }

  Answer Run() {
    SayBest();
    if (first_ == nullptr && request_.stands) {
      unquotable_ = true;
      SayBest();
      answer_.unquotable = first_ != nullptr;
    }
    answer_.declined = first_ == nullptr || unquotable_ ||
                       (!IsTold(*first_->sentence) && answer_.chance < Least());
    return std::move(answer_);
  }

 private:
  bool LacksWhatIsAsked(const Sentence& sentence) const {
    // English numbers are seen to by their kinds.
    const bool figure =
        asked_.wants_figure() &&
        (asked_.german() || (asked_.english() && GroupOf(asked_.type()) != TypeGroup::kNumber));
    if (figure && !sentence.figure && Completing(asked_, sentence, among_) == nullptr) return true;
    return !ToldTheKind(asked_, sentence) && LacksKind(asked_, sentence);
  }

  // A headword answers nothing: in its place stands the sentence behind it that says something.
  void ReplaceNames() {
    constexpr std::size_t kMostSkipped = 3;
    for (Scored& scored : ranked_) {
      const Sentence* at = scored.sentence;
      if (IsTold(*at)) continue;
      for (std::size_t i = 0; i < kMostSkipped && at != nullptr && at->named; ++i)
        at = Behind(*at, among_);
      scored.sentence = at != nullptr && at->named ? nullptr : at;
    }
    std::erase_if(ranked_, [](const Scored& scored) { return scored.sentence == nullptr; });
    std::set<const Sentence*> met;
    std::erase_if(ranked_, [&](const Scored& s) { return !met.insert(s.sentence).second; });
  }

  void SayBest() {
    const std::size_t tried = std::min(ranked_.size(), kMaxTried);
    for (std::size_t rank = 0; rank < tried; ++rank) {
      if (answer_.claims.size() >= request_.max_claims || !IsWorthSaying(rank)) break;
      if (rank != joined_) Say(rank);
    }
  }

  const Unit& UnitOf(const Sentence& sentence) const {
    return layouts_.all()[sentence.passage].units[sentence.unit];
  }

  // After the first claim a unit is worth saying if it is nearly as likely, or if the layout
  // answers with it as with the first.
  bool IsWorthSaying(std::size_t rank) const {
    if (first_ == nullptr) return true;
    if (IsTold(*first_->sentence)) return IsTold(*ranked_[rank].sentence);
    return ranked_[rank].score >= first_->score - kWorthSaying;
  }

  void Say(std::size_t rank) {
    const Scored& scored = ranked_[rank];
    const Sentence& sentence = *scored.sentence;
    const bool first = first_ == nullptr;
    std::vector<Piece> pieces = UnitOf(sentence).parts;
    if (pieces.empty()) {
      pieces.push_back(IsTold(sentence) ? WithFirst(rank)
                       : first          ? WithNeighbour(rank)
                                        : sentence.piece);
    }
    std::vector<Claim> claims;
    KeepStanding(sentence.passage, &pieces);
    if (pieces.empty()) return;
    for (const Piece& piece : pieces) AddClaim(scored, piece, &claims);
    if (claims.empty() || LeansOnOne(answer_.claims, claims[0].pointer_id)) return;
    if (first) {
      for (const Piece& item : ItemsUnder(layouts_.all()[sentence.passage], UnitOf(sentence))) {
        if (DoesStand(sentence.passage, item)) AddClaim(scored, item, &claims);
      }
      SetFirst(rank);
    }
    for (const Claim& claim : claims) said_.insert(claim.text);
    std::ranges::move(claims, std::back_inserter(answer_.claims));
  }

  // Under its question a "No." with the sentence behind it.
  Piece WithFirst(std::size_t rank) {
    const Sentence& sentence = *ranked_[rank].sentence;
    const Sentence* next = Next(sentence, among_);
    if (next == nullptr || sentence.told != Told::kUnderQuestion ||
        IsClaim(Collapsed(TextOf(sentence, evidence_)))) {
      return sentence.piece;
    }
    const Piece both = Both(sentence.piece, next->piece);
    if (!DoesStand(sentence.passage, both)) return sentence.piece;
    LeaveOut(next, rank);
    return both;
  }

  // It is said with what stands at this rank.
  void LeaveOut(const Sentence* said, std::size_t rank) {
    for (std::size_t k = rank + 1; k < ranked_.size(); ++k) {
      if (ranked_[k].sentence == said) joined_ = k;
    }
  }

  // A sentence with one beside it that is nearly as likely, or that it leans on.
  Piece WithNeighbour(std::size_t rank) {
    const Scored& scored = ranked_[rank];
    if (const Sentence* next = Completing(asked_, *scored.sentence, among_); next != nullptr) {
      const Piece both = Both(scored.sentence->piece, next->piece);
      if (DoesStand(scored.sentence->passage, both)) {
        LeaveOut(next, rank);
        return both;
      }
    }
    for (std::size_t k = rank + 1; k < std::min(ranked_.size(), rank + kJoinFrom); ++k) {
      if (scored.score - ranked_[k].score > kJoinGap ||
          !MayJoin(*scored.sentence, *ranked_[k].sentence, evidence_)) {
        continue;
      }
      const Piece both = Both(scored.sentence->piece, ranked_[k].sentence->piece);
      if (!DoesStand(scored.sentence->passage, both)) continue;
      joined_ = k;
      return both;
    }
    const Sentence* before = Before(*scored.sentence, among_);
    if (before == nullptr) return scored.sentence->piece;
    const Piece both = Both(scored.sentence->piece, before->piece);
    return DoesStand(scored.sentence->passage, both) ? both : scored.sentence->piece;
  }

  bool DoesStand(std::size_t passage, const Piece& piece) const {
    return unquotable_ || !request_.stands || request_.stands(passage, piece.begin, piece.end);
  }

  // Leaves the parts of a unit that may be said; none when the first may not. An answer that points
  // to sentences shows all parts as one claim, which a verifier reads as a whole, so the whole is
  // asked about first: the line that introduces a program may turn its meaning round. In the other
  // modes each part is a claim of its own.
  void KeepStanding(std::size_t passage, std::vector<Piece>* parts) const {
    if (request_.may_be_short &&
        DoesStand(passage,
                  std::accumulate(parts->begin() + 1, parts->end(), parts->front(), Both))) {
      return;
    }
    if (!DoesStand(passage, parts->front())) return parts->clear();
    std::erase_if(*parts, [&](const Piece& part) { return !DoesStand(passage, part); });
  }

  // Adds the piece as a claim unless it is none to a verifier or was said before.
  void AddClaim(const Scored& scored, const Piece& piece, std::vector<Claim>* claims) const {
    const std::size_t passage = scored.sentence->passage;
    Claim claim = MakeClaim(evidence_.objects()[passage], passage, piece, scored.score);
    const bool short_code = request_.may_be_short && IsCode(scored.sentence->kind) &&
                            evidence::CountTagStarts(claim.text) == 0;
    const bool again = said_.contains(claim.text) ||
                       std::ranges::find(*claims, claim.text, &Claim::text) != claims->end();
    if (!again && (short_code || IsClaim(claim.text))) claims->push_back(std::move(claim));
  }

  void SetFirst(std::size_t rank) {
    first_ = &ranked_[rank];
    Features chosen = first_->judged->features;
    AddChoice(first_->score, rank + 1 < ranked_.size() ? ranked_[rank + 1].score : kNoScore,
              &chosen);
    answer_.chance = Chance(Confidence(chosen, weight_set_));
  }

  std::int64_t Least() const {
    std::int64_t least = request_.least_chance;
    if (least == 0) return least;
    if (least == kLeastChance) {
      least = LeastByDefault(asked_, evidence_.objects().size(), *first_->sentence);
    }
    if (request_.least_chance == kLeastChance) {
      const Sentence& sentence = *first_->judged;
      // German nouns have the capital letters of names.
      if (asked_.english()) {
        const bool did = asked_.type() == AnswerType::kPerson && sentence.only_names;
        if (sentence.name_gone || did) least = std::max(least, kLeastWithoutName);
        if (sentence.name_far) least = std::max(least, kLeastFarFromName);
      }
    }
    // "How many calories" of a document without the word calories needs a higher chance.
    const bool counted_gone = asked_.type() == AnswerType::kNumber && first_->sentence->head_gone;
    return counted_gone ? std::max(least, kLeastWithoutCounted) : least;
  }

  const Request& request_;
  const evidence::EvidenceMap& evidence_;
  Asked asked_;
  Layouts layouts_;
  std::vector<Sentence> sentences_;
  Neighbourhood among_;
  std::size_t weight_set_;
  std::vector<Scored> ranked_;
  std::size_t joined_;             // the rank of what the first claim says too
  const Scored* first_ = nullptr;  // of the first claim
  bool unquotable_ = false;        // nothing stands: what may not be said shows where to look
  std::set<std::string> said_;
  Answer answer_;
};

}  // namespace

Answer Extract(const Request& request) {
  if (request.evidence == nullptr || request.max_claims == 0) return {};
  return Extractor(request).Run();
}

}  // namespace arborist::extractive
