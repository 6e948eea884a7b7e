// SPDX-License-Identifier: AGPL-3.0-only
// Tables, comments and drawings of a worksheet, found by the relationships of its part.
#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "office/xlsx_reader.h"

namespace arborist::office {

namespace {

// What Excel writes as the classic comment of a threaded one, for older programs.
constexpr std::string_view kThreadedMark = "[Threaded comment]";

void WriteComment(std::string_view sheet_name, std::string_view author, std::string_view place,
                  std::string_view text, Writer* writer) {
  if (TrimAscii(text).empty()) return;
  std::string label = author.empty() ? "comment" : "comment by " + Label(author);
  label += " on " + Label(sheet_name) + "!" + std::string(place);
  writer->Anchor(reading::AnchorKind::kNote, Label(label),
                 SheetFragment(sheet_name) + "&range=" + std::string(place));
  writer->Paragraph(text);
  writer->EndAnchor(reading::AnchorKind::kNote);
}

// The places whose comments are threads.
std::set<std::string> WriteThreads(Package* package, std::string_view part,
                                   std::string_view sheet_name, const Workbook& workbook,
                                   Writer* writer) {
  std::set<std::string> places;
  const xml::Tree tree = package->TreeOf(part, writer);
  if (!tree.root()) return places;
  for (const xml::Node one : tree.root().children()) {
    if (!one.Is(kThreadedComments, "threadedComment")) continue;
    const std::string place(one.Get(kNoSpace, "ref"));
    const auto person = workbook.people.find(one.Get(kNoSpace, "personId"));
    const xml::Node text = one.Child(kThreadedComments, "text");
    if (!text || !ParseRange(place)) continue;
    WriteComment(sheet_name, person == workbook.people.end() ? "" : person->second, place,
                 text.AllText(), writer);
    places.insert(place);
  }
  return places;
}

void WriteClassic(Package* package, std::string_view part, std::string_view sheet_name,
                  const std::set<std::string>& threads, Writer* writer) {
  const xml::Tree tree = package->TreeOf(part, writer);
  if (!tree.root()) return;
  std::vector<std::string> authors;
  if (const xml::Node list = tree.root().Child(kSheet, "authors")) {
    for (const xml::Node author : list.children()) {
      if (author.Is(kSheet, "author")) authors.push_back(OneLine(author.AllText()));
    }
  }
  const xml::Node list = tree.root().Child(kSheet, "commentList");
  if (!list) return;
  for (const xml::Node one : list.children()) {
    const xml::Node text = one.Is(kSheet, "comment") ? one.Child(kSheet, "text") : xml::Node();
    if (!text) continue;
    const std::string place(one.Get(kNoSpace, "ref"));
    if (!ParseRange(place)) continue;
    const std::string content = StringItem(text);
    if (threads.contains(place) && content.starts_with(kThreadedMark)) continue;
    const std::size_t author = ToNumber(one.Get(kNoSpace, "authorId"));
    WriteComment(sheet_name, author < authors.size() ? authors[author] : "", place, content,
                 writer);
  }
}

// Text boxes, charts and diagrams at any depth of a drawing part.
void WriteShapes(Package* package, std::string_view part, xml::Node node, ChartValues values,
                 Writer* writer) {
  for (const xml::Node child : node.children()) {
    if (child.is_text()) continue;
    if (child.Is(kSheetDrawing, "txBody")) {
      writer->Paragraph(DrawingText(package, part, child, writer));
    } else if (child.Is(kChart, "chart")) {
      WriteChart(package, part, child, values, writer);
    } else if (child.Is(kDiagram, "relIds")) {
      WriteDiagram(package, part, child, writer);
    } else if (child.Is(kCompatibility, "AlternateContent")) {
      const xml::Node chosen = ChosenAlternative(child);
      if (chosen) WriteShapes(package, part, chosen, values, writer);
    } else {
      if (child.Is(kSheetDrawing, "pic")) reading::LeaveOut(&writer->report(), "image", "");
      WriteShapes(package, part, child, values, writer);
    }
  }
}

}  // namespace

void ReadTables(Package* package, std::string_view sheet_part, Grid* grid, Writer* writer) {
  for (const Relationship& one : package->RelationshipsOf(sheet_part)) {
    if (one.type != "table" || one.external) continue;
    if (grid->tables.size() == Grid::kMaxTables) {
      return reading::Warn(&writer->report(), "a sheet has more tables than are looked at");
    }
    const xml::Tree tree = package->TreeOf(one.target, writer);
    if (!tree.root() || !tree.root().Is(kSheet, "table")) continue;
    const std::string_view headers = tree.root().Get(kNoSpace, "headerRowCount");
    const auto range = ParseRange(tree.root().Get(kNoSpace, "ref"));
    if (range && headers != "0") grid->tables.push_back(*range);
  }
}

void WriteSheetComments(Package* package, std::string_view sheet_part, std::string_view sheet_name,
                        const Workbook& workbook, Writer* writer) {
  std::set<std::string> threads;
  for (const Relationship& one : package->RelationshipsOf(sheet_part)) {
    if (one.type == "threadedComment" && !one.external) {
      threads.merge(WriteThreads(package, one.target, sheet_name, workbook, writer));
    }
  }
  const std::string classic = package->RelatedPart(sheet_part, "comments");
  if (!classic.empty()) WriteClassic(package, classic, sheet_name, threads, writer);
}

void WriteSheetDrawings(Package* package, std::string_view sheet_part, ChartValues values,
                        Writer* writer) {
  const std::string part = package->RelatedPart(sheet_part, "drawing");
  const xml::Tree tree = package->TreeOf(part, writer);
  if (tree.root()) WriteShapes(package, part, tree.root(), values, writer);
}

}  // namespace arborist::office
