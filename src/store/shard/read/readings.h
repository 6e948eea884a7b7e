// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "reading/notes.h"
#include "store/shard/views.h"

namespace arborist::sqlite {
class Database;
}  // namespace arborist::sqlite

namespace arborist::store {

// What readers noted of texts: the places in them, and what was left out.
//
// Got from ShardReader::readings(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. kCorrupt: the notes are damaged; kEnvironment: the store could
// not be read.
class Readings {
 public:
  // Of the current text at this URI. Nothing: none is current, or its reader noted nothing.
  Result<std::optional<reading::Notes>> Of(std::string_view uri);

 private:
  friend class ShardReader;

  explicit Readings(sqlite::Database* database) : database_(database) {}

  sqlite::Database* database_;
};

}  // namespace arborist::store
