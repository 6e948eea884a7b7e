// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/formats.h"

namespace arborist::files {

struct FileResult {
  std::string path;
  reading::Reading reading;
  double score = -1;  // -1: no expected text
  std::vector<std::string> facts_missed;
  std::size_t facts = 0;
  std::chrono::microseconds time{};
  std::uint64_t bytes = 0;
};

struct FormatResult {
  std::vector<FileResult> files;
  double MeanScore() const;     // over the files with an expected text; 1 without any
  double ShareOfFacts() const;  // 1 without any
};

// Reads every file of the format that manifest.jsonl in `folder` names, and compares.
Result<FormatResult> Measure(const std::filesystem::path& folder, const MeasuredFormat& format);

// Reads the files of hostile/ that belong to the format.
Result<FormatResult> MeasureHostile(const std::filesystem::path& folder,
                                    const MeasuredFormat& format);

}  // namespace arborist::files
