// SPDX-License-Identifier: AGPL-3.0-only
// Values, objects as sorted vectors, and the writers. Canonical JSON (FROZEN:
// docs/format/canonical-json.md) needs members in code point order, so an Object keeps them sorted:
// writing is then a plain walk, and equal objects are equal memory. FormatFloat reproduces Python's
// repr from the shortest digits that std::to_chars gives, because floats are hashed in that form.
#include "json/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>

#include "base/check.h"
#include "text/utf8.h"

namespace arborist::json {

namespace {
Error FieldError(std::string_view key, std::string_view wanted) {
  return {ErrorCode::kInvalidArgument,
          "field " + std::string(key) + " must be " + std::string(wanted)};
}

constexpr std::size_t kShownKeyChars = 80;

const std::string& KeyOf(const Member& member) { return member.first; }

// Sorts; false if the members were sorted and distinct already.
bool SortByKey(Members* members) {
  if (std::ranges::adjacent_find(*members, std::greater_equal<>(), KeyOf) == members->end()) {
    return false;
  }
  std::ranges::stable_sort(*members, {}, KeyOf);
  return true;
}

bool SameKey(const Member& a, const Member& b) { return a.first == b.first; }
}  // namespace

Member::Member(const char* key, Value value) : first(key), second(std::move(value)) {}
Member::Member(std::string_view key, Value value) : first(key), second(std::move(value)) {}
Member::Member(std::string&& key, Value value) : first(std::move(key)), second(std::move(value)) {}
Member::Member(const Member&) = default;
Member::Member(Member&&) noexcept = default;
Member& Member::operator=(const Member&) = default;
Member& Member::operator=(Member&&) noexcept = default;
Member::~Member() = default;
bool Member::operator==(const Member&) const = default;

Value::Value(std::string value) : data_(std::move(value)) {}
Value::Value(std::string_view value) : data_(std::string(value)) {}
Value::Value(const char* value) : data_(std::string(value)) {}
Value::Value(Array value) : data_(std::move(value)) {}
Value::Value(Object value) : data_(std::move(value)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
bool Value::operator==(const Value&) const = default;

Object::Object() = default;
Object::Object(const Object&) = default;
Object::Object(Object&&) noexcept = default;
Object& Object::operator=(const Object&) = default;
Object& Object::operator=(Object&&) noexcept = default;
Object::~Object() = default;
bool Object::operator==(const Object&) const = default;

Object::Object(std::initializer_list<Member> members) : members_(members) {
  if (SortByKey(&members_)) {
    members_.erase(std::unique(members_.begin(), members_.end(), SameKey), members_.end());
  }
}

Object Object::FromSorted(Members members) {
  Object object;
  object.members_ = std::move(members);
  return object;
}

Object::const_iterator Object::find(std::string_view key) const {
  const const_iterator at =
      std::lower_bound(begin(), end(), key,
                       [](const Member& member, std::string_view k) { return member.first < k; });
  return at != end() && at->first == key ? at : end();
}

Object::iterator Object::find(std::string_view key) {
  return begin() + (std::as_const(*this).find(key) - begin());
}

bool Object::contains(std::string_view key) const { return find(key) != end(); }

const Value& Object::at(std::string_view key) const {
  const const_iterator member = find(key);
  CHECK(member != end());
  return member->second;
}

Value& Object::at(std::string_view key) { return const_cast<Value&>(std::as_const(*this).at(key)); }

Value& Object::operator[](std::string_view key) { return emplace(key, nullptr).first->second; }

std::pair<Object::iterator, bool> Object::insert(Member member) {
  // Members are often added in the order of their keys.
  if (empty() || members_.back().first < member.first) {
    members_.push_back(std::move(member));
    return {end() - 1, true};
  }
  const auto at = std::ranges::lower_bound(members_, member.first, {}, KeyOf);
  if (at->first == member.first) return {begin() + (at - members_.begin()), false};
  const auto added = members_.insert(at, std::move(member));
  return {begin() + (added - members_.begin()), true};
}

std::pair<Object::iterator, bool> Object::emplace(std::string_view key, Value value) {
  return insert(Member(key, std::move(value)));
}

void Object::insert_or_assign(std::string_view key, Value value) {
  (*this)[key] = std::move(value);
}

void Object::merge(Object&& other) {
  for (Member& member : other.members_) insert(std::move(member));
  other.clear();
}

std::size_t Object::erase(std::string_view key) {
  const const_iterator member = find(key);
  if (member == end()) return 0;
  erase(member);
  return 1;
}

Object::iterator Object::erase(const_iterator at) {
  const auto next = members_.erase(members_.begin() + (at - begin()));
  return begin() + (next - members_.begin());
}

void Object::clear() { members_.clear(); }

Members Object::TakeMembers() { return std::exchange(members_, {}); }

Object ToObject(Members members) {
  if (SortByKey(&members)) {
    // Of equal keys the last one is kept: seen from the end it is the first, which unique keeps.
    const auto kept = std::unique(members.rbegin(), members.rend(), SameKey);
    members.erase(members.begin(), kept.base());
  }
  return Object::FromSorted(std::move(members));
}

Result<Object> ToUniqueObject(Members members) {
  if (SortByKey(&members)) {
    const auto twice = std::ranges::adjacent_find(members, {}, KeyOf);
    if (twice != members.end()) {
      return Fail(
          ErrorCode::kInvalidData,
          "the member " + DumpLine(text::Prefix(twice->first, kShownKeyChars)) + " stands twice");
    }
  }
  return Object::FromSorted(std::move(members));
}

const Value* Value::Find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto it = as_object().find(key);
  return it == as_object().end() ? nullptr : &it->second;
}

Result<std::string> Value::String(std::string_view key) const {
  const Value* member = Find(key);
  if (member == nullptr || !member->is_string())
    return std::unexpected(FieldError(key, "a string"));
  return member->as_string();
}

Result<std::string> Value::StringOr(std::string_view key, std::string_view fallback) const {
  const Value* member = Find(key);
  if (member == nullptr || member->is_null()) return std::string(fallback);
  return String(key);
}

Result<std::int64_t> Value::Int(std::string_view key) const {
  const Value* member = Find(key);
  if (member == nullptr || !member->is_int()) return std::unexpected(FieldError(key, "an integer"));
  return member->as_int();
}

Result<bool> Value::Bool(std::string_view key) const {
  const Value* member = Find(key);
  if (member == nullptr || !member->is_bool()) {
    return std::unexpected(FieldError(key, "true or false"));
  }
  return member->as_bool();
}

Result<const Array*> Value::List(std::string_view key) const {
  const Value* member = Find(key);
  if (member == nullptr || !member->is_array()) return std::unexpected(FieldError(key, "a list"));
  return &member->as_array();
}

Result<const Object*> Value::Map(std::string_view key) const {
  const Value* member = Find(key);
  if (member == nullptr || !member->is_object())
    return std::unexpected(FieldError(key, "an object"));
  return &member->as_object();
}

std::string FormatFloat(double value) {
  CHECK(std::isfinite(value));
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::scientific);
  CHECK(error == std::errc());
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  std::string out;
  if (text.front() == '-') {
    out.push_back('-');
    text.remove_prefix(1);
  }
  const std::size_t e = text.find('e');
  std::string digits(1, text[0]);
  if (e > 2) digits.append(text.substr(2, e - 2));
  int exponent = 0;
  const std::string_view exponent_text = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  if (exponent >= -4 && exponent < 16) {  // outside this range Python's repr has an exponent
    if (exponent < 0) {
      out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    } else {
      const auto whole = static_cast<std::size_t>(exponent) + 1;
      if (digits.size() <= whole) {
        out += digits + std::string(whole - digits.size(), '0') + ".0";
      } else {
        out += digits.substr(0, whole) + "." + digits.substr(whole);
      }
    }
    return out;
  }
  out.push_back(digits[0]);
  if (digits.size() > 1) out += "." + digits.substr(1);
  out += exponent < 0 ? "e-" : "e+";
  const std::string magnitude = std::to_string(exponent < 0 ? -exponent : exponent);
  if (magnitude.size() < 2) out.push_back('0');
  return out + magnitude;
}

namespace {

constexpr char kDigits[] = "0123456789abcdef";

// Writes the escape of the code point at pos if DumpLine escapes it; returns its length in bytes,
// or 0.
std::size_t WriteLineEscape(std::string_view text, std::size_t pos, std::string* out) {
  const auto byte = [&](std::size_t i) {
    return pos + i < text.size() ? static_cast<unsigned char>(text[pos + i]) : 0u;
  };
  if (byte(0) == 0xC2 && byte(1) == 0x85) {
    *out += "\\u0085";
    return 2;
  }
  if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)) {
    *out += byte(2) == 0xA8 ? "\\u2028" : "\\u2029";
    return 3;
  }
  if (byte(0) == 0xED && byte(1) >= 0xA0) {  // a surrogate: d8xx to dfxx
    *out += "\\ud";
    out->push_back(kDigits[8u | ((byte(1) >> 2) & 7u)]);
    out->push_back(kDigits[((byte(1) & 3u) << 2) | ((byte(2) >> 4) & 3u)]);
    out->push_back(kDigits[byte(2) & 15u]);
    return 3;
  }
  return 0;
}

void WriteString(std::string_view text, bool for_lines, std::string* out) {
  out->push_back('"');
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t start = i;
    while (i < text.size() && is_plain(text[i])) ++i;
    out->append(text.substr(start, i - start));
    if (i == text.size()) break;
    const char c = text[i];
    switch (c) {
      case '"':
        *out += "\\\"";
        break;
      case '\\':
        *out += "\\\\";
        break;
      case '\n':
        *out += "\\n";
        break;
      case '\r':
        *out += "\\r";
        break;
      case '\t':
        *out += "\\t";
        break;
      case '\b':
        *out += "\\b";
        break;
      case '\f':
        *out += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          *out += "\\u00";
          out->push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
          out->push_back(kDigits[static_cast<unsigned char>(c) & 15]);
        } else if (const std::size_t length = for_lines ? WriteLineEscape(text, i, out) : 0) {
          i += length - 1;
        } else {
          out->push_back(c);
        }
    }
  }
  out->push_back('"');
}

struct Style {
  int indent = -1;         // depth of a pretty-printed value; negative: all on one line
  bool for_lines = false;  // strings as DumpLine writes them
  Style Deeper() const { return {indent < 0 ? -1 : indent + 1, for_lines}; }
};

// False for a number that JSON cannot express.
bool Write(const Value& value, Style style, std::string* out) {
  const auto line = [&](int depth) {
    if (depth >= 0) *out += "\n" + std::string(static_cast<std::size_t>(depth) * 2, ' ');
  };
  if (value.is_null()) {
    *out += "null";
  } else if (value.is_bool()) {
    *out += value.as_bool() ? "true" : "false";
  } else if (value.is_int()) {
    *out += std::to_string(value.as_int());
  } else if (value.is_float()) {
    if (!std::isfinite(value.as_double())) return false;
    *out += FormatFloat(value.as_double());
  } else if (value.is_string()) {
    WriteString(value.as_string(), style.for_lines, out);
  } else if (value.is_array()) {
    out->push_back('[');
    bool first = true;
    for (const Value& element : value.as_array()) {
      if (!first) out->push_back(',');
      first = false;
      line(style.Deeper().indent);
      if (!Write(element, style.Deeper(), out)) return false;
    }
    if (!first) line(style.indent);
    out->push_back(']');
  } else {
    out->push_back('{');
    bool first = true;
    for (const auto& [key, element] : value.as_object()) {
      if (!first) out->push_back(',');
      first = false;
      line(style.Deeper().indent);
      WriteString(key, style.for_lines, out);
      *out += style.indent < 0 ? ":" : ": ";
      if (!Write(element, style.Deeper(), out)) return false;
    }
    if (!first) line(style.indent);
    out->push_back('}');
  }
  return true;
}

}  // namespace

Result<std::string> Canonical(const Value& value) {
  std::string out;
  if (!Write(value, Style{}, &out)) {
    return Fail(ErrorCode::kInvalidArgument, "NaN and infinities have no canonical JSON");
  }
  return out;
}

std::string Dump(const Value& value) {
  std::string out;
  CHECK(Write(value, Style{}, &out));
  return out;
}

void AppendString(std::string_view text, std::string* out) { WriteString(text, false, out); }

std::string DumpLine(const Value& value) {
  std::string out;
  CHECK(Write(value, Style{.indent = -1, .for_lines = true}, &out));
  return out;
}

std::string ToValidUtf8(std::string json) {
  const std::string_view rest_of_all = json;
  std::size_t invalid = text::FindInvalidUtf8(rest_of_all);
  if (invalid == std::string_view::npos) return json;
  std::string out;
  std::string_view rest = rest_of_all;
  while (invalid != std::string_view::npos) {
    out += rest.substr(0, invalid);
    rest.remove_prefix(invalid);
    const auto byte = [&](std::size_t i) {
      return i < rest.size() ? static_cast<std::uint8_t>(rest[i]) : 0u;
    };
    if (byte(0) == 0xED && (byte(1) & 0xE0) == 0xA0 && (byte(2) & 0xC0) == 0x80) {
      const std::uint32_t surrogate = 0xD000u | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4)
        out.push_back(kDigits[(surrogate >> shift) & 15]);
      rest.remove_prefix(3);
    } else {
      out += "\xEF\xBF\xBD";
      rest.remove_prefix(1);
    }
    invalid = text::FindInvalidUtf8(rest);
  }
  out += rest;
  return out;
}

std::string Pretty(const Value& value) {
  std::string out;
  CHECK(Write(value, Style{.indent = 0, .for_lines = true}, &out));
  return out;
}

}  // namespace arborist::json
