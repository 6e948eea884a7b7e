// SPDX-License-Identifier: AGPL-3.0-only
// The inline markup of markdown-base-v1 (FROZEN, docs/format/markup.md). Three things are prepared
// or put off so that every mark is looked at a bounded number of times:
//
//   brackets    matched for the whole text before reading, by a stack; the next blank behind one is
//               remembered, for whether a footnote has one is asked of each [ within it
//   code        remembers for each number of backticks that no span of so many ends any more
//   emphasis    runs of * _ ~ are left out of the output and noted; Pair matches them at the end,
//               each closing run with the nearest open one; Joined puts back the unmatched ones
//
// The ends of all other constructs are looked for within 1024 bytes. Links nest at most 8 deep.
#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "markup/markdown.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::markup {

namespace {

constexpr std::size_t kDeepestLink = 8;  // links within links
constexpr std::size_t kNoBracket = static_cast<std::size_t>(-1);

class MarkdownSpan {
 public:
  MarkdownSpan(std::string_view text, std::size_t depth, Work* work)
      : text_(text), depth_(depth), work_(work), closes_(text.size(), kNoBracket) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '[') {
        open.push_back(i);
      } else if (text[i] == ']' && !open.empty()) {
        closes_[open.back()] = i;
        open.pop_back();
      }
    }
    work_->steps += text.size();
  }

  std::string Read() {
    while (pos_ < text_.size()) Step();
    Pair();
    return Joined();
  }

 private:
  // A run of *, _ or ~ that may be a mark or text.
  struct Run {
    std::size_t at = 0;  // in out_
    std::size_t count = 0;
    char mark = 0;
    bool opens = false;
    bool closes = false;
  };

  void Step() {
    ++work_->steps;
    const char c = text_[pos_];
    std::size_t taken = 0;
    switch (c) {
      case '\\':
        taken = Escape();
        break;
      case '`':
        taken = CodeSpan();
        break;
      case '!':
        if (Next() == '[') taken = Bracket(pos_ + 1);
        break;
      case '[':
        taken = Bracket(pos_);
        break;
      case '<':
        taken = Angle();
        break;
      case '&':
        taken = AppendEntity(text_, pos_, &out_);
        break;
      case '{':
        taken = Braces();
        break;
      case '*':
      case '_':
      case '~':
        taken = Marks(c);
        break;
      default:
        break;
    }
    if (taken == 0) {
      out_ += c;
      taken = 1;
    }
    pos_ += taken;
  }

  char Next() const { return pos_ + 1 < text_.size() ? text_[pos_ + 1] : '\0'; }

  std::size_t Escape() {
    if (!IsPunctuation(Next())) return 0;
    out_ += Next();
    return 2;
  }

  // `code` as it is; the runs of backticks around it are of one length.
  std::size_t CodeSpan() {
    const std::size_t begin = std::min(text_.find_first_not_of('`', pos_), text_.size());
    const std::size_t ticks = begin - pos_;
    if (ticks < no_code_.size() && no_code_[ticks]) return Plain(ticks);
    const std::size_t limit = std::min(text_.size(), begin + kLookAhead);
    for (std::size_t at = begin; at < limit;) {
      const std::size_t open = std::min(text_.find('`', at), limit);
      work_->steps += open - at + 1;
      if (open == limit) break;
      const std::size_t end = std::min(text_.find_first_not_of('`', open), text_.size());
      if (end - open == ticks) {
        out_ += text::Strip(text_.substr(begin, open - begin));
        return end - pos_;
      }
      work_->steps += end - open;
      at = end;
    }
    if (limit == text_.size() && ticks < no_code_.size()) no_code_[ticks] = true;
    return Plain(ticks);
  }
  std::size_t Plain(std::size_t count) {
    out_ += text_.substr(pos_, count);
    return count;
  }

  // A link or an image shows its text, a wiki link its label, a footnote nothing.
  std::size_t Bracket(std::size_t open) {
    const std::size_t close = closes_[open];
    if (close == kNoBracket || depth_ >= kDeepestLink) return 0;
    const std::string_view inside = text_.substr(open + 1, close - open - 1);
    if (inside.starts_with("^") && NextBlank(open) > close) return close + 1 - pos_;
    if (inside.starts_with("[") && closes_[open + 1] == close - 1) {
      std::string_view label = inside.substr(1, inside.size() - 2);
      label.remove_prefix(std::min(label.rfind('|') + 1, label.size()));
      Inner(label);
      return close + 1 - pos_;
    }
    std::size_t end = close + 1;
    if (end < text_.size() && text_[end] == '(') {
      end = Destination(end);
    } else if (end < text_.size() && text_[end] == '[' && closes_[end] != kNoBracket) {
      end = closes_[end] + 1;
    } else {
      end = 0;
    }
    if (end == 0) return 0;
    Inner(inside);
    return end - pos_;
  }
  // The first blank behind pos, which never is before the pos of an earlier call.
  std::size_t NextBlank(std::size_t pos) {
    if (blank_ <= pos) {
      blank_ = std::min(text_.find(' ', pos + 1), text_.size());
      work_->steps += blank_ - pos;
    }
    return blank_;
  }
  void Inner(std::string_view inside) { out_ += MarkdownSpan(inside, depth_ + 1, work_).Read(); }

  // The place after the destination of a link that begins with ( at pos; 0: it is none.
  std::size_t Destination(std::size_t pos) const {
    const std::size_t limit = std::min(text_.size(), pos + kLookAhead);
    std::size_t depth = 0;
    char quote = 0;
    for (std::size_t i = pos; i < limit; ++i) {
      ++work_->steps;
      const char c = text_[i];
      if (c == '\\') {
        ++i;
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if ((c == '"' || c == '\'') && IsAsciiSpace(text_[i - 1])) {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return 0;
  }

  // <https://example.org> shows the address, a tag or a comment nothing.
  std::size_t Angle() {
    if (IsAsciiLetter(Next())) {
      const std::size_t end = FindNear(text_, ">", pos_, work_);
      if (end != std::string_view::npos) {
        const std::string_view inside = text_.substr(pos_ + 1, end - pos_ - 1);
        const bool address =
            inside.find_first_of(" <\t\"'=") == std::string_view::npos &&
            (inside.contains("://") || inside.contains('@') || inside.starts_with("mailto:"));
        if (address) {
          out_ += inside;
          return end + 1 - pos_;
        }
      }
    }
    bool parts_words = false;
    const std::size_t length = TagLength(text_, pos_, &parts_words, work_);
    if (length > 0 && parts_words) out_ += ' ';
    return length;
  }

  // {{< shortcode >}}, {{% shortcode %}} and {#anchor} or {.class} show nothing.
  std::size_t Braces() {
    constexpr auto kPairs = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"{{<", ">}}"}, {"{{%", "%}}"}, {"{#", "}"}, {"{.", "}"}, {"{:", "}"}});
    for (const auto& [begin, end] : kPairs) {
      if (!text_.substr(pos_).starts_with(begin)) continue;
      const std::size_t found = FindNear(text_, end, pos_, work_);
      return found == std::string_view::npos ? 0 : found + end.size() - pos_;
    }
    return 0;
  }

  // A run opens before a word and closes after one, by the flanking rules of CommonMark; _ does
  // neither inside a word.
  std::size_t Marks(char mark) {
    const std::size_t end = std::min(text_.find_first_not_of(mark, pos_), text_.size());
    const std::size_t count = end - pos_;
    work_->steps += count;
    const char before = pos_ > 0 ? text_[pos_ - 1] : ' ';
    const char after = end < text_.size() ? text_[end] : ' ';
    const bool left = !IsAsciiSpace(after) &&
                      (!IsPunctuation(after) || IsAsciiSpace(before) || IsPunctuation(before));
    const bool right = !IsAsciiSpace(before) &&
                       (!IsPunctuation(before) || IsAsciiSpace(after) || IsPunctuation(after));
    Run run{.at = out_.size(), .count = count, .mark = mark, .opens = left, .closes = right};
    if (mark == '_') {
      run.opens = left && (!right || IsPunctuation(before));
      run.closes = right && (!left || IsPunctuation(after));
    }
    if (mark == '~' && count != 2) run.opens = run.closes = false;
    if (run.opens || run.closes) {
      runs_.push_back(run);
    } else {
      out_.append(count, mark);
    }
    return count;
  }

  // Matches each closing run with the nearest open ones of its mark, and takes the matched marks
  // off their counts.
  void Pair() {
    std::array<std::vector<std::size_t>, 3> open;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      Run& run = runs_[i];
      auto& stack = open[run.mark == '*' ? 0U : run.mark == '_' ? 1U : 2U];
      while (run.closes && run.count > 0 && !stack.empty()) {
        Run& opener = runs_[stack.back()];
        const std::size_t matched = std::min(opener.count, run.count);
        opener.count -= matched;
        run.count -= matched;
        if (opener.count == 0) stack.pop_back();
        ++work_->steps;
      }
      if (run.opens && run.count > 0) stack.push_back(i);
    }
  }

  std::string Joined() const {
    std::string joined;
    std::size_t from = 0;
    for (const Run& run : runs_) {
      joined.append(out_, from, run.at - from).append(run.count, run.mark);
      from = run.at;
    }
    return joined.append(out_, from);
  }

  std::string_view text_;
  std::size_t depth_;
  Work* work_;
  std::vector<std::size_t> closes_;  // the closing bracket of each [
  std::size_t pos_ = 0;
  std::size_t blank_ = 0;  // the last answer of NextBlank
  std::string out_;        // without the runs
  std::vector<Run> runs_;
  std::array<bool, 64> no_code_ = {};  // no code span of so many backticks ends from here on
};

}  // namespace

std::string MarkdownInline(std::string_view text, Work* work) {
  return MarkdownSpan(text, 0, work).Read();
}

}  // namespace arborist::markup
