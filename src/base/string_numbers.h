// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace arborist {

// Numbers distinct strings from 0 on, in the order in which they are added: a lookup costs one
// probe or a few and no memory. The caller gives the hash of each string, always the same for the
// same string. Its strength does not matter: strings made to collide cost log n steps each and get
// the same numbers as any others. Strings are borrowed as long as this lives. One thread at a time.
class StringNumbers {
 public:
  // expected: how many strings there may be before the table grows.
  explicit StringNumbers(std::size_t expected);

  std::size_t size() const { return strings_.size(); }
  std::string_view operator[](std::uint32_t number) const { return strings_[number]; }
  std::optional<std::uint32_t> Find(std::string_view string, std::uint32_t hash) const;
  // The number of the string, which is size() for a new one.
  std::uint32_t Add(std::string_view string, std::uint32_t hash);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  // of the string, plus one; 0: free
  };
  void Place(Slot slot);
  void Grow();

  std::vector<Slot> slots_;                   // a power of two of them, at least half free
  std::map<std::string_view, Slot> crowded_;  // strings that found no free slot near their own
  std::vector<std::string_view> strings_;     // by number
};

}  // namespace arborist
