// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ingest/origin.h"

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

std::string ResumeKey(std::string_view name);  // of an origin

std::string EncodeResumePlace(std::string_view key, const ResumePlace& place);
Result<ResumePlace> DecodeResumePlace(std::string_view key, std::string_view value);

// The marks of all shards of a set as they were when an ingest began.
class ResumeMarks {
 public:
  explicit ResumeMarks(std::uint32_t shards) : shards_(shards) {}
  // Of one shard.
  void Add(const std::string& key, std::string value) { values_[key].push_back(std::move(value)); }

  // How many items of a stream every shard has; 0 when it changed since or was never begun. A
  // damaged mark is 0 and is told to `note`, which may be null.
  std::uint64_t PointOf(const Origin& origin,
                        const std::function<void(const std::string&)>& note) const;

 private:
  std::uint32_t shards_;
  std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace arborist::ingest
