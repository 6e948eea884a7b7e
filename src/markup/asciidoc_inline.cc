// SPDX-License-Identifier: AGPL-3.0-only
// The inline markup of asciidoc-base-v1 (FROZEN, docs/format/markup.md): one pass from left to
// right that tries a construct at each mark and takes the mark as text where none begins. The end
// of a construct is looked for within 1024 bytes only and constructs nest at most 8 deep, so that
// the work is linear whatever the marks are.
#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "markup/asciidoc.h"
#include "markup/inline_span.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::size_t kDeepestMark = 8;  // constructs within constructs

// Names in braces that mean a character.
constexpr auto kCharacters = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"amp", "&"},    {"apos", "'"},    {"asterisk", "*"}, {"backslash", "\\"}, {"backtick", "`"},
     {"blank", ""},   {"caret", "^"},   {"empty", ""},     {"endsb", "]"},      {"gt", ">"},
     {"litdd", "--"}, {"lt", "<"},      {"nbsp", " "},     {"plus", "+"},       {"quot", "\""},
     {"sp", " "},     {"startsb", "["}, {"tilde", "~"},    {"underscore", "_"}, {"vbar", "|"}});

class AsciiDocSpan : InlineSpan {
 public:
  using InlineSpan::InlineSpan;

  std::string Read() {
    return ReadBy([this] { return Construct(); });
  }

 private:
  std::size_t Construct() {
    const char c = text_[pos_];
    switch (c) {
      case '\\':
        return Escape();
      case '*':
      case '_':
      case '#':
        return Marked(c, false);
      case '`':
      case '+':
        return Marked(c, true);
      case '^':
      case '~':
        return Raised(c);
      case '"':
      case '\'':
        return Quoted(c);
      case '<':
        return CrossReference();
      case '[':
        return Anchor();
      case '{':
        return Attribute();
      case '&':
        return AppendEntity(text_, pos_, &out_);
      case ':':
        return Macro();
      default:
        return 0;
    }
  }

  void Inner(std::string_view inside) { out_ += AsciiDocSpan(inside, depth_ + 1, work_).Read(); }

  std::size_t Escape() {
    if (!std::string_view("*_#`+^~<[{&\"'").contains(At(pos_ + 1))) return 0;
    out_ += At(pos_ + 1);
    return 2;
  }

  // *text* at the edges of words, **text** anywhere. Code is shown as written.
  std::size_t Marked(char mark, bool code) {
    if (depth_ >= kDeepestMark) return 0;
    const bool twice = At(pos_ + 1) == mark;
    const std::string closing(twice ? 2 : 1, mark);
    const std::size_t begin = pos_ + closing.size();
    if (!twice && IsWordByte(Before())) return 0;
    if (IsAsciiSpace(At(begin)) || At(begin) == mark) return 0;
    for (std::size_t end = FindNear(text_, closing, begin, work_);
         end != std::string_view::npos && end - pos_ < kLookAhead;
         end = FindNear(text_, closing, end + 1, work_)) {
      if (!twice &&
          (IsAsciiSpace(text_[end - 1]) || IsWordByte(At(end + 1)) || At(end + 1) == mark)) {
        continue;
      }
      std::string_view inside = text_.substr(begin, end - begin);
      if (code && inside.size() > 2 && inside.starts_with("+") && inside.ends_with("+")) {
        inside = inside.substr(1, inside.size() - 2);
      }
      if (code) {
        out_ += inside;
      } else {
        Inner(inside);
      }
      return end + closing.size() - pos_;
    }
    return 0;
  }

  // x^2^ and H~2~O. A power keeps its mark, because 10^3^ is not 103.
  std::size_t Raised(char mark) {
    std::size_t end = pos_ + 1;
    constexpr std::size_t kLongest = 64;
    while (end < text_.size() && end < pos_ + kLongest && text_[end] != mark &&
           !IsAsciiSpace(text_[end])) {
      ++end;
    }
    work_->steps += end - pos_;
    if (end == pos_ + 1 || At(end) != mark) return 0;
    if (mark == '^') out_ += '^';
    out_ += text_.substr(pos_ + 1, end - pos_ - 1);
    return end + 1 - pos_;
  }

  // "`text`" is text in quotation marks.
  std::size_t Quoted(char mark) {
    if (At(pos_ + 1) != '`' || depth_ >= kDeepestMark) return 0;
    const std::string closing{'`', mark};
    const std::size_t end = FindNear(text_, closing, pos_ + 2, work_);
    if (end == std::string_view::npos) return 0;
    out_ += mark;
    Inner(text_.substr(pos_ + 2, end - pos_ - 2));
    out_ += mark;
    return end + 2 - pos_;
  }

  // <<anchor,text>> shows its text, <<anchor>> its name.
  std::size_t CrossReference() {
    if (At(pos_ + 1) != '<' || depth_ >= kDeepestMark) return 0;
    const std::size_t end = FindNear(text_, ">>", pos_ + 2, work_);
    if (end == std::string_view::npos || end == pos_ + 2) return 0;
    std::string_view inside = text_.substr(pos_ + 2, end - pos_ - 2);
    if (const std::size_t comma = inside.find(','); comma != std::string_view::npos) {
      inside.remove_prefix(comma + 1);
    }
    Inner(text::Strip(inside));
    return end + 2 - pos_;
  }

  // [[anchor]] and [.role] before a mark show nothing.
  std::size_t Anchor() {
    if (At(pos_ + 1) == '[') {
      const std::size_t end = FindNear(text_, "]]", pos_ + 2, work_);
      return end == std::string_view::npos ? 0 : end + 2 - pos_;
    }
    if (At(pos_ + 1) != '.' && At(pos_ + 1) != '#') return 0;
    const std::size_t end = FindNear(text_, "]", pos_ + 1, work_);
    if (end == std::string_view::npos || !std::string_view("*_`#").contains(At(end + 1))) return 0;
    return end + 1 - pos_;
  }

  std::size_t Attribute() {
    constexpr std::size_t kLongest = 16;
    const std::size_t end = std::string_view(text_).substr(0, pos_ + kLongest).find('}', pos_);
    work_->steps += kLongest;
    if (end == std::string_view::npos) return 0;
    const std::string_view name = text_.substr(pos_ + 1, end - pos_ - 1);
    const auto found =
        std::ranges::find(kCharacters, name, &std::pair<std::string_view, std::string_view>::first);
    if (found == kCharacters.end()) return 0;
    out_ += found->second;
    return end + 1 - pos_;
  }

  // name:target[text], noticed at its colon. The name has been written as text by then and is
  // removed again.
  std::size_t Macro() {
    constexpr std::size_t kLongestName = 12;
    std::size_t name = pos_;
    while (name > 0 && pos_ - name < kLongestName && IsAsciiLetter(text_[name - 1])) --name;
    const std::size_t length = pos_ - name;
    if (length < 2 || (name > 0 && IsWordByte(text_[name - 1])) ||
        !out_.ends_with(text_.substr(name, length))) {
      return 0;
    }
    std::size_t open = pos_ + 1;
    while (open < text_.size() && open < pos_ + kLookAhead && text_[open] != '[' &&
           text_[open] != '<' && text_[open] != '"' && !IsAsciiSpace(text_[open])) {
      ++open;
    }
    work_->steps += open - pos_;
    if (At(open) != '[' || depth_ >= kDeepestMark) return 0;
    const std::size_t close = FindNear(text_, "]", open, work_);
    if (close == std::string_view::npos) return 0;
    const std::string_view macro = text_.substr(name, length);
    const std::string_view target = text_.substr(pos_ + 1, open - pos_ - 1);
    std::string_view inside = text_.substr(open + 1, close - open - 1);
    out_.resize(out_.size() - length);
    Show(macro, target, inside);
    return close + 1 - pos_;
  }

  void Show(std::string_view macro, std::string_view target, std::string_view inside) {
    if (macro == "indexterm" || macro == "anchor" || macro == "icon") return;
    if (macro == "linkgit" || macro == "man") {
      out_ += target;
      if (!inside.empty()) out_.append("(").append(inside).append(")");
      return;
    }
    if (macro == "footnote") {
      out_ += " (";
      Inner(inside);
      out_ += ")";
      return;
    }
    if (macro == "image" || macro == "link" || target.starts_with("//")) {
      inside = inside.substr(0, inside.find(','));  // then come attributes
      if (inside == "^" || inside.contains('=')) inside = {};
      if (inside.ends_with("^")) inside.remove_suffix(1);
    }
    if (inside.size() > 1 && inside.starts_with("\"") && inside.ends_with("\"")) {
      inside = inside.substr(1, inside.size() - 2);
    }
    if (!inside.empty()) return Inner(inside);
    if (target.starts_with("//")) out_.append(macro).append(":");
    if (macro != "image") out_ += target;
  }
};

}  // namespace

std::string AsciiDocInline(std::string_view text, Work* work) {
  return AsciiDocSpan(text, 0, work).Read();
}

}  // namespace arborist::markup
