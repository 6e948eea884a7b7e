// SPDX-License-Identifier: AGPL-3.0-only
// A revision is the raw text of a document as one of its locations had it. Its hashes are in three
// places: the row (revisions), the event of the location, and the text itself. The first part
// compares text and row, the second row and event.
#include "store/fsck/revisions.h"

#include <optional>
#include <string_view>
#include <utility>

#include "document/chunker.h"
#include "store/log/bindings.h"
#include "store/log/event_cursor.h"

namespace arborist::store {

namespace {

// The slices of a revision; no value where one is missing or is not that of its leaf, which is
// reported.
std::optional<std::vector<std::string>> ReadSlices(const CheckedShard& shard,
                                                   const TextPlace& place,
                                                   const std::vector<Hash256>& leaves,
                                                   const std::string& subject) {
  std::vector<std::string> slices;
  for (std::uint64_t i = 0; i < place.leaf_count; ++i) {
    auto text = shard.reader->texts().Slice(place, i);
    if (!text) {
      shard.Problem("chunk_damage", subject, text.error().message);
      return std::nullopt;
    }
    if (document::LeafOf(*text) != leaves[static_cast<std::size_t>(i)]) {
      shard.Problem("leaf_mismatch", subject + ":" + std::to_string(i),
                    "its text does not hash to its leaf");
      return std::nullopt;
    }
    slices.push_back(std::move(*text));
  }
  return slices;
}

// The hashes and length in a row of revisions against the slices themselves.
bool RowFits(const sqlite::Statement& row, const std::vector<std::string>& slices) {
  std::uint64_t bytes = 0;
  for (const std::string& slice : slices) bytes += slice.size();
  const document::Revision found =
      document::RevisionOf(std::vector<std::string_view>(slices.begin(), slices.end()));
  const auto text_hash = row.Hash(2);
  const auto root = row.IsNull(3) ? Result<Hash256>(found.slices) : row.Hash(3);
  return text_hash && *text_hash == found.text_hash && root && *root == found.slices &&
         row.IsNull(3) == (slices.size() == 1) && static_cast<std::uint64_t>(row.Int(4)) == bytes;
}

std::optional<Hash256> Bound(const StoredEvent& event, std::string_view name) {
  const auto it = event.body.hashes.find(std::string(name));
  if (it == event.body.hashes.end()) return std::nullopt;
  return it->second;
}

// A row of a location and its revision against the newest event of the location. Columns: uri,
// last_event, revision, text_hash, slices_root.
void CheckLocationRevision(const CheckedShard& shard, const sqlite::Statement& row,
                           const StoredEvent& event) {
  const std::optional<Hash256> text = Bound(event, kTextBinding);
  if (!text) {
    // From before the log bound raw texts: then only the first is known.
    if (!row.IsNull(2) && row.Int(2) > 0)
      shard.Problem("revision_mismatch", std::string(row.Text(0)),
                    "the log knows no such revision");
    return;
  }
  const auto recorded = row.IsNull(3) ? Result<Hash256>(Hash256{}) : row.Hash(3);
  const std::optional<Hash256> slices = Bound(event, kSlicesBinding);
  const auto slices_root = row.IsNull(4) ? Result<Hash256>(Hash256{}) : row.Hash(4);
  if (row.IsNull(2) || !recorded || *recorded != *text || !slices_root ||
      *slices_root != slices.value_or(Hash256{})) {
    shard.Problem("revision_mismatch", std::string(row.Text(0)),
                  "its revision is not the one that the log recorded");
  }
}

Status CheckLocationRevisions(const CheckedShard& shard) {
  TRY_ASSIGN(sqlite::Statement select,
             shard.database()->Prepare(
                 "SELECT l.uri, l.last_event, l.revision, r.text_hash, r.slices_root, "
                 "d.document_root FROM locations l JOIN documents d USING(doc_id) LEFT "
                 "JOIN revisions r ON r.doc_id=l.doc_id AND "
                 "r.revision=l.revision WHERE l.doc_id IS NOT NULL ORDER BY "
                 "l.last_event"));
  EventCursor events(shard.database());
  return select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    TRY_ASSIGN(const StoredEvent* const event, events.At(static_cast<std::uint64_t>(row.Int(1))));
    const auto root = row.Hash(5);
    // CheckLocations reports an event of something else.
    if (event != nullptr && root && event->body.subject == root->hex())
      CheckLocationRevision(shard, row, *event);
    return {};
  });
}

}  // namespace

Status CheckRevisionTexts(const CheckedShard& shard, const DocumentView& document,
                          const std::vector<Hash256>& leaves, std::vector<std::string> first) {
  TRY_ASSIGN(sqlite::Statement select,
             shard.database()->Prepare(
                 "SELECT r.doc_id, r.revision, r.text_hash, r.slices_root, r.text_bytes "
                 "FROM revisions r JOIN documents d USING(doc_id) WHERE "
                 "d.document_root=?1 AND NOT EXISTS(SELECT 1 FROM evictions e WHERE "
                 "e.doc_id=r.doc_id AND e.revision=r.revision) ORDER BY r.revision"));
  return select.BindHash(1, document.root).ForEachRow([&](const sqlite::Statement& row) {
    shard.findings->Count("revisions");
    const TextPlace place{.shard = shard.reader,
                          .root = document.root,
                          .leaf_count = document.leaf_count,
                          .doc_id = DocId{row.Int(0)},
                          .first_chunk_id = document.first_chunk_id,
                          .revision = row.Int(1)};
    const std::string subject = document.root.hex() + " revision " + std::to_string(place.revision);
    const auto slices = place.revision == 0 ? std::optional(std::move(first))
                                            : ReadSlices(shard, place, leaves, subject);
    if (slices && slices->size() == document.leaf_count && !RowFits(row, *slices)) {
      shard.Problem("revision_mismatch", subject,
                    "its raw text, white space included, is not the one that was recorded");
    }
  });
}

Status CheckRevisionRows(const CheckedShard& shard, const LoggedShard& logged) {
  if (logged.holds) TRY(CheckLocationRevisions(shard));
  // A document that no location leads to has another name.
  TRY(shard.EachIsProblem(
      "orphan_revision",
      "SELECT 'revision '||r.revision||' of document '||r.doc_id FROM revisions r WHERE NOT "
      "EXISTS(SELECT 1 FROM locations l WHERE l.doc_id=r.doc_id AND "
      "coalesce(l.revision,0)=r.revision) AND EXISTS(SELECT 1 FROM locations l WHERE "
      "l.doc_id=r.doc_id)",
      "no location has it"));
  TRY(shard.EachIsProblem(
      "orphan_revision",
      "SELECT 'revision '||revision||' of document '||doc_id FROM revisions r WHERE NOT EXISTS "
      "(SELECT 1 FROM documents d WHERE d.doc_id=r.doc_id)",
      "its document is missing"));
  TRY(shard.EachIsProblem(
      "orphan_revision",
      "SELECT 'slice '||s.slice_id FROM revision_chunks s LEFT JOIN revisions r USING(doc_id, "
      "revision) LEFT JOIN documents d ON d.doc_id=s.doc_id WHERE r.doc_id IS NULL OR "
      "d.doc_id IS NULL OR s.revision<1 OR s.chunk_idx<0 OR s.chunk_idx>=d.leaf_count",
      "belongs to no revision, or not at this place"));
  TRY(shard.EachIsProblem(
      "revision_missing",
      "SELECT lower(hex(d.document_root))||' revision '||r.revision FROM revisions r JOIN "
      "documents d USING(doc_id) WHERE r.revision>0 AND (SELECT count(*) FROM "
      "revision_chunks s WHERE s.doc_id=r.doc_id AND s.revision=r.revision)<>d.leaf_count",
      "it lacks chunks"));
  return shard.EachIsProblem(
      "revision_missing",
      "SELECT l.uri FROM locations l WHERE l.doc_id IS NOT NULL AND l.revision>0 AND NOT "
      "EXISTS(SELECT 1 FROM revisions r WHERE r.doc_id=l.doc_id AND "
      "r.revision=l.revision)",
      "its revision is missing");
}

}  // namespace arborist::store
