// SPDX-License-Identifier: AGPL-3.0-only
// A hash table with open addressing by character and cell of a grid. The cells are twice as wide as
// the longest distance that counts, so the four nearest hold all that can be near. Searches stop
// after a fixed number of slots: a page made to collide keeps its double prints and costs no more
// time.
#include "pdf/double_prints.h"

#include <algorithm>
#include <cmath>

namespace arborist::pdf {
namespace {

constexpr float kNear = 0.15F;  // of the size
constexpr float kCell = 4.0F;   // points; larger letters have a coarser test
constexpr float kMaxCoordinate = 1e6F;
constexpr std::size_t kMaxProbes = 64;

std::int32_t CellOf(float at) {
  return static_cast<std::int32_t>(
      std::floor(std::clamp(at, -kMaxCoordinate, kMaxCoordinate) / kCell));
}

}  // namespace

std::size_t DoublePrints::SlotOf(char32_t c, std::int32_t column, std::int32_t row) const {
  std::uint64_t hash = c;
  hash = hash * 0x9E3779B97F4A7C15U + static_cast<std::uint32_t>(column);
  hash = hash * 0x9E3779B97F4A7C15U + static_cast<std::uint32_t>(row);
  hash *= 0x9E3779B97F4A7C15U;
  return (hash >> 20) & (slots_.size() - 1);
}

bool DoublePrints::IsIn(const Print& print, std::int32_t column, std::int32_t row) const {
  const float reach = std::min(kNear * print.size, kCell / 2);
  std::size_t slot = SlotOf(print.c, column, row);
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    const Print& other = slots_[slot];
    if (other.c == 0) return false;
    if (other.c == print.c && std::abs(other.x - print.x) < reach &&
        std::abs(other.y - print.y) < reach && std::abs(other.size - print.size) < print.size / 4) {
      return true;
    }
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return false;
}

void DoublePrints::Add(const Print& print) {
  std::size_t slot = SlotOf(print.c, print.column, print.row);
  for (std::size_t probe = 0; probe < kMaxProbes; ++probe) {
    if (slots_[slot].c == 0) {
      slots_[slot] = print;
      return;
    }
    slot = (slot + 1) & (slots_.size() - 1);
  }
}

void DoublePrints::Grow() {
  std::vector<Print> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Print& print : old) {
    if (print.c != 0) Add(print);
  }
}

bool DoublePrints::SeenBefore(char32_t c, float x, float y, float size) {
  if (c == 0 || !std::isfinite(x) || !std::isfinite(y)) return false;
  const Print print{c, x, y, size, CellOf(x), CellOf(y)};
  // The neighbours on the nearer sides.
  const std::int32_t column = x / kCell - std::floor(x / kCell) < 0.5F ? -1 : 1;
  const std::int32_t row = y / kCell - std::floor(y / kCell) < 0.5F ? -1 : 1;
  if (IsIn(print, print.column, print.row) || IsIn(print, print.column + column, print.row) ||
      IsIn(print, print.column, print.row + row) ||
      IsIn(print, print.column + column, print.row + row)) {
    ++doubled_;
    return true;
  }
  if (++used_ * 2 > slots_.size()) Grow();
  Add(print);
  return false;
}

}  // namespace arborist::pdf
