// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::store {

// How much of a document is held: all of it; its leaf hashes and index terms; its leaf hashes.
enum class Tier : std::uint8_t { kHot, kWarm, kCold };

std::string_view Name(Tier tier);  // hot, warm, cold
std::optional<Tier> TierFromName(std::string_view name);

// True for file URIs. An evicted text of a file comes back by its root; one that was taken in under
// --uri-prefix or out of a dump needs the path given then, which the store does not know.
bool IsFileUri(std::string_view uri);
std::string RehydrateCommand(const DocumentRoot& root, std::string_view uri);
std::string RehydrateHint(const DocumentRoot& root, std::string_view uri);  // "... brings it back"

// Events of a shard's log that change the tier of a document.
inline constexpr std::string_view kDocumentWarm = "document_evict_warm";
inline constexpr std::string_view kDocumentCold = "document_evict_cold";
inline constexpr std::string_view kDocumentRehydrate = "document_rehydrate";

}  // namespace arborist::store
