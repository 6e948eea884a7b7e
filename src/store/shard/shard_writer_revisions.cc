// SPDX-License-Identifier: AGPL-3.0-only
// Revisions: texts with the same root that differ in white space or Unicode form.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "document/chunker.h"
#include "document/descriptor.h"
#include "store/log/bindings.h"
#include "store/shard/shard_writer_statements.h"

namespace arborist::store {

Status ShardWriter::InsertRevision(std::int64_t doc_id, std::int64_t revision,
                                   const PreparedDocument& document) {
  CHECK(!document.revision.text_hash.is_zero());
  return statements_->insert_revision.Bind(1, doc_id)
      .Bind(2, revision)
      .BindHash(3, document.revision.text_hash)
      .BindOptionalHash(4, document.chunks.size() > 1 ? &document.revision.slices : nullptr)
      .Bind(5, static_cast<std::int64_t>(document.text_bytes))
      .Run();
}

Result<std::int64_t> ShardWriter::FindOrAddRevision(const DocumentRow& row,
                                                    const PreparedDocument& document) {
  std::int64_t next = 1;
  bool first_known = false;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT revision, text_hash FROM revisions WHERE doc_id=?1"));
    select.Bind(1, row.doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      TRY_ASSIGN(const Hash256 text_hash, select.Hash(1));
      if (text_hash == document.revision.text_hash) return select.Int(0);
      first_known = first_known || select.Int(0) == 0;
      next = std::max(next, select.Int(0) + 1);
    }
  }
  if (!first_known) {
    // From before there were revisions. A text that is damaged is no revision of anything.
    std::optional<Hash256> text_hash;
    TRY_ASSIGN(sqlite::Statement evicted,
               database_.Prepare("SELECT text_hash FROM evictions WHERE doc_id=?1 AND revision=0"));
    TRY_ASSIGN(const bool gone, evicted.Bind(1, row.doc_id).Step());
    if (gone) {
      TRY_ASSIGN(text_hash, evicted.Hash(0));
    } else if (const auto stored = ReadRevision(document.root, row, 0)) {
      text_hash = stored->text_hash;
    }
    if (text_hash && *text_hash == document.revision.text_hash) {
      TRY(InsertRevision(row.doc_id, 0, document));
      return 0;
    }
  }
  TRY(InsertRevision(row.doc_id, next, document));
  TRY_ASSIGN(sqlite::Statement insert,
             database_.Prepare("INSERT INTO revision_chunks(doc_id, revision, chunk_idx, "
                               "text_bytes, content) VALUES(?1,?2,?3,?4,?5)"));
  std::int64_t index = 0;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(insert.Bind(1, row.doc_id)
            .Bind(2, next)
            .Bind(3, index++)
            .Bind(4, static_cast<std::int64_t>(chunk.text_bytes))
            .BindBlob(5, chunk.content)
            .Run());
  }
  TRY(LeaveCold(row, document, next));
  return next;
}

Result<document::Revision> ShardWriter::ReadRevision(const DocumentRoot& root,
                                                     const DocumentRow& row,
                                                     std::int64_t revision) {
  TRY_ASSIGN(const std::vector<std::string> slices, ReadSlices(root, row, revision));
  return document::RevisionOf(std::vector<std::string_view>(slices.begin(), slices.end()));
}

Result<std::vector<std::string>> ShardWriter::ReadSlices(const DocumentRoot& root,
                                                         const DocumentRow& row,
                                                         std::int64_t revision) {
  TRY_ASSIGN(const std::optional<std::string> content, Dictionary());
  std::optional<compress::Dictionary> dictionary;
  if (content) {
    TRY_ASSIGN(dictionary, compress::Dictionary::Load(*content));
  }
  compress::ChunkCodec codec(dictionary ? &*dictionary : nullptr);
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 revision == 0
                     ? "SELECT content, leaf_hash, text_bytes FROM chunks WHERE chunk_id BETWEEN "
                       "?1 AND ?2 ORDER BY chunk_id"
                     : "SELECT r.content, c.leaf_hash, r.text_bytes FROM chunks c JOIN "
                       "revision_chunks r ON r.doc_id=c.doc_id AND r.revision=?3 AND "
                       "r.chunk_idx=c.chunk_idx WHERE c.chunk_id BETWEEN ?1 AND ?2 "
                       "ORDER BY c.chunk_id"));
  select.Bind(1, row.first_chunk_id).Bind(2, row.first_chunk_id + row.leaf_count - 1);
  if (revision != 0) select.Bind(3, revision);
  std::vector<std::string> slices;
  while (true) {
    TRY_ASSIGN(const bool more, select.Step());
    if (!more) break;
    const std::string place = "chunk " + std::to_string(slices.size()) + " of " + root.hex();
    auto text = codec.Decompress(select.Blob(0), kMaxChunkBytes);
    if (!text) return std::unexpected(std::move(text).error().In(place));
    Hash256 leaf = root;
    if (!select.IsNull(1)) {
      TRY_ASSIGN(leaf, select.Hash(1));
    }
    if (select.IsNull(0) || document::LeafOf(*text) != leaf ||
        static_cast<std::int64_t>(text->size()) != select.Int(2)) {
      return Fail(ErrorCode::kCorrupt, place + " does not hash to its leaf; run arborist fsck");
    }
    slices.push_back(std::move(*text));
  }
  if (static_cast<std::int64_t>(slices.size()) != row.leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + root.hex() + " lacks chunks; run arborist fsck");
  }
  return slices;
}

Status ShardWriter::Bind(const DocumentRoot& root, const DocumentRow& row,
                         std::optional<std::int64_t> revision, NewEvent* event) {
  TRY_ASSIGN(const Format format, FormatOf(row.format_id));
  event->hashes.insert_or_assign(
      std::string(kDocumentBinding),
      document::HashDescriptor({.root = root,
                                .leaf_count = static_cast<std::uint64_t>(row.leaf_count),
                                .text_bytes = static_cast<std::uint64_t>(row.text_bytes),
                                .kind = format.is_core ? "core" : "surface",
                                .compression_depth = format.compression_depth,
                                .source_type = format.source_type,
                                .chunking_version = format.chunking_version,
                                .canonicalization_version = format.canonicalization_version,
                                .schema_version = format.schema_version}));
  if (!revision) return {};
  sqlite::Statement& select = statements_->find_revision;
  TRY_ASSIGN(const bool known, select.Bind(1, row.doc_id).Bind(2, *revision).Step());
  if (known) {  // else it is from before the log bound raw texts
    TRY_ASSIGN(const Hash256 text, select.Hash(0));
    event->hashes.insert_or_assign(std::string(kTextBinding), text);
    if (!select.IsNull(1)) {
      TRY_ASSIGN(const Hash256 slices, select.Hash(1));
      event->hashes.insert_or_assign(std::string(kSlicesBinding), slices);
    }
  }
  select.Reset();
  return {};
}

// The location of the older form stays as it is in the log, superseded, and keeps that form here.
Result<PutOutcome> ShardWriter::Revise(const Location& location, const PreparedDocument& document,
                                       const DocumentRow& row, std::int64_t revision) {
  TRY(statements_->retire_location.Bind(1, location.location_id).BindText(2, "superseded").Run());
  TRY(statements_->unindex_title.Bind(1, location.location_id).Run());
  has_past_ = true;
  TRY(Fill(row, revision, document));
  TRY_ASSIGN(const std::int64_t location_id, MakeCurrent(document, row.doc_id, revision));
  NewEvent event{.type = "location_updated",
                 .subject = document.root.hex(),
                 .hashes = LinkHashes(document),
                 .texts = {{"location", LocationText(document), location_id}}};
  TRY(Bind(document.root, row, revision, &event));
  if (document.is_core()) {
    event.type = kCoreDerived;
    event.hashes.emplace("derivation",
                         document::HashDerivation(document.root, *document.derivation));
    TRY(PutDerivation(location_id, row.doc_id, document));
  }
  TRY(NoteDate(document));
  TRY(log_->Append(event));
  return PutOutcome::kRevised;
}

}  // namespace arborist::store
