// SPDX-License-Identifier: AGPL-3.0-only
// Gives each block its relations, in one pass over the parts with three stacks of what is open:
//
//   sections  the headings above, by level; a heading closes those of its level and deeper
//   lists     the lists around, by indentation, each with its last item and its lead
//   table     its lead and the row that names its columns
//
// A part with the number of the one before it is the rest of a block that a chunk cut (GoOn). A gap
// in the numbers closes lists and tables: nothing is known of the text in between.
#include <algorithm>
#include <utility>

#include "blocks/part.h"
#include "text/bullet.h"
#include "text/scan.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kDeepestList = 32;

// The number of code points before any byte of a text, in constant time: counted once for every
// 64th byte.
class PointCounter {
 public:
  explicit PointCounter(std::string_view text) : text_(text) {
    for (std::size_t pos = 0, points = 0; pos <= text.size(); pos += kStep) {
      before_.push_back(points);
      points += text::CountCodePoints(text.substr(pos, kStep));
    }
  }
  std::size_t Before(std::size_t byte) const {
    const std::size_t step = byte / kStep;
    return before_[step] + text::CountCodePoints(text_.substr(step * kStep, byte % kStep));
  }
  Span SpanOf(Range range) const {
    return {range.begin, range.end, Before(range.begin), Before(range.end)};
  }

 private:
  static constexpr std::size_t kStep = 64;
  std::string_view text_;
  std::vector<std::size_t> before_;
};

class Relater {
 public:
  explicit Relater(std::vector<Part> parts, Reading* reading)
      : parts_(std::move(parts)), reading_(reading) {}

  void Run() {
    reading_->blocks.reserve(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      if (i == 0 || part.chunk != parts_[i - 1].chunk) {
        counter_ = PointCounter(reading_->chunks[part.chunk].base);
      }
      Block block = BlockOf(&part);
      if (i > 0 && part.first == parts_[i - 1].last) {
        GoOn(&block);
      } else {
        Place(i, &block);
      }
      reading_->blocks.push_back(std::move(block));
    }
  }

 private:
  struct Section {
    int level = 0;
    std::uint32_t heading = 0;
  };
  struct List {
    std::size_t indent = 0;
    std::uint32_t item = 0;  // the last item
    std::uint32_t lead = kNoBlock;
    bool numbered = false;
    bool interrupted = false;  // program text that is not indented came after the last item
  };

  // -- a block by itself

  Block BlockOf(Part* part) {
    const std::string_view base = reading_->chunks[part->chunk].base;
    Block block;
    block.kind = part->kind;
    block.chunk = part->chunk;
    block.span = counter_.SpanOf(part->shown);
    block.body = block.span;
    block.numbered = part->numbered;
    block.header = part->header;
    block.partial = part->partial;
    block.language = std::move(part->language);
    for (const Range& cell : part->cells) {
      if (!cell.empty()) block.cells.push_back(counter_.SpanOf(cell));
    }
    if (block.kind == Kind::kEntry) {
      block.term = counter_.SpanOf(part->term);
      block.body = counter_.SpanOf(part->body);
    } else if (block.kind == Kind::kItem) {
      const std::string_view item =
          base.substr(block.span.begin, block.span.end - block.span.begin);
      const std::string_view text = text::StripBullet(item);
      block.body = counter_.SpanOf({block.span.end - text.size(), block.span.end});
    }
    if (block.kind == Kind::kParagraph || block.kind == Kind::kItem || block.kind == Kind::kEntry) {
      const std::size_t begin = block.body.begin;
      for (const text::Piece& piece :
           text::SplitPieces(base.substr(begin, block.body.end - begin))) {
        block.sentences.push_back(counter_.SpanOf({begin + piece.begin, begin + piece.end}));
      }
    }
    return block;
  }

  // -- its relations to others

  std::uint32_t Here() const { return static_cast<std::uint32_t>(reading_->blocks.size()); }

  // The rest of a block that began in the chunk before.
  void GoOn(Block* block) {
    Block& before = reading_->blocks.back();
    block->heading = before.heading;
    block->lead = before.lead;
    block->position = before.position;
    block->level = before.level;
    if (before.chunk == block->chunk) return;
    before.ends_cut = true;
    block->begins_cut = true;
  }

  void Place(std::size_t i, Block* block) {
    const Part& part = parts_[i];
    if (i > 0 && part.first != parts_[i - 1].last + 1) {
      lists_.clear();
      table_lead_ = header_ = kNoBlock;
    }
    if (part.kind == Kind::kHeading) return PlaceHeading(part, block);
    block->heading = sections_.empty() ? kNoBlock : sections_.back().heading;
    block->position = position_++;
    if (part.kind != Kind::kRow) table_lead_ = header_ = kNoBlock;
    switch (part.kind) {
      case Kind::kItem:
      case Kind::kEntry:
        return PlaceItem(i, block);
      case Kind::kRow:
        LeaveLists(part);
        return PlaceRow(i, block);
      case Kind::kCode:
        block->lead = Introduction(i, true);
        return LeaveLists(part);
      case Kind::kParagraph:
      case Kind::kHeading:
        return LeaveLists(part);
    }
  }

  void PlaceHeading(const Part& part, Block* block) {
    while (!sections_.empty() && sections_.back().level >= part.level) sections_.pop_back();
    block->heading = sections_.empty() ? kNoBlock : sections_.back().heading;
    block->level = static_cast<std::uint16_t>(part.level);
    sections_.push_back({part.level, Here()});
    position_ = 0;
    lists_.clear();
    table_lead_ = header_ = kNoBlock;
  }

  // The block before, if it can introduce this one and directly touches it.
  std::uint32_t Introduction(std::size_t i, bool also_items) const {
    if (i == 0 || !parts_[i].touches || parts_[i].first != parts_[i - 1].last + 1) return kNoBlock;
    const Kind before = parts_[i - 1].kind;
    const bool introduces = before == Kind::kParagraph ||
                            (also_items && (before == Kind::kItem || before == Kind::kEntry));
    return introduces ? Here() - 1 : kNoBlock;
  }

  // Closes the lists under whose items the part is not indented. Program text at the margin only
  // interrupts them.
  void LeaveLists(const Part& part) {
    if (part.kind == Kind::kCode) {
      for (List& list : lists_) {
        if (list.indent >= part.indent) list.interrupted = true;
      }
      return;
    }
    while (!lists_.empty() && lists_.back().indent >= part.indent) lists_.pop_back();
  }

  void PlaceItem(std::size_t i, Block* block) {
    const Part& part = parts_[i];
    while (!lists_.empty() && lists_.back().indent > part.indent) lists_.pop_back();
    // Something hidden between two items may have ended their list.
    if (!part.touches && !lists_.empty() && lists_.back().indent == part.indent) lists_.pop_back();
    // Program text between two steps may stand at the margin.
    if (!lists_.empty() && lists_.back().interrupted &&
        !(lists_.back().numbered && part.numbered)) {
      lists_.clear();
    }
    if (lists_.empty() || lists_.back().indent < part.indent) {
      List list{.indent = part.indent};
      const bool inside = !lists_.empty();
      list.lead = Introduction(i, false);
      if (inside && list.lead == kNoBlock) list.lead = lists_.back().item;
      if (lists_.size() == kDeepestList) lists_.pop_back();
      lists_.push_back(list);
    }
    List& list = lists_.back();
    list.item = Here();
    list.numbered = part.numbered;
    list.interrupted = false;
    block->lead = list.lead;
    block->level = static_cast<std::uint16_t>(lists_.size() - 1);
  }

  void PlaceRow(std::size_t i, Block* block) {
    const Part& part = parts_[i];
    const bool goes_on = i > 0 && parts_[i - 1].kind == Kind::kRow && !part.starts;
    if (!goes_on) {
      table_lead_ = Introduction(i, true);
      header_ = kNoBlock;
    }
    if (part.header) {
      block->lead = table_lead_;
      if (header_ == kNoBlock) header_ = Here();
    } else {
      block->lead = header_ != kNoBlock ? header_ : table_lead_;
    }
  }

  std::vector<Part> parts_;
  Reading* reading_;
  PointCounter counter_{""};
  std::vector<Section> sections_;
  std::vector<List> lists_;
  std::uint32_t position_ = 0;
  std::uint32_t table_lead_ = kNoBlock;
  std::uint32_t header_ = kNoBlock;  // the row that names the columns
};

}  // namespace

void Relate(std::vector<Part> parts, Reading* reading) { Relater(std::move(parts), reading).Run(); }

}  // namespace arborist::blocks
