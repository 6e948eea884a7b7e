// SPDX-License-Identifier: AGPL-3.0-only
// The body of the document is read block by block, each as a tree of its own: a paragraph, a table
// or a content control. A paragraph becomes one string first, together with what it refers to (text
// boxes, notes, charts), which is written behind it.
// FROZEN docx-text-v1: docs/format/docx-text.md; a change is docx-text-v2.
#include <algorithm>

#include "base/ascii.h"
#include "office/docx_reader.h"
#include "office/drawing.h"
#include "office/kind.h"
#include "office/math.h"
#include "office/office.h"
#include "office/properties.h"

namespace arborist::office {

using reading::AnchorKind;

DocxReader::DocxReader(Package* package, std::string main_part, const reading::HtmlReader& html)
    : package_(package),
      main_part_(std::move(main_part)),
      html_(html),
      writer_(package->limits()),
      part_(main_part_) {}

reading::Reading DocxReader::Read() && {
  ReadCoreProperties(package_, &writer_);
  ReadStyles();
  ReadNotes("footnotes", "footnote", &footnote_tree_, &footnotes_, &footnotes_part_);
  ReadNotes("endnotes", "endnote", &endnote_tree_, &endnotes_, &endnotes_part_);
  writer_.Anchor(AnchorKind::kPage, "about page 1", "page=1");
  if (Status walked = package_->Walk(main_part_, this, &writer_.report()); !walked) {
    writer_.Damage(main_part_, walked.error());
  }
  if (!carried_.empty()) writer_.Paragraph(carried_);
  if (!pages_known_) writer_.ForgetAnchors(AnchorKind::kPage);
  in_body_ = false;
  WriteHeaders();
  WriteComments();
  writer_.set_title(title_paragraph_);
  writer_.set_title(first_heading_);
  reading::Report& report = writer_.report();
  report.unit_name = "paragraphs";
  report.units = paragraphs_;
  report.units_with_text = paragraphs_with_text_;
  return std::move(writer_).Finish();
}

// document > body > blocks.
xml::Visit DocxReader::Enter(xml::Node element, std::size_t depth) {
  if (writer_.is_full()) return xml::Visit::kSkip;
  if (depth == 1) return xml::Visit::kEnter;
  if (depth == 2) return element.Is(kWord, "body") ? xml::Visit::kEnter : xml::Visit::kSkip;
  return element.Is(kWord, "sectPr") ? xml::Visit::kSkip : xml::Visit::kCollect;
}

void DocxReader::Take(xml::Node subtree) { Block(subtree); }

void DocxReader::Blocks(xml::Node parent) {
  for (const xml::Node child : parent.children()) {
    if (!child.is_text()) Block(child);
  }
}

void DocxReader::Block(xml::Node node) {
  if (node.Is(kWord, "p")) return Paragraph(node);
  if (node.Is(kWord, "tbl")) return Table(node);
  if (node.Is(kWord, "sdt")) {
    const xml::Node content = node.Child(kWord, "sdtContent");
    if (content) Blocks(content);
    return;
  }
  if (node.Is(kWord, "altChunk")) return EmbeddedChunk(node);
  if (node.Is(kCompatibility, "AlternateContent")) {
    const xml::Node chosen = ChosenAlternative(node);
    if (chosen) Blocks(chosen);
    return;
  }
  if (node.Is(kMath, "oMathPara") || node.Is(kMath, "oMath")) {
    return writer_.Paragraph(LinearMath(node));
  }
  if (node.Is(kWord, "del") || node.Is(kWord, "moveFrom")) {
    if (!node.AllText().empty()) {
      reading::LeaveOut(&writer_.report(), "deleted text (tracked changes)", "");
    }
    return;
  }
  if (node.Is(kWord, "subDoc")) {
    return reading::LeaveOut(&writer_.report(), "document that this one includes", "");
  }
  if (node.Is(kWord, "customXml") || node.Is(kWord, "ins") || node.Is(kWord, "moveTo") ||
      node.Is(kWord, "smartTag")) {
    Blocks(node);
  }
}

void DocxReader::NumberParagraph() {
  if (!in_body_) return;
  const std::string number = std::to_string(++paragraphs_with_text_);
  writer_.Anchor(AnchorKind::kParagraph, "paragraph " + number, "para=" + number);
}

void DocxReader::Paragraph(xml::Node paragraph) {
  if (in_body_) ++paragraphs_;
  const int outline = OutlineOf(paragraph);
  // A table of contents whose field never ends must not swallow the document.
  if (outline >= 0) {
    for (Field& field : fields_) field.result_is_out = field.result_is_out && !field.is_contents;
  }
  Inline content;
  const std::string number = carried_.empty() ? NumberOf(paragraph) : std::string();
  content.text = carried_ + number;
  carried_.clear();
  Inlines(paragraph, &content);
  if (!number.empty() && TrimAscii(std::string_view(content.text).substr(number.size())).empty()) {
    // A number alone is no text.
    content.text.clear();
    content.page_breaks.assign(content.page_breaks.size(), 0);
  }
  const xml::Node properties = paragraph.Child(kWord, "pPr");
  const xml::Node mark = properties ? properties.Child(kWord, "rPr") : xml::Node();
  if (mark && (mark.Child(kWord, "del") || mark.Child(kWord, "moveFrom"))) {
    carried_ = std::move(content.text);
    content.text.clear();
  }
  WriteParagraph(content, paragraph);
  WriteBehind(content.behind);
}

void DocxReader::WriteParagraph(const Inline& content, xml::Node paragraph) {
  const std::string_view text = TrimAscii(content.text);
  if (text.empty()) {
    if (!content.page_breaks.empty()) WriteText(content, 0, 0);
    return;
  }
  const int outline = OutlineOf(paragraph);
  NumberParagraph();
  if (outline >= 0 && in_body_) {
    writer_.Anchor(AnchorKind::kHeading, Label(text),
                   "para=" + std::to_string(paragraphs_with_text_));
    if (first_heading_.empty()) first_heading_ = Label(text);
  }
  const xml::Node properties = paragraph.Child(kWord, "pPr");
  const xml::Node style = properties ? properties.Child(kWord, "pStyle") : xml::Node();
  const Style* const named = style ? StyleOf(style.Get(kWord, "val")) : nullptr;
  if (title_paragraph_.empty() && named != nullptr && named->name == "title") {
    title_paragraph_ = Label(text);
  }
  const bool item = outline < 0 && IsListItem(paragraph);
  if (item && last_was_item_) {
    writer_.AskLine();
  } else {
    writer_.AskParagraph();
  }
  const auto begin = static_cast<std::size_t>(text.data() - content.text.data());
  WriteText(content, begin, begin + text.size());
  if (item) {
    writer_.AskLine();
  } else {
    writer_.AskParagraph();
  }
  last_was_item_ = item;
}

// The text with the pages that begin in it.
void DocxReader::WriteText(const Inline& content, std::size_t begin, std::size_t end) {
  for (const std::size_t at : content.page_breaks) {
    if (at > begin && at <= end) {
      writer_.Text(std::string_view(content.text).substr(begin, at - begin));
      begin = at;
    }
    const std::string number = std::to_string(++pages_);
    writer_.Anchor(AnchorKind::kPage, "about page " + number, "page=" + number);
    pages_known_ = true;
  }
  writer_.Text(std::string_view(content.text).substr(begin, end - begin));
}

void DocxReader::WriteBehind(const Behind& behind) {
  if (!behind.boxes.empty() || !behind.shapes.empty()) last_was_item_ = false;
  for (const std::string& shape : behind.shapes) writer_.Paragraph(shape);
  for (const xml::Node box : behind.boxes) {
    writer_.AskParagraph();
    Blocks(box);
    writer_.AskParagraph();
  }
  for (const xml::Node chart : behind.charts) {
    WriteChart(package_, part_, chart, ChartValues::kWritten, &writer_);
  }
  for (const xml::Node diagram : behind.diagrams) {
    WriteDiagram(package_, part_, diagram, &writer_);
  }
  for (const auto& [kind, id] : behind.notes) WriteNote(kind, id);
}

// HTML that Word would take in when it opens the document.
void DocxReader::EmbeddedChunk(xml::Node chunk) {
  const Relationship* const target =
      package_->RelationshipById(part_, chunk.Get(kReferences, "id"));
  if (target == nullptr || target->external) return;
  const std::string type = package_->ContentTypeOf(target->target);
  const std::string name = target->target;
  const bool html = type.contains("html") || LowerAscii(name).ends_with(".html") ||
                    LowerAscii(name).ends_with(".htm");
  if (!html || html_ == nullptr) {
    return reading::LeaveOut(&writer_.report(), "embedded document", name);
  }
  auto bytes = package_->ReadBytes(name, &writer_.report());
  if (!bytes) return writer_.Damage(name, bytes.error());
  auto page = html_(*bytes, "", "");
  if (!page) return writer_.Damage(name, page.error());
  if (page->text.empty()) return;
  NumberParagraph();
  writer_.Paragraph(page->text);
  for (const std::string& link : page->links) writer_.Link(link);
}

reading::Reading ReadDocx(std::string_view bytes, const reading::ReadingLimits& limits,
                          const reading::HtmlReader& html) {
  if (!zip::LooksLikeZip(bytes)) return NotOfKind(bytes, "a Word document");
  auto package = Package::Open(bytes, limits);
  if (!package) return NoReading(package.error());
  auto kind = KindOfPackage(&*package);
  if (!kind || kind->kind != OfficeKind::kDocx) return NotOfKind(bytes, "a Word document");
  return DocxReader(&*package, std::move(kind->main_part), html).Read();
}

}  // namespace arborist::office
