// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/read/readings.h"

#include <string>

#include "compress/chunk_codec.h"
#include "sqlite/database.h"

namespace arborist::store {

Result<std::optional<reading::Notes>> Readings::Of(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare("SELECT r.notes FROM locations l JOIN readings r USING(location_id) "
                         "WHERE l.uri=?1 AND l.state='current'"));
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  compress::ChunkCodec codec;
  TRY_ASSIGN(const std::string text, codec.Decompress(select.Blob(0), reading::kMaxNotesBytes));
  TRY_ASSIGN(reading::Notes notes, reading::ParseNotes(text));
  return notes;
}

}  // namespace arborist::store
