// SPDX-License-Identifier: AGPL-3.0-only
// A burn deletes rows of every table that holds something of a text, and of events the private
// texts: an event keeps the salted hash of a text that is not there any more.
#include "store/shard/write/burns.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/check.h"
#include "crypto/sha256.h"
#include "json/value.h"
#include "store/inside.h"
#include "store/log/bindings.h"
#include "store/log/burned.h"
#include "store/log/erase.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/index_rows.h"
#include "store/shard/write/location_rows.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

Result<bool> Burns::Burn(const DocumentRoot& root) {
  return BurnWith(root, {.type = kDocumentBurn, .subject = root.hex(), .hashes = {}, .texts = {}});
}

Result<bool> Burns::BurnForced(const DocumentRoot& root, std::span<const std::string> dependants) {
  return BurnWith(root, {.type = kDocumentBurnForced,
                         .subject = root.hex(),
                         .hashes = {{"dependants", HashDependants(dependants)}},
                         .texts = {}});
}

Result<bool> Burns::BurnWith(const DocumentRoot& root, const NewEvent& tombstone) {
  CHECK(parts_.connection->in_transaction());
  TRY_ASSIGN(const std::optional<DocumentRow> row, parts_.documents->Find(root));
  if (!row) return false;
  if (row->current_locations > 0) TRY(parts_.index->Remove(*row));
  TRY_ASSIGN(const std::vector<UriOfLocation> locations, parts_.locations->Of(row->doc_id));
  {
    TRY_ASSIGN(sqlite::Statement texts,
               parts_.connection->database().Prepare(
                   "DELETE FROM audit_texts WHERE seq IN (SELECT seq FROM audit_events WHERE "
                   "subject=?1)"));
    const std::string subject = "h" + std::string(AsText(root.view()));
    TRY(texts.BindBlob(1, subject).Run());
  }
  for (const auto& [location_id, uri] : locations) TRY(parts_.locations->Remove(location_id));
  TRY(RemoveRows(root, *row));
  TRY(parts_.connection->log().Append(tombstone));
  for (const auto& [location_id, uri] : locations) TRY(SettleUri(uri));
  TRY(parts_.index->Purge());
  return true;
}

Status Burns::RemoveRows(const DocumentRoot& root, const DocumentRow& row) {
  WriterConnection& connection = *parts_.connection;
  TRY(connection.RunWith("DELETE FROM edges WHERE kind='supersedes' AND dst=?1", root.hex()));
  TRY(connection.RunWith("DELETE FROM derivations WHERE core_doc_id=?1", row.doc_id));
  TRY_ASSIGN(sqlite::Statement derived,
             connection.database().Prepare("DELETE FROM derivations WHERE source_root=?1"));
  TRY(derived.BindHash(1, root).Run());
  TRY_ASSIGN(sqlite::Statement chunks,
             connection.database().Prepare("DELETE FROM chunks WHERE chunk_id BETWEEN ?1 AND ?2"));
  TRY(chunks.Bind(1, row.first_chunk_id).Bind(2, row.last_chunk_id()).Run());
  for (const char* sql :
       {"DELETE FROM evictions WHERE doc_id=?1", "DELETE FROM revision_chunks WHERE doc_id=?1",
        "DELETE FROM revisions WHERE doc_id=?1", "DELETE FROM documents WHERE doc_id=?1"}) {
    TRY(connection.RunWith(sql, row.doc_id));
  }
  return {};
}

Result<std::int64_t> Burns::BurnAliasesOf(std::string_view uri) {
  WriterConnection& connection = *parts_.connection;
  CHECK(connection.in_transaction());
  TRY_ASSIGN(const std::vector<UriOfLocation> aliases, parts_.locations->AliasesOf(uri));
  std::set<std::int64_t> erased;  // events that lose a text
  const auto note = [&](const sqlite::Statement& row) { erased.insert(row.Int(0)); };
  for (const auto& [location_id, alias] : aliases) {
    // Events of an alias name no root: its texts are known by their URI.
    TRY_ASSIGN(sqlite::Statement texts,
               connection.database().Prepare(
                   "SELECT t.seq FROM audit_texts t JOIN audit_events e USING(seq) WHERE "
                   "t.name='location' AND e.subject=?3 AND (t.location_id=?1 OR (t.text IS NOT "
                   "NULL AND t.text->>'uri'=?2))"));
    TRY(texts.Bind(1, location_id).BindText(2, alias).BindBlob(3, "talias").ForEachRow(note));
    TRY(parts_.locations->Remove(location_id));
  }
  for (const std::int64_t seq : erased)
    TRY(connection.RunWith("DELETE FROM audit_texts WHERE seq=?1", seq));
  TRY_ASSIGN(
      sqlite::Statement targets,
      connection.database().Prepare("SELECT seq FROM audit_texts WHERE name='target' AND text=?1"));
  TRY(targets.BindText(1, uri).ForEachRow(note));
  TRY(connection.RunWith("DELETE FROM audit_texts WHERE name='target' AND text=?1", uri));
  const std::int64_t rows =
      static_cast<std::int64_t>(aliases.size()) + connection.database().changes();
  for (const std::int64_t seq : erased) TRY(NoteTextBurn(static_cast<std::uint64_t>(seq)));
  for (const auto& [location_id, alias] : aliases) TRY(SettleUri(alias));
  return rows;
}

Status Burns::NoteTextBurn(std::uint64_t seq) {
  std::optional<EventHash> hash;
  TRY(ReadEventHashes(&parts_.connection->database(), seq, seq + 1,
                      [&](const EventHash& found) { hash = found; }));
  return parts_.connection->log().Append(
      {.type = kTextBurn, .subject = hash->hex(), .hashes = {}, .texts = {}});
}

// When what a URI led to is gone, its newest older row says that it leads nowhere now.
Status Burns::SettleUri(std::string_view uri) {
  TRY_ASSIGN(const std::optional<LocationRow> newest, parts_.locations->Newest(uri));
  if (!newest || newest->state != LocationState::kSuperseded) return {};
  const std::string text =
      LocationText(uri, newest->title, newest->extraction_version, newest->source_hash);
  NewEvent event{.type = "location_gone",
                 .subject = newest->root ? newest->root->hex() : "alias",
                 .hashes = {},
                 .texts = {{"location", text, newest->location_id}}};
  if (newest->root) {
    TRY_ASSIGN(const std::optional<DocumentRow> older, parts_.documents->Find(*newest->root));
    if (older) TRY(parts_.revisions->Bind(*newest->root, *older, newest->revision, &event));
  }
  TRY(parts_.locations->SettleAsGone(newest->location_id));
  return parts_.connection->log().Append(event);
}

Status Burns::EraseRemains() {
  CHECK(!parts_.connection->in_transaction());
  return store::EraseRemains(&parts_.connection->database(),
                             FileOf(parts_.connection->address()).filename().string());
}

}  // namespace arborist::store
