// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "ingest/formats/html_rules.h"
#include "ingest/formats/html_tree.h"
#include "text/utf8.h"

namespace arborist::ingest {
namespace {

// What is due before the next character. The larger one wins.
enum class Gap : std::uint8_t { kNone, kSpace, kTab, kLine, kParagraph };

// The output, with gaps written only once text follows: it never starts or ends with one.
class TextWriter {
 public:
  void Separate(Gap gap) {
    // What opens inside a cell before its text does not tear the row apart.
    if (in_fresh_cell_ && gap >= Gap::kLine) return;
    gap_ = std::max(gap_, gap);
  }
  void BreakLine() {
    ++breaks_;
    gap_ = std::max(gap_, breaks_ >= 2 ? Gap::kParagraph : Gap::kLine);
  }
  void BeginCell() {
    Separate(Gap::kTab);
    cells_.push_back(out_.size());
    in_fresh_cell_ = true;
  }
  void EndCell() {
    in_fresh_cell_ = false;
    const bool many_lines =
        out_.find('\n', cells_.back() + (cells_.back() == 0 ? 0 : 2)) != std::string::npos;
    const bool empty = cells_.back() == out_.size();
    cells_.pop_back();
    if (empty) return;
    gap_ = many_lines ? Gap::kLine : Gap::kNone;
    breaks_ = 0;
  }
  void BeginPreformatted() {
    Separate(Gap::kParagraph);
    if (preformatted_++ == 0) fresh_preformatted_ = true;
  }
  void EndPreformatted() {
    --preformatted_;
    if (preformatted_ == 0) {
      while (out_.ends_with('\n')) out_.pop_back();
    }
    Separate(Gap::kParagraph);
  }

  void Write(std::string_view text) {
    std::size_t pos = 0;
    while (pos < text.size()) {
      const std::size_t begin = pos;
      const char32_t c = text::Decode(text, &pos);
      if (c == '\n' && preformatted_ > 0) {
        WriteNewline();
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0xA0) {
        WriteSpace(c == '\t' ? '\t' : ' ');
      } else if (c >= 0x20 && c != 0x7F && c != 0xAD && c != 0x200B && c != 0xFEFF) {
        WriteCharacter(text.substr(begin, pos - begin));
      }
    }
  }

  // Whether a digit stands directly before what comes next.
  bool IsAfterDigit() const {
    return gap_ == Gap::kNone && !out_.empty() && IsAsciiDigit(out_.back());
  }

  std::string Take() { return std::move(out_); }

 private:
  void WriteNewline() {
    if (gap_ >= Gap::kLine) {
      // A break is due already; inside a block it is this one.
      if (fresh_preformatted_) return;
      gap_ = Gap::kNone;
      if (out_.ends_with('\n')) return;
    }
    if (out_.empty()) return;
    out_.push_back('\n');
  }
  void WriteSpace(char space) {
    if (preformatted_ > 0) {
      WriteCharacter(std::string_view(&space, 1));
    } else {
      Separate(Gap::kSpace);
    }
  }
  void WriteCharacter(std::string_view bytes) {
    if (gap_ != Gap::kNone) WriteGap();
    in_fresh_cell_ = false;
    fresh_preformatted_ = false;
    out_.append(bytes);
  }
  void WriteGap() {
    if (preformatted_ > 0 && !fresh_preformatted_ && gap_ >= Gap::kLine) {
      if (!out_.ends_with('\n')) out_.push_back('\n');
    } else if (!out_.empty()) {
      constexpr std::string_view kGaps[] = {"", " ", "\t", "\n", "\n\n"};
      out_.append(kGaps[static_cast<std::size_t>(gap_)]);
    }
    gap_ = Gap::kNone;
    breaks_ = 0;
  }

  std::string out_;
  Gap gap_ = Gap::kNone;
  int breaks_ = 0;  // br elements since the last character
  int preformatted_ = 0;
  bool fresh_preformatted_ = false;  // nothing of the block written yet
  bool in_fresh_cell_ = false;
  std::vector<std::size_t> cells_;  // where the open cells begin in out_
};

bool IsElement(const GumboNode* node) {
  return node != nullptr && node->type == GUMBO_NODE_ELEMENT;
}

bool IsTag(const GumboNode* node, GumboTag tag) {
  return IsElement(node) && node->v.element.tag == tag;
}

// A list or table inside an item or cell, and the paragraph that an item consists of, do not ask
// for an empty line.
bool IsTight(const GumboNode* element, std::string_view name) {
  const GumboNode* const parent = element->parent;
  const bool in_item = IsTag(parent, GUMBO_TAG_LI) || IsTag(parent, GUMBO_TAG_DD) ||
                       IsTag(parent, GUMBO_TAG_DT) || IsTag(parent, GUMBO_TAG_TD) ||
                       IsTag(parent, GUMBO_TAG_TH);
  return in_item &&
         (name == "p" || name == "ul" || name == "ol" || name == "dl" || name == "table");
}

bool StartsLikeANumber(const GumboNode* element) {
  const GumboVector& children = element->v.element.children;
  if (children.length == 0) return false;
  const auto* const first = static_cast<const GumboNode*>(children.data[0]);
  if (first->type != GUMBO_NODE_TEXT) return false;
  const std::string_view text = first->v.text.text;
  return !text.empty() &&
         (IsAsciiDigit(text[0]) || text[0] == '-' || text[0] == '+' || text.starts_with("−"));
}

// The mark beside a heading that only links to it.
bool IsPermalink(const GumboNode* anchor) {
  const GumboVector& children = anchor->v.element.children;
  if (children.length != 1 || !AttributeOf(anchor, "href").value_or("").starts_with('#')) {
    return false;
  }
  const auto* const child = static_cast<const GumboNode*>(children.data[0]);
  if (child->type != GUMBO_NODE_TEXT) return false;
  const std::string_view mark = TrimAscii(child->v.text.text);
  return mark == "#" || mark == "¶" || mark == "§" || mark == "🔗";
}

// The TeX that most generators put beside a formula.
std::string TexOf(const GumboNode* math) {
  std::string tex;
  VisitTree(
      math,
      [&](const GumboNode* node) {
        if (!IsElement(node)) return false;
        std::string buffer;
        if (TagName(node, &buffer) != "annotation") return tex.empty();
        if (AttributeOf(node, "encoding").value_or("") == "application/x-tex" && tex.empty()) {
          const GumboVector& children = node->v.element.children;
          for (unsigned i = 0; i < children.length; ++i) {
            const auto* const child = static_cast<const GumboNode*>(children.data[i]);
            if (child->type == GUMBO_NODE_TEXT) tex.append(child->v.text.text);
          }
        }
        return false;
      },
      [](const GumboNode*) {});
  std::string_view trimmed = TrimAscii(tex);
  for (const std::string_view wrapper : {"{\\displaystyle ", "{\\textstyle "}) {
    if (trimmed.starts_with(wrapper) && trimmed.ends_with('}')) {
      trimmed.remove_prefix(wrapper.size());
      trimmed.remove_suffix(1);
      break;
    }
  }
  return std::string(TrimAscii(trimmed));
}

class TextExtractor {
 public:
  explicit TextExtractor(const GumboNode* root) : root_(root) {}

  std::string Run() {
    VisitTree(
        root_, [this](const GumboNode* node) { return Enter(node); },
        [this](const GumboNode* node) { Leave(node); });
    return writer_.Take();
  }

 private:
  bool Enter(const GumboNode* node) {
    switch (node->type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        writer_.Write(node->v.text.text);
        return false;
      case GUMBO_NODE_ELEMENT:
        return EnterElement(node);
      default:
        return false;
    }
  }

  bool EnterElement(const GumboNode* node) {
    std::string buffer;
    const std::string_view name = TagName(node, &buffer);
    if (node == root_) {
      rules_.Enter(name);
    } else if (rules_.IsLeftOut(node, name)) {
      return false;
    }
    if (name == "math") {
      if (const std::string tex = TexOf(node); !tex.empty()) {
        writer_.Write(tex);
        rules_.Leave(name);
        return false;
      }
    }
    if (name == "annotation" || name == "annotation-xml") {
      rules_.Leave(name);
      return false;
    }
    if (name == "a" && IsPermalink(node)) {
      rules_.Leave(name);
      return false;
    }
    if (name == "sup" && writer_.IsAfterDigit() && StartsLikeANumber(node)) writer_.Write("^");
    if (name == "pre" || name == "listing") {
      writer_.BeginPreformatted();
      return true;
    }
    switch (DisplayOf(name)) {
      case Display::kLineBreak:
        writer_.BreakLine();
        break;
      case Display::kCell:
        writer_.BeginCell();
        break;
      default:
        Separate(node, name);
    }
    return true;
  }

  void Leave(const GumboNode* node) {
    std::string buffer;
    const std::string_view name = TagName(node, &buffer);
    rules_.Leave(name);
    if (name == "pre" || name == "listing") {
      writer_.EndPreformatted();
    } else if (DisplayOf(name) == Display::kCell) {
      writer_.EndCell();
    } else {
      Separate(node, name);
    }
  }

  void Separate(const GumboNode* node, std::string_view name) {
    const Display display = DisplayOf(name);
    if (display == Display::kParagraph) {
      writer_.Separate(IsTight(node, name) ? Gap::kLine : Gap::kParagraph);
    } else if (display == Display::kLine ||
               (name == "code" && IsTag(node->parent, GUMBO_TAG_PRE))) {
      writer_.Separate(Gap::kLine);
    }
  }

  const GumboNode* root_;
  TextWriter writer_;
  PageRules rules_;
};

struct MainParts {
  std::vector<const GumboNode*> mains;
  std::vector<const GumboNode*> articles;  // outermost
};

MainParts FindMainParts(const GumboNode* body) {
  MainParts parts;
  PageRules rules;
  int open_articles = 0;
  VisitTree(
      body,
      [&](const GumboNode* node) {
        if (!IsElement(node)) return false;
        std::string buffer;
        const std::string_view name = TagName(node, &buffer);
        if (node == body) {
          rules.Enter(name);
          return true;
        }
        if (rules.IsLeftOut(node, name)) return false;
        const auto role = AttributeOf(node, "role");
        if (name == "main" || (role && EqualsIgnoringCase(TrimAscii(*role), "main"))) {
          parts.mains.push_back(node);
        }
        if (name == "article" && open_articles++ == 0) parts.articles.push_back(node);
        return true;
      },
      [&](const GumboNode* node) {
        std::string buffer;
        const std::string_view name = TagName(node, &buffer);
        if (name == "article" && node != body) --open_articles;
        rules.Leave(name);
      });
  return parts;
}

// Characters that are not white space.
std::size_t Weight(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return !IsAsciiSpace(c) && (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

std::string TextOf(const GumboNode* element) { return TextExtractor(element).Run(); }

std::string PageText(const GumboNode* html) {
  const GumboNode* body = nullptr;
  const GumboVector& children = html->v.element.children;
  for (unsigned i = 0; i < children.length && body == nullptr; ++i) {
    const auto* const child = static_cast<const GumboNode*>(children.data[i]);
    if (IsTag(child, GUMBO_TAG_BODY)) body = child;
  }
  if (body == nullptr) return "";
  std::string whole = TextOf(body);
  const std::size_t whole_weight = Weight(whole);
  const auto is_real = [&](const std::string& text) {
    const std::size_t weight = Weight(text);
    return weight >= 200 || (weight > 0 && weight * 10 >= whole_weight * 3);
  };
  const MainParts parts = FindMainParts(body);
  // Only the first few: a hostile page may have any number of them, each inside the other.
  for (std::size_t i = 0; i < std::min<std::size_t>(parts.mains.size(), 4); ++i) {
    if (std::string text = TextOf(parts.mains[i]); is_real(text)) return text;
  }
  if (parts.articles.size() == 1) {
    if (std::string text = TextOf(parts.articles[0]); is_real(text)) return text;
  }
  return whole;
}

}  // namespace arborist::ingest
