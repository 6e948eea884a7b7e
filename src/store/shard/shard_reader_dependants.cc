// SPDX-License-Identifier: AGPL-3.0-only
// Who would miss a document. Asked before a burn, so nothing is indexed for it.
#include <algorithm>

#include "compress/chunk_codec.h"
#include "store/log/bindings.h"
#include "store/shard/shard_reader_statements.h"

namespace arborist::store {

Result<std::vector<std::string>> ShardReader::AliasesOf(std::string_view uri) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT l.uri FROM edges e JOIN locations l USING(location_id) "
                               "WHERE e.kind='alias' AND e.dst=?1 AND l.state='current' "
                               "ORDER BY l.uri"));
  select.BindText(1, uri);
  std::vector<std::string> aliases;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return aliases;
    aliases.emplace_back(select.Text(0));
  }
}

Result<std::vector<std::string>> ShardReader::LinkingTo(
    const std::set<std::string, std::less<>>& uris) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT l.uri, k.targets FROM links k JOIN locations l "
                               "USING(location_id) WHERE l.state='current' ORDER BY l.uri"));
  compress::ChunkCodec codec;
  std::vector<std::string> linking;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return linking;
    if (uris.contains(select.Text(0))) continue;
    TRY_ASSIGN(const std::string text, codec.Decompress(select.Blob(1), kMaxLinksBytes));
    const auto targets = ParseLinks(text);
    if (!targets) return Fail(ErrorCode::kCorrupt, "damaged links; run arborist fsck");
    if (std::ranges::any_of(*targets, [&](const std::string& to) { return uris.contains(to); })) {
      linking.emplace_back(select.Text(0));
    }
  }
}

Result<std::vector<DocumentRoot>> ShardReader::CoresOf(const DocumentRoot& root) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare("SELECT DISTINCT d.document_root FROM derivations v JOIN documents d ON "
                        "d.doc_id=v.core_doc_id WHERE v.source_root=?1 ORDER BY 1"));
  select.BindHash(1, root);
  std::vector<DocumentRoot> cores;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return cores;
    TRY_ASSIGN(const Hash256 core, select.Hash(0));
    cores.emplace_back(core);
  }
}

}  // namespace arborist::store
