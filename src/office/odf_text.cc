// SPDX-License-Identifier: AGPL-3.0-only
// Blocks of a text, in the way of docx.cc and docx_table.cc.
#include <algorithm>

#include "base/ascii.h"
#include "office/odf_reader.h"

namespace arborist::office {

using reading::AnchorKind;

namespace {

constexpr std::uint32_t kMaxEmptyCells = 64;  // of a repeated one in a line

}  // namespace

void OdfReader::Blocks(xml::Node parent) {
  for (const xml::Node child : parent.children()) {
    if (!child.is_text()) Block(child);
  }
}

// What is not part of the text as it is shown.
bool OdfReader::IsLeftOutBlock(xml::Node node) {
  const std::string_view name = node.local();
  if (name == "tracked-changes") {
    for (const xml::Node change : node.children()) {
      if (change.is_text() || !change.Child(kOdfText, "deletion")) continue;
      reading::LeaveOut(&writer_.report(), "deleted text (tracked changes)", "");
    }
    return true;
  }
  if (name == "table-of-content" || name.ends_with("-index")) {
    reading::LeaveOut(&writer_.report(), name == "table-of-content" ? "table of contents" : "index",
                      "");
    return true;
  }
  if (name == "section" && node.Get(kOdfText, "display") == "none") {
    reading::LeaveOut(&writer_.report(), "hidden text", "");
    return true;
  }
  return false;
}

void OdfReader::Block(xml::Node node) {
  const std::string_view name = node.local();
  if (node.space() == kOdfText) {
    if (name == "p" || name == "h") return Paragraph(node);
    if (name == "list") return ListItems(node);
    if (IsLeftOutBlock(node)) return;
    if (name == "section" || name == "bibliography" || name == "index-body" ||
        name == "index-title" || name == "numbered-paragraph" || name == "list-item" ||
        name == "list-header") {
      Blocks(node);
    }
    return;
  }
  if (node.Is(kOdfTable, "table")) return Table(node);
  if (node.space() == kOdfDraw) {
    Inline content;
    DrawElement(node, &content);
    writer_.Paragraph(content.text);
    WriteBehind(content);
  }
}

void OdfReader::NumberParagraph() {
  if (!in_body_ || kind_ != OfficeKind::kOdt) return;
  const std::string number = std::to_string(++units_with_text_);
  writer_.Anchor(AnchorKind::kParagraph, "paragraph " + number, "para=" + number);
}

void OdfReader::Paragraph(xml::Node paragraph) {
  const bool counts = in_body_ && kind_ == OfficeKind::kOdt;
  if (counts) ++units_;
  if (hidden_styles_.contains(paragraph.Get(kOdfText, "style-name"))) {
    return reading::LeaveOut(&writer_.report(), "hidden text", "");
  }
  Inline content;
  Inlines(paragraph, &content);
  const std::string_view text = TrimAscii(content.text);
  if (!text.empty()) {
    NumberParagraph();
    if (counts && paragraph.local() == "h") {
      if (first_heading_.empty()) first_heading_ = Label(text);
      writer_.Anchor(AnchorKind::kHeading, Label(text), "para=" + std::to_string(units_with_text_));
    }
    if (title_paragraph_.empty() && paragraph.Get(kOdfText, "style-name") == "Title") {
      title_paragraph_ = Label(text);
    }
    if (in_item_ && last_was_item_) {
      writer_.Line(text);
    } else {
      writer_.AskParagraph();
      writer_.Text(text);
      if (in_item_) {
        writer_.AskLine();
      } else {
        writer_.AskParagraph();
      }
    }
    last_was_item_ = in_item_;
  }
  WriteBehind(content);
}

void OdfReader::ListItems(xml::Node list) {
  const bool outer = std::exchange(in_item_, true);
  for (const xml::Node item : list.children()) {
    if (!item.is_text()) Blocks(item);
  }
  in_item_ = outer;
  if (outer) return;
  last_was_item_ = false;
  writer_.AskParagraph();
}

void OdfReader::Table(xml::Node table) {
  const bool item = std::exchange(in_item_, false);
  last_was_item_ = false;
  writer_.AskParagraph();
  const auto rows = [&](const auto& self, xml::Node parent) -> void {
    for (const xml::Node child : parent.children()) {
      if (child.is_text()) continue;
      if (child.Is(kOdfTable, "table-row")) {
        Row(child);
      } else if (child.Is(kOdfTable, "table-header-rows") || child.Is(kOdfTable, "table-rows") ||
                 child.Is(kOdfTable, "table-row-group")) {
        self(self, child);
      }
    }
  };
  rows(rows, table);
  writer_.AskParagraph();
  in_item_ = item;
}

void OdfReader::Row(xml::Node row) {
  std::vector<xml::Node> cells;
  for (const xml::Node cell : row.children()) {
    if (cell.Is(kOdfTable, "table-cell") || cell.Is(kOdfTable, "covered-table-cell")) {
      cells.push_back(cell);
    }
  }
  if (cells.size() == 1) {
    if (cells[0].Is(kOdfTable, "table-cell")) Blocks(cells[0]);
    return writer_.AskLine();
  }
  std::string line;
  Inline extra;
  std::vector<xml::Node> tables;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += '\t';
    std::string text;
    if (cells[i].Is(kOdfTable, "table-cell")) CellText(cells[i], &text, &extra, &tables);
    line += OneLine(text);
    const std::uint32_t repeats =
        ToNumber(cells[i].Get(kOdfTable, "number-columns-repeated"), kMaxEmptyCells);
    for (std::uint32_t more = 1; more < repeats; ++more) line += '\t' + OneLine(text);
  }
  while (line.ends_with('\t')) line.pop_back();
  if (!line.empty()) {
    NumberParagraph();
    writer_.AskLine();
    writer_.Text(line);
    writer_.AskLine();
  }
  WriteBehind(extra);
  for (const xml::Node table : tables) Table(table);
}

void OdfReader::CellText(xml::Node parent, std::string* text, Inline* row,
                         std::vector<xml::Node>* tables) {
  for (const xml::Node child : parent.children()) {
    if (child.is_text()) continue;
    if (child.Is(kOdfText, "p") || child.Is(kOdfText, "h")) {
      if (in_body_ && kind_ == OfficeKind::kOdt) ++units_;
      row->text.clear();
      Inlines(child, row);
      *text += ' ';
      *text += row->text;
      row->text.clear();
    } else if (child.Is(kOdfTable, "table")) {
      tables->push_back(child);
    } else if (child.space() == kOdfDraw) {
      DrawElement(child, row);
    } else if (child.space() == kOdfText && !IsLeftOutBlock(child)) {
      CellText(child, text, row, tables);
    }
  }
}

void OdfReader::WriteBehind(const Inline& content) {
  for (const xml::Node box : content.boxes) {
    const bool item = std::exchange(in_item_, false);
    last_was_item_ = false;
    writer_.AskParagraph();
    Blocks(box);
    writer_.AskParagraph();
    in_item_ = item;
  }
  for (const xml::Node note : content.notes) WriteNote(note);
}

void OdfReader::WriteNote(xml::Node note) {
  const xml::Node body = note.Child(kOdfText, "note-body");
  if (!body) return;
  const bool item = std::exchange(in_item_, false);
  const bool in_body = std::exchange(in_body_, false);
  last_was_item_ = false;
  writer_.Anchor(AnchorKind::kNote,
                 note.Get(kOdfText, "note-class") == "endnote" ? "endnote" : "footnote", "");
  Blocks(body);
  writer_.EndAnchor(AnchorKind::kNote);
  in_body_ = in_body;
  in_item_ = item;
}

}  // namespace arborist::office
