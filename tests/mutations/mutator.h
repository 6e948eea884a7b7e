// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

// Changes to a JSON text, of which a checker must notice all that change its meaning.
namespace arborist::mutations {

struct Mutant {
  std::string text;
  std::string what;  // for the message of a test that fails: kind of change, and where
};

// Makes mutants of one text, by values of itself and of its siblings. The same seed makes the same.
class Mutator {
 public:
  Mutator(std::string_view text, const std::vector<json::Value>& siblings, std::uint32_t seed);

  Mutant Next();

 private:
  using Path = std::vector<std::string>;  // names, and numbers in arrays

  std::size_t Below(std::size_t limit) { return random_() % limit; }
  std::vector<Path> PathsOf(const json::Value& value) const;
  const Path& PickPath(const std::vector<Path>& paths);

  // One change in the value; the return value says which.
  std::string Change(json::Value* bundle);
  std::string ChangeScalar(json::Value* scalar);
  std::string ChangeText(std::string* text);
  std::string ChangeArray(json::Array* array);
  std::string ChangeObject(json::Object* object);
  std::string TakeFromSibling(const Path& path, json::Value* place);
  std::string ChangeEverywhere(json::Value* bundle, const json::Value& scalar);
  Mutant MemberTwice();
  Mutant ChangeBytes();

  std::string text_;
  json::Value value_;
  const std::vector<json::Value>* siblings_;
  std::vector<Path> paths_;
  std::mt19937 random_;
};

}  // namespace arborist::mutations
