// SPDX-License-Identifier: AGPL-3.0-only
// A slide is its title, then its shapes in their order, then its notes.
#include <algorithm>
#include <array>

#include "office/odf_reader.h"

namespace arborist::office {

using reading::AnchorKind;

namespace {

// What the master gives to every slide.
bool IsOfMaster(xml::Node shape) {
  const std::string_view role = shape.Get(kOdfPresentation, "class");
  return role == "header" || role == "footer" || role == "date-time" || role == "page-number" ||
         shape.Get(kOdfPresentation, "placeholder") == "true";
}

bool IsSlideTitle(xml::Node shape) { return shape.Get(kOdfPresentation, "class") == "title"; }

}  // namespace

void OdfReader::Slide(xml::Node page) {
  const std::string number = std::to_string(++units_);
  writer_.AskParagraph();
  writer_.Anchor(AnchorKind::kSlide, "slide " + number, "slide=" + number);
  const std::uint64_t before = writer_.size();
  SlideShapes(page, true);
  SlideShapes(page, false);
  if (writer_.size() > before) ++units_with_text_;
  const xml::Node notes = page.Child(kOdfPresentation, "notes");
  if (!notes) return;
  writer_.AskParagraph();
  writer_.Anchor(AnchorKind::kNotes, "slide " + number + ", notes", "slide=" + number + "&notes");
  SlideShapes(notes, true);
  SlideShapes(notes, false);
  writer_.EndAnchor(AnchorKind::kNotes);
}

void OdfReader::SlideShapes(xml::Node parent, bool titles) {
  for (const xml::Node shape : parent.children()) {
    if (shape.is_text() || IsOfMaster(shape) || IsSlideTitle(shape) != titles) continue;
    if (titles && first_heading_.empty()) first_heading_ = Label(PlainParagraphs(shape));
    SlideShape(shape);
  }
}

void OdfReader::SlideShape(xml::Node shape) {
  if (shape.Is(kOdfOffice, "annotation")) return KeepComment(shape);
  if (shape.space() != kOdfDraw && shape.local() != "scene") return;
  // A frame may hold a table, which a text has among its blocks.
  const xml::Node table = shape.Child(kOdfTable, "table");
  if (table) return Table(table);
  Inline content;
  DrawElement(shape, &content);
  writer_.Paragraph(content.text);
  WriteBehind(content);
}

}  // namespace arborist::office
