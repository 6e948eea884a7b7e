// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arborist::stated {

// Words with a common value, divided by blanks.
template <typename Value>
struct WordList {
  Value value;
  std::string_view words;
};

// One step of FNV-1a. An open hash can be continued by further bytes until it is closed.
constexpr std::uint32_t HashStep(std::uint32_t open, char c) {
  return (open ^ static_cast<std::uint8_t>(c)) * 16777619u;
}
inline constexpr std::uint32_t kOpenHash = 2166136261u;  // of no byte
constexpr std::uint32_t OpenHash(std::string_view word) {
  std::uint32_t hash = kOpenHash;
  for (const char c : word) hash = HashStep(hash, c);
  return hash;
}
constexpr std::uint32_t ClosedHash(std::uint32_t open) { return open ^ (open >> 15); }
constexpr std::uint32_t WordHash(std::string_view word) { return ClosedHash(OpenHash(word)); }

template <typename Use>
constexpr void EachWord(std::string_view words, Use use) {
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t end = begin;
    while (end < words.size() && words[end] != ' ') ++end;
    if (end > begin) use(words.substr(begin, end - begin));
    begin = end + 1;
  }
}

template <typename Value, std::size_t N>
consteval std::size_t CountWords(const WordList<Value> (&lists)[N]) {
  std::size_t count = 0;
  for (const WordList<Value>& list : lists) {
    bool inside = false;
    for (const char c : list.words) {
      if (c != ' ' && !inside) ++count;
      inside = c != ' ';
    }
  }
  return count;
}

// Word lists as a hash table built at compile time. A word in several lists gets their values
// joined by `join`.
template <typename Value, std::size_t Words>
class WordTable {
 public:
  template <std::size_t N, typename Join>
  consteval WordTable(const WordList<Value> (&lists)[N], Join join) {
    for (const WordList<Value>& list : lists) {
      EachWord(list.words, [&](std::string_view word) { Add(word, list.value, join); });
    }
  }

  constexpr const Value* Find(std::string_view word) const { return Find(word, WordHash(word)); }
  constexpr const Value* Find(std::string_view word, std::uint32_t hash) const {
    for (std::size_t at = hash & kMask;; at = (at + 1) & kMask) {
      const std::uint16_t entry = slots_[at];
      if (entry == 0) return nullptr;
      if (words_[entry - 1u] == word) return &values_[entry - 1u];
    }
  }

 private:
  template <typename Join>
  constexpr void Add(std::string_view word, Value value, Join join) {
    std::size_t at = WordHash(word) & kMask;
    for (; slots_[at] != 0; at = (at + 1) & kMask) {
      if (words_[slots_[at] - 1u] != word) continue;
      values_[slots_[at] - 1u] = join(values_[slots_[at] - 1u], value);
      return;
    }
    words_[count_] = word;
    values_[count_] = value;
    slots_[at] = ++count_;
  }

  static constexpr std::size_t kMask = std::bit_ceil(2 * Words + 1) - 1;
  std::array<std::string_view, Words> words_{};
  std::array<Value, Words> values_{};
  std::array<std::uint16_t, kMask + 1> slots_{};
  std::uint16_t count_ = 0;
};

}  // namespace arborist::stated
