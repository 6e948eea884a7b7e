// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "store/log/log_view.h"

namespace arborist::store {

// The events of what was burned; their subject is its root or key.
inline constexpr std::string_view kDocumentBurn = "document_burn";
inline constexpr std::string_view kDocumentBurnForced = "document_burn_forced";
inline constexpr std::string_view kRecordBurn = "providence_burn";
inline constexpr std::string_view kRecordBurnForced = "providence_burn_forced";
inline constexpr std::string_view kQuestionBurn = "question_burn";

inline bool IsDocumentBurn(std::string_view type) {
  return type == kDocumentBurn || type == kDocumentBurnForced;
}

// The subject of a burn event of this log that starts so. Nothing: none, or several do.
Result<std::optional<std::string>> FindBurned(const LogView& log, std::string_view hex_prefix);

// What a forced burn of a document binds of the names that went with it: keys and roots in hex.
Hash256 HashDependants(std::span<const std::string> names);

// The document that this log burned last.
Result<std::optional<std::string>> LastBurnedDocument(const LogView& log);

}  // namespace arborist::store
