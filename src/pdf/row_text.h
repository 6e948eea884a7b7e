// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pdf/page.h"

namespace arborist::pdf {

// Segments of one block on one baseline: what people see as a line, or as the cells of a row.
struct Row {
  std::vector<const Segment*> segments;
  const Segment& first() const { return *segments.front(); }
  const Segment& last() const { return *segments.back(); }
};

// The text of a row in reading order: a tab for a gap of more than two letter heights, a space for
// other gaps, ligatures expanded, lines of right-to-left scripts turned round.
std::string TextOf(const Page& page, const Row& row);

// Whether letters of right-to-left scripts are most of these segments' letters.
bool RunsRightToLeft(const Page& page, std::span<const Segment* const> segments);

}  // namespace arborist::pdf
