// SPDX-License-Identifier: AGPL-3.0-only
// repair-v2 (FROZEN), part 2: strings and bare words. The hard question is which quote ends a
// string, for models forget to escape quotes inside of strings and forget closing quotes.
// EndsString decides by what follows: what strict JSON has there ends the string; otherwise the
// quote is part of it, and its place is remembered in case it turns out to have opened the next key
// or item.
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "json/escape.h"
#include "json/repair_v2.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::json {

namespace {

std::string_view WithoutSpaceAtEnd(std::string_view text) {
  while (!text.empty()) {
    const std::size_t start = text::PreviousStart(text, text.size());
    if (text::WhitespaceAt(text, start) == 0) break;
    text = text.substr(0, start);
  }
  return text;
}

// Whether the text is the start of an escape that could still become valid.
bool IsCutEscape(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() != '\\' || text.size() >= 6) return false;
  if (text.size() == 1) return true;
  return text[1] == 'u' && std::all_of(text.begin() + 2, text.end(), IsHexDigit);
}

}  // namespace

// Whether a comma is followed by what JSON has there, so that the quote before it ends the string.
bool RepairV2Reader::CommaEndsString(std::size_t after, Place place, bool has_inner) const {
  const std::size_t next = SkipSpaces(after);
  if (next >= end_) return true;
  const char c = text_[next];
  if (IsClose(c) || Rest(next).starts_with("...") || Rest(next).starts_with("//") ||
      Rest(next).starts_with("/*")) {
    return true;
  }
  if (place == Place::kItem) return BeginsValue(next);
  if (QuoteAt(next).kind != Quote::kNone)
    return !has_inner || QuotedThenColon(next, /*if_cut=*/true);
  return WordThenColon(next) || WordThenKey(next);
}

// Whether the quote before `after` ends its string. In strict JSON it always does.
bool RepairV2Reader::EndsString(std::size_t after, Place place, bool has_inner) const {
  if (place == Place::kKey) return after >= end_ || !IsWordByte(text_[after]);
  const std::size_t next = SkipSpaces(after);
  if (next >= end_) return true;
  const char c = text_[next];
  if (place == Place::kTop && (IsClose(c) || c == ':')) return false;
  if (IsClose(c)) return true;
  if (c == ',') return CommaEndsString(next + 1, place, has_inner);
  if (Rest(next).starts_with("```") || Rest(next).starts_with("//") ||
      Rest(next).starts_with("/*")) {
    return true;
  }
  if (c == ':') return place == Place::kItem && !has_inner;
  if (c == '+') return QuoteAt(SkipSpaces(next + 1)).kind != Quote::kNone;
  const bool new_line = text_.substr(after, next - after).find('\n') != std::string_view::npos;
  if (const QuoteMark quote = QuoteAt(next); quote.kind != Quote::kNone) {
    // A comma is missing. Of two adjacent quotes before a delimiter the second one is the end.
    if (place == Place::kMember) return QuotedThenColon(next, /*if_cut=*/true);
    const char behind = At(SkipSpaces(next + quote.length));
    return next > after || (behind != ',' && !IsClose(behind) && behind != '\0');
  }
  if (place == Place::kItem && next > after && NumberThenDelimiter(next)) return true;
  if (!new_line) return false;
  return place == Place::kItem ? c == '{' || c == '[' : WordThenColon(next);
}

// Whether a quote opens the next item: a comma and a line feed stand before it, and a string cannot
// have a raw line feed. The string then lacks its closing quote.
bool RepairV2Reader::BeginsMissedItem(std::size_t pos) const {
  const std::string_view before = text_.substr(0, pos);
  const std::string_view kept = WithoutSpaceAtEnd(before);
  return kept.ends_with(',') && before.substr(kept.size()).find('\n') != std::string_view::npos;
}

// Whether an inner quote opened a key whose closing quote is at `close`: a comma or line feed
// before it, a colon behind it.
bool RepairV2Reader::BeginsMissedKey(const InnerQuote& inner, std::size_t close) const {
  const std::size_t colon = SkipSpaces(close + 1);
  if (close - inner.pos > kKeyWindow || At(colon) != ':') return false;
  const std::size_t value = SkipSpaces(colon + 1);
  if (value < end_ && !BeginsValue(value)) return false;
  const std::string_view before = text_.substr(0, inner.pos);
  const std::string_view kept = WithoutSpaceAtEnd(before);
  return kept.ends_with(',') || before.substr(kept.size()).find('\n') != std::string_view::npos;
}

void RepairV2Reader::EndBefore(const InnerQuote& inner, std::string* out) {
  pos_ = inner.pos;
  out->resize(inner.out_size);
  out->resize(WithoutSpaceAtEnd(*out).size());
  if (out->ends_with(',')) {
    out->pop_back();
    pos_ = text_.rfind(',', pos_);
  }
  Note("close_string");
}

// A string that runs to the end of the text, where exactly the open brackets are closed and none
// was opened inside it, lacks its closing quote before them.
bool RepairV2Reader::EndBeforeClosers(std::size_t start, std::string* out) {
  std::size_t tail = start + WithoutSpaceAtEnd(Rest(start)).size();
  if (text_.substr(start, tail - start).ends_with("```")) tail -= 3;
  std::size_t begin = end_, frame = 0;
  while (frame < frames_.size() && tail > start) {
    const char c = text_[--tail];
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    if (c != (frames_[frame] == '{' ? '}' : ']')) break;
    begin = tail;
    ++frame;
  }
  if (frame == 0 || frame < frames_.size()) return false;
  std::ptrdiff_t balance = 0;
  for (const char c : text_.substr(start, begin - start)) {
    if (c == '{' || c == '[') ++balance;
    if (IsClose(c)) --balance;
  }
  if (balance > 0) return false;
  out->resize(out->size() - std::min(out->size(), end_ - begin));
  out->resize(WithoutSpaceAtEnd(*out).size());
  pos_ = begin;
  Note("close_string");
  if (!out->ends_with(',')) return true;
  out->pop_back();
  Note("trailing_comma");
  return true;
}

void RepairV2Reader::ReadStringEscape(std::string* out) {
  const std::string_view rest = Rest(pos_);  // from the backslash
  if (const auto escape = ReadEscape(rest.substr(1))) {
    const std::size_t length = 1 + escape->length;
    const bool high = escape->code_point >= 0xD800 && escape->code_point <= 0xDBFF;
    if (high && IsCutEscape(rest.substr(length))) {  // half of a pair, whose other half was cut off
      pos_ = end_;
      return;
    }
    text::Append(out, escape->code_point);
    pos_ += length;
    return;
  }
  if (IsCutEscape(rest)) {
    pos_ = end_;
    return;
  }
  // No escape: a backslash that should have been doubled, or one that is not needed.
  Note("invalid_escape");
  if (rest[1] != '\'' && rest[1] != '\n') out->push_back('\\');
  ++pos_;
  if (rest[1] == '\'' || rest[1] == '\n') out->push_back(text_[pos_++]);
}

// Reads from the opening quote. nullopt for a string that is cut where half of it would name
// something else: a key, an item of a list.
std::optional<std::string> RepairV2Reader::ReadString(Place place) {
  const QuoteMark open = QuoteAt(pos_);
  if (open.kind == Quote::kSingle) Note("single_quotes");
  if (open.kind == Quote::kCurlyDouble || open.kind == Quote::kCurlySingle) Note("curly_quotes");
  const auto closes = [&](Quote kind) {
    return kind == open.kind || (open.kind == Quote::kCurlyDouble && kind == Quote::kDouble) ||
           (open.kind == Quote::kCurlySingle && kind == Quote::kSingle);
  };
  pos_ += open.length;
  const std::size_t start = pos_;
  std::string out;
  std::optional<InnerQuote> inner;
  while (!AtEnd()) {
    const char c = Current();
    if (c == '\\') {
      ReadStringEscape(&out);
      continue;
    }
    const QuoteMark quote = QuoteAt(pos_);
    if (quote.kind != Quote::kNone && closes(quote.kind)) {
      if (EndsString(pos_ + quote.length, place, inner.has_value())) {
        pos_ += quote.length;
        if (inner) Note("escape_quote");
        return out;
      }
      if (place == Place::kMember && inner && BeginsMissedKey(*inner, pos_)) {
        EndBefore(*inner, &out);
        return out;
      }
      inner = InnerQuote{pos_, out.size()};
      if (place == Place::kItem && BeginsMissedItem(pos_)) {
        EndBefore(*inner, &out);
        return out;
      }
    } else if (static_cast<unsigned char>(c) < 0x20) {
      Note("control_character");
    }
    const std::size_t length = std::max<std::size_t>(quote.length, 1);
    out += text_.substr(pos_, length);
    pos_ += length;
  }
  if (place == Place::kKey) return std::nullopt;
  if (place != Place::kTop && EndBeforeClosers(start, &out)) return out;
  if (place == Place::kItem) {
    Note("drop_partial_item");
    return std::nullopt;
  }
  Note("close_string");
  if (inner) Note("escape_quote");
  return out;
}

std::optional<Value> RepairV2Reader::BareValue(std::string_view token) {
  if (auto value = Parse(token); value && !value->is_string()) return std::move(*value);
  for (const auto& [word, value] :
       std::array<std::pair<std::string_view, Value>, 5>{{{"true", true},
                                                          {"false", false},
                                                          {"null", nullptr},
                                                          {"none", nullptr},
                                                          {"undefined", nullptr}}}) {
    if (!EqualsIgnoringCase(token, word)) continue;
    Note("literal_spelling");
    return value;
  }
  // .5 and 5. are numbers in another spelling.
  std::string number(token);
  if (const std::size_t dot = number.find('.'); dot != std::string::npos) {
    if (dot + 1 == number.size()) number += "0";
    if (dot == 0 || (dot == 1 && number[0] == '-')) number.insert(dot, 1, '0');
    if (auto value = Parse(number); value && IsDigit(number.back())) {
      Note("number_spelling");
      return std::move(*value);
    }
  }
  if (std::ranges::none_of(token, IsWordByte) || token == "-") {
    Note("drop_text");
    return std::nullopt;
  }
  Note("unquoted_value");
  return Value(token);
}

// A number, a literal, or words without quotes. A token at the end of a cut text may be half of
// another one and is dropped; only true, false and null are certainly whole.
std::optional<Value> RepairV2Reader::ReadBare(Place place) {
  const std::size_t start = pos_;
  bool whole_before_space = false, looked = false;
  while (!AtEnd()) {
    const char c = Current();
    if (c == ',' || IsClose(c) || c == '\n' || QuoteAt(pos_).kind == Quote::kDouble) break;
    if (Rest(pos_).starts_with("```") || Rest(pos_).starts_with("/*")) break;
    if (Rest(pos_).starts_with("//") && (pos_ == start || text_[pos_ - 1] == ' ')) break;
    if (place == Place::kItem && c == ' ' && !std::exchange(looked, true)) {
      const auto value = Parse(text_.substr(start, pos_ - start));
      whole_before_space = value && !value->is_string();
      if (whole_before_space) break;
    }
    ++pos_;
  }
  const std::string_view token = WithoutSpaceAtEnd(text_.substr(start, pos_ - start));
  if (!AtEnd() && Current() == '"' && token.size() == pos_ - start &&
      EndsString(pos_ + 1, place, false)) {
    ++pos_;
    Note("open_string");
    return Value(token);
  }
  const bool cut = place != Place::kTop && start + token.size() == text_.size();
  pos_ = start + token.size();
  if (cut && token != "true" && token != "false" && token != "null") {
    Note("drop_partial_value");
    return std::nullopt;
  }
  return BareValue(token);
}

}  // namespace arborist::json
