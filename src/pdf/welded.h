// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "pdf/page.h"
#include "pdf/row_text.h"

namespace arborist::pdf {

// Some programs draw a page of two columns row by row, over the gutter. Rows under each other whose
// parts are prose on both sides of one gutter are parted: first the rows of the left column, then
// those of the right. Rows of a table, whose cells are short or end anywhere, stay as they are.
std::vector<Row> PartWeldedColumns(const Page& page, std::vector<Row> rows);

}  // namespace arborist::pdf
