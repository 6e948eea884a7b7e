// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tabular/record.h"

namespace arborist::tabular {

using Record = std::vector<std::string>;

// How a text is to be read as a table, found by trial over its first records.
struct Layout {
  bool is_table = false;
  Dialect dialect = {};
  std::size_t declared_bytes = 0;  // of a line "sep=;" at the start
  std::size_t width = 0;           // of most records
  std::size_t preamble = 0;        // records before the table, blank ones included
  bool has_header = false;         // the first record of the table names the columns
};

// `head` is the start of the text, or all of it.
Layout FindLayout(std::string_view head, Source source);

// Whether a cell is a number, a date, a time or the like.
bool IsValue(std::string_view cell);
bool IsBlank(const Record& record);

}  // namespace arborist::tabular
