// SPDX-License-Identifier: AGPL-3.0-only
// Cuts a passage into units, by the blocks that lie within it:
//
//   heading, row        one unit
//   paragraph           a unit per sentence
//   item                one unit, or one per sentence if it is long
//   entry               the term with the first sentence of its meaning, then its other sentences
//   program text        one unit, or some lines each if it is long
//
// Joined units are added after these: a numbered list with its lead, a sentence that ends with a
// colon with what it introduces, a program with the sentence before it. Joins need ranges that
// touch, because a claim is one contiguous range of the passage. Only ranges wholly inside the
// passage become units.
#include "extractive/layout.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "extractive/passage_blocks.h"

namespace arborist::extractive {

namespace {

using blocks::Block;
using blocks::Kind;
using blocks::Span;

constexpr std::size_t kLinesAtOnce = 2;  // of a long program

PieceKind PieceKindOf(UnitKind kind) {
  switch (kind) {
    case UnitKind::kHeading:
      return PieceKind::kHeading;
    case UnitKind::kItem:
      return PieceKind::kItem;
    case UnitKind::kRow:
    case UnitKind::kColumns:
      return PieceKind::kTable;
    case UnitKind::kCode:
    case UnitKind::kLeadCode:
      return PieceKind::kCode;
    case UnitKind::kSentence:
    case UnitKind::kEntry:
    case UnitKind::kSteps:
      break;
  }
  return PieceKind::kSentence;
}

class LayoutMaker {
 public:
  LayoutMaker(const blocks::Reading& reading, const PassageRange& passage)
      : reading_(reading), place_(passage.chunk), begin_(passage.begin), end_(passage.end) {}

  std::vector<Unit> Make() {
    for (std::uint32_t i = 0; i < reading_.blocks.size(); ++i) {
      if (reading_.blocks[i].chunk == place_) AddBlock(i);
    }
    AddSteps();
    AddIntroduced();
    units_.insert(units_.end(), joined_.begin(), joined_.end());
    return std::move(units_);
  }

 private:
  bool Inside(const Span& span) const {
    return !span.empty() && span.begin >= begin_ && span.end <= end_;
  }

  void Add(UnitKind kind, std::uint32_t block, std::size_t begin, std::size_t end, bool joined,
           bool first) {
    if (begin >= end || begin < begin_ || end > end_) return;
    if (units_.size() + joined_.size() >= kMaxUnits) return;
    (joined ? joined_ : units_)
        .push_back({.kind = kind,
                    .piece = {begin - begin_, end - begin_, PieceKindOf(kind)},
                    .block = block,
                    .joined = joined,
                    .first = first});
  }

  Piece PartOf(const Span& span) const {
    return {span.begin - begin_, span.end - begin_, PieceKind::kSentence};
  }

  // Sets the parts of the joined unit that was added last. Add may have dropped the unit; the begin
  // tells.
  void SetParts(std::size_t begin, std::vector<Piece> parts) {
    if (joined_.empty() || joined_.back().piece.begin != begin - begin_) return;
    joined_.back().parts = std::move(parts);
  }

  void AddSentences(std::uint32_t i, UnitKind kind, std::size_t from) {
    const Block& block = reading_.blocks[i];
    if (block.sentences.empty()) Add(kind, i, block.body.begin, block.body.end, false, true);
    for (std::size_t k = from; k < block.sentences.size(); ++k) {
      Add(kind, i, block.sentences[k].begin, block.sentences[k].end, false, k == 0);
    }
  }

  void AddBlock(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    switch (CutOf(block)) {
      case Cut::kWhole:
        Add(KindOfWhole(block), i, WholeOf(block).begin, WholeOf(block).end, false, true);
        break;
      case Cut::kSentences:
        AddSentences(i, block.kind == Kind::kItem ? UnitKind::kItem : UnitKind::kSentence, 0);
        break;
      case Cut::kEntry:
        AddEntry(i);
        break;
      case Cut::kCode:
        AddCode(i);
        break;
    }
  }
  static UnitKind KindOfWhole(const Block& block) {
    if (block.kind == Kind::kHeading) return UnitKind::kHeading;
    if (block.kind == Kind::kItem) return UnitKind::kItem;
    return block.header ? UnitKind::kColumns : UnitKind::kRow;
  }

  void AddEntry(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    const std::size_t first_end = block.sentences.empty() ? block.body.end : block.sentences[0].end;
    const bool together = Inside(block.term) && block.term.end <= block.body.begin;
    Add(UnitKind::kEntry, i, together ? block.term.begin : block.body.begin, first_end, false,
        true);
    for (std::size_t k = 1; k < block.sentences.size(); ++k) {
      Add(UnitKind::kItem, i, block.sentences[k].begin, block.sentences[k].end, false, false);
    }
  }

  void AddCode(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    const std::string_view text = reading_.TextOf(block);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    if (lines > kMaxCodeLines) {
      AddLines(i);
      return;
    }
    const std::size_t end = block.span.begin + WithoutOutput(text);
    Add(UnitKind::kCode, i, block.span.begin, end, false, true);
    // The block before, if it introduces this one: only ranges that touch are joined.
    if (block.lead == blocks::kNoBlock || block.lead + 1 != i || block.begins_cut) return;
    const Block& lead = reading_.blocks[block.lead];
    if (lead.chunk != place_) return;
    const Span& said = lead.sentences.empty() ? lead.body : lead.sentences.back();
    if (!Inside(said) || end - said.begin > kMaxUnitBytes) return;
    Add(UnitKind::kLeadCode, i, said.begin, end, true, true);
    Piece program = PartOf(block.span);
    program.end = end - begin_;
    SetParts(said.begin, {program, PartOf(said)});
  }

  // The length of a program without the output of its commands: where lines begin with a prompt, up
  // to the end of the last of these; lines after it are output.
  static std::size_t WithoutOutput(std::string_view text) {
    std::size_t end = text.size();
    bool prompts = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t line_end = std::min(text.find('\n', at), text.size());
      const std::size_t first = std::min(text.find_first_not_of(" \t", at), text.size());
      if (text.substr(first).starts_with("$ ")) {
        prompts = true;
        end = line_end;
      }
      at = line_end + 1;
    }
    return prompts ? end : text.size();
  }

  // Units of a long program: each line with a prompt where there are prompts, since the others are
  // output; else some lines each.
  void AddLines(std::uint32_t i) {
    const Block& block = reading_.blocks[i];
    const std::string_view base = reading_.chunks[place_].base;
    std::vector<std::pair<std::size_t, std::size_t>> lines;
    bool prompts = false;
    for (std::size_t at = block.span.begin; at < block.span.end;) {
      const std::size_t end = std::min(base.find('\n', at), block.span.end);
      const std::size_t first = base.find_first_not_of(" \t", at);
      if (first < end) {
        lines.emplace_back(first, end);
        prompts = prompts || base.substr(first).starts_with("$ ");
      }
      at = end + 1;
    }
    const std::size_t step = prompts ? 1 : kLinesAtOnce;
    for (std::size_t k = 0; k < lines.size(); k += step) {
      if (prompts && !base.substr(lines[k].first).starts_with("$ ")) continue;
      const std::size_t last = std::min(k + step, lines.size()) - 1;
      if (lines[last].second - lines[k].first > kMaxUnitBytes) continue;
      Add(UnitKind::kCode, i, lines[k].first, lines[last].second, false, k == 0);
    }
  }

  // Joins a sentence that ends with a colon with the unit after it, if only white space is between
  // them.
  void AddIntroduced() {
    constexpr std::size_t kMostBytes = 600;
    const std::string_view base = reading_.chunks[place_].base;
    const auto is_prose = [](UnitKind kind) {
      return kind == UnitKind::kSentence || kind == UnitKind::kItem || kind == UnitKind::kEntry;
    };
    for (std::size_t i = 0; i + 1 < units_.size(); ++i) {
      const Unit& lead = units_[i];
      const Unit& next = units_[i + 1];
      if (lead.kind != UnitKind::kSentence || !is_prose(next.kind)) continue;
      if (next.piece.begin < lead.piece.end || next.piece.end - lead.piece.begin > kMostBytes)
        continue;
      if (base[begin_ + lead.piece.end - 1] != ':') continue;
      const std::string_view between =
          base.substr(begin_ + lead.piece.end, next.piece.begin - lead.piece.end);
      if (between.find_first_not_of(" \t\r\n") != std::string_view::npos) continue;
      Add(UnitKind::kSentence, next.block, begin_ + lead.piece.begin, begin_ + next.piece.end, true,
          true);
    }
  }

  // Joins numbered items that follow each other, with the sentence that introduces them.
  void AddSteps() {
    constexpr std::size_t kMostSteps = 12;
    const std::vector<Block>& all = reading_.blocks;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const auto is_step = [&](std::uint32_t k) {
        return k < all.size() && all[k].kind == Kind::kItem && all[k].numbered &&
               all[k].chunk == place_ && all[k].level == all[i].level &&
               all[k].lead == all[i].lead && Inside(all[k].span);
      };
      if (!is_step(i)) continue;
      std::uint32_t end = i + 1;
      while (is_step(end)) ++end;
      const std::size_t count = end - i;
      const std::uint32_t last = end - 1;
      if (count >= 2 && count <= kMostSteps) {
        std::size_t begin = all[i].span.begin;
        if (all[i].lead != blocks::kNoBlock && all[i].lead + 1 == i) {
          const Block& lead = all[all[i].lead];
          const Span& said = lead.sentences.empty() ? lead.body : lead.sentences.back();
          if (lead.chunk == place_ && Inside(said)) begin = said.begin;
        }
        if (all[last].span.end - begin <= kMaxUnitBytes) {
          Add(UnitKind::kSteps, last, begin, all[last].span.end, true, true);
          std::vector<Piece> steps;
          for (std::uint32_t k = i; k < end; ++k) steps.push_back(PartOf(all[k].body));
          SetParts(begin, std::move(steps));
        }
      }
      i = last;
    }
  }

  const blocks::Reading& reading_;
  std::uint32_t place_;
  std::size_t begin_;
  std::size_t end_;
  std::vector<Unit> units_;
  std::vector<Unit> joined_;
};

}  // namespace

Layout LayoutOf(std::string_view span, std::uint32_t chunk, std::size_t offset,
                const blocks::Reading& reading) {
  Layout layout{.reading = &reading, .units = {}};
  const std::optional<PassageRange> range = RangeOf(span, chunk, offset, reading);
  if (range) layout.units = LayoutMaker(reading, *range).Make();
  return layout;
}

Layouts::Layouts(const evidence::EvidenceMap& evidence,
                 std::span<const blocks::Reading* const> readings) {
  for (std::size_t i = 0; i < evidence.objects().size(); ++i) {
    const evidence::EvidenceObject& object = evidence.objects()[i];
    Layout layout;
    if (i < readings.size() && readings[i] != nullptr) {
      layout = LayoutOf(object.span, static_cast<std::uint32_t>(object.chunk_idx),
                        object.offset_start, *readings[i]);
    }
    if (layout.units.empty()) {
      alone_.push_back(ReadAlone(object.span));
      layout = LayoutOf(alone_.back().chunks[0].base, 0, 0, alone_.back());
    }
    layouts_.push_back(std::move(layout));
  }
}

}  // namespace arborist::extractive
