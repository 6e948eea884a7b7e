// SPDX-License-Identifier: AGPL-3.0-only
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "ingest/formats/html_tree.h"
#include "text/scan.h"

namespace arborist::ingest {
namespace {

constexpr std::size_t kMaxAttributes = 256;

bool IsVoid(std::string_view name) {
  static constexpr auto kNames = text::MakeWordSet(
      "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
      "track", "wbr", "keygen", "basefont", "bgsound", "frame", "image", "command", "!doctype");
  return kNames.Has(name);
}

// Elements whose content is not markup.
bool IsRawText(std::string_view name) {
  static constexpr auto kNames = text::MakeWordSet("script", "style", "textarea", "title", "xmp",
                                                   "iframe", "noembed", "noframes");
  return kNames.Has(name);
}

// Elements that end an open one of the same group, whose end tag authors leave out.
std::string_view ImpliedEndOf(std::string_view name) {
  if (name == "li") return "li";
  if (name == "dt" || name == "dd") return "dt dd";
  if (name == "tr") return "tr";
  if (name == "td" || name == "th") return "td th";
  if (name == "tbody" || name == "thead" || name == "tfoot") return "tbody thead tfoot";
  if (name == "option") return "option";
  if (name == "optgroup") return "optgroup";
  if (name == "a") return "a";
  if (name == "nobr") return "nobr";
  static constexpr auto kEndParagraphs = text::MakeWordSet(
      "p", "div", "ul", "ol", "dl", "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "form",
      "section", "article", "header", "footer", "nav", "aside", "hr", "main", "blockquote",
      "figure", "address", "center", "details", "fieldset", "menu");
  return kEndParagraphs.Has(name) ? "p" : std::string_view();
}

bool HoldsWord(std::string_view words, std::string_view word) {
  for (std::size_t pos = 0; pos < words.size();) {
    const std::size_t end = std::min(words.find(' ', pos), words.size());
    if (words.substr(pos, end - pos) == word) return true;
    pos = end + 1;
  }
  return false;
}

// An implied end does not reach through these.
bool IsBarrier(std::string_view name, std::string_view ended) {
  static constexpr auto kBarriers =
      text::MakeWordSet("table", "ul", "ol", "dl", "td", "th", "html", "body", "object");
  return kBarriers.Has(name) && !HoldsWord(ended, name);
}

class ShapeScanner {
 public:
  ShapeScanner(std::string_view text, const Limits& limits)
      : text_(text), max_depth_(limits.max_html_depth) {}

  Status Run() {
    while (true) {
      pos_ = text_.find('<', pos_);
      if (pos_ == std::string_view::npos || pos_ + 1 >= text_.size()) return {};
      const char next = text_[pos_ + 1];
      if (text_.substr(pos_).starts_with("<!--")) {
        SkipTo("-->", 2);
      } else if (next == '!' || next == '?') {
        SkipTo(">", 1);
      } else if (next == '/' && pos_ + 2 < text_.size() && IsAsciiLetter(text_[pos_ + 2])) {
        pos_ += 2;
        const std::string name = ReadName();
        TRY(SkipAttributes());
        Close(name);
      } else if (IsAsciiLetter(next)) {
        ++pos_;
        TRY(Open(ReadName()));
      } else {
        ++pos_;
      }
    }
  }

 private:
  void SkipTo(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, pos_ + from);
    pos_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  std::string ReadName() {
    const std::size_t begin = pos_;
    while (pos_ < text_.size() && !IsAsciiSpace(text_[pos_]) && text_[pos_] != '/' &&
           text_[pos_] != '>') {
      ++pos_;
    }
    // No element that matters has a longer name; a hostile one must not be kept whole.
    return LowerAscii(text_.substr(begin, std::min<std::size_t>(pos_ - begin, 32)));
  }

  // Moves behind the ">" of the tag.
  Status SkipAttributes() {
    std::size_t attributes = 0;
    self_closing_ = false;
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == '>') {
        ++pos_;
        return {};
      }
      if (IsAsciiSpace(c) || c == '/') {
        self_closing_ = c == '/' && pos_ + 1 < text_.size() && text_[pos_ + 1] == '>';
        ++pos_;
        continue;
      }
      if (++attributes > kMaxAttributes) {
        return Fail(ErrorCode::kLimitExceeded, "a tag of the page has more than " +
                                                   std::to_string(kMaxAttributes) + " attributes");
      }
      SkipAttribute();
    }
    return {};
  }

  void SkipAttribute() {
    ++pos_;  // even "=": a name may start with it
    while (pos_ < text_.size() && !IsAsciiSpace(text_[pos_]) && text_[pos_] != '/' &&
           text_[pos_] != '>' && text_[pos_] != '=') {
      ++pos_;
    }
    std::size_t at = pos_;
    while (at < text_.size() && IsAsciiSpace(text_[at])) ++at;
    if (at >= text_.size() || text_[at] != '=') return;
    ++at;
    while (at < text_.size() && IsAsciiSpace(text_[at])) ++at;
    pos_ = at;
    if (at < text_.size() && (text_[at] == '"' || text_[at] == '\'')) {
      const std::size_t end = text_.find(text_[at], at + 1);
      pos_ = end == std::string_view::npos ? text_.size() : end + 1;
      return;
    }
    while (pos_ < text_.size() && !IsAsciiSpace(text_[pos_]) && text_[pos_] != '>') ++pos_;
  }

  Status Open(const std::string& name) {
    TRY(SkipAttributes());
    if (IsVoid(name) || (self_closing_ && foreign_ > 0)) return {};
    if (foreign_ == 0 && IsRawText(name)) {
      SkipRawText(name);
      return {};
    }
    if (const std::string_view ended = ImpliedEndOf(name); !ended.empty()) EndImplied(ended);
    if (name == "svg" || name == "math") ++foreign_;
    open_.push_back(name);
    if (open_.size() > max_depth_) {
      return Fail(ErrorCode::kLimitExceeded,
                  "the page nests more than " + std::to_string(max_depth_) +
                      " elements (limit max_html_depth) at byte " + std::to_string(pos_));
    }
    return {};
  }

  void SkipRawText(const std::string& name) {
    while (true) {
      const std::size_t end = text_.find("</", pos_);
      if (end == std::string_view::npos) {
        pos_ = text_.size();
        return;
      }
      pos_ = end + 2;
      if (StartsWithIgnoringCase(text_.substr(pos_), name)) return;
    }
  }

  void PopTo(std::size_t size) {
    for (std::size_t i = size; i < open_.size(); ++i) {
      if (open_[i] == "svg" || open_[i] == "math") --foreign_;
    }
    open_.resize(size);
  }

  void EndImplied(std::string_view ended) {
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (HoldsWord(ended, open_[i - 1])) {
        PopTo(i - 1);
        return;
      }
      if (IsBarrier(open_[i - 1], ended)) return;
    }
  }

  void Close(const std::string& name) {
    for (std::size_t i = open_.size(); i > 0; --i) {
      if (open_[i - 1] == name) {
        PopTo(i - 1);
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t max_depth_;
  std::size_t pos_ = 0;
  bool self_closing_ = false;
  std::size_t foreign_ = 0;  // open svg and math elements
  std::vector<std::string> open_;
};

}  // namespace

Status CheckHtmlShape(std::string_view utf8, const Limits& limits) {
  return ShapeScanner(utf8, limits).Run();
}

}  // namespace arborist::ingest
