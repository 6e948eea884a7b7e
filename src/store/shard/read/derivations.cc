// SPDX-License-Identifier: AGPL-3.0-only
// A derivation is a row per source: the rows of one location, which stand next to each other in the
// order of the statement, become one view.
#include "store/shard/read/derivations.h"

#include <utility>

#include "compress/chunk_codec.h"
#include "sqlite/database.h"
#include "store/shard/read/rows.h"

namespace arborist::store {

namespace {

constexpr std::size_t kMaxProofBytes = std::size_t{256} << 20;

// A view without sources, of the first row of a location.
Result<DerivationView> ReadDerivation(const sqlite::Statement& row, const DocumentRoot& core) {
  DerivationView view{.uri = std::string(row.Text(1)),
                      .event_seq = static_cast<std::uint64_t>(row.Int(3)),
                      .derivation = {.distiller_id = std::string(row.Text(4)),
                                     .distiller_version = std::string(row.Text(5)),
                                     .sources = {}}};
  const std::optional<LocationState> state = LocationStateFromName(row.Text(2));
  if (!state)
    return Fail(ErrorCode::kCorrupt, "document " + core.hex() + " has a damaged location");
  view.state = *state;
  if (!row.IsNull(6)) {
    TRY_ASSIGN(view.derivation.scope_root, row.Hash(6));
  }
  return view;
}

}  // namespace

struct Derivations::Statements {
  sqlite::Statement derivations;
  sqlite::Statement keyword_sources;
};

Result<std::unique_ptr<Derivations>> Derivations::Open(sqlite::Database* database) {
  TRY_ASSIGN(auto derivations,
             database->Prepare(
                 "SELECT v.location_id, l.uri, l.state, v.event_seq, v.distiller_id, "
                 "v.distiller_version, v.scope_root, v.source_root, v.proof_blob FROM documents d "
                 "JOIN derivations v ON v.core_doc_id=d.doc_id JOIN locations l USING(location_id) "
                 "WHERE d.document_root=?1 ORDER BY l.uri, v.location_id, v.source_root"));
  TRY_ASSIGN(auto keyword_sources,
             database->Prepare(
                 "SELECT s.document_root, s.first_chunk_id FROM chunks c JOIN derivations v ON "
                 "v.core_doc_id=c.doc_id JOIN locations l USING(location_id) JOIN documents s ON "
                 "s.document_root=v.source_root WHERE c.chunk_id=?1 AND l.state='current' AND "
                 "s.current_locations>0 ORDER BY s.document_root"));
  return std::unique_ptr<Derivations>(new Derivations(
      database, std::make_unique<Statements>(std::move(derivations), std::move(keyword_sources))));
}

Derivations::Derivations(sqlite::Database* database, std::unique_ptr<Statements> statements)
    : database_(database), statements_(std::move(statements)) {}
Derivations::~Derivations() = default;

Result<std::vector<DerivationView>> Derivations::Of(const DocumentRoot& core) {
  compress::ChunkCodec codec;
  std::vector<DerivationView> views;
  std::int64_t last = 0;
  TRY(statements_->derivations.BindHash(1, core).ForEachRow(
      [&](const sqlite::Statement& row) -> Status {
        if (views.empty() || row.Int(0) != last) {
          last = row.Int(0);
          TRY_ASSIGN(DerivationView view, ReadDerivation(row, core));
          views.push_back(std::move(view));
        }
        TRY_ASSIGN(const Hash256 source, row.Hash(7));
        TRY_ASSIGN(std::string proof, codec.Decompress(row.Blob(8), kMaxProofBytes));
        views.back().derivation.sources.push_back({DocumentRoot(source), std::move(proof)});
        return {};
      }));
  return views;
}

Result<std::vector<DocumentRoot>> Derivations::SourcesOf(const DocumentRoot& core) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare("SELECT DISTINCT v.source_root FROM derivations v JOIN documents d ON "
                         "d.doc_id=v.core_doc_id WHERE d.document_root=?1 ORDER BY 1"));
  select.BindHash(1, core);
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> Derivations::CoresOf(const DocumentRoot& source) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare("SELECT DISTINCT d.document_root FROM derivations v JOIN documents d ON "
                         "d.doc_id=v.core_doc_id WHERE v.source_root=?1 ORDER BY 1"));
  select.BindHash(1, source);
  return ReadRoots(&select);
}

Result<std::vector<KeywordSource>> Derivations::KeywordSources(ChunkId chunk_id) {
  return statements_->keyword_sources.Bind(1, std::to_underlying(chunk_id))
      .CollectRows([](const sqlite::Statement& row) -> Result<KeywordSource> {
        TRY_ASSIGN(const Hash256 root, row.Hash(0));
        return KeywordSource{DocumentRoot(root), ChunkId{row.Int(1)}};
      });
}

}  // namespace arborist::store
