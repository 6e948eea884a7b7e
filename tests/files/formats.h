// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "reading/reading.h"

namespace arborist::files {

// How the words of a text are compared with those expected: F1, or the share of those expected, for
// readers that repeat words on purpose (the headers of a sheet stand in each row).
enum class Compared : std::uint8_t { kF1, kRecall };

// A row of what is measured: the files of one format and the reader for them. A new format is a row
// in formats.cc.
struct MeasuredFormat {
  std::string_view name;    // in the table that is printed
  std::string_view folder;  // "format" in manifest.jsonl, and the folder below hostile/
  std::string_view ending;  // of the file names that belong to the row, with dot; empty: all
  Compared compared = Compared::kF1;
  // The test fails below these: the mean of what is compared, and the share of facts that hold.
  // Some facts are of options that the reader does not have.
  double least_score = 0;
  double least_facts = 0;
  reading::Reading (*read)(std::string_view bytes);
};

std::span<const MeasuredFormat> MeasuredFormats();

}  // namespace arborist::files
