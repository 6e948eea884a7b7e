// SPDX-License-Identifier: AGPL-3.0-only
// A derivation is a row per source of a core's location. Its proof is compressed, as links are.
#include "store/shard/write/derivation_rows.h"

#include <optional>

namespace arborist::store {

Result<std::unique_ptr<DerivationRows>> DerivationRows::Open(WriterConnection* connection,
                                                             DocumentRows* documents) {
  sqlite::Database& database = connection->database();
  TRY_ASSIGN(auto remove, database.Prepare("DELETE FROM derivations WHERE location_id=?1"));
  TRY_ASSIGN(auto insert,
             database.Prepare("INSERT INTO derivations(location_id, source_root, core_doc_id, "
                              "distiller_id, distiller_version, scope_root, event_seq, proof_blob) "
                              "VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  TRY_ASSIGN(auto uris_from,
             database.Prepare("SELECT l.uri FROM derivations v JOIN locations l USING(location_id) "
                              "WHERE v.source_root=?1 AND l.state='current' ORDER BY l.uri"));
  return std::unique_ptr<DerivationRows>(
      new DerivationRows(connection, documents,
                         Statements{std::move(remove), std::move(insert), std::move(uris_from)}));
}

Status DerivationRows::Put(std::int64_t location_id, std::int64_t doc_id,
                           const PreparedDocument& core) {
  const document::Derivation& derivation = *core.derivation;
  TRY(statements_.remove.Bind(1, location_id).Run());
  for (const document::DerivationSource& source : derivation.sources) {
    const std::string proof = connection_->plain_codec().Compress(source.proof);
    TRY(statements_.insert.Bind(1, location_id)
            .BindHash(2, source.root)
            .Bind(3, doc_id)
            .BindText(4, derivation.distiller_id)
            .BindText(5, derivation.distiller_version)
            .BindOptionalHash(6, derivation.scope_root ? &*derivation.scope_root : nullptr)
            .Bind(7, static_cast<std::int64_t>(connection_->log().size()))
            .BindBlob(8, proof)
            .Run());
  }
  return {};
}

Result<std::vector<std::string>> DerivationRows::CurrentUrisFrom(const DocumentRoot& root) {
  return statements_.uris_from.BindHash(1, root).CollectRows(
      [](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

// A compression stands in the shard of its source; sources in other shards are followed by whoever
// put the core.
Result<bool> DerivationRows::HasStaleSource(const PreparedDocument& document) {
  if (!document.is_core()) return false;
  for (const document::DerivationSource& source : document.derivation->sources) {
    TRY_ASSIGN(const std::optional<DocumentRow> row, documents_->Find(source.root));
    if (row ? row->current_locations == 0 : document.compression_depth > 0) return true;
  }
  return false;
}

}  // namespace arborist::store
