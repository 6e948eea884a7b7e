// SPDX-License-Identifier: AGPL-3.0-only
// A location is a row per URI and text; at most one row of a URI is current. A condition on the
// state stands in each statement, because the current rows and the past ones have an index each.
#include "store/shard/read/locations.h"

#include <utility>

#include "sqlite/database.h"
#include "store/shard/read/rows.h"

namespace arborist::store {

struct Locations::Statements {
  sqlite::Statement current_source;
  sqlite::Statement title;
};

Result<std::unique_ptr<Locations>> Locations::Open(sqlite::Database* database, ShardReader* shard) {
  TRY_ASSIGN(
      auto current_source,
      database->Prepare("SELECT source_hash FROM locations WHERE uri=?1 AND state='current' AND "
                        "(revision IS NOT NULL OR doc_id IS NULL)"));
  TRY_ASSIGN(auto title,
             database->Prepare("SELECT d.document_root, l.title, d.first_chunk_id FROM locations l "
                               "JOIN documents d USING(doc_id) WHERE l.location_id=?1"));
  return std::unique_ptr<Locations>(new Locations(
      database, shard, std::make_unique<Statements>(std::move(current_source), std::move(title))));
}

Locations::Locations(sqlite::Database* database, ShardReader* shard,
                     std::unique_ptr<Statements> statements)
    : database_(database), shard_(shard), statements_(std::move(statements)) {}
Locations::~Locations() = default;

Result<std::optional<UriTarget>> Locations::Resolve(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare(
          "SELECT d.document_root, e.dst FROM locations l LEFT JOIN documents d USING(doc_id) "
          "LEFT JOIN edges e ON e.location_id=l.location_id AND e.kind='alias' "
          "WHERE l.uri=?1 AND l.state='current'"));
  return select.BindText(1, uri).FirstRow([](const sqlite::Statement& row) -> Result<UriTarget> {
    UriTarget target;
    if (!row.IsNull(0)) {
      TRY_ASSIGN(const Hash256 root, row.Hash(0));
      target.root = DocumentRoot(root);
    } else {
      target.alias_of = row.Text(1);
    }
    return target;
  });
}

Result<std::vector<UriVersion>> Locations::VersionsOf(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare(
          std::string(kLocationColumns) +
          ", d.document_root, d.leaf_count, d.text_bytes, d.first_chunk_id FROM locations l " +
          std::string(kLocationJoins) +
          "JOIN documents d ON d.doc_id=l.doc_id WHERE (l.uri=?1 AND l.state='current') OR "
          "(l.uri=?1 AND l.state<>'current') ORDER BY l.first_seen, l.location_id"));
  return select.BindText(1, uri).CollectRows(
      [&](const sqlite::Statement& row) -> Result<UriVersion> {
        DocumentView view;
        TRY_ASSIGN(const Hash256 root, row.Hash(14));
        view.root = DocumentRoot(root);
        view.leaf_count = static_cast<std::uint64_t>(row.Int(15));
        view.text_bytes = static_cast<std::uint64_t>(row.Int(16));
        view.first_chunk_id = ChunkId{row.Int(17)};
        UriVersion version{
            .root = view.root, .location = {}, .leaf_count = view.leaf_count, .text_bytes = 0};
        TRY_ASSIGN(version.location, ReadLocation(row, view, shard_));
        version.text_bytes = version.location.text.text_bytes;
        return version;
      });
}

Result<std::vector<DocumentRoot>> Locations::RootsAt(std::string_view uri) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT d.document_root FROM locations l JOIN documents d "
                                "USING(doc_id) WHERE l.uri=?1 AND (l.state='current' OR "
                                "l.state<>'current') ORDER BY 1"));
  select.BindText(1, uri);
  return ReadRoots(&select);
}

Result<std::vector<std::optional<SourceHash>>> Locations::CurrentSources(
    std::span<const std::string> uris) {
  std::vector<std::optional<SourceHash>> sources;
  sources.reserve(uris.size());
  for (const std::string& uri : uris) {
    TRY_ASSIGN(const std::optional<SourceHash> source, CurrentSource(uri));
    sources.push_back(source);
  }
  return sources;
}

Result<std::optional<SourceHash>> Locations::CurrentSource(std::string_view uri) {
  TRY_ASSIGN(const std::optional<std::optional<SourceHash>> source,
             statements_->current_source.BindText(1, uri).FirstRow(
                 [](const sqlite::Statement& row) -> std::optional<SourceHash> {
                   const auto hash = row.Hash(0);
                   if (!hash) return std::nullopt;
                   return SourceHash(*hash);
                 }));
  return source.value_or(std::nullopt);
}

Result<std::vector<std::string>> Locations::CurrentWithPrefix(std::string_view prefix) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT uri FROM locations WHERE state='current' AND "
                                "uri>=?1 AND uri<?2 ORDER BY uri"));
  std::string end(prefix);
  ++end.back();
  select.BindText(1, prefix).BindText(2, end);
  return ReadTexts(&select);
}

Result<TitleView> Locations::TitleOf(std::int64_t location_id) {
  TRY_ASSIGN(std::optional<TitleView> title,
             statements_->title.Bind(1, location_id)
                 .FirstRow([](const sqlite::Statement& row) -> Result<TitleView> {
                   TRY_ASSIGN(const Hash256 root, row.Hash(0));
                   return TitleView{.root = DocumentRoot(root),
                                    .title = std::string(row.Text(1)),
                                    .first_chunk_id = ChunkId{row.Int(2)}};
                 }));
  if (title) return std::move(*title);
  return Fail(ErrorCode::kCorrupt, "title " + std::to_string(location_id) + " has no location");
}

}  // namespace arborist::store
