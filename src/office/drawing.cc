// SPDX-License-Identifier: AGPL-3.0-only
#include "office/drawing.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "office/math.h"
#include "office/number_format.h"

namespace arborist::office {

namespace {

constexpr std::size_t kMaxPoints = 10000;  // of one series

void LinkOf(Package* package, std::string_view part, xml::Node properties, Writer* writer) {
  const xml::Node click = properties ? properties.Child(kDrawing, "hlinkClick") : xml::Node();
  if (!click) return;
  const Relationship* const target = package->RelationshipById(part, click.Get(kReferences, "id"));
  if (target != nullptr && target->external) writer->Link(target->target);
}

void AppendRun(Package* package, std::string_view part, xml::Node run, Writer* writer,
               std::string* text) {
  LinkOf(package, part, run.Child(kDrawing, "rPr"), writer);
  const xml::Node own = run.Child(kDrawing, "t");
  if (own) *text += own.AllText();
}

// Every paragraph below, in document order, a line each.
void AppendParagraphs(Package* package, std::string_view part, xml::Node node, Writer* writer,
                      std::string* text) {
  for (const xml::Node child : node.children()) {
    if (child.Is(kDrawing, "p")) {
      const std::string line = DrawingParagraph(package, part, child, writer);
      if (!text->empty() && !line.empty()) *text += '\n';
      *text += line;
    } else if (!child.is_text()) {
      AppendParagraphs(package, part, child, writer, text);
    }
  }
}

// The cached points of a reference (c:strRef, c:numRef) or literal, by their index; numbers as
// their format shows them.
std::vector<std::string> PointsOf(xml::Node values) {
  std::vector<std::string> points;
  const auto take = [&](const auto& self, xml::Node node) -> void {
    const xml::Node code = node.Child(kChart, "formatCode");
    const bool numbers = node.Is(kChart, "numCache") || node.Is(kChart, "numLit");
    const NumberFormat format(code ? code.AllText() : std::string());
    for (const xml::Node child : node.children()) {
      if (child.Is(kChart, "pt")) {
        const std::size_t index = ToNumber(child.Get(kNoSpace, "idx"));
        const xml::Node value = child.Child(kChart, "v");
        if (index >= kMaxPoints || !value) continue;
        if (points.size() <= index) points.resize(index + 1);
        points[index] = OneLine(value.AllText());
        const auto number = numbers ? ParseNumber(points[index]) : std::nullopt;
        if (number) points[index] = format.Shown(*number, DateSystem::k1900);
      } else if (!child.is_text() && !child.Is(kChart, "f")) {
        self(self, child);
      }
    }
  };
  if (values) take(take, values);
  return points;
}

std::string Joined(const std::vector<std::string>& points) {
  std::string line;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) line += '\t';
    line += points[i];
  }
  return line;
}

struct Series {
  std::string name;
  std::vector<std::string> categories;
  std::vector<std::string> values;
};

// Gathers titles and series of a chart, at any depth.
void GatherChart(Package* package, std::string_view part, xml::Node node, Writer* writer,
                 std::vector<std::string>* titles, std::vector<Series>* all) {
  for (const xml::Node child : node.children()) {
    if (child.is_text()) continue;
    if (child.Is(kChart, "title")) {
      std::string title;
      AppendParagraphs(package, part, child, writer, &title);
      if (!title.empty()) titles->push_back(OneLine(title));
    } else if (child.Is(kChart, "ser")) {
      Series series{.name = OneLine(Joined(PointsOf(child.Child(kChart, "tx")))),
                    .categories = PointsOf(child.Child(kChart, "cat")),
                    .values = PointsOf(child.Child(kChart, "val"))};
      if (series.name.empty()) {
        const xml::Node own = child.Child(kChart, "tx");
        const xml::Node value = own ? own.Child(kChart, "v") : xml::Node();
        if (value) series.name = OneLine(value.AllText());
      }
      if (series.categories.empty()) series.categories = PointsOf(child.Child(kChart, "xVal"));
      if (series.values.empty()) series.values = PointsOf(child.Child(kChart, "yVal"));
      all->push_back(std::move(series));
    } else {
      GatherChart(package, part, child, writer, titles, all);
    }
  }
}

}  // namespace

std::string DrawingParagraph(Package* package, std::string_view part, xml::Node paragraph,
                             Writer* writer) {
  std::string text;
  for (const xml::Node child : paragraph.children()) {
    if (child.Is(kDrawing, "r")) {
      AppendRun(package, part, child, writer, &text);
    } else if (child.Is(kDrawing, "br")) {
      text += '\n';
    } else if (child.Is(kDrawing, "fld")) {
      const std::string_view type = child.Get(kNoSpace, "type");
      if (type != "slidenum" && !type.starts_with("datetime")) {
        AppendRun(package, part, child, writer, &text);
      }
    } else if (child.Is(kMath, "oMath") || child.Is(kMath, "oMathPara")) {
      text += LinearMath(child);
    } else if (child.Is(kCompatibility, "AlternateContent")) {
      const xml::Node chosen = ChosenAlternative(child);
      if (chosen) text += DrawingParagraph(package, part, chosen, writer);
    } else if (child.local() == "m" && child.first_child()) {  // a14:m around a formula
      text += LinearMath(child);
    }
  }
  return text;
}

std::string DrawingText(Package* package, std::string_view part, xml::Node body, Writer* writer) {
  std::string text;
  AppendParagraphs(package, part, body, writer, &text);
  return text;
}

xml::Node ChosenAlternative(xml::Node alternate) {
  const xml::Node choice = alternate.Child(kCompatibility, "Choice");
  return choice ? choice : alternate.Child(kCompatibility, "Fallback");
}

void WriteChart(Package* package, std::string_view part, xml::Node reference, ChartValues values,
                Writer* writer) {
  const Relationship* const target =
      package->RelationshipById(part, reference.Get(kReferences, "id"));
  if (target == nullptr || target->external) return;
  const std::string chart_part = target->target;
  const xml::Tree tree = package->TreeOf(chart_part, writer);
  if (!tree.root()) return;
  std::vector<std::string> titles;
  std::vector<Series> all;
  GatherChart(package, chart_part, tree.root(), writer, &titles, &all);
  writer->AskParagraph();
  for (const std::string& title : titles) writer->Line(title);
  if (!all.empty() && values == ChartValues::kWritten) writer->Line(Joined(all[0].categories));
  for (const Series& series : all) {
    writer->Line(values == ChartValues::kWritten && !series.values.empty()
                     ? series.name + "\t" + Joined(series.values)
                     : series.name);
  }
  writer->AskParagraph();
}

void WriteDiagram(Package* package, std::string_view part, xml::Node reference, Writer* writer) {
  const Relationship* const data =
      package->RelationshipById(part, reference.Get(kReferences, "dm"));
  if (data == nullptr || data->external) return;
  const std::string data_part = data->target;
  const xml::Tree tree = package->TreeOf(data_part, writer);
  if (!tree.root()) return;
  // The data names the relationship of the drawing made of it.
  std::string drawing;
  const auto find = [&](const auto& self, xml::Node node) -> void {
    for (const xml::Node child : node.children()) {
      if (child.is_text()) continue;
      if (child.Is(kDiagramShape, "dataModelExt")) {
        const Relationship* const one =
            package->RelationshipById(part, child.Get(kNoSpace, "relId"));
        if (one != nullptr && !one->external && package->Has(one->target)) drawing = one->target;
      } else if (child.local() == "extLst" || child.local() == "ext") {
        self(self, child);
      }
    }
  };
  find(find, tree.root());
  std::string text;
  if (!drawing.empty()) {
    const xml::Tree drawn = package->TreeOf(drawing, writer);
    if (drawn.root()) AppendParagraphs(package, drawing, drawn.root(), writer, &text);
  }
  if (text.empty()) AppendParagraphs(package, data_part, tree.root(), writer, &text);
  writer->Paragraph(text);
}

}  // namespace arborist::office
