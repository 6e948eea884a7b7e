// SPDX-License-Identifier: AGPL-3.0-only
// Lists with one definition count on together, unless a list sets a start of its own. A paragraph
// at a level ends the counts of the levels below it.
#include "office/docx_numbering.h"

#include <algorithm>

#include "base/ascii.h"
#include "office/names.h"
#include "text/roman.h"

namespace arborist::office {

namespace {

constexpr std::uint32_t kMaxCount = 1'000'000;
constexpr std::uint32_t kMaxRoman = 3999;

std::string Upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return UpperAscii(c); });
  return text;
}

std::string Ordinal(std::uint32_t value) {
  const bool teen = value % 100 >= 11 && value % 100 <= 13;
  const std::uint32_t last = teen ? 0 : value % 10;
  return std::to_string(value) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// a, b, ..., z, aa, bb, ...
std::string Letters(std::uint32_t value) {
  if (value == 0) return {};
  const std::uint32_t times = std::min<std::uint32_t>((value - 1) / 26 + 1, 30);
  return std::string(times, static_cast<char>('a' + (value - 1) % 26));
}

std::string Formatted(std::string_view format, std::uint32_t value) {
  if (format == "lowerLetter") return Letters(value);
  if (format == "upperLetter") return Upper(Letters(value));
  if (format == "lowerRoman" && value <= kMaxRoman) return text::Roman(value);
  if (format == "upperRoman" && value <= kMaxRoman) return Upper(text::Roman(value));
  if (format == "ordinal") return Ordinal(value);
  if (format == "decimalZero" && value < 10) return "0" + std::to_string(value);
  if (format == "none" || format == "bullet") return {};
  return std::to_string(value);
}

std::size_t LevelNumber(xml::Node node) {
  return std::min<std::size_t>(ToNumber(node.Get(kWord, "ilvl")), Numbering::kLevels - 1);
}

}  // namespace

void Numbering::ReadLevel(xml::Node node, Level* level) {
  for (const xml::Node one : node.children()) {
    if (one.is_text()) continue;
    const std::string_view value = one.Get(kWord, "val");
    if (one.Is(kWord, "start")) level->start = ToNumber(value, kMaxCount);
    if (one.Is(kWord, "numFmt")) level->format = value;
    if (one.Is(kWord, "lvlText")) level->text = value;
    if (one.Is(kWord, "pStyle")) level->style = value;
    if (one.Is(kWord, "lvlRestart")) level->restarts = value != "0";
    if (one.Is(kWord, "isLgl")) level->legal = IsOn(value);
    if (one.Is(kWord, "suff")) level->space_behind = value != "nothing";
  }
}

void Numbering::Read(xml::Node numbering) {
  for (const xml::Node one : numbering.children()) {
    if (one.Is(kWord, "abstractNum")) {
      Levels levels;
      for (const xml::Node level : one.children()) {
        if (level.Is(kWord, "lvl")) ReadLevel(level, &levels[LevelNumber(level)]);
      }
      definitions_.emplace(one.Get(kWord, "abstractNumId"), std::move(levels));
    } else if (one.Is(kWord, "num")) {
      List list;
      for (const xml::Node part : one.children()) {
        if (part.Is(kWord, "abstractNumId")) list.definition = part.Get(kWord, "val");
        if (!part.Is(kWord, "lvlOverride")) continue;
        const std::size_t level = LevelNumber(part);
        const xml::Node start = part.Child(kWord, "startOverride");
        if (start) list.starts[level] = ToNumber(start.Get(kWord, "val"), kMaxCount);
        const xml::Node own = part.Child(kWord, "lvl");
        if (own) ReadLevel(own, &list.levels[level]);
      }
      lists_.emplace(one.Get(kWord, "numId"), std::move(list));
    }
  }
}

const Numbering::Level* Numbering::LevelOf(const List& list, std::size_t level) const {
  const auto own = list.levels.find(level);
  if (own != list.levels.end()) return &own->second;
  const auto definition = definitions_.find(list.definition);
  return definition == definitions_.end() ? nullptr : &definition->second[level];
}

std::size_t Numbering::LevelOfStyle(std::string_view list, std::string_view style,
                                    std::size_t otherwise) const {
  const auto found = lists_.find(list);
  if (found == lists_.end()) return otherwise;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const Level* const one = LevelOf(found->second, level);
    if (one != nullptr && one->style == style) return level;
  }
  return otherwise;
}

std::string Numbering::Next(std::string_view list_id, std::size_t level) {
  const auto found = lists_.find(list_id);
  if (found == lists_.end() || level >= kLevels) return {};
  List& list = found->second;
  const Level* const own = LevelOf(list, level);
  if (own == nullptr) return {};
  Counters& counters = counters_[list.definition];
  if (!std::exchange(list.used, true)) {
    for (const auto& [at, start] : list.starts) {
      counters.started[at] = false;
      counters.counts[at] = start;
    }
  }
  for (std::size_t at = 0; at <= level; ++at) {
    const Level* const one = LevelOf(list, at);
    const auto start = list.starts.find(at);
    if (counters.started[at]) {
      if (at == level) counters.counts[at] = std::min(counters.counts[at] + 1, kMaxCount);
      continue;
    }
    counters.started[at] = true;
    counters.counts[at] = start != list.starts.end() ? start->second
                          : one == nullptr           ? 1
                                                     : one->start;
  }
  for (std::size_t at = level + 1; at < kLevels; ++at) {
    const Level* const one = LevelOf(list, at);
    if (one == nullptr || one->restarts) counters.started[at] = false;
  }
  if (own->format == "bullet" || own->format == "none") return {};
  std::string number;
  for (std::size_t i = 0; i < own->text.size(); ++i) {
    const char c = own->text[i];
    const char digit = i + 1 < own->text.size() ? own->text[i + 1] : '\0';
    if (c != '%' || digit < '1' || digit > '9') {
      number += c;
      continue;
    }
    ++i;
    const auto at = static_cast<std::size_t>(digit - '1');
    const Level* const one = LevelOf(list, at);
    if (one == nullptr) continue;
    number +=
        Formatted(own->legal ? "decimal" : std::string_view(one->format), counters.counts[at]);
  }
  if (number.empty()) return {};
  return own->space_behind ? number + " " : number;
}

}  // namespace arborist::office
