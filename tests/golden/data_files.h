// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace arborist::golden {

std::filesystem::path SourceFolder();

// The whole of a file, decoded where it is compressed.
Result<std::string> ReadDecoded(const std::filesystem::path& file);

// A folder of small files as one file: a line {"name","base64"} for each, compressed.
struct PackedFile {
  std::string name;
  std::string bytes;
};
Result<std::vector<PackedFile>> ReadPacked(const std::filesystem::path& file);

// tests/conformance/data: the suites of others, with their licences.
std::filesystem::path ConformanceFile(const std::string& name);

}  // namespace arborist::golden
