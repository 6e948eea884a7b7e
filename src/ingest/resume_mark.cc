// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/resume_mark.h"

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::ingest {

namespace {

json::Object ToJson(const ResumePlace& place) {
  return {{"ordinal", static_cast<std::int64_t>(place.ordinal)},
          {"size", static_cast<std::int64_t>(place.size)},
          {"mtime", place.mtime}};
}

std::string CheckOf(std::string_view key, const ResumePlace& place) {
  return crypto::Sha256(std::string(key) + "\n" + json::Dump(ToJson(place))).hex();
}

}  // namespace

std::string ResumeKey(const std::filesystem::path& dump) {
  return std::string(kResumePrefix) + dump.string();
}

std::string EncodeResumePlace(std::string_view key, const ResumePlace& place) {
  json::Object object = ToJson(place);
  object.emplace("check", CheckOf(key, place));
  return json::Dump(object);
}

Result<ResumePlace> DecodeResumePlace(std::string_view key, std::string_view value) {
  TRY_ASSIGN(const json::Value mark, json::Parse(value));
  TRY_ASSIGN(const std::int64_t ordinal, mark.Int("ordinal"));
  TRY_ASSIGN(const std::int64_t size, mark.Int("size"));
  TRY_ASSIGN(const std::int64_t mtime, mark.Int("mtime"));
  TRY_ASSIGN(const std::string check, mark.String("check"));
  const ResumePlace place{.ordinal = static_cast<std::uint64_t>(ordinal),
                          .size = static_cast<std::uint64_t>(size),
                          .mtime = mtime};
  if (check != CheckOf(key, place))
    return Fail(ErrorCode::kCorrupt, "the mark does not have its checksum");
  return place;
}

}  // namespace arborist::ingest
