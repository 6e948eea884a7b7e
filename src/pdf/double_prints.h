// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

namespace arborist::pdf {

// Finds characters that a page prints twice at nearly the same place, which is how some programs
// make bold. One look-up a character, whatever the page.
class DoublePrints {
 public:
  // Whether an equal character stands within 0.15 of its size; remembers it if not.
  bool SeenBefore(char32_t c, float x, float y, float size);
  std::uint64_t doubled() const { return doubled_; }

 private:
  struct Print {
    char32_t c = 0;  // 0: a free slot
    float x = 0;
    float y = 0;
    float size = 0;
    std::int32_t column = 0;
    std::int32_t row = 0;
  };
  std::size_t SlotOf(char32_t c, std::int32_t column, std::int32_t row) const;
  bool IsIn(const Print& print, std::int32_t column, std::int32_t row) const;
  void Add(const Print& print);
  void Grow();

  std::vector<Print> slots_ = std::vector<Print>(1024);
  std::size_t used_ = 0;
  std::uint64_t doubled_ = 0;
};

}  // namespace arborist::pdf
