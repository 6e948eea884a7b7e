// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/lenient.h"

namespace arborist::json {

// The reader of repair-v2. One pass from left to right; it looks ahead over white space and at most
// kKeyWindow bytes and goes back no further, so its time is linear. On a prefix of strict JSON it
// sees what a strict reader sees: the rules for stray quotes and words apply only to text that JSON
// does not allow. One use; borrows the text.
class RepairV2Reader {
 public:
  RepairV2Reader(std::string_view text, const ParseLimits& limits)
      : text_(text), end_(text.size()), limits_(limits) {}

  Result<Lenient> Run();

 private:
  enum class Place : std::uint8_t { kTop, kKey, kMember, kItem };  // where a value is being read
  enum class Quote : std::uint8_t { kNone, kDouble, kSingle, kCurlyDouble, kCurlySingle };
  struct QuoteMark {
    Quote kind = Quote::kNone;
    std::size_t length = 0;
  };
  // A quote inside a string that did not end it.
  struct InnerQuote {
    std::size_t pos = 0;
    std::size_t out_size = 0;
  };

  static constexpr std::size_t kKeyWindow = 64;

  // Notes a fix-up, in the order of first use. Closing brackets are noted once per bracket.
  void Note(std::string_view name);
  void NoteEach(std::string_view name) { fixups_.push_back(name); }

  // Structure: repair_v2.cc.
  bool FindStart();
  bool IsWholeString() const;
  bool FindFence(std::size_t from);
  std::size_t FindBracketAfterProse(std::size_t from) const;
  std::optional<Value> ReadTop();
  std::optional<Value> ReadScalarTop();
  void ReadMembersBehindTheEnd(Object* object);
  void NoteRest();
  std::optional<Value> ReadValue(Place place, std::size_t depth);
  Value ReadObject(std::size_t depth);
  Value ReadMembers(std::size_t depth, std::optional<std::string> first_key);
  void ReadMember(Members* members, std::string key, std::size_t depth);
  std::optional<std::string> ReadKey(std::size_t depth);
  Value ReadArray(std::size_t depth);
  void ReadItem(Array* array, std::size_t depth);
  bool TakeForeignClose(char own);
  bool TakeFiller(bool* comma, bool* separated);
  void NoteCutAfter(bool comma, bool separated);

  // Strings and bare words: repair_v2_scalars.cc.
  std::optional<std::string> ReadString(Place place);
  void ReadStringEscape(std::string* out);
  bool EndsString(std::size_t after, Place place, bool has_inner) const;
  bool CommaEndsString(std::size_t after, Place place, bool has_inner) const;
  bool BeginsMissedItem(std::size_t pos) const;
  bool BeginsMissedKey(const InnerQuote& inner, std::size_t close) const;
  void EndBefore(const InnerQuote& inner, std::string* out);
  bool EndBeforeClosers(std::size_t start, std::string* out);
  std::optional<Value> ReadBare(Place place);
  std::optional<Value> BareValue(std::string_view token);

  // Looking ahead: repair_v2_look.cc.
  bool AtEnd() const { return pos_ >= end_; }
  char Current() const { return text_[pos_]; }
  char At(std::size_t pos) const { return pos < end_ ? text_[pos] : '\0'; }
  std::string_view Rest(std::size_t pos) const { return text_.substr(pos, end_ - pos); }
  QuoteMark QuoteAt(std::size_t pos) const;
  std::size_t SkipSpaces(std::size_t pos) const;
  std::size_t SpecialSpaceAt(std::size_t pos) const;
  bool SkipSpace();
  void SkipFiller();
  bool SkipComment();
  bool WordThenColon(std::size_t pos) const;
  bool QuotedThenColon(std::size_t pos, bool if_cut) const;
  bool BeginsValue(std::size_t pos) const;
  bool WordThenKey(std::size_t pos) const;
  bool NumberThenDelimiter(std::size_t pos) const;

  static bool IsWordByte(char c) {
    return IsDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '$' ||
           c == '-' || (static_cast<unsigned char>(c) & 0x80) != 0;
  }
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  static bool IsClose(char c) { return c == '}' || c == ']'; }

  std::string_view text_;
  std::size_t pos_ = 0;
  std::size_t end_;  // of the part that is read: end of the text, or a closing fence
  ParseLimits limits_;
  std::vector<std::string_view> fixups_;
  std::string frames_;  // open brackets, outermost first
  std::size_t open_braces_ = 0;
  bool too_deep_ = false;
};

}  // namespace arborist::json
