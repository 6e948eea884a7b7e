// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace arborist::stated {

// Owns letters that a reading made: lower case, lemmas, values of numbers. They lie in few large
// blocks, for a text has many and all are freed together. Views live as long as it does.
class Letters {
 public:
  std::string_view Keep(std::string_view text) {
    char* const room = Room(text.size());
    std::ranges::copy(text, room);
    return {room, text.size()};
  }
  // Memory for letters that the caller writes. Its address does not change.
  char* Room(std::size_t size) {
    if (size > left_) Grow(size);
    char* const room = next_;
    next_ += size;
    left_ -= size;
    return room;
  }

 private:
  void Grow(std::size_t size) {
    constexpr std::size_t kFirst = 512, kMost = 65536;
    left_ = std::max(size, blocks_.empty() ? kFirst : std::min(2 * block_, kMost));
    block_ = left_;
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(left_)).get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_ = 0;  // size of the last block
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace arborist::stated
