// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/shard/prepared_document.h"

namespace arborist::store {

class WriterConnection;

// Free metadata of a shard: keys and values that no hash and no event covers, such as the marks at
// which an interrupted dump goes on.
//
// Got from ShardWriter::meta(), which owns it, on the writer's thread. What Set writes within a
// transaction commits with it.
class ShardMeta {
 public:
  explicit ShardMeta(WriterConnection* connection) : connection_(connection) {}

  Result<std::optional<std::string>> Get(std::string_view key);
  Status Set(std::string_view key, std::string_view value);  // empty value: removes it
  Result<std::vector<std::pair<std::string, std::string>>> WithPrefix(std::string_view prefix);

  // kNewestContentDate, if the document's is newer.
  Status NoteDate(const PreparedDocument& document);

 private:
  WriterConnection* connection_;
  std::string newest_date_;  // of what was noted, or before
};

}  // namespace arborist::store
