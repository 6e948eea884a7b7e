// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/resume_mark.h"

#include <algorithm>

#include "ingest/checked_json.h"

namespace arborist::ingest {

namespace {

json::Object ToJson(const ResumePlace& place) {
  return {{"ordinal", static_cast<std::int64_t>(place.ordinal)},
          {"size", static_cast<std::int64_t>(place.size)},
          {"mtime", place.mtime}};
}

}  // namespace

std::string ResumeKey(std::string_view name) { return std::string(kResumePrefix).append(name); }

std::string EncodeResumePlace(std::string_view key, const ResumePlace& place) {
  return EncodeChecked(key, ToJson(place));
}

Result<ResumePlace> DecodeResumePlace(std::string_view key, std::string_view value) {
  TRY_ASSIGN(const json::Value mark, DecodeChecked(key, value));
  TRY_ASSIGN(const std::int64_t ordinal, mark.Int("ordinal"));
  TRY_ASSIGN(const std::int64_t size, mark.Int("size"));
  TRY_ASSIGN(const std::int64_t mtime, mark.Int("mtime"));
  return ResumePlace{.ordinal = static_cast<std::uint64_t>(ordinal),
                     .size = static_cast<std::uint64_t>(size),
                     .mtime = mtime};
}

std::uint64_t ResumeMarks::PointOf(const Origin& origin,
                                   const std::function<void(const std::string&)>& note) const {
  const std::string key = ResumeKey(origin.name());
  const auto found = values_.find(key);
  if (found == values_.end()) return 0;
  std::uint64_t point = ~std::uint64_t{0};
  for (const std::string& value : found->second) {
    const auto mark = DecodeResumePlace(key, value);
    if (!mark) {
      if (note) {
        note("the mark where " + origin.name() + " stopped is damaged (" + mark.error().message +
             "); reading it from the start");
      }
      return 0;
    }
    if (mark->size != origin.size() || mark->mtime != origin.modified_at()) return 0;
    point = std::min(point, mark->ordinal);
  }
  return found->second.size() == shards_ ? point : 0;
}

}  // namespace arborist::ingest
