// SPDX-License-Identifier: AGPL-3.0-only
// The inline markup of rest-base-v1 (FROZEN, docs/format/markup.md): one pass from left to right. A
// mark is markup only if the characters on its outer sides are among those that the format lists,
// else it is text. Ends are looked for within 1024 bytes and constructs nest at most 4 deep, so
// that the work is linear.
#include <algorithm>

#include "base/ascii.h"
#include "markup/inline_span.h"
#include "markup/rest.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::size_t kDeepestRest = 4;  // constructs within constructs

class RestSpan : InlineSpan {
 public:
  using InlineSpan::InlineSpan;

  std::string Read() {
    return ReadBy([this] { return Construct(); });
  }

 private:
  std::size_t Construct() {
    switch (text_[pos_]) {
      case '\\':
        return Escape();
      case '`':
        if (text_.substr(pos_).starts_with("``")) return Literal();
        return Begins() ? Interpreted(pos_) : 0;
      case ':':
        return Role();
      case '*':
        return text_.substr(pos_).starts_with("**") ? Marked("**") : Marked("*");
      case '|':
        return Marked("|");
      case '[':
        return Footnote();
      case '_':
        return Reference();
      default:
        return 0;
    }
  }

  // Inline markup begins after white space or an opening mark, and ends before white space or a
  // closing one. Marks beyond ASCII are those of U+2000 to U+203F.
  bool Begins() const {
    if (pos_ == 0 || IsAsciiSpace(Before())) return true;
    if (std::string_view("'\"([{<-/:").contains(Before())) return true;
    return pos_ >= 3 && text_.substr(pos_ - 3, 2) == "\xE2\x80";
  }
  bool Ends(std::size_t pos) const {
    if (pos >= text_.size() || IsAsciiSpace(text_[pos])) return true;
    return std::string_view("'\")]}>-/\\:.,;!?").contains(text_[pos]) ||
           text_.substr(pos, 2) == "\xE2\x80";
  }

  // A backslash makes the next character plain text; before white space both vanish.
  std::size_t Escape() {
    const char next = At(pos_ + 1);
    if (!IsAsciiSpace(next)) out_ += next;
    return pos_ + 1 < text_.size() ? 2 : 1;
  }

  // ``code`` as it is.
  std::size_t Literal() {
    if (!Begins()) return 0;
    const std::size_t end = FindNear(text_, "``", pos_ + 2, work_);
    if (end == std::string_view::npos || end == pos_ + 2) return 0;
    out_ += text_.substr(pos_ + 2, end - pos_ - 2);
    return end + 2 - pos_;
  }

  // Shows the text of `text`, `text <target>`_ and `text`:role:, and of the same after a role.
  std::size_t Interpreted(std::size_t tick) {
    const std::size_t end = FindNear(text_, "`", tick + 1, work_);
    if (end == std::string_view::npos || end == tick + 1) return 0;
    std::string_view shown = text_.substr(tick + 1, end - tick - 1);
    if (IsAsciiSpace(shown[0])) return 0;
    if (const std::size_t target = shown.rfind('<');
        target != std::string_view::npos && shown.ends_with(">")) {
      const std::string_view label = text::Strip(shown.substr(0, target));
      shown = label.empty() ? shown.substr(target + 1, shown.size() - target - 2) : label;
    } else if (shown.starts_with("~") || shown.starts_with("!")) {
      const std::size_t dot = shown.starts_with("~") ? shown.rfind('.') : std::string_view::npos;
      shown.remove_prefix(dot == std::string_view::npos ? 1 : dot + 1);
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (shown[i] == '\\' && i + 1 < shown.size()) ++i;
      out_ += shown[i];
    }
    std::size_t after = end + 1;
    for (int i = 0; i < 2 && At(after) == '_'; ++i) ++after;
    if (At(after) == ':' && after == end + 1) after += RoleLength(after);
    return after - pos_;
  }

  // The length of :role: at pos; 0: none.
  std::size_t RoleLength(std::size_t pos) const {
    constexpr std::size_t kLongestRole = 40;
    std::size_t end = pos + 1;
    while (end < text_.size() && end < pos + kLongestRole &&
           (IsAsciiLetter(text_[end]) || IsAsciiDigit(text_[end]) ||
            std::string_view("-_.+:").contains(text_[end]))) {
      ++end;
    }
    // :c:func: is one role.
    while (end > pos + 1 && text_[end - 1] != ':') --end;
    work_->steps += end - pos;
    return end > pos + 2 && IsAsciiLetter(text_[pos + 1]) ? end - pos : 0;
  }
  std::size_t Role() {
    if (!Begins()) return 0;
    const std::size_t length = RoleLength(pos_);
    if (length == 0 || At(pos_ + length) != '`') return 0;
    return Interpreted(pos_ + length);
  }

  // *text*, **text**, |text|, with a mark at the edge of words on both sides.
  std::size_t Marked(std::string_view mark) {
    const std::size_t begin = pos_ + mark.size();
    if (depth_ >= kDeepestRest || !Begins()) return 0;
    if (IsAsciiSpace(At(begin)) || At(begin) == mark[0]) return 0;
    for (std::size_t end = FindNear(text_, mark, begin, work_);
         end != std::string_view::npos && end - pos_ < kLookAhead;
         end = FindNear(text_, mark, end + 1, work_)) {
      if (IsAsciiSpace(text_[end - 1]) || text_[end - 1] == '\\') continue;
      std::size_t after = end + mark.size();
      while (mark == "|" && At(after) == '_') ++after;
      if (!Ends(after)) continue;
      out_ += RestSpan(text_.substr(begin, end - begin), depth_ + 1, work_).Read();
      return after - pos_;
    }
    return 0;
  }

  // [1]_ and [Name2002]_ show nothing.
  std::size_t Footnote() {
    constexpr std::size_t kLongestLabel = 64;
    std::size_t end = pos_ + 1;
    while (end < text_.size() && end < pos_ + kLongestLabel &&
           (IsAsciiLetter(text_[end]) || IsAsciiDigit(text_[end]) ||
            std::string_view("-_.#*:").contains(text_[end]))) {
      ++end;
    }
    work_->steps += end - pos_;
    return end > pos_ + 1 && At(end) == ']' && At(end + 1) == '_' ? end + 2 - pos_ : 0;
  }

  // The _ after a word that refers to a target, and before `a target`.
  std::size_t Reference() {
    if (At(pos_ + 1) == '`' && Begins()) {
      const std::size_t tick = pos_ + 1;
      return Interpreted(tick);
    }
    if (!IsWordByte(Before())) return 0;
    const std::size_t after = At(pos_ + 1) == '_' ? pos_ + 2 : pos_ + 1;
    if (IsWordByte(At(after)) || At(after) == '_') return 0;
    return after - pos_;
  }
};

}  // namespace

std::string RestInline(std::string_view text, Work* work) { return RestSpan(text, 0, work).Read(); }

}  // namespace arborist::markup
