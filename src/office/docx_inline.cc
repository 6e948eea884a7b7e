// SPDX-License-Identifier: AGPL-3.0-only
// The content of a paragraph. Runs are joined with nothing between them, because Word cuts words at
// any place. Fields are a stack, since their parts are marks in the stream of runs and a result may
// hold fields; the stack outlives the paragraph, as the result of a table of contents does.
#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "office/docx_reader.h"
#include "office/drawing.h"
#include "office/math.h"

namespace arborist::office {

namespace {

constexpr std::size_t kMaxFields = 100;
constexpr std::size_t kMaxInstructionBytes = 4096;

// The first word of an instruction in upper case, and what stands behind it.
std::pair<std::string, std::string_view> SplitInstruction(std::string_view instruction) {
  instruction = TrimAscii(instruction);
  const std::size_t end = std::min(instruction.find_first_of(" \t\""), instruction.size());
  std::string name(instruction.substr(0, end));
  std::ranges::transform(name, name.begin(), [](char c) { return UpperAscii(c); });
  return {std::move(name), TrimAscii(instruction.substr(end))};
}

std::uint32_t HexNumber(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

}  // namespace

bool DocxReader::IsOut() const {
  return std::ranges::any_of(
      fields_, [](const Field& field) { return !field.in_result || field.result_is_out; });
}

void DocxReader::BeginResult(Field* field) {
  field->in_result = true;
  const auto [name, rest] = SplitInstruction(field->instruction);
  if (name == "TOC") {
    field->is_contents = field->result_is_out = true;
    reading::LeaveOut(&writer_.report(), "table of contents", "");
  } else if (in_margin_ && (name == "PAGE" || name == "NUMPAGES" || name == "SECTIONPAGES")) {
    field->result_is_out = true;
  } else if (name == "HYPERLINK" && rest.starts_with('"')) {
    writer_.Link(rest.substr(1, rest.find('"', 1) - 1));
  }
}

void DocxReader::FieldCharacter(std::string_view type) {
  if (type == "begin") {
    if (fields_.size() < kMaxFields) fields_.emplace_back();
  } else if (type == "separate") {
    if (!fields_.empty() && !fields_.back().in_result) BeginResult(&fields_.back());
  } else if (type == "end") {
    if (!fields_.empty()) fields_.pop_back();
  }
}

void DocxReader::Inlines(xml::Node parent, Inline* out) {
  for (const xml::Node child : parent.children()) {
    if (!child.is_text()) InlineElement(child, out);
  }
}

void DocxReader::InlineElement(xml::Node node, Inline* out) {
  if (node.space() == kWord) {
    const std::string_view name = node.local();
    if (name == "r") return Run(node, out);
    if (name == "hyperlink") {
      LinkOf(node);
      return Inlines(node, out);
    }
    if (name == "sdt") {
      const xml::Node content = node.Child(kWord, "sdtContent");
      if (content) Inlines(content, out);
      return;
    }
    if (name == "ins" || name == "moveTo" || name == "smartTag" || name == "customXml" ||
        name == "bdo" || name == "dir") {
      return Inlines(node, out);
    }
    if (name == "del" || name == "moveFrom") {
      if (!node.AllText().empty()) {
        reading::LeaveOut(&writer_.report(), "deleted text (tracked changes)", "");
      }
      return;
    }
    if (name == "fldSimple") {
      Field field{.instruction = std::string(node.Get(kWord, "instr"))};
      BeginResult(&field);
      if (!field.result_is_out) Inlines(node, out);
      return;
    }
    if (name == "tbl" || name == "p") {  // a block where none belongs
      Inlines(node, out);
      out->text += '\n';
    }
    if (name == "tr" || name == "tc") Inlines(node, out);
    return;
  }
  if (node.Is(kMath, "oMath") || node.Is(kMath, "oMathPara")) {
    if (!IsOut()) out->text += LinearMath(node);
  } else if (node.Is(kCompatibility, "AlternateContent")) {
    const xml::Node chosen = ChosenAlternative(node);
    if (chosen) Inlines(chosen, out);
  }
}

void DocxReader::LinkOf(xml::Node hyperlink) {
  const Relationship* const target =
      package_->RelationshipById(part_, hyperlink.Get(kReferences, "id"));
  if (target != nullptr && target->external) writer_.Link(target->target);
}

bool DocxReader::IsHiddenRun(xml::Node run) {
  const xml::Node properties = run.Child(kWord, "rPr");
  if (!properties) return false;
  const xml::Node vanish = properties.Child(kWord, "vanish");
  if (vanish) return IsOn(vanish.Get(kWord, "val"));
  const xml::Node style = properties.Child(kWord, "rStyle");
  return style && IsHiddenStyle(style.Get(kWord, "val"));
}

void DocxReader::Run(xml::Node run, Inline* out) {
  const bool hidden = IsHiddenRun(run);
  if (hidden && !IsOut() && run.Child(kWord, "t")) {
    reading::LeaveOut(&writer_.report(), "hidden text", "");
  }
  for (const xml::Node child : run.children()) {
    if (child.is_text()) continue;
    // Marks of fields count, whether they are seen or not.
    if (hidden && !child.Is(kWord, "fldChar") && !child.Is(kWord, "instrText")) continue;
    RunElement(child, out);
  }
}

void DocxReader::RunElement(xml::Node node, Inline* out) {
  if (node.Is(kCompatibility, "AlternateContent")) {
    const xml::Node chosen = ChosenAlternative(node);
    if (!chosen) return;
    for (const xml::Node child : chosen.children()) {
      if (!child.is_text()) RunElement(child, out);
    }
    return;
  }
  if (node.space() != kWord) return;
  const std::string_view name = node.local();
  if (name == "fldChar") return FieldCharacter(node.Get(kWord, "fldCharType"));
  if (name == "instrText") {
    if (!fields_.empty() && fields_.back().instruction.size() < kMaxInstructionBytes) {
      fields_.back().instruction += node.AllText();
    }
    return;
  }
  if (name == "lastRenderedPageBreak") {
    if (in_body_) out->page_breaks.push_back(out->text.size());
    return;
  }
  if (IsOut()) return;
  if (name == "t") {
    out->text += node.AllText();
  } else if (name == "tab" || name == "ptab") {
    out->text += '\t';
  } else if (name == "br" || name == "cr") {
    out->text += '\n';
  } else if (name == "noBreakHyphen") {
    out->text += "\u2011";
  } else if (name == "sym") {
    AppendSymbol(&out->text, node.Get(kWord, "font"), HexNumber(node.Get(kWord, "char")));
  } else if (name == "footnoteReference") {
    out->behind.notes.emplace_back(NoteKind::kFootnote, node.Get(kWord, "id"));
  } else if (name == "endnoteReference") {
    out->behind.notes.emplace_back(NoteKind::kEndnote, node.Get(kWord, "id"));
  } else if (name == "drawing" || name == "pict") {
    Drawing(node, out);
  } else if (name == "object") {
    reading::LeaveOut(&writer_.report(), "embedded object", "");
    Drawing(node, out);
  } else if (name == "ruby") {
    const xml::Node base = node.Child(kWord, "rubyBase");
    if (base) Inlines(base, out);
  }
}

// Finds text boxes, charts and diagrams at any depth of a drawing.
void DocxReader::Drawing(xml::Node node, Inline* out) {
  for (const xml::Node child : node.children()) {
    if (child.is_text()) continue;
    if (child.Is(kWord, "txbxContent")) {
      out->behind.boxes.push_back(child);
    } else if (child.Is(kChart, "chart")) {
      out->behind.charts.push_back(child);
    } else if (child.Is(kDiagram, "relIds")) {
      out->behind.diagrams.push_back(child);
    } else if (child.Is(kCompatibility, "AlternateContent")) {
      const xml::Node chosen = ChosenAlternative(child);
      if (chosen) Drawing(chosen, out);
    } else if (child.Is(kDrawing, "txBody") || child.Is(kDrawing, "p")) {
      std::string text = DrawingText(package_, part_, node, &writer_);
      if (!text.empty()) out->behind.shapes.push_back(std::move(text));
      return;
    } else {
      if (child.local() == "blip" || child.Is(kVml, "imagedata")) {
        reading::LeaveOut(&writer_.report(), "image", "");
      }
      Drawing(child, out);
    }
  }
}

}  // namespace arborist::office
