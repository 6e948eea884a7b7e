// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace arborist::ingest {

// A mark in a shard's meta decides what is never looked at again, and no chain covers it. So it
// carries a checksum over itself and its key, and one that fails it is refused.
std::string EncodeChecked(std::string_view key, json::Object object);
// Without the checksum. kCorrupt: it has another one.
Result<json::Value> DecodeChecked(std::string_view key, std::string_view text);

}  // namespace arborist::ingest
