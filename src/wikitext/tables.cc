// SPDX-License-Identifier: AGPL-3.0-only
// Tables: what a cell, a row and a table show is their content. The attributes of a cell cannot be
// told from its content before a single '|' ends them, so a cell is read as content first, and
// again when such a '|' comes.
#include "text/unicode.h"
#include "wikitext/parser.h"

namespace arborist::wikitext {

// Reads attributes up to `end`, in the frame on top.
bool Parser::TableStyle(char end) {
  Attributes attributes;
  attributes.state = Attributes::kReady;
  for (;;) {
    ++steps_;
    const bool at_end = head_ == text_.size() || At() == end;
    const bool open_quote =
        attributes.Is(Attributes::kQuoted) && !attributes.Is(Attributes::kNoteSpace);
    if (head_ < text_.size() && At() == end && !open_quote) {
      CloseAttribute(&attributes);
      return true;
    }
    if (at_end) {
      if (!AttributesAtEnd(&attributes)) return false;
      continue;
    }
    if (!ReadAttribute(&attributes)) return false;
    ++head_;
  }
}

void Parser::Table() {
  const std::size_t start = head_;
  head_ += 2;
  const std::size_t depth = frames_.size();
  if (Open(kTable) && TableStyle('\n')) {
    Drop();
    ++head_;
    if (Parse(kTable)) {
      TrimNewlines(ended_.begin);
      Constructed();
      --head_;
      return;
    }
    while (frames_.size() > depth) {
      RememberFailure();
      Drop();
    }
  }
  head_ = start;
  Write("{");
}

Parser::Next Parser::Row() {
  head_ += 2;
  if (!CanNest()) {
    Write("|-");
    --head_;
    return Next::kGoOn;
  }
  if (!Open(kTable | kRow) || !TableStyle('\n')) return Next::kFailed;
  Drop();
  ++head_;
  if (!Parse(kTable | kRow)) return Next::kFailed;
  TrimNewlines(ended_.begin);
  Constructed();
  --head_;
  return Next::kGoOn;
}

Parser::Next Parser::Cell(std::string_view mark, Context line) {
  const Context around = Top().context;
  head_ += mark.size();
  const std::size_t start = head_;
  if (!CanNest()) {
    Write(mark);
    --head_;
    return Next::kGoOn;
  }
  if (!Parse(kTable | kCell | kCellStyle | line)) return Next::kFailed;
  Context cell = Top().context;
  Top().context = around;
  if ((cell & kCellStyle) != 0) {
    // The cell ended at a single '|': the text so far was its attributes.
    output_.resize(ended_.begin);
    head_ = start;
    OpenAnyway(kTable | kCell | line);
    if (!TableStyle('|')) return Next::kFailed;
    Drop();
    ++head_;
    if (!Parse(kTable | kCell | line)) return Next::kFailed;
    cell = Top().context;
    Top().context = around;
  }
  TrimNewlines(ended_.begin);
  Constructed();
  Top().context |= cell & (kDataLine | kHeaderLine);
  --head_;
  return Next::kGoOn;
}

// Ends a cell and passes the kind of its line on to the frame below.
Parser::Next Parser::CellEnd(bool was_style) {
  Context context = Top().context & ~kCellStyle;
  if (was_style) context |= kCellStyle;
  ended_ = Close();
  Top().context = context;
  return Next::kEnded;
}

}  // namespace arborist::wikitext
