// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

// How rows of a shard become values: shared by the reading classes, for the files of store/ only.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "sqlite/database.h"
#include "store/shard/views.h"

namespace arborist::store {

// Far above what any writer makes, far below where sums overflow.
inline constexpr std::int64_t kMaxLeaves = std::int64_t{1} << 32;

// What ReadLocation reads of a row, and where it stands.
inline constexpr std::string_view kLocationColumns =
    "SELECT l.uri, l.title, l.state, l.extraction_version, l.source_hash, l.first_seen, "
    "l.last_seen, l.doc_id, coalesce(l.revision,0), r.text_hash, r.slices_root, r.text_bytes, "
    "e.tier, e.text_hash";
inline constexpr std::string_view kLocationJoins =
    "LEFT JOIN revisions r ON r.doc_id=l.doc_id AND r.revision=coalesce(l.revision,0) "
    "LEFT JOIN evictions e ON e.doc_id=l.doc_id AND e.revision=coalesce(l.revision,0) ";

// A location of the document, from a row that begins with kLocationColumns.
Result<LocationView> ReadLocation(const sqlite::Statement& row, const DocumentView& document,
                                  ShardReader* shard);

// The roots, or the texts, that a statement selects in its first column, in its order.
Result<std::vector<DocumentRoot>> ReadRoots(sqlite::Statement* select);
Result<std::vector<std::string>> ReadTexts(sqlite::Statement* select);

}  // namespace arborist::store
