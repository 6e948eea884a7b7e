// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/checked_json.h"

#include <utility>

#include "crypto/sha256.h"

namespace arborist::ingest {

namespace {

std::string CheckOf(std::string_view key, const json::Object& object) {
  return crypto::Sha256(std::string(key) + "\n" + json::Dump(object)).hex();
}

}  // namespace

std::string EncodeChecked(std::string_view key, json::Object object) {
  object.emplace("check", CheckOf(key, object));
  return json::Dump(object);
}

Result<json::Value> DecodeChecked(std::string_view key, std::string_view text) {
  TRY_ASSIGN(const json::Value mark, json::Parse(text));
  TRY_ASSIGN(const std::string check, mark.String("check"));
  json::Object object = mark.as_object();
  object.erase("check");
  if (check != CheckOf(key, object))
    return Fail(ErrorCode::kCorrupt, "the mark does not have its checksum");
  return json::Value(std::move(object));
}

}  // namespace arborist::ingest
