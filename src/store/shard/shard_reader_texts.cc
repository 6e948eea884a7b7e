// SPDX-License-Identifier: AGPL-3.0-only
// The texts of a shard, each checked against its hashes before it is given away.
#include "document/chunker.h"
#include "merkle/tree.h"
#include "store/shard/shard_reader_statements.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {

std::string PlaceName(const DocumentRoot& root, std::uint64_t chunk_idx) {
  return "chunk " + std::to_string(chunk_idx) + " of document " + root.hex();
}

std::unexpected<Error> OtherThanItsHash(const std::string& what, std::string_view hash) {
  return Fail(ErrorCode::kCorrupt, what + " does not hash to its " + std::string(hash) +
                                       ": it was changed or damaged and is not shown; arborist "
                                       "fsck --full says more");
}

}  // namespace

// Of a row that begins with content, which is not NULL, and text_bytes.
Result<std::string> ShardReader::Decompressed(const sqlite::Statement& row,
                                              const std::string& place) {
  auto text = codec_->Decompress(row.Blob(0), kMaxChunkBytes);
  if (!text) return std::unexpected(std::move(text).error().In(place));
  if (text->size() != static_cast<std::size_t>(row.Int(1))) {
    return Fail(ErrorCode::kCorrupt, place + " has another length than recorded");
  }
  // All code that reads text relies on this.
  if (text::FindInvalidUtf8(*text, true) != std::string::npos) {
    return Fail(ErrorCode::kCorrupt, place + " is not UTF-8");
  }
  return text;
}

Error ShardReader::Evicted(const DocumentRoot& root, std::uint64_t chunk_idx) {
  std::string uri;
  if (const auto document = Find(root); document && *document) {
    for (const LocationView& location : (*document)->locations) {
      if (uri.empty() || IsFileUri(location.uri)) uri = location.uri;
    }
  }
  return {ErrorCode::kNotFound, "the text of " + PlaceName(root, chunk_idx) +
                                    " was evicted to make room; " + RehydrateHint(root, uri)};
}

Result<std::string> ShardReader::RawChunk(std::int64_t chunk_id) {
  const std::string place = "chunk " + std::to_string(chunk_id);
  sqlite::Statement& select = statements_->chunk;
  select.Bind(1, chunk_id);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return Fail(ErrorCode::kCorrupt, place + " is missing");
  }
  if (select.IsNull(0)) {
    select.Reset();
    TRY_ASSIGN(const ChunkPlace at, PlaceOf(chunk_id));
    return std::unexpected(Evicted(at.root, at.chunk_idx));
  }
  auto text = Decompressed(select, place);
  select.Reset();
  return text;
}

Result<std::string> ShardReader::Slice(const TextPlace& place, std::uint64_t chunk_idx) {
  const std::string name = PlaceName(place.root, chunk_idx);
  if (chunk_idx >= place.leaf_count) return Fail(ErrorCode::kCorrupt, name + " is missing");
  sqlite::Statement& select = place.revision == 0 ? statements_->chunk : statements_->slice;
  if (place.revision == 0) {
    select.Bind(1, place.first_chunk_id + static_cast<std::int64_t>(chunk_idx));
  } else {
    select.Bind(1, place.doc_id)
        .Bind(2, place.revision)
        .Bind(3, static_cast<std::int64_t>(chunk_idx));
  }
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return Fail(ErrorCode::kCorrupt, name + " is missing");
  }
  if (select.IsNull(0)) {
    select.Reset();
    return std::unexpected(Evicted(place.root, chunk_idx));
  }
  auto text = Decompressed(select, name);
  select.Reset();
  return text;
}

Result<std::string> ShardReader::ChunkText(const TextPlace& place, std::uint64_t chunk_idx) {
  TRY_ASSIGN(std::string text, Slice(place, chunk_idx));
  DocumentView document;
  document.root = place.root;
  document.leaf_count = place.leaf_count;
  document.first_chunk_id = place.first_chunk_id;
  TRY_ASSIGN(const LeafHash leaf, Leaf(document, chunk_idx));
  if (document::LeafOf(text) != leaf)
    return OtherThanItsHash(PlaceName(place.root, chunk_idx), "leaf");
  if (place.leaf_count > 1) return text;
  if (place.text_hash && document::RevisionOf({{text}}).text_hash != *place.text_hash) {
    return OtherThanItsHash("the text of document " + place.root.hex(), "revision");
  }
  return text;
}

Result<std::vector<ShardReader::Chunk>> ShardReader::Chunks(const TextPlace& place) {
  DocumentView document;
  document.root = place.root;
  document.leaf_count = place.leaf_count;
  document.first_chunk_id = place.first_chunk_id;
  TRY_ASSIGN(const std::vector<Hash256> leaves, Leaves(document));
  std::vector<Chunk> chunks;
  for (std::uint64_t i = 0; i < place.leaf_count; ++i) {
    Chunk chunk{.leaf = leaves[static_cast<std::size_t>(i)], .text = {}};
    TRY_ASSIGN(chunk.text, Slice(place, i));
    if (document::LeafOf(chunk.text) != chunk.leaf)
      return OtherThanItsHash(PlaceName(place.root, i), "leaf");
    chunks.push_back(std::move(chunk));
  }
  const std::string whole = "the text of document " + place.root.hex();
  if (merkle::Root(leaves) != place.root) return OtherThanItsHash(whole, "root");
  if (!place.text_hash) return chunks;
  std::vector<std::string_view> slices;
  slices.reserve(chunks.size());
  for (const Chunk& chunk : chunks) slices.push_back(chunk.text);
  if (document::RevisionOf(slices).text_hash != *place.text_hash)
    return OtherThanItsHash(whole, "revision");
  return chunks;
}

Result<std::string> ShardReader::DocumentText(const TextPlace& place) {
  TRY_ASSIGN(const std::vector<Chunk> chunks, Chunks(place));
  std::string text;
  for (const Chunk& chunk : chunks) text += chunk.text;
  return text;
}

}  // namespace arborist::store
