// SPDX-License-Identifier: AGPL-3.0-only
// Where cores come from, and where keywords lead.
#include "compress/chunk_codec.h"
#include "store/shard/read_roots.h"
#include "store/shard/shard_reader_statements.h"

namespace arborist::store {

namespace {

constexpr std::size_t kMaxProofBytes = std::size_t{256} << 20;

}  // namespace

Result<std::vector<DerivationView>> ShardReader::DerivationsOf(const DocumentRoot& core) {
  sqlite::Statement& select = statements_->derivations;
  select.BindHash(1, core);
  compress::ChunkCodec codec;
  std::vector<DerivationView> views;
  std::int64_t last = 0;
  const auto read = [&]() -> Status {
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      if (views.empty() || select.Int(0) != last) {
        last = select.Int(0);
        DerivationView view{.uri = std::string(select.Text(1)),
                            .state = std::string(select.Text(2)),
                            .event_seq = static_cast<std::uint64_t>(select.Int(3)),
                            .derivation = {.distiller_id = std::string(select.Text(4)),
                                           .distiller_version = std::string(select.Text(5)),
                                           .sources = {}}};
        if (!select.IsNull(6)) {
          TRY_ASSIGN(view.derivation.scope_root, select.Hash(6));
        }
        views.push_back(std::move(view));
      }
      TRY_ASSIGN(const Hash256 source, select.Hash(7));
      TRY_ASSIGN(std::string proof, codec.Decompress(select.Blob(8), kMaxProofBytes));
      views.back().derivation.sources.push_back({DocumentRoot(source), std::move(proof)});
    }
  };
  const Status status = read();
  select.Reset();
  if (!status) return std::unexpected(status.error());
  return views;
}

Result<std::vector<DocumentRoot>> ShardReader::SourcesOf(const DocumentRoot& core) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare("SELECT DISTINCT v.source_root FROM derivations v JOIN documents d ON "
                        "d.doc_id=v.core_doc_id WHERE d.document_root=?1 ORDER BY 1"));
  select.BindHash(1, core);
  return ReadRoots(&select);
}

Result<bool> ShardReader::HasKeywords() {
  TRY_ASSIGN(const std::int64_t any,
             database_.QueryInt("SELECT EXISTS(SELECT 1 FROM keywords_fts_docsize)"));
  return any != 0;
}

Result<std::vector<std::int64_t>> ShardReader::MatchingKeywords(const std::string& expression) {
  sqlite::Statement& select = statements_->keywords;
  select.BindText(1, expression);
  std::vector<std::int64_t> rows;
  while (true) {
    auto row = select.Step();
    if (!row || !*row) {
      select.Reset();
      if (!row) return std::unexpected(std::move(row).error());
      return rows;
    }
    rows.push_back(select.Int(0));
  }
}

Result<std::vector<KeywordSource>> ShardReader::KeywordSources(std::int64_t chunk_id) {
  sqlite::Statement& select = statements_->keyword_sources;
  select.Bind(1, chunk_id);
  std::vector<KeywordSource> sources;
  const auto read = [&]() -> Status {
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      TRY_ASSIGN(const Hash256 root, select.Hash(0));
      sources.push_back({DocumentRoot(root), select.Int(1)});
    }
  };
  const Status status = read();
  select.Reset();
  if (!status) return std::unexpected(status.error());
  return sources;
}

}  // namespace arborist::store
