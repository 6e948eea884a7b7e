// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "index/query.h"

namespace arborist::store {

// The FTS5 table of a field (schema/shard_schema.sql).
inline std::string Fts5Table(index::Field field) {
  switch (field) {
    case index::Field::kText:
      return "chunks_fts";
    case index::Field::kTitle:
      return "titles_fts";
    case index::Field::kKeywords:
      return "keywords_fts";
  }
  return {};
}

// The table in which FTS5 keeps (id, sz) of each row: how many terms it has, as bytes of its own.
inline std::string Fts5Sizes(index::Field field) { return Fts5Table(field) + "_docsize"; }

}  // namespace arborist::store
