// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "office/docx_numbering.h"
#include "office/package.h"
#include "office/writer.h"
#include "reading/reading.h"
#include "xml/tree.h"

namespace arborist::office {

// The work on one Word document. Private to the docx_* files: docx.cc has the whole and the blocks,
// docx_inline.cc runs and fields, docx_table.cc tables, docx_parts.cc styles, notes and headers.
class DocxReader final : private xml::Visitor {
 public:
  DocxReader(Package* package, std::string main_part, const reading::HtmlReader& html);
  reading::Reading Read() &&;

 private:
  struct Style {
    std::string name;  // lower case
    std::string based_on;
    int outline = -1;  // 0 is a first-level heading
    bool hidden = false;
    std::string list;  // that its paragraphs belong to
    std::size_t level = 0;
  };
  enum class NoteKind : std::uint8_t { kFootnote, kEndnote };
  // What a paragraph or row refers to that is written behind it.
  struct Behind {
    std::vector<xml::Node> boxes;     // w:txbxContent
    std::vector<xml::Node> charts;    // c:chart
    std::vector<xml::Node> diagrams;  // dgm:relIds
    std::vector<std::string> shapes;  // text drawn without a text box of Word
    std::vector<std::pair<NoteKind, std::string>> notes;
  };
  struct Inline {
    std::string text;
    std::vector<std::size_t> page_breaks;  // offsets in text
    Behind behind;
  };
  // A field: w:fldChar begin, instruction, separate, result, end.
  struct Field {
    std::string instruction;
    bool in_result = false;
    bool result_is_out = false;
    bool is_contents = false;
  };
  struct Cell {
    std::string text;
    std::vector<xml::Node> tables;  // inside of it
  };

  // docx.cc
  xml::Visit Enter(xml::Node element, std::size_t depth) override;
  void Take(xml::Node subtree) override;
  void Blocks(xml::Node parent);
  void Block(xml::Node node);
  void Paragraph(xml::Node paragraph);
  void WriteParagraph(const Inline& content, xml::Node paragraph);
  void WriteBehind(const Behind& behind);
  void WriteText(const Inline& content, std::size_t begin, std::size_t end);
  void NumberParagraph();
  void EmbeddedChunk(xml::Node chunk);

  // docx_inline.cc
  void Inlines(xml::Node parent, Inline* out);
  void InlineElement(xml::Node node, Inline* out);
  void Run(xml::Node run, Inline* out);
  void RunElement(xml::Node node, Inline* out);
  bool IsHiddenRun(xml::Node run);
  void FieldCharacter(std::string_view type);
  void BeginResult(Field* field);
  bool IsOut() const;  // inside of an instruction or a result that is left out
  void Drawing(xml::Node node, Inline* out);
  void LinkOf(xml::Node hyperlink);

  // docx_table.cc
  void Table(xml::Node table);
  void TableRows(xml::Node parent);
  void Row(xml::Node row);
  void CellText(xml::Node parent, Cell* cell, Inline* row);

  // docx_parts.cc
  void ReadStyles();
  void TakeStyle(xml::Node style);
  const Style* StyleOf(std::string_view id) const;
  int OutlineOf(xml::Node paragraph) const;  // -1: no heading
  // The list and level of a paragraph, its own or its style's; an empty list: none.
  struct Item {
    std::string list;
    std::size_t level = 0;
  };
  Item ItemOf(xml::Node paragraph) const;
  bool IsListItem(xml::Node paragraph) const;
  std::string NumberOf(xml::Node paragraph);
  bool IsHiddenStyle(std::string_view id) const;
  void ReadNotes(std::string_view type, std::string_view element, xml::Tree* tree,
                 std::map<std::string, xml::Node, std::less<>>* notes, std::string* part);
  void WriteNote(NoteKind kind, std::string_view id);
  void WriteHeaders();
  void WriteComments();

  Package* const package_;
  const std::string main_part_;
  const reading::HtmlReader& html_;
  Writer writer_;
  std::string part_;  // whose relationships count now
  bool in_body_ = true;
  bool in_margin_ = false;  // headers and footers

  std::map<std::string, Style, std::less<>> styles_;
  Numbering numbering_;
  xml::Tree footnote_tree_;
  xml::Tree endnote_tree_;
  std::map<std::string, xml::Node, std::less<>> footnotes_;
  std::map<std::string, xml::Node, std::less<>> endnotes_;
  std::string footnotes_part_;
  std::string endnotes_part_;
  std::set<std::string, std::less<>> notes_written_;

  std::vector<Field> fields_;
  std::string carried_;  // of paragraphs whose end is deleted
  std::string title_paragraph_;
  std::string first_heading_;
  bool last_was_item_ = false;
  std::uint64_t paragraphs_ = 0;            // all
  std::uint64_t paragraphs_with_text_ = 0;  // their number is the place
  std::uint64_t pages_ = 1;
  bool pages_known_ = false;
};

}  // namespace arborist::office
