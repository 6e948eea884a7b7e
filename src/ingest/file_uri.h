// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::ingest {

// The name of a file in the store (decision 12). FROZEN: a change would make every file of every
// user a new location.

// The bytes of a path as RFC 3986 writes them: unreserved characters, "/" and "!$&'()*+,;=:@" stay,
// every other byte is %XX with upper-case digits. Names need not be UTF-8.
std::string EncodePath(std::string_view path);

// Undoes EncodePath. A % that two hex digits do not follow stays.
std::string DecodePath(std::string_view encoded);

// Absolute and lexically normalised: no ".", "..", "//" and no "/" at the end but for the root.
// Symbolic links are not looked at. A relative path starts at the current folder.
Result<std::filesystem::path> AbsolutePath(const std::filesystem::path& path);

// "file://" + the encoded path, which must come from AbsolutePath.
std::string FileUri(const std::filesystem::path& absolute_path);

// prefix + the encoded relative path, with "/" between them unless the prefix ends in one of /:#?=
std::string PrefixedUri(std::string_view prefix, std::string_view relative_path);

}  // namespace arborist::ingest
