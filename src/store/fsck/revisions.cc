// SPDX-License-Identifier: AGPL-3.0-only
// The raw forms of documents: what stands in the shard must be what the events of their locations
// bind, white space and all.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/chunker.h"
#include "store/fsck/shard.h"
#include "store/log/bindings.h"
#include "store/log/event_cursor.h"

namespace arborist::store {

// Every revision of a document that has its text here, hashed again.
Status ShardCheck::CheckRevisions(const DocumentView& document, const std::vector<Hash256>& leaves,
                                  std::vector<std::string> first) {
  TRY_ASSIGN(sqlite::Statement select,
             db()->Prepare("SELECT r.doc_id, r.revision, r.text_hash, r.slices_root, r.text_bytes "
                           "FROM revisions r JOIN documents d USING(doc_id) WHERE "
                           "d.document_root=?1 AND NOT EXISTS(SELECT 1 FROM evictions e WHERE "
                           "e.doc_id=r.doc_id AND e.revision=r.revision) ORDER BY r.revision"));
  select.BindHash(1, document.root);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    ++report_->checked["revisions"];
    const TextPlace place{.shard = reader_.get(),
                          .root = document.root,
                          .leaf_count = document.leaf_count,
                          .doc_id = DocId{select.Int(0)},
                          .first_chunk_id = document.first_chunk_id,
                          .revision = select.Int(1)};
    const std::string subject = document.root.hex() + " revision " + std::to_string(place.revision);
    std::vector<std::string> slices;
    if (place.revision == 0) slices = std::move(first);
    for (std::uint64_t i = 0; place.revision != 0 && i < document.leaf_count; ++i) {
      auto text = reader_->texts().Slice(place, i);
      if (!text) {
        Problem("chunk_damage", subject, text.error().message);
        break;
      }
      if (document::LeafOf(*text) != leaves[static_cast<std::size_t>(i)]) {
        Problem("leaf_mismatch", subject + ":" + std::to_string(i),
                "its text does not hash to its leaf");
        break;
      }
      slices.push_back(std::move(*text));
    }
    if (slices.size() != document.leaf_count) continue;
    std::uint64_t bytes = 0;
    for (const std::string& slice : slices) bytes += slice.size();
    const document::Revision found =
        document::RevisionOf(std::vector<std::string_view>(slices.begin(), slices.end()));
    const auto text_hash = select.Hash(2);
    const auto root = select.IsNull(3) ? Result<Hash256>(found.slices) : select.Hash(3);
    if (!text_hash || *text_hash != found.text_hash || !root || *root != found.slices ||
        select.IsNull(3) != (document.leaf_count == 1) ||
        static_cast<std::uint64_t>(select.Int(4)) != bytes) {
      Problem("revision_mismatch", subject,
              "its raw text, white space included, is not the one that was recorded");
    }
  }
}

// Each location against its newest event, each revision against the locations that have it.
Status ShardCheck::CheckRevisionRows() {
  TRY(CheckLocationRevisions());
  // A document that no location leads to has another name.
  TRY(Each("orphan_revision",
           "SELECT 'revision '||r.revision||' of document '||r.doc_id FROM revisions r WHERE NOT "
           "EXISTS(SELECT 1 FROM locations l WHERE l.doc_id=r.doc_id AND "
           "coalesce(l.revision,0)=r.revision) AND EXISTS(SELECT 1 FROM locations l WHERE "
           "l.doc_id=r.doc_id)",
           "no location has it"));
  TRY(Each(
      "orphan_revision",
      "SELECT 'revision '||revision||' of document '||doc_id FROM revisions r WHERE NOT EXISTS "
      "(SELECT 1 FROM documents d WHERE d.doc_id=r.doc_id)",
      "its document is missing"));
  TRY(Each("orphan_revision",
           "SELECT 'slice '||s.slice_id FROM revision_chunks s LEFT JOIN revisions r USING(doc_id, "
           "revision) LEFT JOIN documents d ON d.doc_id=s.doc_id WHERE r.doc_id IS NULL OR "
           "d.doc_id IS NULL OR s.revision<1 OR s.chunk_idx<0 OR s.chunk_idx>=d.leaf_count",
           "belongs to no revision, or not at this place"));
  TRY(Each("revision_missing",
           "SELECT lower(hex(d.document_root))||' revision '||r.revision FROM revisions r JOIN "
           "documents d USING(doc_id) WHERE r.revision>0 AND (SELECT count(*) FROM "
           "revision_chunks s WHERE s.doc_id=r.doc_id AND s.revision=r.revision)<>d.leaf_count",
           "it lacks chunks"));
  return Each("revision_missing",
              "SELECT l.uri FROM locations l WHERE l.doc_id IS NOT NULL AND l.revision>0 AND NOT "
              "EXISTS(SELECT 1 FROM revisions r WHERE r.doc_id=l.doc_id AND "
              "r.revision=l.revision)",
              "its revision is missing");
}

Status ShardCheck::CheckLocationRevisions() {
  if (!chain_ok_) return {};
  TRY_ASSIGN(sqlite::Statement select,
             db()->Prepare("SELECT l.uri, l.last_event, l.revision, r.text_hash, r.slices_root, "
                           "d.document_root FROM locations l JOIN documents d USING(doc_id) LEFT "
                           "JOIN revisions r ON r.doc_id=l.doc_id AND "
                           "r.revision=l.revision WHERE l.doc_id IS NOT NULL ORDER BY "
                           "l.last_event"));
  EventCursor events(db());
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    TRY_ASSIGN(const StoredEvent* const event,
               events.At(static_cast<std::uint64_t>(select.Int(1))));
    const auto root = select.Hash(5);
    // CheckLocations names an event of something else.
    if (event == nullptr || !root || event->body.subject != root->hex()) continue;
    const auto bound = [&](std::string_view name) -> std::optional<Hash256> {
      const auto it = event->body.hashes.find(std::string(name));
      if (it == event->body.hashes.end()) return std::nullopt;
      return it->second;
    };
    const std::optional<Hash256> text = bound(kTextBinding);
    if (!text) {
      // From before the log bound raw texts: then only the first is known.
      if (!select.IsNull(2) && select.Int(2) > 0)
        Problem("revision_mismatch", std::string(select.Text(0)), "the log knows no such revision");
      continue;
    }
    const auto recorded = select.IsNull(3) ? Result<Hash256>(Hash256{}) : select.Hash(3);
    const std::optional<Hash256> slices = bound(kSlicesBinding);
    const auto slices_root = select.IsNull(4) ? Result<Hash256>(Hash256{}) : select.Hash(4);
    if (select.IsNull(2) || !recorded || *recorded != *text || !slices_root ||
        *slices_root != slices.value_or(Hash256{})) {
      Problem("revision_mismatch", std::string(select.Text(0)),
              "its revision is not the one that the log recorded");
    }
  }
}

}  // namespace arborist::store
