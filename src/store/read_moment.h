// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <utility>

#include "base/result.h"

namespace arborist::sqlite {
class Database;
}

namespace arborist::store {

class HomeStore;

// While it lives, all that is read through a home store and its log is of one moment, that of the
// first read. Others may write meanwhile; whoever erases a text must wait for its end. One inside
// another adds nothing. (A ShardReader has one moment between two Renew() calls anyway.)
class ReadMoment {
 public:
  static Result<ReadMoment> Begin(HomeStore* home);

  ReadMoment(ReadMoment&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  ReadMoment& operator=(ReadMoment&&) = delete;
  ~ReadMoment();

 private:
  friend class SqliteLog;
  static Result<ReadMoment> Begin(sqlite::Database* database);
  explicit ReadMoment(sqlite::Database* database) : database_(database) {}
  sqlite::Database* database_;  // nullptr: an outer one rules
};

}  // namespace arborist::store
