// SPDX-License-Identifier: AGPL-3.0-only
// repair-v2 (FROZEN), part 3: looking at the text without deciding. Every look is bounded by
// kKeyWindow bytes or by white space that is then skipped for good, which keeps the reader linear.
#include <algorithm>
#include <array>
#include <utility>

#include "json/repair_v2.h"
#include "text/unicode.h"

namespace arborist::json {

RepairV2Reader::QuoteMark RepairV2Reader::QuoteAt(std::size_t pos) const {
  static constexpr std::array<std::pair<std::string_view, Quote>, 8> kMarks = {{
      {"\"", Quote::kDouble},
      {"'", Quote::kSingle},
      {"\u201C", Quote::kCurlyDouble},
      {"\u201D", Quote::kCurlyDouble},
      {"\u2018", Quote::kCurlySingle},
      {"\u2019", Quote::kCurlySingle},
      {"`", Quote::kCurlySingle},
      {"\u00B4", Quote::kCurlySingle},
  }};
  const char first = At(pos);
  if (first != '"' && first != '\'' && first != '`' && first != '\xE2' && first != '\xC2')
    return {};
  for (const auto& [mark, kind] : kMarks) {
    if (Rest(pos).starts_with(mark)) return {kind, mark.size()};
  }
  return {};
}

// White space that JSON does not know: Unicode's, zero-width space, Mongolian separator, byte-order
// mark.
std::size_t RepairV2Reader::SpecialSpaceAt(std::size_t pos) const {
  for (const std::string_view space : {"\u200B", "\u180E", "\uFEFF"}) {
    if (Rest(pos).starts_with(space)) return space.size();
  }
  return pos < end_ ? text::WhitespaceAt(text_, pos) : 0;
}

std::size_t RepairV2Reader::SkipSpaces(std::size_t pos) const {
  while (const std::size_t length = SpecialSpaceAt(pos)) pos += length;
  return std::min(pos, end_);
}

bool RepairV2Reader::SkipComment() {
  if (Rest(pos_).starts_with("/*")) {
    const std::size_t close = text_.find("*/", pos_ + 2);
    pos_ = close == std::string_view::npos ? end_ : std::min(close + 2, end_);
  } else if (Rest(pos_).starts_with("//") || At(pos_) == '#') {
    pos_ = std::min(text_.find('\n', pos_), end_);
  } else {
    return false;
  }
  Note("comment");
  return true;
}

bool RepairV2Reader::SkipSpace() {
  const char c = Current();
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
    ++pos_;
    return true;
  }
  const std::size_t length = SpecialSpaceAt(pos_);
  if (length == 0) return false;
  pos_ += length;
  Note("special_whitespace");
  return true;
}

// Skips white space and comments. A fence ends what is read.
void RepairV2Reader::SkipFiller() {
  while (!AtEnd() && (SkipSpace() || SkipComment())) {
  }
  if (Rest(pos_).starts_with("```")) end_ = pos_;
}

// True for `word :` at pos, as in an unquoted key.
bool RepairV2Reader::WordThenColon(std::size_t pos) const {
  std::size_t word = pos;
  while (word - pos < kKeyWindow && word < end_ && IsWordByte(text_[word])) ++word;
  std::size_t colon = word;
  while (colon - word < kKeyWindow && (At(colon) == ' ' || At(colon) == '\t')) ++colon;
  return word > pos && At(colon) == ':';
}

// True for `word "words" :` at pos: a remark before a key.
bool RepairV2Reader::WordThenKey(std::size_t pos) const {
  std::size_t word = pos;
  while (word - pos < kKeyWindow && word < end_ && IsWordByte(text_[word])) ++word;
  return word > pos && At(word) == ' ' && QuotedThenColon(word + 1, /*if_cut=*/false);
}

// True for a number and a delimiter at pos.
bool RepairV2Reader::NumberThenDelimiter(std::size_t pos) const {
  std::size_t number = pos;
  while (number - pos < kKeyWindow &&
         (IsDigit(At(number)) || At(number) == '-' || At(number) == '.'))
    ++number;
  std::size_t next = number;
  while (next - number < kKeyWindow && At(next) == ' ') ++next;
  return number > pos && (next >= end_ || At(next) == ',' || IsClose(At(next)));
}

// True for `"words" :` at pos, on one line. if_cut: the answer if the text ends before that is
// decided.
bool RepairV2Reader::QuotedThenColon(std::size_t pos, bool if_cut) const {
  const QuoteMark open = QuoteAt(pos);
  if (open.kind == Quote::kNone) return false;
  const std::size_t start = pos + open.length;
  for (std::size_t i = start; i - start < kKeyWindow; ++i) {
    if (i >= end_) return if_cut;
    if (text_[i] == '\n' || text_[i] == ',') return false;
    const QuoteMark close = QuoteAt(i);
    if (close.kind != open.kind) continue;
    std::size_t colon = i + close.length;
    while (colon - i < kKeyWindow && (At(colon) == ' ' || At(colon) == '\n')) ++colon;
    return colon >= end_ ? if_cut : text_[colon] == ':';
  }
  return false;
}

// Whether the text at pos begins a JSON value, also a cut one or a quoted one.
bool RepairV2Reader::BeginsValue(std::size_t pos) const {
  const char c = At(pos);
  if (QuoteAt(pos).kind != Quote::kNone || c == '{' || c == '[' || c == '-' || IsDigit(c)) {
    return true;
  }
  const std::string_view rest = Rest(pos);
  return std::ranges::any_of(
      std::array<std::string_view, 3>{"true", "false", "null"},
      [&](std::string_view word) { return rest.starts_with(word) || word.starts_with(rest); });
}

}  // namespace arborist::json
