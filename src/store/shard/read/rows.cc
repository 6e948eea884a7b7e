// SPDX-License-Identifier: AGPL-3.0-only
// A shard may come from anywhere: what is read of a row is judged here, before anybody uses it.
#include "store/shard/read/rows.h"

#include "text/utf8.h"

namespace arborist::store {

namespace {

std::unexpected<Error> Damaged(const DocumentView& document, std::string_view what) {
  return Fail(ErrorCode::kCorrupt,
              "document " + document.root.hex() + " has a damaged " + std::string(what));
}

// Which revision the location has, what is known of its text, and whether that is there.
Result<TextPlace> ReadPlace(const sqlite::Statement& row, const DocumentView& document,
                            ShardReader* shard) {
  TextPlace text{.shard = shard,
                 .root = document.root,
                 .leaf_count = document.leaf_count,
                 .doc_id = DocId{row.Int(7)},
                 .first_chunk_id = document.first_chunk_id,
                 .revision = row.Int(8),
                 .text_bytes = document.text_bytes};
  if (!row.IsNull(9)) {
    TRY_ASSIGN(const Hash256 hash, row.Hash(9));
    text.text_hash = TextHash(hash);
    text.text_bytes = static_cast<std::uint64_t>(row.Int(11));
  }
  if (!row.IsNull(10)) {
    TRY_ASSIGN(text.slices, row.Hash(10));
  }
  if (!row.IsNull(12)) {
    const std::optional<Tier> tier = TierFromName(row.Text(12));
    if (!tier) return Damaged(document, "tier");
    text.tier = *tier;
    if (!text.text_hash) {
      TRY_ASSIGN(const Hash256 hash, row.Hash(13));
      text.text_hash = TextHash(hash);
    }
  }
  return text;
}

}  // namespace

Result<LocationView> ReadLocation(const sqlite::Statement& row, const DocumentView& document,
                                  ShardReader* shard) {
  LocationView location{.uri = std::string(row.Text(0)),
                        .title = std::string(row.Text(1)),
                        .extraction_version = std::string(row.Text(3)),
                        .source_hash = {},
                        .first_seen = row.Int(5),
                        .last_seen = row.Int(6),
                        .text = {}};
  const std::optional<LocationState> state = LocationStateFromName(row.Text(2));
  if (!state) return Damaged(document, "location");
  location.state = *state;
  TRY_ASSIGN(const Hash256 source, row.Hash(4));
  location.source_hash = SourceHash(source);
  TRY_ASSIGN(location.text, ReadPlace(row, document, shard));
  for (const std::string_view name :
       {std::string_view(location.uri), std::string_view(location.title)}) {
    if (text::FindInvalidUtf8(name, true) == std::string_view::npos) continue;
    return Fail(ErrorCode::kCorrupt, "a name of document " + document.root.hex() + " is not UTF-8");
  }
  return location;
}

Result<std::vector<DocumentRoot>> ReadRoots(sqlite::Statement* select) {
  return select->CollectRows([](const sqlite::Statement& row) -> Result<DocumentRoot> {
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    return DocumentRoot(root);
  });
}

Result<std::vector<std::string>> ReadTexts(sqlite::Statement* select) {
  return select->CollectRows([](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

}  // namespace arborist::store
