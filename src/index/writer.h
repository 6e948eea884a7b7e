// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "index/query.h"

namespace arborist::index {

// The writing end of the index of one shard. All changes are part of the transaction of its shard
// writer, and belong to the thread of that.
class Writer {
 public:
  virtual ~Writer() = default;

  // Gives a row its terms, parted by single spaces. It has none in this field.
  virtual Status Add(Field field, std::int64_t row, std::string_view terms) = 0;
  // Takes rows out of a field. Those that are not in it are passed over. Chunks must still be known
  // to the shard.
  virtual Status Remove(Field field, const RowRange& rows) = 0;
  // The transaction is about to commit: statistics are brought up to what was added and removed.
  virtual Status Flush() = 0;
  // No byte of what was removed stays in the index.
  virtual Status Purge() = 0;
};

}  // namespace arborist::index
