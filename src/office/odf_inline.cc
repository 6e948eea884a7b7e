// SPDX-License-Identifier: AGPL-3.0-only
// The content of a paragraph: white space in the XML is one space, text:s and its like are what was
// typed (OpenDocument 1.3 part 3, 6.1.2).
#include <algorithm>

#include "base/ascii.h"
#include "office/odf_reader.h"

namespace arborist::office {

namespace {

constexpr std::uint32_t kMaxSpaces = 1000;  // of one text:s

void AppendCollapsed(std::string_view text, std::string* out) {
  for (const char c : text) {
    if (!IsAsciiSpace(c)) {
      *out += c;
    } else if (!out->empty() && out->back() != ' ') {
      *out += ' ';
    }
  }
}

}  // namespace

void OdfReader::Inlines(xml::Node parent, Inline* out) {
  for (const xml::Node child : parent.children()) {
    if (child.is_text()) {
      AppendCollapsed(child.text(), &out->text);
    } else {
      InlineElement(child, out);
    }
  }
}

void OdfReader::InlineElement(xml::Node node, Inline* out) {
  const std::string_view name = node.local();
  if (node.space() == kOdfDraw) return DrawElement(node, out);
  if (node.Is(kOdfOffice, "annotation")) return KeepComment(node);
  if (node.space() == kSvg || node.Is(kOdfOffice, "annotation-end")) return;
  if (node.space() != kOdfText) return Inlines(node, out);
  if (name == "s") {
    const std::uint32_t count = ToNumber(node.Get(kOdfText, "c"), kMaxSpaces);
    out->text.append(count == 0 ? 1 : count, ' ');
  } else if (name == "tab") {
    out->text += '\t';
  } else if (name == "line-break") {
    out->text += '\n';
  } else if (name == "note") {
    out->notes.push_back(node);
  } else if (name == "ruby") {
    const xml::Node base = node.Child(kOdfText, "ruby-base");
    if (base) Inlines(base, out);
  } else if (name == "hidden-text" || hidden_styles_.contains(node.Get(kOdfText, "style-name"))) {
    reading::LeaveOut(&writer_.report(), "hidden text", "");
  } else if (in_margin_ && (name == "page-number" || name == "page-count")) {
    return;
  } else {
    if (name == "a") writer_.Link(node.Get(kXlink, "href"));
    Inlines(node, out);
  }
}

void OdfReader::DrawElement(xml::Node node, Inline* out) {
  if (node.Is(kOdfDraw, "image")) return reading::LeaveOut(&writer_.report(), "image", "");
  if (node.Is(kOdfDraw, "object") || node.Is(kOdfDraw, "object-ole")) return Formula(node, out);
  if (node.Is(kOdfDraw, "text-box")) {
    out->boxes.push_back(node);
    return;
  }
  if (node.Is(kOdfDraw, "a")) writer_.Link(node.Get(kXlink, "href"));
  // A shape holds its text itself; a frame, a group and a link hold others.
  bool has_text = false;
  bool has_object = false;
  for (const xml::Node child : node.children()) {
    if (child.is_text()) continue;
    has_text = has_text || child.Is(kOdfText, "p") || child.Is(kOdfText, "list") ||
               child.Is(kOdfText, "h");
    // An object comes with a picture of itself.
    if (has_object && child.Is(kOdfDraw, "image")) continue;
    has_object = has_object || child.Is(kOdfDraw, "object");
    if (child.space() == kOdfDraw) DrawElement(child, out);
  }
  if (has_text) out->boxes.push_back(node);
}

// An embedded formula, MathML, is its text; other objects are counted.
void OdfReader::Formula(xml::Node object, Inline* out) {
  const std::string folder = ResolvePart("", object.Get(kXlink, "href"));
  if (package_ != nullptr && !folder.empty() && package_->Has(folder + "/content.xml")) {
    const auto tree =
        package_->ReadTree(folder + "/content.xml", &writer_.report(), xml::Doctype::kPassedOver);
    if (tree && tree->root() && tree->root().local() == "math") {
      const auto gather = [&](const auto& self, xml::Node node) -> void {
        for (const xml::Node child : node.children()) {
          if (child.is_text()) {
            const std::string text = OneLine(child.text());
            if (!text.empty()) out->text += (out->text.ends_with(' ') ? "" : " ") + text;
          } else if (child.local() != "annotation") {
            self(self, child);
          }
        }
      };
      return gather(gather, tree->root());
    }
  }
  reading::LeaveOut(&writer_.report(), "embedded object", "");
}

std::string OdfReader::PlainParagraphs(xml::Node parent) {
  std::string text;
  const auto walk = [&](const auto& self, xml::Node node) -> void {
    for (const xml::Node child : node.children()) {
      if (child.is_text()) continue;
      if (child.Is(kOdfText, "p") || child.Is(kOdfText, "h")) {
        Inline content;
        Inlines(child, &content);
        const std::string_view line = TrimAscii(content.text);
        if (!line.empty() && !text.empty()) text += '\n';
        text += line;
      } else if (!child.Is(kOdfOffice, "annotation")) {
        self(self, child);
      }
    }
  };
  walk(walk, parent);
  return text;
}

void OdfReader::KeepComment(xml::Node annotation) {
  const xml::Node author = annotation.Child(kDublinCore, "creator");
  Comment comment{.author = author ? Label(author.AllText()) : "",
                  .text = PlainParagraphs(annotation)};
  if (!comment.text.empty()) comments_.push_back(std::move(comment));
}

}  // namespace arborist::office
