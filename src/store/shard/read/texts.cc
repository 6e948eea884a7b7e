// SPDX-License-Identifier: AGPL-3.0-only
// A text stands as slices, one to a chunk, compressed with the shard's dictionary if it has one.
// The slices of revision 0 are found by chunk number, those of others by document, revision and
// place. Each is unpacked, measured and read as UTF-8 here, then hashed: no caller has to ask
// whether a text is the one that it was.
#include "store/shard/read/texts.h"

#include <utility>

#include "compress/chunk_codec.h"
#include "document/chunker.h"
#include "merkle/tree.h"
#include "sqlite/database.h"
#include "store/shard/read/documents.h"
#include "store/shard/read/rows.h"
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

// What Leaf and Leaves look at, of a revision's document.
DocumentView DocumentOf(const TextPlace& place) {
  DocumentView document;
  document.root = place.root;
  document.leaf_count = place.leaf_count;
  document.first_chunk_id = place.first_chunk_id;
  return document;
}

}  // namespace

struct Texts::Statements {
  sqlite::Statement chunk;
  sqlite::Statement slice;
  sqlite::Statement place;
  sqlite::Statement leaf;
};

Result<std::unique_ptr<Texts>> Texts::Open(sqlite::Database* database, Documents* documents) {
  TRY_ASSIGN(auto chunk,
             database->Prepare("SELECT content, text_bytes FROM chunks WHERE chunk_id=?1"));
  TRY_ASSIGN(auto slice,
             database->Prepare("SELECT content, text_bytes FROM revision_chunks WHERE doc_id=?1 "
                               "AND revision=?2 AND chunk_idx=?3"));
  TRY_ASSIGN(auto place,
             database->Prepare("SELECT d.document_root, c.chunk_idx, d.leaf_count FROM chunks c "
                               "JOIN documents d USING(doc_id) WHERE c.chunk_id=?1"));
  TRY_ASSIGN(auto leaf, database->Prepare("SELECT leaf_hash FROM chunks WHERE chunk_id=?1"));
  return std::unique_ptr<Texts>(
      new Texts(database, documents,
                std::make_unique<Statements>(std::move(chunk), std::move(slice), std::move(place),
                                             std::move(leaf))));
}

Texts::Texts(sqlite::Database* database, Documents* documents,
             std::unique_ptr<Statements> statements)
    : database_(database), documents_(documents), statements_(std::move(statements)) {}
Texts::~Texts() = default;

// A burn may have taken the dictionary since the last snapshot, and an ingest given another.
Status Texts::ReadDictionary() {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (row && (!dictionary_ || dictionary_->id() != compress::Dictionary::IdOf(select.Blob(0)))) {
    auto dictionary = compress::Dictionary::Load(select.Blob(0));
    if (!dictionary)
      return Fail(ErrorCode::kCorrupt, "compression dictionary: " + dictionary.error().message);
    codec_.reset();
    dictionary_ = std::make_unique<compress::Dictionary>(std::move(*dictionary));
  } else if (!row && dictionary_) {
    codec_.reset();
    dictionary_.reset();
  }
  if (!codec_) codec_ = std::make_unique<compress::ChunkCodec>(dictionary_.get());
  return {};
}

// Of a row that begins with content, which is not NULL, and text_bytes.
Result<std::string> Texts::Decompressed(const sqlite::Statement& row, const std::string& place) {
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

Result<std::optional<std::string>> Texts::ReadStored(sqlite::Statement* select,
                                                     const std::string& place) {
  using Stored = std::optional<std::string>;
  TRY_ASSIGN(std::optional<Stored> stored,
             select->FirstRow([&](const sqlite::Statement& row) -> Result<Stored> {
               if (row.IsNull(0)) return std::nullopt;
               return Decompressed(row, place);
             }));
  if (!stored) return Fail(ErrorCode::kCorrupt, place + " is missing");
  return std::move(*stored);
}

Error Texts::Evicted(const DocumentRoot& root, std::uint64_t chunk_idx) {
  std::string uri;
  if (const auto document = documents_->Find(root); document && *document) {
    for (const LocationView& location : (*document)->locations) {
      if (uri.empty() || IsFileUri(location.uri)) uri = location.uri;
    }
  }
  return {ErrorCode::kNotFound, "the text of " + PlaceName(root, chunk_idx) +
                                    " was evicted to make room; " + RehydrateHint(root, uri)};
}

Result<std::vector<Hash256>> Texts::Leaves(const DocumentView& document) {
  if (document.leaf_count == 1) return std::vector<Hash256>{document.root};
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare(
          "SELECT leaf_hash FROM chunks WHERE chunk_id BETWEEN ?1 AND ?2 ORDER BY chunk_id"));
  const index::RowRange rows = RowsOf(document.first_chunk_id, document.leaf_count);
  select.Bind(1, rows.first).Bind(2, rows.last);
  TRY_ASSIGN(std::vector<Hash256> leaves,
             select.CollectRows([](const sqlite::Statement& row) { return row.Hash(0); }));
  if (leaves.size() != document.leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + document.root.hex() + " has " +
                                         std::to_string(leaves.size()) + " chunks of " +
                                         std::to_string(document.leaf_count));
  }
  return leaves;
}

Result<LeafHash> Texts::Leaf(const DocumentView& document, std::uint64_t chunk_idx) {
  if (document.leaf_count == 1) return LeafHash(document.root);
  TRY_ASSIGN(
      const std::optional<Hash256> leaf,
      statements_->leaf.Bind(1, std::to_underlying(ChunkAt(document.first_chunk_id, chunk_idx)))
          .FirstRow([](const sqlite::Statement& row) { return row.Hash(0); }));
  if (leaf) return LeafHash(*leaf);
  return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_idx) + " of document " +
                                       document.root.hex() + " is missing");
}

Result<ChunkPlace> Texts::PlaceOf(ChunkId chunk_id) {
  const auto read = [&](const sqlite::Statement& row) -> Result<ChunkPlace> {
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    const std::int64_t index = row.Int(1);
    const std::int64_t leaves = row.Int(2);
    if (index < 0 || index >= leaves || leaves > kMaxLeaves) {
      return Fail(ErrorCode::kCorrupt,
                  "chunk " + std::to_string(std::to_underlying(chunk_id)) + " has a damaged row");
    }
    return ChunkPlace{DocumentRoot(root), static_cast<std::uint64_t>(index),
                      static_cast<std::uint64_t>(leaves)};
  };
  TRY_ASSIGN(const std::optional<ChunkPlace> place,
             statements_->place.Bind(1, std::to_underlying(chunk_id)).FirstRow(read));
  if (place) return *place;
  return Fail(ErrorCode::kCorrupt,
              "chunk " + std::to_string(std::to_underlying(chunk_id)) + " has no document");
}

Result<std::string> Texts::RawChunk(ChunkId chunk_id) {
  const std::string place = "chunk " + std::to_string(std::to_underlying(chunk_id));
  TRY_ASSIGN(std::optional<std::string> text,
             ReadStored(&statements_->chunk.Bind(1, std::to_underlying(chunk_id)), place));
  if (text) return std::move(*text);
  TRY_ASSIGN(const ChunkPlace at, PlaceOf(chunk_id));
  return std::unexpected(Evicted(at.root, at.chunk_idx));
}

Result<std::string> Texts::Slice(const TextPlace& place, std::uint64_t chunk_idx) {
  const std::string name = PlaceName(place.root, chunk_idx);
  if (chunk_idx >= place.leaf_count) return Fail(ErrorCode::kCorrupt, name + " is missing");
  sqlite::Statement& select = place.revision == 0 ? statements_->chunk : statements_->slice;
  if (place.revision == 0) {
    select.Bind(1, std::to_underlying(ChunkAt(place.first_chunk_id, chunk_idx)));
  } else {
    select.Bind(1, std::to_underlying(place.doc_id))
        .Bind(2, place.revision)
        .Bind(3, static_cast<std::int64_t>(chunk_idx));
  }
  TRY_ASSIGN(std::optional<std::string> text, ReadStored(&select, name));
  if (text) return std::move(*text);
  return std::unexpected(Evicted(place.root, chunk_idx));
}

Result<std::uint64_t> Texts::OffsetOf(const TextPlace& place, std::uint64_t chunk_idx) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare(place.revision == 0
                             ? "SELECT coalesce(sum(text_bytes),0) FROM chunks WHERE chunk_id>=?1 "
                               "AND chunk_id<?2 AND doc_id=?3"
                             : "SELECT coalesce(sum(text_bytes),0) FROM revision_chunks WHERE "
                               "doc_id=?3 AND revision=?1 AND chunk_idx<?2"));
  if (place.revision == 0) {
    select.Bind(1, std::to_underlying(place.first_chunk_id))
        .Bind(2, std::to_underlying(ChunkAt(place.first_chunk_id, chunk_idx)));
  } else {
    select.Bind(1, place.revision).Bind(2, static_cast<std::int64_t>(chunk_idx));
  }
  select.Bind(3, std::to_underlying(place.doc_id));
  TRY(select.Step());
  return static_cast<std::uint64_t>(select.Int(0));
}

Result<std::string> Texts::ChunkText(const TextPlace& place, std::uint64_t chunk_idx) {
  TRY_ASSIGN(std::string text, Slice(place, chunk_idx));
  TRY_ASSIGN(const LeafHash leaf, Leaf(DocumentOf(place), chunk_idx));
  if (document::LeafOf(text) != leaf)
    return OtherThanItsHash(PlaceName(place.root, chunk_idx), "leaf");
  if (place.leaf_count > 1) return text;
  if (place.text_hash && document::RevisionOf({{text}}).text_hash != *place.text_hash) {
    return OtherThanItsHash("the text of document " + place.root.hex(), "revision");
  }
  return text;
}

Result<std::vector<TextChunk>> Texts::ChunksBetween(const TextPlace& place, std::uint64_t from,
                                                    std::uint64_t end) {
  const DocumentView document = DocumentOf(place);
  std::vector<TextChunk> chunks;
  for (std::uint64_t i = from; i < end; ++i) {
    TextChunk chunk;
    TRY_ASSIGN(chunk.text, ChunkText(place, i));
    TRY_ASSIGN(chunk.leaf, Leaf(document, i));
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

Result<std::vector<TextChunk>> Texts::Chunks(const TextPlace& place) {
  TRY_ASSIGN(const std::vector<Hash256> leaves, Leaves(DocumentOf(place)));
  std::vector<TextChunk> chunks;
  for (std::uint64_t i = 0; i < place.leaf_count; ++i) {
    TextChunk chunk{.leaf = LeafHash(leaves[static_cast<std::size_t>(i)]), .text = {}};
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
  for (const TextChunk& chunk : chunks) slices.push_back(chunk.text);
  if (document::RevisionOf(slices).text_hash != *place.text_hash)
    return OtherThanItsHash(whole, "revision");
  return chunks;
}

Result<std::string> Texts::DocumentText(const TextPlace& place) {
  TRY_ASSIGN(const std::vector<TextChunk> chunks, Chunks(place));
  std::string text;
  for (const TextChunk& chunk : chunks) text += chunk.text;
  return text;
}

}  // namespace arborist::store
