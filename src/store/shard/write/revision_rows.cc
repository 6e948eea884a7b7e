// SPDX-License-Identifier: AGPL-3.0-only
// A revision is known by the hash of its raw text. What comes in is compared with the hashes that
// are recorded; only for a document from before there were revisions is the stored text read.
#include "store/shard/write/revision_rows.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "document/descriptor.h"
#include "store/log/bindings.h"

namespace arborist::store {

Result<std::unique_ptr<RevisionRows>> RevisionRows::Open(WriterConnection* connection,
                                                         ShardDictionary* dictionary,
                                                         DocumentRows* documents) {
  TRY_ASSIGN(auto insert,
             connection->database().Prepare("INSERT INTO revisions VALUES(?1,?2,?3,?4,?5)"));
  TRY_ASSIGN(auto find, connection->database().Prepare("SELECT text_hash, slices_root FROM "
                                                       "revisions WHERE doc_id=?1 AND "
                                                       "revision=?2"));
  return std::unique_ptr<RevisionRows>(new RevisionRows(
      connection, dictionary, documents, Statements{std::move(insert), std::move(find)}));
}

Status RevisionRows::Insert(std::int64_t doc_id, std::int64_t revision,
                            const PreparedDocument& document) {
  CHECK(!document.revision.text_hash.is_zero());
  return statements_.insert.Bind(1, doc_id)
      .Bind(2, revision)
      .BindHash(3, document.revision.text_hash)
      .BindOptionalHash(4, document.chunks.size() > 1 ? &document.revision.slices : nullptr)
      .Bind(5, static_cast<std::int64_t>(document.text_bytes))
      .Run();
}

Status RevisionRows::InsertSlices(std::int64_t doc_id, std::int64_t revision,
                                  const PreparedDocument& document) {
  TRY_ASSIGN(sqlite::Statement insert,
             connection_->database().Prepare(
                 "INSERT INTO revision_chunks(doc_id, revision, chunk_idx, text_bytes, content) "
                 "VALUES(?1,?2,?3,?4,?5)"));
  std::int64_t index = 0;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(insert.Bind(1, doc_id)
            .Bind(2, revision)
            .Bind(3, index++)
            .Bind(4, static_cast<std::int64_t>(chunk.text_bytes))
            .BindBlob(5, chunk.content)
            .Run());
  }
  return {};
}

Status RevisionRows::InsertFirst(const DocumentRow& row, const PreparedDocument& document) {
  return Insert(row.doc_id, 0, document);
}

// Of a document from before there were revisions. A text that is damaged is no revision of
// anything.
Result<bool> RevisionRows::IsUnrecordedFirst(const DocumentRow& row,
                                             const PreparedDocument& document) {
  TRY_ASSIGN(sqlite::Statement evicted,
             connection_->database().Prepare(
                 "SELECT text_hash FROM evictions WHERE doc_id=?1 AND revision=0"));
  TRY_ASSIGN(const std::optional<Hash256> text_hash,
             evicted.Bind(1, row.doc_id).FirstRow([](const sqlite::Statement& eviction) {
               return eviction.Hash(0);
             }));
  if (text_hash) return *text_hash == document.revision.text_hash;
  const auto stored = Read(document.root, row, 0);
  return stored && stored->text_hash == document.revision.text_hash;
}

Result<RevisionRows::Found> RevisionRows::FindOrAdd(const DocumentRow& row,
                                                    const PreparedDocument& document) {
  std::int64_t next = 1;
  bool first_known = false;
  {
    TRY_ASSIGN(sqlite::Statement select,
               connection_->database().Prepare(
                   "SELECT revision, text_hash FROM revisions WHERE doc_id=?1"));
    select.Bind(1, row.doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      TRY_ASSIGN(const Hash256 text_hash, select.Hash(1));
      if (text_hash == document.revision.text_hash) return Found{.revision = select.Int(0)};
      first_known = first_known || select.Int(0) == 0;
      next = std::max(next, select.Int(0) + 1);
    }
  }
  if (!first_known) {
    TRY_ASSIGN(const bool is_first, IsUnrecordedFirst(row, document));
    if (is_first) {
      TRY(InsertFirst(row, document));
      return Found{};
    }
  }
  TRY(Insert(row.doc_id, next, document));
  TRY(InsertSlices(row.doc_id, next, document));
  return Found{.revision = next, .added = true};
}

Result<std::vector<std::int64_t>> RevisionRows::Later(const DocumentRow& row) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT revision FROM revisions WHERE doc_id=?1 AND revision>0"));
  return select.Bind(1, row.doc_id).CollectRows([](const sqlite::Statement& revision) {
    return revision.Int(0);
  });
}

Result<std::optional<RevisionRows::Hashes>> RevisionRows::HashesOf(const DocumentRow& row,
                                                                   std::int64_t revision) {
  return statements_.find.Bind(1, row.doc_id)
      .Bind(2, revision)
      .FirstRow([](const sqlite::Statement& found) -> Result<Hashes> {
        Hashes hashes;
        TRY_ASSIGN(hashes.text, found.Hash(0));
        if (!found.IsNull(1)) {
          TRY_ASSIGN(hashes.slices, found.Hash(1));
        }
        return hashes;
      });
}

Result<document::Revision> RevisionRows::Read(const DocumentRoot& root, const DocumentRow& row,
                                              std::int64_t revision) {
  TRY_ASSIGN(const std::vector<std::string> slices, ReadSlices(root, row, revision));
  return document::RevisionOf(std::vector<std::string_view>(slices.begin(), slices.end()));
}

Result<std::vector<std::string>> RevisionRows::ReadSlices(const DocumentRoot& root,
                                                          const DocumentRow& row,
                                                          std::int64_t revision) {
  TRY_ASSIGN(ShardDictionary::Codec codec, dictionary_->MakeCodec());
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 revision == 0
                     ? "SELECT content, leaf_hash, text_bytes FROM chunks WHERE chunk_id BETWEEN "
                       "?1 AND ?2 ORDER BY chunk_id"
                     : "SELECT r.content, c.leaf_hash, r.text_bytes FROM chunks c JOIN "
                       "revision_chunks r ON r.doc_id=c.doc_id AND r.revision=?3 AND "
                       "r.chunk_idx=c.chunk_idx WHERE c.chunk_id BETWEEN ?1 AND ?2 "
                       "ORDER BY c.chunk_id"));
  select.Bind(1, row.first_chunk_id).Bind(2, row.last_chunk_id());
  if (revision != 0) select.Bind(3, revision);
  std::vector<std::string> slices;
  TRY(select.ForEachRow([&](const sqlite::Statement& slice) -> Status {
    const std::string place = "chunk " + std::to_string(slices.size()) + " of " + root.hex();
    auto text = codec.chunks.Decompress(slice.Blob(0), kMaxChunkBytes);
    if (!text) return std::unexpected(std::move(text).error().In(place));
    Hash256 leaf = root;
    if (!slice.IsNull(1)) {
      TRY_ASSIGN(leaf, slice.Hash(1));
    }
    if (slice.IsNull(0) || document::LeafOf(*text) != leaf ||
        static_cast<std::int64_t>(text->size()) != slice.Int(2)) {
      return Fail(ErrorCode::kCorrupt, place + " does not hash to its leaf; run arborist fsck");
    }
    slices.push_back(std::move(*text));
    return {};
  }));
  if (static_cast<std::int64_t>(slices.size()) != row.leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + root.hex() + " lacks chunks; run arborist fsck");
  }
  return slices;
}

Status RevisionRows::Bind(const DocumentRoot& root, const DocumentRow& row,
                          std::optional<std::int64_t> revision, NewEvent* event) {
  TRY_ASSIGN(const DocumentFormat format, documents_->FormatOf(row));
  event->hashes.insert_or_assign(
      std::string(kDocumentBinding),
      document::HashDescriptor({.root = root,
                                .leaf_count = static_cast<std::uint64_t>(row.leaf_count),
                                .text_bytes = static_cast<std::uint64_t>(row.text_bytes),
                                .kind = Name(format.kind),
                                .compression_depth = format.compression_depth,
                                .source_type = format.source_type,
                                .chunking_version = format.chunking_version,
                                .canonicalization_version = format.canonicalization_version,
                                .schema_version = format.schema_version}));
  if (!revision) return {};
  TRY_ASSIGN(const std::optional<Hashes> hashes, HashesOf(row, *revision));
  if (!hashes) return {};  // it is from before the log bound raw texts
  event->hashes.insert_or_assign(std::string(kTextBinding), hashes->text);
  if (hashes->slices) event->hashes.insert_or_assign(std::string(kSlicesBinding), *hashes->slices);
  return {};
}

}  // namespace arborist::store
