// SPDX-License-Identifier: AGPL-3.0-only
// Open addressing with linear probing over at most kLongestProbe slots. A string that finds none of
// these free goes into a tree. Without that limit, strings with one hash, which are easily made for
// any hash that is not seeded, cost a probe for each string before them: quadratic. A seed would
// need chance, which the pure folders above do without. Slots are freed only when the table grows,
// and then everything is placed anew; so a free slot among those of a string proves that it is
// absent.
#include "base/string_numbers.h"

#include <bit>
#include <utility>

#include "base/check.h"

namespace arborist {

namespace {

constexpr std::size_t kLongestProbe = 32;

}  // namespace

StringNumbers::StringNumbers(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 16)) {}

std::optional<std::uint32_t> StringNumbers::Find(std::string_view string,
                                                 std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < kLongestProbe; ++i) {
    const Slot& slot = slots_[(hash + i) & mask];
    if (slot.number == 0) return std::nullopt;
    if (slot.hash == hash && strings_[slot.number - 1] == string) return slot.number - 1;
  }
  const auto found = crowded_.find(string);
  if (found == crowded_.end()) return std::nullopt;
  return found->second.number - 1;
}

std::uint32_t StringNumbers::Add(std::string_view string, std::uint32_t hash) {
  if (const auto known = Find(string, hash)) return *known;
  CHECK(strings_.size() + 1 < UINT32_MAX);
  if (2 * (strings_.size() + 1) > slots_.size()) Grow();
  strings_.push_back(string);
  const auto number = static_cast<std::uint32_t>(strings_.size());
  Place({.hash = hash, .number = number});
  return number - 1;
}

void StringNumbers::Place(Slot slot) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < kLongestProbe; ++i) {
    Slot& place = slots_[(slot.hash + i) & mask];
    if (place.number != 0) continue;
    place = slot;
    return;
  }
  crowded_.emplace(strings_[slot.number - 1], slot);
}

void StringNumbers::Grow() {
  const auto slots = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  const auto crowded = std::exchange(crowded_, {});
  for (const Slot& slot : slots) {
    if (slot.number != 0) Place(slot);
  }
  for (const auto& [string, slot] : crowded) Place(slot);
}

}  // namespace arborist
