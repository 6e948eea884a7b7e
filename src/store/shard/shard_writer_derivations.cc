// SPDX-License-Identifier: AGPL-3.0-only
// Cores: what they were derived from, and how they go when that goes.
#include <utility>
#include <vector>

#include "store/log/bindings.h"
#include "store/shard/shard_writer_statements.h"

namespace arborist::store {

// Before its event is appended.
Status ShardWriter::PutDerivation(std::int64_t location_id, std::int64_t doc_id,
                                  const PreparedDocument& document) {
  const document::Derivation& derivation = *document.derivation;
  TRY(statements_->delete_derivations.Bind(1, location_id).Run());
  for (const document::DerivationSource& source : derivation.sources) {
    const std::string proof = links_codec_.Compress(source.proof);
    TRY(statements_->insert_derivation.Bind(1, location_id)
            .BindHash(2, source.root)
            .Bind(3, doc_id)
            .BindText(4, derivation.distiller_id)
            .BindText(5, derivation.distiller_version)
            .BindOptionalHash(6, derivation.scope_root ? &*derivation.scope_root : nullptr)
            .Bind(7, static_cast<std::int64_t>(log_->size()))
            .BindBlob(8, proof)
            .Run());
  }
  return {};
}

// Each of them is a location of its own, which may be all that keeps another core current.
Status ShardWriter::RetireCoresOf(const DocumentRoot& root) {
  std::vector<std::string> uris;
  sqlite::Statement& select = statements_->core_uris_of;
  select.BindHash(1, root);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    uris.emplace_back(select.Text(0));
  }
  select.Reset();
  for (const std::string& uri : uris) TRY(MarkGone(uri));
  return {};
}

// A text that was known as a core only has come from a source: it is a surface from now on.
Status ShardWriter::MakeSurface(DocumentRow* row, const PreparedDocument& document) {
  std::vector<std::string> uris;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT uri FROM locations WHERE doc_id=?1 AND state='current'"));
    select.Bind(1, row->doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      uris.emplace_back(select.Text(0));
    }
  }
  for (const std::string& uri : uris) TRY(MarkGone(uri));
  TRY_ASSIGN(row->format_id, FormatId(document));
  TRY_ASSIGN(sqlite::Statement update,
             database_.Prepare("UPDATE documents SET format_id=?2, current_locations=1 "
                               "WHERE doc_id=?1"));
  TRY(update.Bind(1, row->doc_id).Bind(2, row->format_id).Run());
  row->current_locations = 0;  // as of one that was just inserted
  return {};
}

// A source may have been superseded or burned while its core was made. A compression stands in the
// shard of its source; sources in other shards are followed by whoever put the core.
Result<bool> ShardWriter::HasStaleSource(const PreparedDocument& document) {
  if (!document.is_core()) return false;
  for (const document::DerivationSource& source : document.derivation->sources) {
    TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(source.root));
    if (row ? row->current_locations == 0 : document.compression_depth > 0) return true;
  }
  return false;
}

Result<PutOutcome> ShardWriter::RefuseCore(const std::optional<Location>& current,
                                           std::string_view uri) {
  if (current) TRY(MarkGone(uri));
  return PutOutcome::kRefused;
}

}  // namespace arborist::store
