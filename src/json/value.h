// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace arborist::json {

class Value;
struct Member;
using Array = std::vector<Value>;
using Members = std::vector<Member>;

// An object. Keys are in byte order, which for (W)UTF-8 is code point order: the canonical order.
// The members are one block of memory, so adding a key moves those behind it and invalidates
// references to members; collect many as Members first. The interface is that of a map. By hand,
// because a library's flat_map brings its sorting into every file that writes an object.
class Object {
 public:
  using value_type = Member;
  using iterator = Member*;
  using const_iterator = const Member*;
  using size_type = std::size_t;

  Object();
  Object(std::initializer_list<Member> members);  // of members with equal keys the first counts
  // The members must be sorted, each key once.
  static Object FromSorted(Members members);
  Object(const Object&);
  Object(Object&&) noexcept;
  Object& operator=(const Object&);
  Object& operator=(Object&&) noexcept;
  ~Object();

  iterator begin();
  iterator end();
  const_iterator begin() const;
  const_iterator end() const;
  std::size_t size() const;
  bool empty() const;

  iterator find(std::string_view key);
  const_iterator find(std::string_view key) const;
  bool contains(std::string_view key) const;
  const Value& at(std::string_view key) const;  // the member must exist
  Value& at(std::string_view key);
  Value& operator[](std::string_view key);  // adds null if there is none

  // Neither changes an existing member; second tells whether one was added.
  std::pair<iterator, bool> emplace(std::string_view key, Value value);
  std::pair<iterator, bool> insert(Member member);
  void insert_or_assign(std::string_view key, Value value);
  void merge(Object&& other);  // takes the members whose keys are not here
  std::size_t erase(std::string_view key);
  iterator erase(const_iterator at);
  void clear();

  Members TakeMembers();  // in order; leaves the object empty

  bool operator==(const Object&) const;

 private:
  Members members_;
};

// Sorts; of members with equal keys the last one counts.
Object ToObject(Members members);
// Sorts; kInvalidData if two members have one key, which is named.
Result<Object> ToUniqueObject(Members members);

// A JSON value. Integers and floats are distinct, as in Python: 1 and 1.0 hash differently. Copies
// are deep. Special members are in value.cc, so that not every file compiles them again.
class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool value) : data_(value) {}
  Value(std::int64_t value) : data_(value) {}
  Value(int value) : data_(std::int64_t{value}) {}
  Value(std::uint64_t) = delete;  // the caller must decide how it fits int64
  Value(double value) : data_(value) {}
  Value(std::string value);
  Value(std::string_view value);
  Value(const char* value);
  Value(Array value);
  Value(Object value);
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(data_); }
  bool is_bool() const { return std::holds_alternative<bool>(data_); }
  bool is_int() const { return std::holds_alternative<std::int64_t>(data_); }
  bool is_float() const { return std::holds_alternative<double>(data_); }
  bool is_number() const { return is_int() || is_float(); }
  bool is_string() const { return std::holds_alternative<std::string>(data_); }
  bool is_array() const { return std::holds_alternative<Array>(data_); }
  bool is_object() const { return std::holds_alternative<Object>(data_); }

  // Each requires that the value is of that kind.
  bool as_bool() const { return std::get<bool>(data_); }
  std::int64_t as_int() const { return std::get<std::int64_t>(data_); }
  double as_double() const {
    return is_int() ? static_cast<double>(as_int()) : std::get<double>(data_);
  }
  const std::string& as_string() const { return std::get<std::string>(data_); }
  const Array& as_array() const { return std::get<Array>(data_); }
  Array& as_array() { return std::get<Array>(data_); }
  const Object& as_object() const { return std::get<Object>(data_); }
  Object& as_object() { return std::get<Object>(data_); }

  // The member, or nullptr if this is no object or has no such key.
  const Value* Find(std::string_view key) const;

  // Members with the kind they must have; kInvalidArgument names the field.
  Result<std::string> String(std::string_view key) const;
  Result<std::string> StringOr(std::string_view key, std::string_view fallback) const;
  Result<std::int64_t> Int(std::string_view key) const;
  Result<bool> Bool(std::string_view key) const;
  Result<const Array*> List(std::string_view key) const;
  Result<const Object*> Map(std::string_view key) const;

  bool operator==(const Value&) const;

 private:
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object> data_ =
      nullptr;
};

// A key with its value; named as in std::pair.
struct Member {
  Member(const char* key, Value value);
  Member(std::string_view key, Value value);
  Member(std::string&& key, Value value);
  Member(const Member&);
  Member(Member&&) noexcept;
  Member& operator=(const Member&);
  Member& operator=(Member&&) noexcept;
  ~Member();
  bool operator==(const Member&) const;

  std::string first;
  Value second;
};

inline Object::iterator Object::begin() { return members_.data(); }
inline Object::iterator Object::end() { return members_.data() + members_.size(); }
inline Object::const_iterator Object::begin() const { return members_.data(); }
inline Object::const_iterator Object::end() const { return members_.data() + members_.size(); }
inline std::size_t Object::size() const { return members_.size(); }
inline bool Object::empty() const { return members_.empty(); }

struct ParseLimits {
  std::size_t max_depth = 512;
  std::size_t max_bytes = std::size_t{1} << 30;
  // Refuses an object with one key twice: another reader may take the other member.
  bool unique_keys = false;
};

// Strict RFC 8259, as Python's json.loads reads it: raw control characters are refused, the last of
// duplicate keys wins unless the limits refuse them, lone surrogate escapes are kept as WTF-8
// (decision 1). NaN, infinities and numbers beyond int64 or double are syntax errors. kInvalidData
// with the offset, or kLimitExceeded.
Result<Value> Parse(std::string_view text, const ParseLimits& limits = {});

// FROZEN canonical JSON: docs/format/canonical-json.md. Keys by code point, no spaces, non-ASCII
// unescaped, floats as Python's repr. kInvalidArgument for NaN and infinities.
Result<std::string> Canonical(const Value& value);

// Canonical JSON of a value without NaN and infinities, which all that Parse returns is.
std::string Dump(const Value& value);
void AppendString(std::string_view text, std::string* out);  // a string as Dump writes it

// For JSON Lines and other programs: valid UTF-8 on one line by anybody's count. Lone surrogates,
// which Dump writes as WTF-8, and U+0085, U+2028 and U+2029, at which some readers end a line, are
// escaped. Parse reads both forms to the same value. Only Dump is hashed.
std::string DumpLine(const Value& value);

// For people and files: indented by two spaces, numbers as in Dump, strings as in DumpLine.
std::string Pretty(const Value& value);

// Makes a JSON text valid UTF-8 for other programs: lone surrogates become escapes, other invalid
// bytes (file names, damaged rows) U+FFFD.
std::string ToValidUtf8(std::string json);

// Python's repr of a finite float.
std::string FormatFloat(double value);

}  // namespace arborist::json
