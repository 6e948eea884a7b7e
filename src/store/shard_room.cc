// SPDX-License-Identifier: AGPL-3.0-only
// Texts that go to make room, and come back.
#include <string>

#include "base/check.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "store/erase.h"
#include "store/shard_statements.h"

namespace arborist::store {

namespace {

constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

}  // namespace

Result<Tier> ShardWriter::TierOf(std::int64_t doc_id) {
  if (!has_evictions_) return Tier::kHot;
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT tier FROM evictions WHERE doc_id=?1"));
  TRY_ASSIGN(const bool row, select.Bind(1, doc_id).Step());
  if (!row) return Tier::kHot;
  const auto tier = TierFromName(select.Text(0));
  if (!tier) return Fail(ErrorCode::kCorrupt, "an eviction has no tier; run arborist fsck");
  return *tier;
}

// Reads a text for the last time: what is damaged now could never be told from what comes back.
Result<Hash256> ShardWriter::CheckBeforeEviction(const DocumentRoot& root, const DocumentRow& row) {
  TRY_ASSIGN(const std::optional<std::string> content, Dictionary());
  std::optional<compress::Dictionary> dictionary;
  if (content) {
    TRY_ASSIGN(dictionary, compress::Dictionary::Load(*content));
  }
  compress::ChunkCodec codec(dictionary ? &*dictionary : nullptr);
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT content, leaf_hash, text_bytes FROM chunks WHERE chunk_id "
                               "BETWEEN ?1 AND ?2 ORDER BY chunk_id"));
  select.Bind(1, row.first_chunk_id).Bind(2, row.first_chunk_id + row.leaf_count - 1);
  crypto::Sha256Hasher hasher;
  std::int64_t chunks = 0;
  for (;; ++chunks) {
    TRY_ASSIGN(const bool more, select.Step());
    if (!more) break;
    const std::string place = "chunk " + std::to_string(chunks) + " of " + root.hex();
    auto text = codec.Decompress(select.Blob(0), kMaxChunkBytes);
    if (!text) return std::unexpected(std::move(text).error().In(place));
    Hash256 leaf = root;
    if (!select.IsNull(1)) {
      TRY_ASSIGN(leaf, select.Hash(1));
    }
    if (select.IsNull(0) || document::LeafOf(*text) != leaf ||
        static_cast<std::int64_t>(text->size()) != select.Int(2)) {
      return Fail(ErrorCode::kCorrupt,
                  place + " does not hash to its leaf and was not evicted; run arborist fsck");
    }
    hasher.Update(*text);
  }
  if (chunks != row.leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + root.hex() + " lacks chunks; run arborist fsck");
  }
  return hasher.Finish();
}

Result<bool> ShardWriter::Evict(const DocumentRoot& root, Tier to) {
  CHECK(transaction_);
  CHECK(to != Tier::kHot);
  const AuditLog::Moment moment(&*log_);
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(root));
  if (!row) return false;
  TRY_ASSIGN(sqlite::Statement kind,
             database_.Prepare("SELECT f.kind FROM documents d JOIN formats f USING(format_id) "
                               "WHERE d.doc_id=?1"));
  TRY_ASSIGN(const bool known, kind.Bind(1, row->doc_id).Step());
  if (!known || kind.Text(0) != "surface") {
    return Fail(ErrorCode::kConflict, "document " + root.hex() +
                                          " is a core, and cores are never evicted: they cannot "
                                          "be read again");
  }
  kind.Reset();
  TRY_ASSIGN(const Tier from, TierOf(row->doc_id));
  if (from >= to) return false;
  Hash256 text_hash;
  if (from == Tier::kHot) {
    TRY_ASSIGN(text_hash, CheckBeforeEviction(root, *row));
  } else {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT text_hash FROM evictions WHERE doc_id=?1"));
    TRY_ASSIGN(const bool there, select.Bind(1, row->doc_id).Step());
    CHECK(there);
    TRY_ASSIGN(text_hash, select.Hash(0));
  }
  if (to == Tier::kCold && row->current_locations > 0) TRY(Unindex(*row));
  TRY_ASSIGN(sqlite::Statement drop,
             database_.Prepare("UPDATE chunks SET content=NULL, tier=?3 WHERE chunk_id BETWEEN ?1 "
                               "AND ?2"));
  TRY(drop.Bind(1, row->first_chunk_id)
          .Bind(2, row->first_chunk_id + row->leaf_count - 1)
          .BindText(3, Name(to))
          .Run());
  TRY_ASSIGN(sqlite::Statement note,
             database_.Prepare("INSERT OR REPLACE INTO evictions VALUES(?1,?2,?3,?4)"));
  TRY(note.Bind(1, row->doc_id)
          .BindText(2, Name(to))
          .BindHash(3, text_hash)
          .Bind(4, log_->Now())
          .Run());
  has_evictions_ = true;
  TRY(log_->Append({.type = to == Tier::kWarm ? kDocumentWarm : kDocumentCold,
                    .subject = root.hex(),
                    .hashes = {{"text", text_hash}},
                    .texts = {}}));
  return true;
}

Result<ShardWriter::Filled> ShardWriter::Rehydrate(const PreparedDocument& document) {
  CHECK(transaction_);
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(document.root));
  if (!row) return Filled::kNotHere;
  TRY_ASSIGN(const Tier tier, TierOf(row->doc_id));
  if (tier == Tier::kHot) return Filled::kNotEvicted;
  return Fill(*row, tier, document);
}

// The leaves are those of the root; the raw text, which offsets and text hashes of answers count
// in, must be the same to the byte.
Result<ShardWriter::Filled> ShardWriter::Fill(const DocumentRow& row, Tier tier,
                                              const PreparedDocument& document) {
  if (row.leaf_count != static_cast<std::int64_t>(document.chunks.size()))
    return Filled::kOtherText;
  TRY_ASSIGN(const std::optional<std::string> content, Dictionary());
  std::optional<compress::Dictionary> dictionary;
  if (content) {
    TRY_ASSIGN(dictionary, compress::Dictionary::Load(*content));
  }
  compress::ChunkCodec codec(dictionary ? &*dictionary : nullptr);
  crypto::Sha256Hasher hasher;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY_ASSIGN(const std::string text, codec.Decompress(chunk.content, kMaxChunkBytes));
    if (document::LeafOf(text) != chunk.leaf) return Filled::kOtherText;
    hasher.Update(text);
  }
  const Hash256 text_hash = hasher.Finish();
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT text_hash FROM evictions WHERE doc_id=?1"));
    TRY_ASSIGN(const bool there, select.Bind(1, row.doc_id).Step());
    CHECK(there);
    TRY_ASSIGN(const Hash256 expected, select.Hash(0));
    if (expected != text_hash) return Filled::kOtherText;
  }
  TRY_ASSIGN(sqlite::Statement fill,
             database_.Prepare("UPDATE chunks SET content=?2, tier=NULL WHERE chunk_id=?1"));
  std::int64_t chunk_id = row.first_chunk_id;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(fill.Bind(1, chunk_id++).BindBlob(2, chunk.content).Run());
  }
  TRY(RunWith("DELETE FROM evictions WHERE doc_id=?1", row.doc_id));
  if (tier == Tier::kCold && row.current_locations > 0) TRY(Index(row, document));
  TRY(log_->Append({.type = kDocumentRehydrate,
                    .subject = document.root.hex(),
                    .hashes = {{"text", text_hash}},
                    .texts = {}}));
  return Filled::kFilled;
}

Result<bool> ShardWriter::IsEvicted(std::string_view uri) {
  if (!has_evictions_) return false;
  TRY_ASSIGN(const std::optional<Location> location, CurrentLocation(uri));
  if (!location || !location->doc_id) return false;
  TRY_ASSIGN(const Tier tier, TierOf(*location->doc_id));
  return tier != Tier::kHot;
}

Status ShardWriter::AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last) {
  CHECK(transaction_);
  TRY_ASSIGN(sqlite::Statement update,
             database_.Prepare("UPDATE documents SET hit_count=hit_count+?2, "
                               "last_hit_at=max(coalesce(last_hit_at,0),?3) WHERE "
                               "document_root=?1"));
  return update.BindHash(1, root).Bind(2, count).Bind(3, last).Run();
}

Status ShardWriter::Compact() {
  CHECK(!transaction_);
  TRY(MergeIndexAway());
  return Rewrite(&database_, path_.filename().string());
}

}  // namespace arborist::store
