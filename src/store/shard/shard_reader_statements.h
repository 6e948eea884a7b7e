// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>

#include "store/shard/shard_reader.h"

namespace arborist::store {

// Statements that run often, prepared once. For the files of ShardReader only.
struct ShardReader::Statements {
  static Result<std::unique_ptr<Statements>> Prepare(sqlite::Database* database);
  sqlite::Statement frequency;
  sqlite::Statement match;
  sqlite::Statement add;
  sqlite::Statement terms;
  sqlite::Statement tally;
  sqlite::Statement titles;
  sqlite::Statement title;
  sqlite::Statement term_count;
  sqlite::Statement counts;
  sqlite::Statement keywords;
  sqlite::Statement keyword_sources;
};

}  // namespace arborist::store
