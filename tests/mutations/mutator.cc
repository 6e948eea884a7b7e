// SPDX-License-Identifier: AGPL-3.0-only
#include "mutations/mutator.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/check.h"

namespace arborist::mutations {

namespace {

using json::Array;
using json::Object;
using json::Value;

void Collect(const Value& value, std::vector<std::string>* path,
             std::vector<std::vector<std::string>>* all) {
  all->push_back(*path);
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      path->push_back(std::to_string(i));
      Collect(value.as_array()[i], path, all);
      path->pop_back();
    }
  } else if (value.is_object()) {
    for (const auto& [name, member] : value.as_object()) {
      path->push_back(name);
      Collect(member, path, all);
      path->pop_back();
    }
  }
}

// nullptr: the value has no such place.
Value* At(Value* value, const std::vector<std::string>& path) {
  for (const std::string& part : path) {
    if (value->is_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
      if (error != std::errc() || index >= value->as_array().size()) return nullptr;
      value = &value->as_array()[index];
    } else if (value->is_object()) {
      const auto it = value->as_object().find(part);
      if (it == value->as_object().end()) return nullptr;
      value = &it->second;
    } else {
      return nullptr;
    }
  }
  return value;
}

std::string Joined(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) text += "/" + part;
  return text.empty() ? "/" : text;
}

void ReplaceEverywhere(Value* value, const Value& from, const Value& to) {
  if (*value == from) {
    *value = to;
  } else if (value->is_array()) {
    for (Value& element : value->as_array()) ReplaceEverywhere(&element, from, to);
  } else if (value->is_object()) {
    for (auto& [name, member] : value->as_object()) ReplaceEverywhere(&member, from, to);
  }
}

bool IsScalar(const Value& value) { return !value.is_array() && !value.is_object(); }

bool IsHex(std::string_view text) {
  return text.size() >= 8 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

Mutator::Mutator(std::string_view text, const std::vector<Value>& siblings, std::uint32_t seed)
    : text_(text), value_(json::Parse(text).value()), siblings_(&siblings), random_(seed) {
  paths_ = PathsOf(value_);
}

std::vector<Mutator::Path> Mutator::PathsOf(const Value& value) const {
  std::vector<Path> paths;
  Path path;
  Collect(value, &path, &paths);
  return paths;
}

Mutant Mutator::Next() {
  const std::size_t kind = Below(10);
  if (kind == 0) return ChangeBytes();
  if (kind == 1) return MemberTwice();
  Value changed = value_;
  std::string what = Change(&changed);
  if (kind == 2) what += ", " + Change(&changed);
  return {json::Dump(changed), what};
}

const Mutator::Path& Mutator::PickPath(const std::vector<Path>& paths) {
  // Long lists of hashes must not hide the few members above them.
  const std::size_t depth = 1 + Below(6);
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Path& path = paths[Below(paths.size())];
    if (path.size() == depth) return path;
  }
  return paths[Below(paths.size())];
}

std::string Mutator::Change(Value* bundle) {
  const std::vector<Path> paths = PathsOf(*bundle);
  const Path path = PickPath(paths);
  Value* const place = At(bundle, path);
  CHECK(place != nullptr);
  const std::string where = " at " + Joined(path);
  const std::size_t how = Below(8);
  if (how == 0 && !path.empty()) return TakeFromSibling(path, place) + where;
  if (how == 1 && IsScalar(*place)) return ChangeEverywhere(bundle, Value(*place)) + where;
  if (how == 2) {
    const bool was_null = place->is_null();
    *place = was_null ? Value(Object{}) : Value();
    return (was_null ? "null becomes an object" : "becomes null") + where;
  }
  if (place->is_array()) return ChangeArray(&place->as_array()) + where;
  if (place->is_object()) return ChangeObject(&place->as_object()) + where;
  return ChangeScalar(place) + where;
}

std::string Mutator::ChangeScalar(Value* scalar) {
  if (scalar->is_bool()) {
    *scalar = !scalar->as_bool();
    return "flipped";
  }
  if (scalar->is_int()) {
    const std::int64_t number = scalar->as_int();
    const std::int64_t others[] = {number + 1,     number - 1,
                                   -number,        0,
                                   number * 2 + 1, std::numeric_limits<std::int64_t>::max()};
    *scalar = others[Below(std::size(others))];
    return "another number";
  }
  if (scalar->is_float()) {
    const double others[] = {scalar->as_double() + 1e-6, -scalar->as_double(), 0.5};
    *scalar = others[Below(std::size(others))];
    return "another number";
  }
  if (scalar->is_null()) {
    *scalar = std::int64_t{0};
    return "null becomes 0";
  }
  std::string text = scalar->as_string();
  std::string what = ChangeText(&text);
  *scalar = std::move(text);
  return what;
}

std::string Mutator::ChangeText(std::string* text) {
  if (IsHex(*text) && Below(2) == 0) {
    char& digit = (*text)[Below(text->size())];
    digit = digit == '0' ? '1' : '0';
    return "another hex digit";
  }
  switch (Below(7)) {
    case 0:
      text->insert(Below(text->size() + 1), 1, "ab \n\"[\x01"[Below(7)]);
      return "a character more";
    case 1:
      if (!text->empty()) text->erase(Below(text->size()), 1);
      return "a character less";
    case 2:
      if (!text->empty()) (*text)[Below(text->size())] = static_cast<char>('a' + Below(26));
      return "another character";
    case 3: {
      const std::size_t space = text->find(' ', text->empty() ? 0 : Below(text->size()));
      if (space != std::string::npos) text->insert(space, 1 + Below(2), ' ');
      return "white space";
    }
    case 4:
      if (!text->empty()) {
        char& letter = (*text)[Below(text->size())];
        if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) letter ^= 0x20;
      }
      return "another case";
    case 5:
      text->resize(Below(text->size() + 1));
      return "cut";
    default: {
      // Two words change places.
      const std::size_t first = text->find(' ');
      const std::size_t second = first == std::string::npos ? first : text->find(' ', first + 1);
      if (second == std::string::npos) {
        *text += " not";
        return "a word more";
      }
      *text =
          text->substr(first + 1, second - first) + text->substr(0, first) + text->substr(second);
      return "words exchanged";
    }
  }
}

std::string Mutator::ChangeArray(Array* array) {
  if (array->empty()) {
    array->emplace_back(std::int64_t{0});
    return "an element in an empty list";
  }
  const std::size_t at = Below(array->size());
  switch (Below(4)) {
    case 0:
      array->erase(array->begin() + static_cast<std::ptrdiff_t>(at));
      return "an element less";
    case 1: {
      const Value copy = (*array)[at];
      array->insert(array->begin() + static_cast<std::ptrdiff_t>(Below(array->size() + 1)), copy);
      return "an element twice";
    }
    case 2:
      std::swap((*array)[at], (*array)[Below(array->size())]);
      return "elements exchanged";
    default:
      std::ranges::shuffle(*array, random_);
      return "shuffled";
  }
}

std::string Mutator::ChangeObject(Object* object) {
  if (object->empty()) {
    object->emplace("x", std::int64_t{0});
    return "a member in an empty object";
  }
  const auto it = object->begin() + static_cast<std::ptrdiff_t>(Below(object->size()));
  const std::string name = it->first;
  switch (Below(4)) {
    case 0:
      object->erase(it);
      return "without " + name;
    case 1: {
      Value value = it->second;
      object->erase(it);
      object->emplace(name + "_", std::move(value));
      return name + " renamed";
    }
    case 2: {
      const auto other = object->begin() + static_cast<std::ptrdiff_t>(Below(object->size()));
      std::swap(it->second, other->second);
      return name + " and " + other->first + " exchanged";
    }
    default:
      object->emplace("extra", it->second);
      return "a member more";
  }
}

std::string Mutator::TakeFromSibling(const Path& path, Value* place) {
  if (siblings_->empty()) return "as it was";
  Value sibling = (*siblings_)[Below(siblings_->size())];
  const Value* there = At(&sibling, path);
  if (there == nullptr || Below(3) == 0) {
    const std::vector<Path> paths = PathsOf(sibling);
    there = At(&sibling, paths[Below(paths.size())]);
  }
  CHECK(there != nullptr);
  *place = *there;
  return "taken from another bundle";
}

std::string Mutator::ChangeEverywhere(Value* bundle, const Value& scalar) {
  Value other = scalar;
  std::string what = ChangeScalar(&other);
  ReplaceEverywhere(bundle, scalar, other);
  return what + " everywhere";
}

Mutant Mutator::MemberTwice() {
  // Written by hand: a value cannot hold it. The first of the two is the one that is read wrong.
  std::vector<std::size_t> opens;
  for (std::size_t i = 0; i + 1 < text_.size(); ++i) {
    if (text_[i] == '{' && text_[i + 1] != '}') opens.push_back(i);
  }
  if (opens.empty()) return ChangeBytes();
  const std::size_t open = opens[Below(opens.size())];
  const std::size_t quote = text_.find('"', open);
  const std::size_t end = quote == std::string::npos ? quote : text_.find('"', quote + 1);
  if (end == std::string::npos) return ChangeBytes();
  std::string text = text_;
  const std::string name = text_.substr(quote, end - quote + 1);
  text.insert(open + 1, name + (Below(2) == 0 ? ":0," : ":\"x\","));
  return {std::move(text), name + " twice"};
}

Mutant Mutator::ChangeBytes() {
  std::string text = text_;
  const std::size_t at = Below(text.size());
  switch (Below(5)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ (1 << Below(8)));
      return {std::move(text), "a bit flipped at byte " + std::to_string(at)};
    case 1:
      text.erase(at, 1 + Below(8));
      return {std::move(text), "bytes removed at " + std::to_string(at)};
    case 2:
      text.insert(at, 1, static_cast<char>(Below(256)));
      return {std::move(text), "a byte inserted at " + std::to_string(at)};
    case 3:
      text.resize(at);
      return {std::move(text), "cut at byte " + std::to_string(at)};
    default: {
      const std::size_t from = Below(text.size());
      const std::string piece = text.substr(from, 1 + Below(64));
      text.insert(at, piece);
      return {std::move(text),
              "bytes of " + std::to_string(from) + " also at " + std::to_string(at)};
    }
  }
}

}  // namespace arborist::mutations
