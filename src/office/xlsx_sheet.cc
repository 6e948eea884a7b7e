// SPDX-License-Identifier: AGPL-3.0-only
// Cells are placed by their references, so an empty row or column costs nothing. A cell refers to a
// shared string by its number; the string is not copied, because one may be used in every cell.
#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "office/xlsx_reader.h"
#include "text/utf8.h"

namespace arborist::office {

namespace {

constexpr std::size_t kMaxStrings = 10'000'000;
constexpr std::size_t kMaxHiddenRanges = 20000;

// _x000D_ stands for the character U+000D.
std::string Unescaped(std::string text) {
  std::size_t at = text.find("_x");
  if (at == std::string::npos) return text;
  std::string out;
  std::size_t kept = 0;
  for (; at != std::string::npos; at = text.find("_x", at)) {
    std::uint32_t code = 0;
    const bool fits = at + 7 <= text.size() && text[at + 6] == '_' &&
                      std::from_chars(text.data() + at + 2, text.data() + at + 6, code, 16).ptr ==
                          text.data() + at + 6;
    if (!fits || text::IsSurrogate(code)) {
      at += 2;
      continue;
    }
    out.append(text, kept, at - kept);
    text::Append(&out, code);
    at += 7;
    kept = at;
  }
  out.append(text, kept);
  return out;
}

struct StringsVisitor final : xml::Visitor {
  explicit StringsVisitor(Workbook* to) : workbook(to) {}
  xml::Visit Enter(xml::Node, std::size_t depth) override {
    if (workbook->strings.size() >= kMaxStrings) return xml::Visit::kSkip;
    return depth == 1 ? xml::Visit::kEnter : xml::Visit::kCollect;
  }
  void Take(xml::Node item) override {
    if (item.Is(kSheet, "si")) workbook->strings.push_back(workbook->arena.Keep(StringItem(item)));
  }
  Workbook* workbook;
};

// styleSheet > numFmts > numFmt and styleSheet > cellXfs > xf, of which there may be very many.
struct CellStylesVisitor final : xml::Visitor {
  explicit CellStylesVisitor(Workbook* to) : workbook(to) {}

  xml::Visit Enter(xml::Node element, std::size_t depth) override {
    if (depth == 1) return xml::Visit::kEnter;
    if (depth == 2) {
      const bool wanted = element.Is(kSheet, "numFmts") || element.Is(kSheet, "cellXfs");
      return wanted ? xml::Visit::kEnter : xml::Visit::kSkip;
    }
    return xml::Visit::kCollect;
  }

  void Take(xml::Node item) override {
    if (item.Is(kSheet, "numFmt")) {
      codes.emplace(ToNumber(item.Get(kNoSpace, "numFmtId")), item.Get(kNoSpace, "formatCode"));
    } else if (item.Is(kSheet, "xf")) {
      ids.push_back(ToNumber(item.Get(kNoSpace, "numFmtId")));
    }
  }

  void Finish() {
    for (const std::uint32_t id : ids) {
      std::unique_ptr<NumberFormat>& format = workbook->formats[id];
      if (format == nullptr) {
        const auto own = codes.find(id);
        const std::string_view code =
            own == codes.end() ? BuiltInFormat(id) : std::string_view(own->second);
        format = std::make_unique<NumberFormat>(code);
      }
      workbook->styles.push_back(format.get());
    }
  }

  Workbook* workbook;
  std::map<std::uint32_t, std::string> codes;
  std::vector<std::uint32_t> ids;
};

}  // namespace

std::string StringItem(xml::Node item) {
  std::string text;
  for (const xml::Node child : item.children()) {
    if (child.Is(kSheet, "t")) text += child.AllText();
    if (child.Is(kSheet, "r")) {
      const xml::Node run = child.Child(kSheet, "t");
      if (run) text += run.AllText();
    }
  }
  return Unescaped(std::move(text));
}

void ReadSharedStrings(Package* package, std::string_view workbook_part, Workbook* workbook,
                       Writer* writer) {
  const std::string part = package->RelatedPart(workbook_part, "sharedStrings");
  if (part.empty()) return;
  StringsVisitor visitor(workbook);
  const Status walked = package->Walk(part, &visitor, &writer->report());
  if (!walked) writer->Damage(part, walked.error());
}

void ReadSheetStyles(Package* package, std::string_view workbook_part, Workbook* workbook,
                     Writer* writer) {
  const std::string part = package->RelatedPart(workbook_part, "styles");
  if (part.empty()) return;
  CellStylesVisitor visitor(workbook);
  const Status walked = package->Walk(part, &visitor, &writer->report());
  if (!walked) writer->Damage(part, walked.error());
  visitor.Finish();
}

SheetReader::SheetReader(const Workbook* workbook, std::string_view name, std::uint64_t cells_left,
                         Writer* writer)
    : workbook_(workbook), label_(Label(name)), cells_left_(cells_left), writer_(writer) {}

xml::Visit SheetReader::Enter(xml::Node element, std::size_t depth) {
  if (depth == 1) return xml::Visit::kEnter;
  if (depth == 2) {
    if (element.Is(kSheet, "sheetData")) return xml::Visit::kEnter;
    const bool wanted = element.Is(kSheet, "cols") || element.Is(kSheet, "mergeCells") ||
                        element.Is(kSheet, "headerFooter");
    return wanted ? xml::Visit::kCollect : xml::Visit::kSkip;
  }
  return is_over() ? xml::Visit::kSkip : xml::Visit::kCollect;
}

void SheetReader::Take(xml::Node subtree) {
  if (subtree.Is(kSheet, "row")) return Row(subtree);
  if (subtree.Is(kSheet, "cols")) return Columns(subtree);
  if (subtree.Is(kSheet, "headerFooter")) {
    if (TrimAscii(subtree.AllText()).empty()) return;
    return reading::LeaveOut(&writer_->report(), "header or footer of the printed page", label_);
  }
  for (const xml::Node merge : subtree.children()) {
    if (!merge.Is(kSheet, "mergeCell")) continue;
    if (const auto range = ParseRange(merge.Get(kNoSpace, "ref"))) grid_.merged.push_back(*range);
  }
}

void SheetReader::Columns(xml::Node columns) {
  for (const xml::Node column : columns.children()) {
    const std::string_view hidden = column.is_text() ? "" : column.Get(kNoSpace, "hidden");
    if (hidden.empty() || !IsOn(hidden) || hidden_columns_.size() >= kMaxHiddenRanges) continue;
    hidden_columns_.emplace_back(ToNumber(column.Get(kNoSpace, "min")),
                                 ToNumber(column.Get(kNoSpace, "max")));
  }
  std::ranges::sort(hidden_columns_);
}

bool SheetReader::IsHiddenColumn(std::uint32_t column) const {
  // The ranges do not overlap in an honest file; then the last that begins before decides.
  const auto after = std::ranges::upper_bound(hidden_columns_, column, {},
                                              &std::pair<std::uint32_t, std::uint32_t>::first);
  return after != hidden_columns_.begin() && std::prev(after)->second >= column;
}

void SheetReader::Row(xml::Node row) {
  const std::uint32_t given = ToNumber(row.Get(kNoSpace, "r"));
  const std::uint32_t number = given > 0 ? given : last_row_ + 1;
  last_row_ = number;
  const std::size_t before = grid_.cells.size();
  std::uint32_t column = 0;
  for (const xml::Node cell : row.children()) {
    if (!cell.Is(kSheet, "c")) continue;
    const std::uint32_t placed = ParseCellPlace(cell.Get(kNoSpace, "r")).column;
    column = placed > 0 ? placed : column + 1;
    Cell(cell, column);
  }
  const std::string_view hidden = row.Get(kNoSpace, "hidden");
  if (!hidden.empty() && IsOn(hidden)) {
    if (grid_.cells.size() > before) {
      reading::LeaveOut(&writer_->report(), "hidden row", label_);
    }
    grid_.cells.resize(before);
  }
  grid_.EndRow(number);
}

void SheetReader::Cell(xml::Node cell, std::uint32_t column) {
  CellKind kind = CellKind::kText;
  const std::string_view text = ValueOf(cell, &kind);
  if (TrimAscii(text).empty()) return;
  if (++cells_ > cells_left_) return;
  if (IsHiddenColumn(column)) {
    return reading::LeaveOut(&writer_->report(), "cell of a hidden column", label_);
  }
  grid_.cells.push_back({.text = text, .column = column, .kind = kind});
}

std::string_view SheetReader::ValueOf(xml::Node cell, CellKind* kind) {
  const std::string_view type = cell.Get(kNoSpace, "t");
  if (type == "inlineStr") {
    const xml::Node inline_string = cell.Child(kSheet, "is");
    return inline_string ? grid_.strings.Keep(StringItem(inline_string)) : std::string_view();
  }
  const xml::Node value_node = cell.Child(kSheet, "v");
  const xml::Node value_text = value_node ? value_node.first_child() : xml::Node();
  if (!value_text) {
    if (cell.Child(kSheet, "f")) {
      reading::LeaveOut(&writer_->report(), "formula without a value", label_);
    }
    return {};
  }
  const std::string_view value = value_text.text();
  if (type == "s") {
    const std::uint32_t index = ToNumber(TrimAscii(value), 0x7FFFFFFF);
    if (index < workbook_->strings.size()) return workbook_->strings[index];
    reading::Warn(&writer_->report(),
                  "sheet " + label_ + ": a cell refers to a string that is not there");
    return {};
  }
  if (type == "str") return grid_.strings.Keep(Unescaped(value_node.AllText()));
  *kind = CellKind::kNumber;
  if (type == "b") return TrimAscii(value) == "0" ? "FALSE" : "TRUE";
  if (type == "e") return grid_.strings.Keep(value);
  if (type == "d") {
    std::string date(TrimAscii(value));
    std::ranges::replace(date, 'T', ' ');
    return grid_.strings.Keep(date);
  }
  return NumberOf(cell, value);
}

std::string_view SheetReader::NumberOf(xml::Node cell, std::string_view value) {
  const auto number = ParseNumber(value);
  if (!number) return grid_.strings.Keep(value);
  const std::size_t style = ToNumber(cell.Get(kNoSpace, "s"));
  const NumberFormat* const format =
      style < workbook_->styles.size() ? workbook_->styles[style] : nullptr;
  return grid_.strings.Keep(format == nullptr ? PlainNumber(*number)
                                              : format->Shown(*number, workbook_->dates));
}

}  // namespace arborist::office
