// SPDX-License-Identifier: AGPL-3.0-only
// Texts that go to make room, and come back.
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "store/log/erase.h"
#include "store/shard/shard_writer_statements.h"

namespace arborist::store {

Result<Tier> ShardWriter::TierOf(std::int64_t doc_id, std::int64_t revision) {
  if (!has_evictions_) return Tier::kHot;
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT tier FROM evictions WHERE doc_id=?1 AND revision=?2"));
  TRY_ASSIGN(const bool row, select.Bind(1, doc_id).Bind(2, revision).Step());
  if (!row) return Tier::kHot;
  const auto tier = TierFromName(select.Text(0));
  if (!tier) return Fail(ErrorCode::kCorrupt, "an eviction has no tier; run arborist fsck");
  return *tier;
}

Result<bool> ShardWriter::Evict(const DocumentRoot& root, Tier to) {
  CHECK(transaction_);
  CHECK(to != Tier::kHot);
  const AuditLog::Moment moment(&*log_);
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(root));
  if (!row) return false;
  TRY_ASSIGN(const Format format, FormatOf(row->format_id));
  if (format.is_core) {
    return Fail(ErrorCode::kConflict, "document " + root.hex() +
                                          " is a core, and cores are never evicted: they cannot "
                                          "be read again");
  }
  TRY_ASSIGN(const Tier index, TierOf(row->doc_id));
  std::vector<std::int64_t> revisions = {0};
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT revision FROM revisions WHERE doc_id=?1 AND revision>0"));
    select.Bind(1, row->doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      revisions.push_back(select.Int(0));
    }
  }
  // All are read before the first goes: a damaged one keeps the document as it is.
  std::vector<std::pair<std::int64_t, Hash256>> texts;
  for (const std::int64_t revision : revisions) {
    TRY_ASSIGN(const Tier from, TierOf(row->doc_id, revision));
    if (from >= to) continue;
    Hash256 text_hash;
    if (from == Tier::kHot) {
      TRY_ASSIGN(text_hash, CheckBeforeEviction(root, *row, revision));
    } else {
      TRY_ASSIGN(sqlite::Statement select,
                 database_.Prepare("SELECT text_hash FROM evictions WHERE doc_id=?1 AND "
                                   "revision=?2"));
      TRY_ASSIGN(const bool there, select.Bind(1, row->doc_id).Bind(2, revision).Step());
      CHECK(there);
      TRY_ASSIGN(text_hash, select.Hash(0));
    }
    texts.emplace_back(revision, text_hash);
  }
  if (texts.empty()) return false;
  if (to == Tier::kCold && index != Tier::kCold && row->current_locations > 0) TRY(Unindex(*row));
  for (const auto& [revision, text_hash] : texts) TRY(Drop(root, *row, revision, text_hash, to));
  has_evictions_ = true;
  return true;
}

// Reads a text for the last time: what is damaged now could never be told from what comes back.
Result<TextHash> ShardWriter::CheckBeforeEviction(const DocumentRoot& root, const DocumentRow& row,
                                                  std::int64_t revision) {
  auto stored = ReadRevision(root, row, revision);
  if (!stored) {
    if (stored.error().code == ErrorCode::kCorrupt)
      stored.error().message += "; it was not evicted";
    return std::unexpected(std::move(stored).error());
  }
  sqlite::Statement& select = statements_->find_revision;
  TRY_ASSIGN(const bool known, select.Bind(1, row.doc_id).Bind(2, revision).Step());
  const auto expected = known ? select.Hash(0) : Result<Hash256>(stored->text_hash);
  select.Reset();
  if (!expected || *expected != stored->text_hash) {
    return Fail(ErrorCode::kCorrupt, "the text of document " + root.hex() +
                                         " has not the hash that was recorded; it was not "
                                         "evicted, run arborist fsck");
  }
  return stored->text_hash;
}

Status ShardWriter::Drop(const DocumentRoot& root, const DocumentRow& row, std::int64_t revision,
                         const Hash256& text_hash, Tier to) {
  if (revision == 0) {
    TRY_ASSIGN(sqlite::Statement drop,
               database_.Prepare("UPDATE chunks SET content=NULL, tier=?3 WHERE chunk_id BETWEEN "
                                 "?1 AND ?2"));
    TRY(drop.Bind(1, row.first_chunk_id)
            .Bind(2, row.first_chunk_id + row.leaf_count - 1)
            .BindText(3, Name(to))
            .Run());
  } else {
    TRY_ASSIGN(sqlite::Statement drop,
               database_.Prepare("UPDATE revision_chunks SET content=NULL WHERE doc_id=?1 AND "
                                 "revision=?2"));
    TRY(drop.Bind(1, row.doc_id).Bind(2, revision).Run());
  }
  TRY_ASSIGN(sqlite::Statement note,
             database_.Prepare("INSERT OR REPLACE INTO evictions VALUES(?1,?2,?3,?4,?5)"));
  TRY(note.Bind(1, row.doc_id)
          .Bind(2, revision)
          .BindText(3, Name(to))
          .BindHash(4, text_hash)
          .Bind(5, log_->Now())
          .Run());
  return log_->Append({.type = to == Tier::kWarm ? kDocumentWarm : kDocumentCold,
                       .subject = root.hex(),
                       .hashes = {{"text", text_hash}},
                       .texts = {}});
}

Result<ShardWriter::Filled> ShardWriter::Rehydrate(const PreparedDocument& document) {
  CHECK(transaction_);
  const AuditLog::Moment moment(&*log_);
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(document.root));
  if (!row) return Filled::kNotHere;
  std::optional<std::int64_t> revision;
  bool evicted = false;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT revision, text_hash FROM evictions WHERE doc_id=?1"));
    select.Bind(1, row->doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      evicted = true;
      TRY_ASSIGN(const Hash256 text, select.Hash(1));
      if (text == document.revision.text_hash) revision = select.Int(0);
    }
  }
  if (!evicted) return Filled::kNotEvicted;
  if (!revision) return Filled::kOtherText;
  return Fill(*row, *revision, document);
}

// The leaves are those of the root; the raw text, which offsets and text hashes of answers count
// in, must be the same to the byte.
Result<ShardWriter::Filled> ShardWriter::Fill(const DocumentRow& row, std::int64_t revision,
                                              const PreparedDocument& document) {
  TRY_ASSIGN(const Tier tier, TierOf(row.doc_id, revision));
  if (tier == Tier::kHot) return Filled::kNotEvicted;
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
               database_.Prepare("SELECT text_hash FROM evictions WHERE doc_id=?1 AND "
                                 "revision=?2"));
    TRY_ASSIGN(const bool there, select.Bind(1, row.doc_id).Bind(2, revision).Step());
    CHECK(there);
    TRY_ASSIGN(const Hash256 expected, select.Hash(0));
    if (expected != text_hash) return Filled::kOtherText;
  }
  TRY_ASSIGN(
      sqlite::Statement fill,
      database_.Prepare(revision == 0 ? "UPDATE chunks SET content=?2, tier=NULL WHERE chunk_id=?1"
                                      : "UPDATE revision_chunks SET content=?2 WHERE doc_id=?3 AND "
                                        "revision=?4 AND chunk_idx=?1"));
  std::int64_t at = revision == 0 ? row.first_chunk_id : 0;
  for (const PreparedChunk& chunk : document.chunks) {
    if (revision != 0) fill.Bind(3, row.doc_id).Bind(4, revision);
    TRY(fill.Bind(1, at++).BindBlob(2, chunk.content).Run());
  }
  TRY_ASSIGN(sqlite::Statement forget,
             database_.Prepare("DELETE FROM evictions WHERE doc_id=?1 AND revision=?2"));
  TRY(forget.Bind(1, row.doc_id).Bind(2, revision).Run());
  TRY(log_->Append({.type = kDocumentRehydrate,
                    .subject = document.root.hex(),
                    .hashes = {{"text", text_hash}},
                    .texts = {}}));
  if (tier == Tier::kCold) {
    TRY(WarmOthers(row, document.root));
  } else if (revision == 0 && row.current_locations > 0) {
    TRY(Unindex(row));  // another revision may have spoken for it
  } else {
    return Filled::kFilled;
  }
  if (revision == 0) {
    TRY_ASSIGN(sqlite::Statement note,
               database_.Prepare("UPDATE chunks SET term_count=?2 WHERE chunk_id=?1"));
    std::int64_t chunk_id = row.first_chunk_id;
    for (const PreparedChunk& chunk : document.chunks) {
      TRY(note.Bind(1, chunk_id++).Bind(2, static_cast<std::int64_t>(chunk.term_count)).Run());
    }
  }
  if (row.current_locations > 0) TRY(Index(row, document, revision));
  return Filled::kFilled;
}

// When the text of one revision is there, the document is in the index; its other revisions, which
// have the same terms, are warm then.
Status ShardWriter::WarmOthers(const DocumentRow& row, const DocumentRoot& root) {
  std::vector<std::pair<std::int64_t, Hash256>> cold;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT revision, text_hash FROM evictions WHERE doc_id=?1 AND "
                                 "tier='cold'"));
    select.Bind(1, row.doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      TRY_ASSIGN(const Hash256 text, select.Hash(1));
      cold.emplace_back(select.Int(0), text);
    }
  }
  for (const auto& [revision, text] : cold) TRY(Drop(root, row, revision, text, Tier::kWarm));
  return {};
}

// A new revision of a document that is cold.
Status ShardWriter::LeaveCold(const DocumentRow& row, const PreparedDocument& document,
                              std::int64_t revision) {
  TRY_ASSIGN(const Tier tier, TierOf(row.doc_id));
  if (tier != Tier::kCold) return {};
  TRY(WarmOthers(row, document.root));
  return row.current_locations > 0 ? Index(row, document, revision) : Status();
}

Result<bool> ShardWriter::IsEvicted(std::string_view uri) {
  if (!has_evictions_) return false;
  TRY_ASSIGN(const std::optional<Location> location, CurrentLocation(uri));
  if (!location || !location->doc_id) return false;
  TRY_ASSIGN(const Tier tier, TierOf(*location->doc_id, location->revision.value_or(0)));
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
