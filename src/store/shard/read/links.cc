// SPDX-License-Identifier: AGPL-3.0-only
// The targets of a location stand in one row, compressed. So what a text links to is one lookup,
// and who links to a text is found by reading all rows: it is asked before a burn only, and no
// index is kept for it.
#include "store/shard/read/links.h"

#include <algorithm>
#include <utility>

#include "compress/chunk_codec.h"
#include "sqlite/database.h"
#include "store/log/bindings.h"

namespace arborist::store {

Result<std::vector<std::string>> Links::From(const UriSet& uris) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT k.targets FROM locations l JOIN links k USING(location_id) "
                                "WHERE l.uri=?1 AND l.state='current'"));
  compress::ChunkCodec codec;
  std::vector<std::string> links;
  for (const std::string& uri : uris) {
    TRY(select.BindText(1, uri).FirstRow([&](const sqlite::Statement& row) -> Result<bool> {
      TRY_ASSIGN(const std::string text, codec.Decompress(row.Blob(0), kMaxLinksBytes));
      auto targets = ParseLinks(text);
      if (!targets) return Fail(ErrorCode::kCorrupt, "the links of " + uri + " are damaged");
      std::ranges::move(*targets, std::back_inserter(links));
      return true;
    }));
  }
  return links;
}

Result<std::vector<std::string>> Links::To(const UriSet& uris) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT l.uri, k.targets FROM links k JOIN locations l "
                                "USING(location_id) WHERE l.state='current' ORDER BY l.uri"));
  compress::ChunkCodec codec;
  std::vector<std::string> linking;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    if (uris.contains(row.Text(0))) return {};
    TRY_ASSIGN(const std::string text, codec.Decompress(row.Blob(1), kMaxLinksBytes));
    const auto targets = ParseLinks(text);
    if (!targets) return Fail(ErrorCode::kCorrupt, "damaged links; run arborist fsck");
    if (std::ranges::any_of(*targets, [&](const std::string& to) { return uris.contains(to); })) {
      linking.emplace_back(row.Text(0));
    }
    return {};
  }));
  return linking;
}

Result<std::vector<std::string>> Links::AliasesOf(const UriSet& uris) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT l.uri FROM edges e JOIN locations l USING(location_id) "
                                "WHERE e.kind='alias' AND e.dst=?1 AND l.state='current' "
                                "ORDER BY l.uri"));
  std::vector<std::string> aliases;
  for (const std::string& uri : uris) {
    TRY(select.BindText(1, uri).ForEachRow(
        [&](const sqlite::Statement& row) { aliases.emplace_back(row.Text(0)); }));
  }
  return aliases;
}

Status Links::ForEach(const std::function<Status(const LinkedLocation&)>& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT l.uri, l.title, d.document_root, k.targets FROM locations "
                                "l JOIN documents d USING(doc_id) JOIN links k USING(location_id) "
                                "WHERE l.state='current' ORDER BY l.uri"));
  compress::ChunkCodec codec;
  return select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    TRY_ASSIGN(const Hash256 root, row.Hash(2));
    TRY_ASSIGN(const std::string text, codec.Decompress(row.Blob(3), kMaxLinksBytes));
    auto targets = ParseLinks(text);
    if (!targets) return Fail(ErrorCode::kCorrupt, "damaged links; run arborist fsck");
    return visit({.uri = std::string(row.Text(0)),
                  .title = std::string(row.Text(1)),
                  .root = DocumentRoot(root),
                  .targets = std::move(*targets)});
  });
}

Result<std::map<std::string, std::string>> Links::Redirects() {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT l.uri, e.dst FROM edges e JOIN locations l "
                                "USING(location_id) WHERE e.kind='alias' AND "
                                "l.state='current'"));
  std::map<std::string, std::string> redirects;
  TRY(select.ForEachRow(
      [&](const sqlite::Statement& row) { redirects.emplace(row.Text(0), row.Text(1)); }));
  return redirects;
}

}  // namespace arborist::store
