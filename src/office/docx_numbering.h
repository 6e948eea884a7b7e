// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "xml/tree.h"

namespace arborist::office {

// The numbers of the paragraphs of lists and headings, which Word does not store but counts
// (ISO/IEC 29500-1, 17.9): contracts are cited by them. Bullets have none.
class Numbering {
 public:
  static constexpr std::size_t kLevels = 9;

  void Read(xml::Node numbering);  // the root of the part

  // Counts one more paragraph of the list at the level, and returns its number with what separates
  // it from the text ("1.2. "); empty: the list is unknown or has no numbers.
  std::string Next(std::string_view list, std::size_t level);

  // The level of a list that belongs to a style of paragraphs, else `otherwise`.
  std::size_t LevelOfStyle(std::string_view list, std::string_view style,
                           std::size_t otherwise) const;

 private:
  struct Level {
    std::string format = "decimal";
    std::string text;   // "%1.%2."
    std::string style;  // of the paragraphs at this level
    std::uint32_t start = 0;
    bool restarts = true;
    bool legal = false;  // all numbers as decimal
    bool space_behind = true;
  };
  using Levels = std::array<Level, kLevels>;
  struct List {
    std::string definition;
    std::map<std::size_t, std::uint32_t> starts;  // that this list sets for itself
    std::map<std::size_t, Level> levels;          // the same
    bool used = false;
  };
  struct Counters {
    std::array<std::uint32_t, kLevels> counts{};
    std::array<bool, kLevels> started{};
  };
  static void ReadLevel(xml::Node node, Level* level);
  const Level* LevelOf(const List& list, std::size_t level) const;

  std::map<std::string, Levels, std::less<>> definitions_;
  std::map<std::string, List, std::less<>> lists_;
  std::map<std::string, Counters, std::less<>> counters_;  // by definition
};

}  // namespace arborist::office
