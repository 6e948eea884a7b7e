// SPDX-License-Identifier: AGPL-3.0-only
// An evicted text leaves its leaf hashes and the hash of its raw bytes. So what is offered later is
// taken only if it is the same to the byte: offsets and text hashes of answers count in that text.
#include "store/shard/write/evictions.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "store/inside.h"
#include "store/log/erase.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/dictionary.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/eviction_rows.h"
#include "store/shard/write/index_rows.h"
#include "store/shard/write/location_rows.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

Result<bool> Evictions::Evict(const DocumentRoot& root, Tier to) {
  CHECK(parts_.connection->in_transaction());
  CHECK(to != Tier::kHot);
  const AuditLog::FixedTime moment(&parts_.connection->log());
  TRY_ASSIGN(const std::optional<DocumentRow> row, parts_.documents->Find(root));
  if (!row) return false;
  TRY_ASSIGN(const DocumentFormat format, parts_.documents->FormatOf(*row));
  if (format.is_core()) {
    return Fail(ErrorCode::kConflict, "document " + root.hex() +
                                          " is a core, and cores are never evicted: they cannot "
                                          "be read again");
  }
  TRY_ASSIGN(const Tier index, parts_.rows->TierOf(row->doc_id));
  TRY_ASSIGN(std::vector<std::int64_t> revisions, parts_.revisions->Later(*row));
  revisions.insert(revisions.begin(), 0);
  // All are read before the first goes: a damaged one keeps the document as it is.
  std::vector<EvictionRows::Dropped> texts;
  for (const std::int64_t revision : revisions) {
    TRY_ASSIGN(const Tier from, parts_.rows->TierOf(row->doc_id, revision));
    if (from >= to) continue;
    TRY_ASSIGN(const Hash256 text_hash, from == Tier::kHot
                                            ? CheckBefore(root, *row, revision)
                                            : parts_.rows->TextHashOf(row->doc_id, revision));
    texts.emplace_back(revision, text_hash);
  }
  if (texts.empty()) return false;
  if (to == Tier::kCold && index != Tier::kCold && row->current_locations > 0)
    TRY(parts_.index->Remove(*row));
  for (const auto& [revision, text_hash] : texts) TRY(Drop(root, *row, revision, text_hash, to));
  return true;
}

// Reads a text for the last time: what is damaged now could never be told from what comes back.
Result<Hash256> Evictions::CheckBefore(const DocumentRoot& root, const DocumentRow& row,
                                       std::int64_t revision) {
  auto stored = parts_.revisions->Read(root, row, revision);
  if (!stored) {
    if (stored.error().code == ErrorCode::kCorrupt)
      stored.error().message += "; it was not evicted";
    return std::unexpected(std::move(stored).error());
  }
  TRY_ASSIGN(const std::optional<RevisionRows::Hashes> known,
             parts_.revisions->HashesOf(row, revision));
  if (known && known->text != stored->text_hash) {
    return Fail(ErrorCode::kCorrupt, "the text of document " + root.hex() +
                                         " has not the hash that was recorded; it was not "
                                         "evicted, run arborist fsck");
  }
  return stored->text_hash;
}

Status Evictions::Drop(const DocumentRoot& root, const DocumentRow& row, std::int64_t revision,
                       const Hash256& text_hash, Tier to) {
  sqlite::Database& database = parts_.connection->database();
  if (revision == 0) {
    TRY_ASSIGN(sqlite::Statement drop,
               database.Prepare("UPDATE chunks SET content=NULL, tier=?3 WHERE chunk_id BETWEEN "
                                "?1 AND ?2"));
    TRY(drop.Bind(1, row.first_chunk_id).Bind(2, row.last_chunk_id()).BindText(3, Name(to)).Run());
  } else {
    TRY_ASSIGN(sqlite::Statement drop,
               database.Prepare("UPDATE revision_chunks SET content=NULL WHERE doc_id=?1 AND "
                                "revision=?2"));
    TRY(drop.Bind(1, row.doc_id).Bind(2, revision).Run());
  }
  TRY(parts_.rows->Put(row.doc_id, {revision, text_hash}, to));
  return parts_.connection->log().Append({.type = to == Tier::kWarm ? kDocumentWarm : kDocumentCold,
                                          .subject = root.hex(),
                                          .hashes = {{"text", text_hash}},
                                          .texts = {}});
}

Result<Refill> Evictions::Rehydrate(const PreparedDocument& document) {
  CHECK(parts_.connection->in_transaction());
  const AuditLog::FixedTime moment(&parts_.connection->log());
  TRY_ASSIGN(const std::optional<DocumentRow> row, parts_.documents->Find(document.root));
  if (!row) return Refill::kNotHere;
  TRY_ASSIGN(const std::vector<EvictionRows::Dropped> evicted, parts_.rows->Of(row->doc_id));
  if (evicted.empty()) return Refill::kNotEvicted;
  std::optional<std::int64_t> revision;
  for (const auto& [one, text] : evicted) {
    if (text == document.revision.text_hash) revision = one;
  }
  if (!revision) return Refill::kOtherText;
  return Fill(*row, *revision, document);
}

Result<Refill> Evictions::Fill(const DocumentRow& row, std::int64_t revision,
                               const PreparedDocument& document) {
  TRY_ASSIGN(const Tier tier, parts_.rows->TierOf(row.doc_id, revision));
  if (tier == Tier::kHot) return Refill::kNotEvicted;
  if (row.leaf_count != static_cast<std::int64_t>(document.chunks.size()))
    return Refill::kOtherText;
  TRY_ASSIGN(ShardDictionary::Codec codec, parts_.dictionary->MakeCodec());
  crypto::Sha256Hasher hasher;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY_ASSIGN(const std::string text, codec.chunks.Decompress(chunk.content, kMaxChunkBytes));
    if (document::LeafOf(text) != chunk.leaf) return Refill::kOtherText;
    hasher.Update(text);
  }
  const Hash256 text_hash = hasher.Finish();
  TRY_ASSIGN(const Hash256 expected, parts_.rows->TextHashOf(row.doc_id, revision));
  if (expected != text_hash) return Refill::kOtherText;
  TRY(WriteSlices(row, revision, document));
  TRY(parts_.rows->Remove(row.doc_id, revision));
  TRY(parts_.connection->log().Append({.type = kDocumentRehydrate,
                                       .subject = document.root.hex(),
                                       .hashes = {{"text", text_hash}},
                                       .texts = {}}));
  if (tier == Tier::kCold) {
    TRY(WarmOthers(row, document.root));
  } else if (revision == 0 && row.current_locations > 0) {
    TRY(parts_.index->Remove(row));  // another revision may have spoken for it
  } else {
    return Refill::kFilled;
  }
  TRY(Reindex(row, revision, document));
  return Refill::kFilled;
}

Status Evictions::WriteSlices(const DocumentRow& row, std::int64_t revision,
                              const PreparedDocument& document) {
  TRY_ASSIGN(sqlite::Statement fill,
             parts_.connection->database().Prepare(
                 revision == 0 ? "UPDATE chunks SET content=?2, tier=NULL WHERE chunk_id=?1"
                               : "UPDATE revision_chunks SET content=?2 WHERE doc_id=?3 AND "
                                 "revision=?4 AND chunk_idx=?1"));
  std::int64_t at = revision == 0 ? row.first_chunk_id : 0;
  for (const PreparedChunk& chunk : document.chunks) {
    if (revision != 0) fill.Bind(3, row.doc_id).Bind(4, revision);
    TRY(fill.Bind(1, at++).BindBlob(2, chunk.content).Run());
  }
  return {};
}

Status Evictions::Reindex(const DocumentRow& row, std::int64_t revision,
                          const PreparedDocument& document) {
  if (revision == 0) {
    std::int64_t chunk_id = row.first_chunk_id;
    for (const PreparedChunk& chunk : document.chunks) {
      TRY(parts_.documents->SetTermCount(chunk_id++, static_cast<std::int64_t>(chunk.term_count)));
    }
  }
  return row.current_locations > 0 ? parts_.index->Add(row, document, revision) : Status();
}

// When the text of one revision is there, the document is in the index; its other revisions, which
// have the same terms, are warm then.
Status Evictions::WarmOthers(const DocumentRow& row, const DocumentRoot& root) {
  TRY_ASSIGN(const std::vector<EvictionRows::Dropped> cold, parts_.rows->ColdOf(row.doc_id));
  for (const auto& [revision, text] : cold) TRY(Drop(root, row, revision, text, Tier::kWarm));
  return {};
}

Status Evictions::LeaveCold(const DocumentRow& row, const PreparedDocument& document,
                            std::int64_t revision) {
  TRY_ASSIGN(const Tier tier, parts_.rows->TierOf(row.doc_id));
  if (tier != Tier::kCold) return {};
  TRY(WarmOthers(row, document.root));
  return row.current_locations > 0 ? parts_.index->Add(row, document, revision) : Status();
}

Result<bool> Evictions::IsEvicted(std::string_view uri) {
  if (!parts_.rows->any()) return false;
  TRY_ASSIGN(const std::optional<LocationRow> location, parts_.locations->Current(uri));
  if (!location || !location->doc_id) return false;
  TRY_ASSIGN(const Tier tier,
             parts_.rows->TierOf(*location->doc_id, location->revision.value_or(0)));
  return tier != Tier::kHot;
}

Status Evictions::AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last) {
  CHECK(parts_.connection->in_transaction());
  return parts_.documents->AddHits(root, count, last);
}

Status Evictions::Compact() {
  CHECK(!parts_.connection->in_transaction());
  TRY(parts_.index->Purge());
  return Rewrite(&parts_.connection->database(),
                 FileOf(parts_.connection->address()).filename().string());
}

}  // namespace arborist::store
