// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "stated/reading.h"

namespace arborist::stated {

// A stretch of text that is read by itself: a paragraph, an item, a row of a table.
struct Block {
  std::size_t begin = 0;  // bytes, without bullet and heading marks
  std::size_t end = 0;
  Form form = Form::kProse;
  std::uint32_t paragraph = 0;  // changes at blank lines
  bool list_start = false;      // of an item: the first of its list
};

// The blocks of a text by its lines; wrapped lines of prose are one block. FROZEN lexical-v3.
std::vector<Block> LayOut(std::string_view text, Part part);

}  // namespace arborist::stated
