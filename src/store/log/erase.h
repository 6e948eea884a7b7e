// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sqlite/database.h"

namespace arborist::store {

// What deleting leaves behind in a file goes too: free pages, slack inside pages, the write-ahead
// log. Outside a transaction. kEnvironment, with the name of the file that still holds it, while a
// reader looks at an older moment.
Status EraseRemains(sqlite::Database* database, std::string_view file);

// Writes the file anew without free pages and half-empty ones, and folds the write-ahead log back.
// Outside a transaction. kEnvironment when another program keeps the file from shrinking.
Status Rewrite(sqlite::Database* database, std::string_view file);

// The subject of a burn event of this log that starts so. Nothing: none, or several do.
Result<std::optional<std::string>> FindBurned(sqlite::Database* database,
                                              std::string_view hex_prefix);

// The document that this log burned last.
Result<std::optional<std::string>> LastBurnedDocument(sqlite::Database* database);

inline constexpr std::string_view kDocumentBurn = "document_burn";
inline constexpr std::string_view kDocumentBurnForced = "document_burn_forced";
inline constexpr std::string_view kRecordBurn = "providence_burn";
inline constexpr std::string_view kRecordBurnForced = "providence_burn_forced";
inline constexpr std::string_view kQuestionBurn = "question_burn";

inline bool IsDocumentBurn(std::string_view type) {
  return type == kDocumentBurn || type == kDocumentBurnForced;
}

}  // namespace arborist::store
