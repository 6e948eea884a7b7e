// SPDX-License-Identifier: AGPL-3.0-only
// Recursive over the elements of a formula, whose depth the XML reader bounds. Whatever has no
// notation of its own is the text of its parts in order.
#include "office/math.h"

#include <string_view>

#include "office/names.h"
#include "text/utf8.h"

namespace arborist::office {

namespace {

std::string Linear(xml::Node node);

std::string LinearChildren(xml::Node node) {
  std::string all;
  for (const xml::Node child : node.children()) all += Linear(child);
  return all;
}

std::string Part(xml::Node node, std::string_view name) {
  const xml::Node part = node.Child(kMath, name);
  return part ? LinearChildren(part) : std::string();
}

// In brackets unless it is one character or number, or in brackets already.
std::string Grouped(const std::string& text) {
  const bool word = text.find_first_of(" +-*/=,;^_()[]{}") == std::string::npos;
  if (word && text::CountCodePoints(text) <= 3) return text;
  if (text.starts_with('(') && text.find(')') == text.size() - 1) return text;
  return "(" + text + ")";
}

// The character that a property of `node` names, else `otherwise`.
std::string Character(xml::Node node, std::string_view properties, std::string_view name,
                      std::string_view otherwise) {
  const xml::Node all = node.Child(kMath, properties);
  const xml::Node one = all ? all.Child(kMath, name) : xml::Node();
  if (!one) return std::string(otherwise);
  return std::string(one.Get(kMath, "val"));
}

std::string Delimited(xml::Node node) {
  const std::string separator = Character(node, "dPr", "sepChr", "|");
  std::string text = Character(node, "dPr", "begChr", "(");
  bool first = true;
  for (const xml::Node part : node.children()) {
    if (!part.Is(kMath, "e")) continue;
    if (!first) text += separator;
    first = false;
    text += LinearChildren(part);
  }
  return text + Character(node, "dPr", "endChr", ")");
}

std::string Rows(xml::Node node, std::string_view row_name) {
  std::string text;
  for (const xml::Node row : node.children()) {
    if (!row.Is(kMath, row_name)) continue;
    if (!text.empty()) text += "; ";
    if (row_name == "e") {
      text += LinearChildren(row);
      continue;
    }
    bool first = true;
    for (const xml::Node cell : row.children()) {
      if (!cell.Is(kMath, "e")) continue;
      if (!first) text += ", ";
      first = false;
      text += LinearChildren(cell);
    }
  }
  return text;
}

std::string Scripts(const std::string& sub, const std::string& sup) {
  return (sub.empty() ? "" : "_" + Grouped(sub)) + (sup.empty() ? "" : "^" + Grouped(sup));
}

std::string Root(xml::Node node) {
  const std::string degree = Part(node, "deg");
  const std::string radicand = "(" + Part(node, "e") + ")";
  return degree.empty() ? "\u221A" + radicand : degree + "\u221A" + radicand;
}

std::string Linear(xml::Node node) {
  if (node.is_text() || node.space() != kMath) {
    // Runs of text inside of a formula may be those of Word, but hold m:t.
    return node.is_text() || node.local() == "rPr" ? std::string() : LinearChildren(node);
  }
  const std::string_view name = node.local();
  if (name == "t") return node.AllText();
  if (name == "f") return Grouped(Part(node, "num")) + "/" + Grouped(Part(node, "den"));
  if (name == "sSup") return Grouped(Part(node, "e")) + Scripts("", Part(node, "sup"));
  if (name == "sSub") return Grouped(Part(node, "e")) + Scripts(Part(node, "sub"), "");
  if (name == "sSubSup") {
    return Grouped(Part(node, "e")) + Scripts(Part(node, "sub"), Part(node, "sup"));
  }
  if (name == "sPre") {
    return Scripts(Part(node, "sub"), Part(node, "sup")) + Grouped(Part(node, "e"));
  }
  if (name == "rad") return Root(node);
  if (name == "nary") {
    return Character(node, "naryPr", "chr", "\u222B") +
           Scripts(Part(node, "sub"), Part(node, "sup")) + " " + Part(node, "e");
  }
  if (name == "d") return Delimited(node);
  if (name == "func") return Part(node, "fName") + " " + Part(node, "e");
  if (name == "limLow") return Part(node, "e") + Scripts(Part(node, "lim"), "");
  if (name == "limUpp") return Part(node, "e") + Scripts("", Part(node, "lim"));
  if (name == "m") return "[" + Rows(node, "mr") + "]";
  if (name == "eqArr") return Rows(node, "e");
  if (name.ends_with("Pr")) return {};
  std::string all = LinearChildren(node);
  if (name == "oMath" && node.parent() && node.parent().Is(kMath, "oMathPara")) all += "\n";
  return all;
}

}  // namespace

std::string LinearMath(xml::Node math) {
  std::string text = Linear(math);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace arborist::office
