// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::ingest {

inline constexpr std::string_view kResumePrefix = "resume:";

// How far a dump is stored in a shard; kept in the shard's meta in the transaction of the documents
// it speaks of. An empty value: the dump is finished.
struct ResumeMark {
  std::string key;
  std::string value;
};

// The dump as it was read, and the items behind us. Another size or time is another dump.
struct ResumePlace {
  std::uint64_t ordinal = 0;
  std::uint64_t size = 0;
  std::int64_t mtime = 0;
};

std::string ResumeKey(const std::filesystem::path& dump);

// A mark decides what is never looked at again, and no chain covers it. So it carries a checksum
// over itself and its key, and one that fails it is refused.
std::string EncodeResumePlace(std::string_view key, const ResumePlace& place);
Result<ResumePlace> DecodeResumePlace(std::string_view key, std::string_view value);

}  // namespace arborist::ingest
