// SPDX-License-Identifier: AGPL-3.0-only
// repair-v2 (FROZEN: docs/format/json-repair.md), part 1: where the value begins, objects and
// arrays. A reader that does not stop at an error: at each place where strict JSON ends it applies
// the rule for what models write there (a missing comma, a stray bracket, a cut end) and notes its
// name. frames_ has the open brackets, from which it decides to whom a closing bracket belongs.
#include "json/repair_v2.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "json/repair.h"
#include "text/utf8.h"

namespace arborist::json {

void RepairV2Reader::Note(std::string_view name) {
  if (std::ranges::find(fixups_, name) == fixups_.end()) fixups_.push_back(name);
}

// Finds a code fence before a bracket.
bool RepairV2Reader::FindFence(std::size_t from) {
  for (std::size_t fence = text_.find("```", from); fence != std::string_view::npos;
       fence = text_.find("```", fence + 3)) {
    std::size_t pos = fence + 3;
    while (At(pos) == '`') ++pos;
    while ((At(pos) | 0x20) >= 'a' && (At(pos) | 0x20) <= 'z') ++pos;
    pos = SkipSpaces(pos);
    const bool bracket = At(pos) == '{' || At(pos) == '[';
    if (!bracket && (fence != from || text_.find_first_of("{[", pos) != std::string_view::npos)) {
      fence = std::max(fence, pos - 3);
      continue;
    }
    if (fence != from) Note("prose_trim");
    Note("fence");
    pos_ = pos;
    return true;
  }
  return false;
}

// The first bracket that looks like the start of an answer, or the first bracket at all.
std::size_t RepairV2Reader::FindBracketAfterProse(std::size_t from) const {
  const std::size_t first = text_.find_first_of("{[", from);
  for (std::size_t pos = first; pos != std::string_view::npos;
       pos = text_.find_first_of("{[", pos + 1)) {
    const std::size_t next = SkipSpaces(pos + 1);
    const char c = At(next);
    const bool quote = QuoteAt(next).kind != Quote::kNone || next >= end_;
    if (text_[pos] == '{' ? quote || c == '}' || WordThenColon(next)
                          : quote || c == '{' || c == '[') {
      return pos;
    }
  }
  return first;
}

// True if quotes stand at both ends of the text, so that brackets between them are its content.
bool RepairV2Reader::IsWholeString() const {
  if (QuoteAt(pos_).kind == Quote::kNone || Rest(pos_).starts_with("```")) return false;
  const std::size_t last = text_.find_last_not_of(" \t\r\n");
  return last > pos_ && QuoteAt(text::PreviousStart(text_, last + 1)).kind != Quote::kNone;
}

// Moves to the value; false if there is none.
bool RepairV2Reader::FindStart() {
  while (!AtEnd() && SkipSpace()) {
  }
  if (At(pos_) == '{' || At(pos_) == '[' || QuotedThenColon(pos_, /*if_cut=*/false)) return true;
  if (IsWholeString()) return true;
  const std::size_t start = pos_;
  if (FindFence(start)) return true;
  pos_ = start;
  const std::size_t bracket = FindBracketAfterProse(start);
  if (bracket == std::string_view::npos) return pos_ < end_;
  pos_ = bracket;
  Note("prose_trim");
  return true;
}

std::optional<Value> RepairV2Reader::ReadScalarTop() {
  std::optional<Value> value;
  if (QuoteAt(pos_).kind != Quote::kNone) {
    value = ReadValue(Place::kTop, 0);
  } else {
    // A word of prose is no answer; only numbers and literals are.
    value = ReadBare(Place::kTop);
    if (!value || value->is_string()) return std::nullopt;
  }
  SkipFiller();
  if (!AtEnd() && Current() == ',') {
    ++pos_;
    Note("trailing_comma");
    SkipFiller();
  }
  return AtEnd() ? std::move(value) : std::nullopt;
}

// `}, "key": ...` behind the outermost object: it was closed too early.
void RepairV2Reader::ReadMembersBehindTheEnd(Object* object) {
  Members members = object->TakeMembers();
  while (true) {
    const std::size_t comma = SkipSpaces(pos_);
    if (At(comma) != ',') break;
    const std::size_t key = SkipSpaces(comma + 1);
    if (key >= end_ || !QuotedThenColon(key, /*if_cut=*/true)) break;
    pos_ = key;
    Note("drop_stray_close");
    Value more = ReadMembers(0, std::nullopt);
    std::ranges::move(more.as_object().TakeMembers(), std::back_inserter(members));
  }
  *object = ToObject(std::move(members));
}

std::optional<Value> RepairV2Reader::ReadTop() {
  if (At(pos_) != '{' && At(pos_) != '[') {
    if (!QuotedThenColon(pos_, /*if_cut=*/false)) return ReadScalarTop();
    Note("open_brace");
    return ReadMembers(0, std::nullopt);
  }
  std::optional<Value> value = ReadValue(Place::kTop, 0);
  if (value && value->is_object()) ReadMembersBehindTheEnd(&value->as_object());
  return value;
}

// Notes what follows the value, unless it is only the closing fence.
void RepairV2Reader::NoteRest() {
  end_ = text_.size();
  while (!AtEnd() && SkipSpace()) {
  }
  std::size_t rest = pos_;
  const bool fenced = std::ranges::find(fixups_, "fence") != fixups_.end();
  if (fenced && Rest(rest).starts_with("```")) rest = SkipSpaces(rest + 3);
  if (rest < end_) Note("prose_trim");
}

Result<Lenient> RepairV2Reader::Run() {
  const auto no_value = [] { return Fail(ErrorCode::kInvalidData, "no JSON value in this text"); };
  const std::size_t bad = text::FindInvalidUtf8(text_, /*allow_surrogates=*/true);
  if (bad != std::string_view::npos) {
    // A stream may be cut inside a character. Other bytes that are not UTF-8 are no JSON.
    const auto lead = static_cast<unsigned char>(text_[bad]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    const std::string_view tail = text_.substr(bad + 1);
    if (lead > 0xF4 || tail.size() + 1 >= length ||
        !std::ranges::all_of(tail, [](char c) { return (c & 0xC0) == 0x80; })) {
      return std::unexpected(Parse(text_, limits_).error());
    }
    text_ = text_.substr(0, bad);
    end_ = bad;
    Note("drop_partial_character");
  }
  if (!FindStart()) return no_value();
  std::optional<Value> value = ReadTop();
  if (too_deep_) {
    return Fail(ErrorCode::kLimitExceeded,
                "JSON nested deeper than " + std::to_string(limits_.max_depth));
  }
  if (!value) return no_value();
  NoteRest();
  return Lenient{.value = std::move(*value), .fixups = std::move(fixups_)};
}

std::optional<Value> RepairV2Reader::ReadValue(Place place, std::size_t depth) {
  if (depth > limits_.max_depth) {
    too_deep_ = true;
    pos_ = end_;
    return std::nullopt;
  }
  if (Current() == '{') return ReadObject(depth);
  if (Current() == '[') return ReadArray(depth);
  if (QuoteAt(pos_).kind == Quote::kNone) return ReadBare(place);
  std::optional<std::string> string = ReadString(place);
  if (!string) return std::nullopt;
  // "a" + "b" is one string.
  while (true) {
    const std::size_t plus = SkipSpaces(pos_);
    if (At(plus) != '+' || QuoteAt(SkipSpaces(plus + 1)).kind == Quote::kNone) break;
    pos_ = SkipSpaces(plus + 1);
    Note("join_strings");
    const auto more = ReadString(place);
    if (!more) return std::nullopt;
    *string += *more;
  }
  return Value(std::move(*string));
}

// Takes a comma or "..." between members or items. *comma: one stands behind the last of them;
// *separated: the next may follow. False if something else, or the end, follows.
bool RepairV2Reader::TakeFiller(bool* comma, bool* separated) {
  if (Current() == ',') {
    ++pos_;
    if (*separated) Note("extra_comma");
    *comma = !*separated;
    *separated = true;
    return true;
  }
  if (Rest(pos_).starts_with("...")) {
    pos_ += 3;
    Note("ellipsis");
    *comma = *separated = false;
    return true;
  }
  return false;
}

void RepairV2Reader::NoteCutAfter(bool comma, bool separated) {
  if (comma && separated) Note("strip_trailing_comma");
  NoteEach(frames_.back() == '{' ? "close_brace" : "close_bracket");
}

// At a closing bracket of the other kind. True if it belongs to an outer frame, which closes this
// one too; otherwise the bracket is dropped.
bool RepairV2Reader::TakeForeignClose(char own) {
  const std::size_t same = own == '{' ? open_braces_ : frames_.size() - open_braces_;
  if (frames_.size() > same) {
    // An object does not continue with a bracket behind a comma: then the brace was one too many.
    const std::size_t comma = SkipSpaces(pos_ + 1);
    const char next = At(comma) == ',' ? At(SkipSpaces(comma + 1)) : '\0';
    if (own == '{' || (next != '{' && next != '[')) {
      NoteEach(own == '{' ? "close_brace" : "close_bracket");
      return true;
    }
  }
  ++pos_;
  Note("drop_stray_close");
  return false;
}

Value RepairV2Reader::ReadObject(std::size_t depth) {
  ++pos_;
  return ReadMembers(depth, std::nullopt);
}

Value RepairV2Reader::ReadMembers(std::size_t depth, std::optional<std::string> first_key) {
  frames_.push_back('{');
  ++open_braces_;
  Members members;
  bool comma = false, separated = true;
  if (first_key) {
    ReadMember(&members, std::move(*first_key), depth);
    separated = false;
  }
  while (true) {
    SkipFiller();
    if (AtEnd()) {
      NoteCutAfter(comma, separated);
      break;
    }
    if (TakeFiller(&comma, &separated)) continue;
    if (Current() == '}') {
      if (comma) Note("trailing_comma");
      ++pos_;
      break;
    }
    if (Current() == ']') {
      if (TakeForeignClose('{')) break;
      continue;
    }
    const bool was_separated = separated;
    auto key = ReadKey(depth);
    comma = false;
    if (!key) continue;
    if (!was_separated) Note("missing_comma");
    ReadMember(&members, std::move(*key), depth);
    separated = false;
  }
  frames_.pop_back();
  --open_braces_;
  return ToObject(std::move(members));
}

// A key, or nullopt if something else was passed over.
std::optional<std::string> RepairV2Reader::ReadKey(std::size_t depth) {
  if (QuoteAt(pos_).kind != Quote::kNone) {
    auto key = ReadString(Place::kKey);
    if (!key) Note("drop_partial_key");
    return key;
  }
  if (Current() == '{' || Current() == '[') {  // a value without a key
    Note("drop_text");
    ReadValue(Place::kMember, depth + 1);
    return std::nullopt;
  }
  const std::size_t start = pos_;
  const bool key = WordThenColon(pos_);
  while (!AtEnd() && QuoteAt(pos_).kind == Quote::kNone && Current() != ',' && Current() != '}' &&
         Current() != ']' && Current() != '{' && Current() != '[' && Current() != ' ' &&
         Current() != '\n' && Current() != ':') {
    ++pos_;
  }
  if (key) {
    Note("unquoted_key");
    return std::string(text_.substr(start, pos_ - start));
  }
  if (pos_ == start) ++pos_;
  Note(AtEnd() ? "drop_partial_key" : "drop_text");
  return std::nullopt;
}

void RepairV2Reader::ReadMember(Members* members, std::string key, std::size_t depth) {
  SkipFiller();
  const bool colon = At(pos_) == ':';
  if (colon) ++pos_;
  SkipFiller();
  const char c = At(pos_);
  if (AtEnd() || c == ',' || c == '}' || c == ']' || c == ':') {
    Note("drop_partial_key");
    return;
  }
  if (!colon) Note("missing_colon");
  if (auto value = ReadValue(Place::kMember, depth + 1)) {
    members->emplace_back(std::move(key), std::move(*value));
  }
}

Value RepairV2Reader::ReadArray(std::size_t depth) {
  ++pos_;
  frames_.push_back('[');
  Array array;
  bool comma = false, separated = true;
  while (true) {
    SkipFiller();
    if (AtEnd()) {
      NoteCutAfter(comma, separated);
      break;
    }
    if (TakeFiller(&comma, &separated)) continue;
    if (Current() == ']') {
      if (comma) Note("trailing_comma");
      ++pos_;
      break;
    }
    if (Current() == '}') {
      if (TakeForeignClose('[')) break;
      continue;
    }
    if (!separated) Note("missing_comma");
    ReadItem(&array, depth);
    comma = separated = false;
  }
  frames_.pop_back();
  return array;
}

void RepairV2Reader::ReadItem(Array* array, std::size_t depth) {
  std::optional<Value> value = ReadValue(Place::kItem, depth + 1);
  if (!value) return;
  // `["key": value]`: an object without its braces.
  if (value->is_string() && At(SkipSpaces(pos_)) == ':' && depth < limits_.max_depth) {
    Note("open_brace");
    value = ReadMembers(depth + 1, value->as_string());
  }
  array->push_back(std::move(*value));
}

Result<Lenient> RepairV2(std::string_view text, const ParseLimits& limits) {
  return RepairV2Reader(text, limits).Run();
}

}  // namespace arborist::json
