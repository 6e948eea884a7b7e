// SPDX-License-Identifier: AGPL-3.0-only
// One claim may be two sentences that touch: the second has what the first leaves open, or the
// first says what the second speaks of. Sentences are looked for by their place, so that all this
// costs no more than the sentences that are asked about.
#include "extractive/together.h"

#include <algorithm>
#include <string>

#include "text/canonical.h"

namespace arborist::extractive {

namespace {

constexpr std::size_t kMaxJoined = 400;  // bytes of a claim of two sentences

bool SaysDefault(std::string_view text) {
  const std::string lower = text::ToLower(text);
  return lower.contains("default") || lower.contains("standardm") || lower.contains("voreinst");
}

bool IsProse(UnitKind kind) { return kind == UnitKind::kSentence || kind == UnitKind::kItem; }

// Nothing but white space stands between the two, in one block.
bool Touch(const Sentence& a, const Sentence& b, const evidence::EvidenceMap& evidence) {
  if (a.passage != b.passage || a.block != b.block) return false;
  const Piece& first = a.piece.begin < b.piece.begin ? a.piece : b.piece;
  const Piece& second = a.piece.begin < b.piece.begin ? b.piece : a.piece;
  if (second.begin < first.end || second.end - first.begin > kMaxJoined) return false;
  const std::string_view between = std::string_view(evidence.objects()[a.passage].span)
                                       .substr(first.end, second.begin - first.end);
  return between.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::string_view TextOf(const Sentence& sentence, const evidence::EvidenceMap& evidence) {
  const Piece& piece = sentence.piece;
  return std::string_view(evidence.objects()[sentence.passage].span)
      .substr(piece.begin, piece.end - piece.begin);
}

Piece Both(Piece a, const Piece& b) {
  a.begin = std::min(a.begin, b.begin);
  a.end = std::max(a.end, b.end);
  return a;
}

bool MayJoin(const Sentence& a, const Sentence& b, const evidence::EvidenceMap& evidence) {
  return IsProse(a.kind) && IsProse(b.kind) && Touch(a, b, evidence);
}

const Sentence* Behind(const Sentence& sentence, const Neighbourhood& among) {
  const Sentence* end = among.sentences.data() + among.sentences.size();
  const Sentence* next = &sentence + 1;
  // What is joined stands behind all others of its passage.
  if (sentence.joined) {
    next = std::find_if(among.sentences.data(), end, [&](const Sentence& other) {
      return other.passage == sentence.passage && other.piece.begin >= sentence.piece.end;
    });
  }
  if (next == end || next->passage != sentence.passage || next->joined ||
      next->kind == UnitKind::kHeading || next->kind == UnitKind::kColumns ||
      next->piece.begin < sentence.piece.end) {
    return nullptr;
  }
  return next;
}

const Sentence* Next(const Sentence& sentence, const Neighbourhood& among) {
  const Sentence* next = Behind(sentence, among);
  // A term with its meaning goes on as items.
  const bool may = IsProse(sentence.kind) || sentence.kind == UnitKind::kEntry;
  return next != nullptr && may && IsProse(next->kind) && Touch(sentence, *next, among.evidence)
             ? next
             : nullptr;
}

const Sentence* Before(const Sentence& sentence, const Neighbourhood& among) {
  if (sentence.features[Feature::kStartsWithPronoun] == 0) return nullptr;
  for (const Sentence& other : among.sentences) {
    if (other.piece.end <= sentence.piece.begin && MayJoin(other, sentence, among.evidence)) {
      return &other;
    }
  }
  return nullptr;
}

const Sentence* Completing(const Asked& asked, const Sentence& sentence,
                           const Neighbourhood& among) {
  const bool figure = asked.wants_figure() && !sentence.figure;
  const bool usual = asked.wants_default() && !SaysDefault(TextOf(sentence, among.evidence));
  if (!figure && !usual) return nullptr;
  const Sentence* next = Next(sentence, among);
  if (next == nullptr || (figure && !next->figure) ||
      (usual && !SaysDefault(TextOf(*next, among.evidence)))) {
    return nullptr;
  }
  return next;
}

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

}  // namespace arborist::extractive
