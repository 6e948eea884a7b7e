// SPDX-License-Identifier: AGPL-3.0-only
// Lists the entries of each passage that an answer may point to, as ranges of code points, from the
// blocks of its document. Steps:
//
//   1. entries of the passage from the reading of its document, without those that a chunk cuts;
//   2. with these, if nothing else may be chosen; then from the passage alone; then all as one;
//   3. FitRoom: what is too long for the prompt is cut from the end of each passage, in proportion.
//
// Entries are in order and never overlap (at_). The list is data of the record: a checker compares
// each range with its passage and reads no layout, so these rules may change freely
// (docs/design/0011-select.md, docs/format/evidence.md).
#include "extractive/sentence_places.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "extractive/passage_blocks.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::extractive {

namespace {

using blocks::Block;
using blocks::Kind;
using blocks::Span;
using evidence::SentenceKind;
using evidence::SentencePlace;

constexpr std::size_t kMaxEntryBytes = 4000;  // a longer entry is left out
constexpr std::size_t kLinesOfEntry = 8;      // lines of a long program in one entry
// Code points shown with an entry: "E12.34 " and the line end.
constexpr std::size_t kPointerChars = 8;

// Whether a text has a letter or digit: a line of marks alone ("+", "---") is no entry.
bool SaysSomething(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (text::IsWordChar(text::Decode(text, &pos))) return true;
  }
  return false;
}

// The entries of one passage.
class PassageParts {
 public:
  PassageParts(const blocks::Reading& reading, const PassageRange& passage, bool with_cut)
      : reading_(reading),
        chunk_(passage.chunk),
        begin_(passage.begin),
        end_(passage.end),
        with_cut_(with_cut) {}

  std::vector<SentencePlace> Make() {
    for (const Block& block : reading_.blocks) {
      if (Introduces(block)) leads_.insert(block.lead);
    }
    for (std::uint32_t i = 0; i < reading_.blocks.size(); ++i) {
      if (reading_.blocks[i].chunk == chunk_) AddBlock(i);
    }
    return std::move(places_);
  }

 private:
  // Whether the lead of a block introduces it. Before a table there may be any text, so its lead
  // must end with a colon.
  bool Introduces(const Block& block) const {
    if (block.lead == blocks::kNoBlock || block.kind == Kind::kHeading ||
        block.kind == Kind::kParagraph) {
      return false;
    }
    const Block& lead = reading_.blocks[block.lead];
    if (block.kind != Kind::kRow || lead.kind == Kind::kRow) return true;
    const std::string_view said = reading_.TextOf(lead);
    return said.ends_with(':') || said.ends_with("\uFF1A");
  }

  bool Add(SentenceKind kind, std::uint32_t block, std::size_t begin, std::size_t end) {
    if (begin >= end || begin < std::max(begin_, at_) || end > end_ ||
        end - begin > kMaxEntryBytes) {
      return false;
    }
    if (places_.size() >= evidence::kMaxSentencesOfPassage) return false;
    const std::string_view base = reading_.chunks[chunk_].base;
    if (!SaysSomething(base.substr(begin, end - begin))) return false;
    SentencePlace place;
    place.offset_start = Points(begin);
    place.offset_end = Points(end);
    place.kind = kind;
    const std::uint32_t lead = reading_.blocks[block].lead;
    if (const auto above = last_of_.find(lead);
        Introduces(reading_.blocks[block]) && above != last_of_.end()) {
      place.refers_to = above->second;
    }
    at_ = end;
    places_.push_back(place);
    return true;
  }

  // Code points of the base before a byte. Counts on from the last call, so bytes must not fall and
  // all calls together are linear.
  std::uint64_t Points(std::size_t byte) {
    const std::string_view base = reading_.chunks[chunk_].base;
    points_ += text::CountCodePoints(base.substr(counted_, byte - counted_));
    counted_ = byte;
    return points_;
  }

  void AddSentences(std::uint32_t i, SentenceKind kind, std::size_t from) {
    const Block& block = reading_.blocks[i];
    std::vector<Span> sentences = block.sentences;
    if (sentences.empty()) sentences = {block.body};
    for (std::size_t k = from; k < sentences.size(); ++k) {
      const bool last = k + 1 == sentences.size();
      const bool cut = (k == 0 && block.begins_cut) || (last && block.ends_cut);
      if (cut && !with_cut_) continue;
      const bool lead = last && kind == SentenceKind::kSentence && leads_.contains(i);
      if (Add(lead ? SentenceKind::kLead : kind, i, sentences[k].begin, sentences[k].end)) {
        last_of_[i] = places_.size() - 1;
      }
    }
  }

  void AddWhole(std::uint32_t i, SentenceKind kind, const Span& span) {
    const Block& block = reading_.blocks[i];
    if ((block.begins_cut || block.ends_cut) && !with_cut_) return;
    if (Add(kind, i, span.begin, span.end)) last_of_[i] = places_.size() - 1;
  }

  void AddBlock(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    switch (CutOf(block)) {
      case Cut::kWhole:
        AddWhole(i, KindOfWhole(block), WholeOf(block));
        break;
      case Cut::kSentences:
        AddSentences(i, block.kind == Kind::kItem ? SentenceKind::kItem : SentenceKind::kSentence,
                     0);
        break;
      case Cut::kEntry:
        AddEntry(i);
        break;
      case Cut::kCode:
        AddCode(i);
        break;
    }
  }
  static SentenceKind KindOfWhole(const Block& block) {
    if (block.kind == Kind::kHeading) return SentenceKind::kHeading;
    if (block.kind == Kind::kItem) return SentenceKind::kItem;
    return block.header ? SentenceKind::kColumns : SentenceKind::kRow;
  }

  // An entry of the term with the first sentence of its meaning, then one for each other sentence.
  void AddEntry(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    const bool together = !block.term.empty() && block.term.end <= block.body.begin;
    Span first = block.sentences.empty() ? block.body : block.sentences[0];
    if (together) first.begin = block.term.begin;
    const bool cut = block.begins_cut || (block.ends_cut && block.sentences.size() < 2);
    if ((!cut || with_cut_) && Add(SentenceKind::kEntry, i, first.begin, first.end)) {
      last_of_[i] = places_.size() - 1;
    }
    if (block.sentences.size() > 1) AddSentences(i, SentenceKind::kEntry, 1);
  }

  // A program as one entry, a long one as an entry for every few lines.
  void AddCode(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    const std::string_view base = reading_.chunks[chunk_].base;
    const std::size_t from = std::max(block.span.begin, begin_);
    const std::size_t to = std::min(block.span.end, end_);
    std::size_t begin = std::string_view::npos, end = 0, lines = 0;
    const auto flush = [&] {
      if (lines > 0 && Add(SentenceKind::kCode, i, begin, end)) last_of_[i] = places_.size() - 1;
      lines = 0;
    };
    for (std::size_t at = from; at < to;) {
      const std::size_t line_end = std::min(base.find('\n', at), to);
      const std::string_view line = text::StripRight(base.substr(at, line_end - at));
      const std::size_t first = line.find_first_not_of(" \t");
      if (first != std::string_view::npos) {
        if (lines == 0) begin = at + first;
        end = at + line.size();
        if (++lines == kLinesOfEntry) flush();
      }
      at = line_end + 1;
    }
    flush();
  }

  const blocks::Reading& reading_;
  std::uint32_t chunk_;  // its place in the reading
  std::size_t begin_;
  std::size_t end_;
  bool with_cut_;
  std::size_t at_ = 0;       // end of the last entry
  std::size_t counted_ = 0;  // bytes of the base that points_ counts
  std::uint64_t points_ = 0;
  std::set<std::uint32_t> leads_;                 // blocks that introduce others
  std::map<std::uint32_t, std::size_t> last_of_;  // the last entry of a block
  std::vector<SentencePlace> places_;
};

bool IsOffered(const SentencePlace& place) { return IsSelectable(place.kind); }

// Empty where the reading has another text at the passage's place.
std::vector<SentencePlace> EntriesFrom(const evidence::EvidenceObject& passage,
                                       const blocks::Reading& reading, bool with_cut) {
  const std::optional<PassageRange> range = RangeOf(
      passage.span, passage.chunk_idx, static_cast<std::size_t>(passage.offset_start), reading);
  if (!range) return {};
  return PassageParts(reading, *range, with_cut).Make();
}

std::vector<SentencePlace> EntriesAlone(const evidence::EvidenceObject& passage) {
  const blocks::Reading reading = ReadAlone(passage.span);
  const std::optional<PassageRange> range = RangeOf(passage.span, 0, 0, reading);
  if (!range) return {};
  std::vector<SentencePlace> places = PassageParts(reading, *range, true).Make();
  for (SentencePlace& place : places) {
    place.offset_start += passage.offset_start;
    place.offset_end += passage.offset_start;
  }
  return places;
}

// The beginning of the passage as one entry, as long as an entry may be.
std::vector<SentencePlace> PassageAsOne(const evidence::EvidenceObject& passage) {
  const std::string_view span = passage.span;
  const std::string_view stripped = text::Strip(span);
  if (stripped.empty()) return {};
  const std::string_view kept = text::Prefix(stripped, kMaxEntryBytes / 4);
  const std::uint64_t begin =
      passage.offset_start +
      text::CountCodePoints(span.substr(0, static_cast<std::size_t>(kept.data() - span.data())));
  return {{begin, begin + text::CountCodePoints(kept), SentenceKind::kSentence, std::nullopt}};
}

std::vector<SentencePlace> EntriesOf(const evidence::EvidenceObject& passage,
                                     const blocks::Reading* reading) {
  for (const bool with_cut : {false, true}) {
    if (reading == nullptr) break;
    std::vector<SentencePlace> places = EntriesFrom(passage, *reading, with_cut);
    if (std::ranges::any_of(places, IsOffered)) return places;
  }
  std::vector<SentencePlace> places = EntriesAlone(passage);
  return std::ranges::any_of(places, IsOffered) ? places : PassageAsOne(passage);
}

std::size_t CharsOf(const SentencePlace& place) {
  return static_cast<std::size_t>(place.offset_end - place.offset_start) + kPointerChars;
}

// Keeps the entries at the beginning of each passage that fit into its share of the room, at least
// up to the first that may be chosen.
void FitRoom(std::size_t room, std::size_t (*cost)(const SentencePlace&),
             evidence::SentencePlaces* places) {
  const auto cost_of = [&](const std::vector<SentencePlace>& passage) {
    std::size_t sum = 0;
    for (const SentencePlace& place : passage) sum += cost(place);
    return sum;
  };
  std::size_t total = 0;
  for (const auto& passage : *places) total += cost_of(passage);
  if (total <= room) return;
  for (std::vector<SentencePlace>& passage : *places) {
    const std::size_t share = room * cost_of(passage) / total;
    std::size_t spent = 0, kept = 0;
    bool offered = false;
    while (kept < passage.size() && (!offered || spent + cost(passage[kept]) <= share)) {
      spent += cost(passage[kept]);
      offered = offered || IsOffered(passage[kept]);
      ++kept;
    }
    passage.resize(kept);
    while (!passage.empty() && !IsOffered(passage.back())) passage.pop_back();
  }
}

// How many code points of the claim the entry holds; 0 unless it is mostly the claim's, or most of
// the claim.
std::uint64_t HeldBy(const SentencePlace& place, std::uint64_t begin, std::uint64_t end) {
  if (!IsSelectable(place.kind)) return 0;
  const std::uint64_t from = std::max(begin, place.offset_start);
  const std::uint64_t to = std::min(end, place.offset_end);
  if (to <= from) return 0;
  const std::uint64_t held = to - from;
  return 2 * held >= place.offset_end - place.offset_start || 2 * held >= end - begin ? held : 0;
}

// The entries that a claim stands in.
std::vector<const evidence::SentenceObject*> EntriesOf(const Claim& claim,
                                                       const evidence::EvidenceMap& evidence,
                                                       const evidence::SentenceList& sentences) {
  std::vector<const evidence::SentenceObject*> entries;
  const evidence::EvidenceObject* passage = evidence.ByPointer(claim.pointer_id);
  if (passage == nullptr) return entries;
  const auto number = static_cast<std::size_t>(passage - evidence.objects().data());
  const std::uint64_t begin = passage->offset_start + claim.char_begin;
  const std::uint64_t end = passage->offset_start + claim.char_end;
  for (const evidence::SentenceObject& object : sentences.OfPassage(number)) {
    if (HeldBy(object, begin, end) > 0) entries.push_back(&object);
  }
  return entries;
}

}  // namespace

evidence::SentencePlaces SentencePlacesOf(const evidence::EvidenceMap& evidence,
                                          std::span<const blocks::Reading* const> readings,
                                          std::size_t max_chars, std::size_t most_entries) {
  evidence::SentencePlaces places;
  for (std::size_t i = 0; i < evidence.objects().size(); ++i) {
    places.push_back(EntriesOf(evidence.objects()[i], i < readings.size() ? readings[i] : nullptr));
  }
  FitRoom(max_chars, CharsOf, &places);
  FitRoom(most_entries, [](const SentencePlace&) { return std::size_t{1}; }, &places);
  return places;
}

evidence::SentencePlaces AllSentencePlacesOf(const evidence::EvidenceMap& evidence,
                                             std::span<const blocks::Reading* const> readings) {
  constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
  return SentencePlacesOf(evidence, readings, kNoLimit, evidence::kMaxSentences);
}

std::vector<const evidence::SentenceObject*> EntriesOf(std::size_t passage,
                                                       evidence::SpanPlace range,
                                                       const evidence::EvidenceMap& evidence,
                                                       const evidence::SentenceList& sentences) {
  const evidence::EvidenceObject& object = evidence.objects()[passage];
  const std::string_view span = object.span;
  const std::uint64_t begin =
      object.offset_start + text::CountCodePoints(span.substr(0, range.begin));
  const std::uint64_t end =
      begin + text::CountCodePoints(span.substr(range.begin, range.end - range.begin));
  std::vector<const evidence::SentenceObject*> entries;
  std::set<const evidence::SentenceObject*> joined;
  std::uint64_t held = 0;
  for (const evidence::SentenceObject& entry : sentences.OfPassage(passage)) {
    const std::uint64_t here = HeldBy(entry, begin, end);
    if (here == 0) continue;
    held += here;
    entries.push_back(&entry);
    joined.insert(sentences.JoinedLead(evidence, entry));
  }
  if (4 * held < 3 * (end - begin)) entries.clear();
  std::erase_if(entries, [&](const auto* entry) { return joined.contains(entry); });
  return entries;
}

std::string RenderSelection(const Answer& answer, const evidence::EvidenceMap& evidence,
                            const evidence::SentenceList& sentences, std::size_t most) {
  std::vector<const evidence::SentenceObject*> chosen;
  for (const Claim& claim : answer.claims) {
    for (const evidence::SentenceObject* object : EntriesOf(claim, evidence, sentences)) {
      if (std::ranges::find(chosen, object) == chosen.end()) chosen.push_back(object);
    }
  }
  // A lead that is shown as a part of another claim is not pointed to as well.
  std::set<const evidence::SentenceObject*> joined;
  for (const evidence::SentenceObject* object : chosen) {
    joined.insert(sentences.JoinedLead(evidence, *object));
  }
  std::erase_if(chosen, [&](const auto* object) { return joined.contains(object); });
  std::string out;
  for (std::size_t i = 0; i < std::min(most, chosen.size()); ++i) {
    if (!out.empty()) out += ", ";
    out += chosen[i]->pointer_id;
  }
  return out;
}

void NameSentences(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
                   std::size_t most, Answer* answer) {
  for (Claim& claim : answer->claims) {
    claim.sentence_ids.clear();
    const auto entries = EntriesOf(claim, evidence, sentences);
    if (entries.size() > most) continue;
    for (const evidence::SentenceObject* object : entries) {
      claim.sentence_ids.push_back(object->pointer_id);
    }
  }
}

}  // namespace arborist::extractive
