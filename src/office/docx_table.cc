// SPDX-License-Identifier: AGPL-3.0-only
// A row is a line, its cells stand between tabs. A row of one cell is layout, and its blocks are
// written like those around the table. Tables inside of a cell follow the row.
#include "base/ascii.h"
#include "office/docx_reader.h"
#include "office/drawing.h"

namespace arborist::office {

namespace {

// A cell that goes on from the one above or before it.
bool IsContinued(xml::Node cell) {
  const xml::Node properties = cell.Child(kWord, "tcPr");
  if (!properties) return false;
  for (const std::string_view name : {"vMerge", "hMerge"}) {
    const xml::Node merge = properties.Child(kWord, name);
    if (merge && merge.Get(kWord, "val") != "restart") return true;
  }
  return false;
}

}  // namespace

void DocxReader::Table(xml::Node table) {
  writer_.AskParagraph();
  last_was_item_ = false;
  TableRows(table);
  writer_.AskParagraph();
}

void DocxReader::TableRows(xml::Node parent) {
  for (const xml::Node child : parent.children()) {
    if (child.is_text()) continue;
    if (child.Is(kWord, "tr")) {
      Row(child);
    } else if (child.Is(kWord, "sdt") || child.Is(kWord, "sdtContent") ||
               child.Is(kWord, "customXml") || child.Is(kWord, "ins") ||
               child.Is(kWord, "moveTo")) {
      TableRows(child);
    }
  }
}

void DocxReader::Row(xml::Node row) {
  const xml::Node properties = row.Child(kWord, "trPr");
  if (properties && properties.Child(kWord, "del")) {
    return reading::LeaveOut(&writer_.report(), "deleted row (tracked changes)", "");
  }
  std::vector<xml::Node> nodes;
  const auto gather = [&](const auto& self, xml::Node parent) -> void {
    for (const xml::Node child : parent.children()) {
      if (child.is_text()) continue;
      if (child.Is(kWord, "tc")) {
        nodes.push_back(child);
      } else if (child.Is(kWord, "sdt") || child.Is(kWord, "sdtContent") ||
                 child.Is(kWord, "customXml")) {
        self(self, child);
      }
    }
  };
  gather(gather, row);
  if (nodes.size() == 1) {
    if (!IsContinued(nodes[0])) Blocks(nodes[0]);
    return writer_.AskLine();
  }
  std::string line;
  Inline extra;
  std::vector<xml::Node> tables;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Cell cell;
    if (!IsContinued(nodes[i])) CellText(nodes[i], &cell, &extra);
    if (i > 0) line += '\t';
    line += OneLine(cell.text);
    tables.insert(tables.end(), cell.tables.begin(), cell.tables.end());
  }
  while (line.ends_with('\t')) line.pop_back();
  if (!line.empty()) {
    NumberParagraph();
    writer_.AskLine();
    // A first cell without text keeps its place, so the line may begin with a tab.
    writer_.Text(line);
    writer_.AskLine();
  }
  WriteBehind(extra.behind);
  for (const xml::Node table : tables) Table(table);
}

// The paragraphs of a cell, which become one line.
void DocxReader::CellText(xml::Node parent, Cell* cell, Inline* row) {
  for (const xml::Node child : parent.children()) {
    if (child.is_text()) continue;
    if (child.Is(kWord, "p")) {
      if (in_body_) ++paragraphs_;
      row->text.clear();
      const std::string number = NumberOf(child);
      Inlines(child, row);
      if (TrimAscii(row->text).empty()) continue;
      cell->text += ' ' + number + row->text;
    } else if (child.Is(kWord, "tbl")) {
      cell->tables.push_back(child);
    } else if (child.Is(kCompatibility, "AlternateContent")) {
      const xml::Node chosen = ChosenAlternative(child);
      if (chosen) CellText(chosen, cell, row);
    } else if (child.Is(kWord, "sdt") || child.Is(kWord, "sdtContent") ||
               child.Is(kWord, "customXml") || child.Is(kWord, "ins") ||
               child.Is(kWord, "moveTo")) {
      CellText(child, cell, row);
    } else if (child.Is(kMath, "oMathPara") || child.Is(kMath, "oMath")) {
      row->text.clear();
      InlineElement(child, row);
      cell->text += ' ';
      cell->text += row->text;
    }
  }
  for (std::size_t i = 0; i < row->page_breaks.size(); ++i) {
    const std::string number = std::to_string(++pages_);
    writer_.Anchor(reading::AnchorKind::kPage, "about page " + number, "page=" + number);
    pages_known_ = true;
  }
  row->page_breaks.clear();
}

}  // namespace arborist::office
