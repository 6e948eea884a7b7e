// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

#include "pdf/page.h"

namespace arborist::pdf {

// The lines of one page of a document.
struct PageLines {
  std::uint32_t number = 0;  // from 0
  std::uint64_t images = 0;
  Box box;
  std::vector<Line> lines;
  std::vector<Note> notes;
};

// Marks running heads and page numbers: a line at the top or bottom edge of its page that recurs,
// digits aside, on at least three pages and on half of all or of those of one parity; or at the
// same height on three pages in a row, or of one parity in a row (of these the first stays: it may
// be a heading). A page of nothing but such lines keeps those with letters, unless it has images:
// then it is a scan with a stamp. Returns how many lines are marked.
std::uint64_t MarkRunningHeads(std::vector<PageLines>* pages);

}  // namespace arborist::pdf
