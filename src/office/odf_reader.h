// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "office/grid.h"
#include "office/office.h"
#include "office/package.h"
#include "office/writer.h"
#include "xml/tree.h"

namespace arborist::office {

// The work on one OpenDocument. Private to the odf_* files: odf.cc has the whole, odf_text.cc
// blocks and tables of a text, odf_inline.cc the content of paragraphs, odf_sheet.cc sheets,
// odf_slides.cc slides. The package is null for a flat file.
class OdfReader final : public xml::Visitor {
 public:
  OdfReader(OfficeKind kind, Package* package, const reading::ReadingLimits& limits);

  xml::Visit Enter(xml::Node element, std::size_t depth) override;
  void Take(xml::Node subtree) override;
  void Leave(std::size_t depth) override;

  // odf.cc
  void ReadMeta(xml::Node meta);
  Writer& writer() { return writer_; }
  reading::Reading Finish() &&;

 private:
  struct Inline {
    std::string text;
    std::vector<xml::Node> boxes;  // text boxes and shapes, written behind
    std::vector<xml::Node> notes;
  };
  struct Comment {
    std::string author;
    std::string text;
  };

  // odf.cc
  void TakeStyle(xml::Node style);
  void WriteMasters();
  void WriteComments();

  // odf_text.cc
  void Blocks(xml::Node parent);
  void Block(xml::Node node);
  bool IsLeftOutBlock(xml::Node node);
  void Paragraph(xml::Node paragraph);
  void NumberParagraph();
  void ListItems(xml::Node list);
  void Table(xml::Node table);
  void Row(xml::Node row);
  void CellText(xml::Node cell, std::string* text, Inline* row, std::vector<xml::Node>* tables);
  void WriteBehind(const Inline& content);
  void WriteNote(xml::Node note);

  // odf_inline.cc
  void Inlines(xml::Node parent, Inline* out);
  void InlineElement(xml::Node node, Inline* out);
  void DrawElement(xml::Node node, Inline* out);
  void Formula(xml::Node object, Inline* out);
  void KeepComment(xml::Node annotation);
  std::string PlainParagraphs(xml::Node parent);  // of text:p below, a line each

  // odf_sheet.cc
  xml::Visit EnterInSheet(xml::Node element);
  void BeginSheet(xml::Node table);
  void EndSheet();
  void SheetColumn(xml::Node column);
  void SheetRow(xml::Node row);
  void SheetCell(xml::Node cell, std::uint32_t column, std::uint32_t repeats, bool hidden_row);
  std::string CellValue(xml::Node cell, CellKind* kind);
  bool IsHiddenColumn(std::uint32_t column) const;

  // odf_slides.cc
  void Slide(xml::Node page);
  void SlideShapes(xml::Node parent, bool titles);
  void SlideShape(xml::Node shape);

  const OfficeKind kind_;
  Package* const package_;
  const std::uint64_t max_cells_;
  Writer writer_;
  xml::Tree masters_;
  std::set<std::string, std::less<>> hidden_styles_;  // of tables and texts that are not shown
  std::vector<Comment> comments_;
  std::string first_heading_;
  std::string title_paragraph_;
  bool in_body_ = false;
  bool in_margin_ = false;
  bool in_item_ = false;
  bool last_was_item_ = false;
  std::uint64_t units_ = 0;
  std::uint64_t units_with_text_ = 0;

  struct Sheet {
    std::string name;
    Grid grid;
    std::uint32_t row = 1;
    std::uint32_t column = 1;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> hidden_columns;
    std::vector<std::string> shapes;
    std::vector<std::pair<std::string, Comment>> comments;  // with their places
  };
  std::unique_ptr<Sheet> sheet_;
  std::uint64_t cells_ = 0;
};

}  // namespace arborist::office
