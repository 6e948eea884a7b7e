// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/extractive.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "extractive/features.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

// Below this confidence nothing is said.
constexpr std::int64_t kConfident = 0;

struct Scored {
  const Sentence* sentence;
  std::int64_t score;
};

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
  return log2 * 693 / 1024;
}

Answer Extract(const Request& request) {
  Answer answer;
  if (request.evidence == nullptr || request.max_claims == 0) return answer;
  Asked asked(request.question);
  const std::vector<Sentence> sentences = ReadSentences(*request.evidence, request.weight, &asked);
  const TypeGroup group = GroupOf(asked.type());
  std::vector<Scored> ranked;
  for (const Sentence& sentence : sentences) {
    if (!MayAnswer(sentence)) continue;
    ranked.push_back({&sentence, Score(sentence.features, group)});
  }
  if (ranked.empty()) return answer;
  std::ranges::stable_sort(ranked, std::greater<>(), &Scored::score);
  Features chosen = ranked[0].sentence->features;
  AddChoice(ranked[0].score, ranked.size() > 1 ? ranked[1].score : ranked[0].score - 4000, &chosen);
  answer.confidence = Confidence(chosen, group);
  answer.declined = answer.confidence < kConfident;
  if (answer.declined) return answer;
  std::set<std::string> said;
  for (const Scored& scored : ranked) {
    if (answer.claims.size() == request.max_claims) break;
    const evidence::EvidenceObject& object = request.evidence->objects()[scored.sentence->passage];
    const std::string_view span = object.span;
    const Piece& piece = scored.sentence->piece;
    Claim claim;
    text::CollapseWhitespaceTo(span.substr(piece.begin, piece.end - piece.begin), &claim.text);
    if (!said.insert(claim.text).second) continue;
    claim.pointer_id = object.pointer_id;
    claim.source = evidence::Label(object);
    claim.char_begin = text::CountCodePoints(span.substr(0, piece.begin));
    claim.char_end =
        claim.char_begin + text::CountCodePoints(span.substr(piece.begin, piece.end - piece.begin));
    claim.score = scored.score;
    answer.claims.push_back(std::move(claim));
  }
  return answer;
}

}  // namespace arborist::extractive
