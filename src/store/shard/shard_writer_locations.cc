// SPDX-License-Identifier: AGPL-3.0-only
// Where texts are found: locations, their titles, links and redirects.
#include <utility>

#include "store/log/bindings.h"
#include "store/shard/shard_writer_statements.h"

namespace arborist::store {

Result<std::optional<ShardWriter::Location>> ShardWriter::CurrentLocation(std::string_view uri) {
  sqlite::Statement& select = statements_->current_location;
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return std::nullopt;
  }
  Location location;
  location.location_id = select.Int(0);
  if (!select.IsNull(1)) {
    location.doc_id = select.Int(1);
    TRY_ASSIGN(const Hash256 root, select.Hash(2));
    location.root = DocumentRoot(root);
  }
  TRY_ASSIGN(const Hash256 source, select.Hash(3));
  location.source_hash = SourceHash(source);
  location.title = select.Text(4);
  location.extraction_version = select.Text(5);
  if (!select.IsNull(6)) location.revision = select.Int(6);
  select.Reset();
  return location;
}

Result<bool> ShardWriter::IsUnchanged(std::string_view uri, const SourceHash& source_hash) {
  TRY_ASSIGN(const std::optional<Location> location, CurrentLocation(uri));
  return location && location->source_hash == source_hash &&
         (location->revision || !location->doc_id);
}

Result<std::int64_t> ShardWriter::MakeCurrent(const PreparedDocument& document,
                                              std::optional<std::int64_t> doc_id,
                                              std::optional<std::int64_t> revision) {
  const std::int64_t now = log_->Now();
  bool known = false;
  std::int64_t location_id = 0;
  if (has_past_) {
    sqlite::Statement& past = statements_->past_location;
    past.BindText(1, document.uri);
    doc_id ? past.Bind(2, *doc_id) : past.BindNull(2);
    revision ? past.Bind(3, *revision) : past.BindNull(3);
    TRY_ASSIGN(known, past.Step());
    if (known) location_id = past.Int(0);
    past.Reset();
  }
  if (known) {
    TRY(DeleteLinks(location_id));
    TRY(FreezeLocationText(location_id));
    sqlite::Statement& revive = statements_->revive_location;
    revision ? revive.Bind(7, *revision) : revive.BindNull(7);
    TRY(revive.Bind(1, location_id)
            .BindText(2, document.title)
            .BindHash(3, document.source_hash)
            .BindText(4, document.extraction_version)
            .Bind(5, now)
            .Bind(6, static_cast<std::int64_t>(log_->size()))
            .Run());
  } else {
    sqlite::Statement& insert = statements_->insert_location;
    insert.BindText(1, document.uri)
        .BindText(3, document.title)
        .BindHash(4, document.source_hash)
        .BindText(5, document.extraction_version)
        .Bind(6, now)
        .Bind(7, static_cast<std::int64_t>(log_->size()));
    doc_id ? insert.Bind(2, *doc_id) : insert.BindNull(2);
    revision ? insert.Bind(8, *revision) : insert.BindNull(8);
    TRY(insert.Run());
    location_id = database_.last_insert_rowid();
  }
  if (doc_id) {
    TRY(statements_->index_title.Bind(1, location_id).BindText(2, document.title_terms).Run());
  }
  TRY(PutLinks(location_id, document));
  return location_id;
}

Status ShardWriter::PutLinks(std::int64_t location_id, const PreparedDocument& document) {
  if (!document.links.empty()) {
    const std::string targets = links_codec_.Compress(LinksText(document.links));
    TRY(statements_->insert_links.Bind(1, location_id)
            .Bind(2, static_cast<std::int64_t>(document.links.size()))
            .BindBlob(3, targets)
            .Run());
  }
  if (document.is_alias()) {
    TRY(statements_->insert_edge.Bind(1, location_id)
            .BindText(2, "alias")
            .BindText(3, document.alias_of)
            .Run());
  }
  return {};
}

Status ShardWriter::DeleteLinks(std::int64_t location_id) {
  TRY(statements_->delete_links.Bind(1, location_id).Run());
  return statements_->delete_edges.Bind(1, location_id).Run();
}

Status ShardWriter::Retire(const Location& location, std::string_view state) {
  TRY(statements_->retire_location.Bind(1, location.location_id).BindText(2, state).Run());
  has_past_ = true;
  if (!location.doc_id) return {};
  TRY(statements_->unindex_title.Bind(1, location.location_id).Run());
  TRY(AddLocationCount(*location.doc_id, -1));
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(*location.root));
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "document " + location.root->hex() + " is not found; run arborist fsck");
  if (row->current_locations > 0) return {};
  TRY(Unindex(*row));
  return RetireCoresOf(*location.root);
}

// The newest event of this location speaks of its row as it is. Before the row changes, or another
// event takes that place, the text is kept with the event.
Status ShardWriter::FreezeLocationText(std::int64_t location_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT uri, title, extraction_version, source_hash, last_event FROM locations "
                 "WHERE location_id=?1"));
  select.Bind(1, location_id);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "a location is not found; run arborist fsck");
  TRY_ASSIGN(const Hash256 source, select.Hash(3));
  const std::string text =
      LocationText(select.Text(0), select.Text(1), select.Text(2), SourceHash(source));
  TRY_ASSIGN(
      sqlite::Statement update,
      database_.Prepare(
          "UPDATE audit_texts SET text=?3, location_id=NULL WHERE seq=?1 AND location_id=?2"));
  return update.Bind(1, select.Int(4)).Bind(2, location_id).BindText(3, text).Run();
}

Status ShardWriter::SetLastEvent(std::int64_t location_id) {
  TRY_ASSIGN(sqlite::Statement update,
             database_.Prepare("UPDATE locations SET last_event=?2 WHERE location_id=?1"));
  return update.Bind(1, location_id).Bind(2, static_cast<std::int64_t>(log_->size())).Run();
}

// row: of the document; nullptr for an alias.
Result<PutOutcome> ShardWriter::Refresh(const Location& location, const PreparedDocument& document,
                                        const DocumentRow* row,
                                        std::optional<std::int64_t> revision) {
  const bool title_changed = location.title != document.title;
  TRY(FreezeLocationText(location.location_id));
  sqlite::Statement& refresh = statements_->refresh_location;
  revision ? refresh.Bind(7, *revision) : refresh.BindNull(7);
  TRY(refresh.Bind(1, location.location_id)
          .BindText(2, document.title)
          .BindHash(3, document.source_hash)
          .BindText(4, document.extraction_version)
          .Bind(5, log_->Now())
          .Bind(6, static_cast<std::int64_t>(log_->size()))
          .Run());
  if (title_changed && location.doc_id) {
    TRY(statements_->unindex_title.Bind(1, location.location_id).Run());
    TRY(statements_->index_title.Bind(1, location.location_id)
            .BindText(2, document.title_terms)
            .Run());
  }
  TRY(DeleteLinks(location.location_id));
  TRY(PutLinks(location.location_id, document));
  NewEvent event{.type = "location_updated",
                 .subject = location.root ? location.root->hex() : "alias",
                 .hashes = LinkHashes(document),
                 .texts = {{"location", LocationText(document), location.location_id}}};
  if (document.is_alias()) event.texts.push_back({"target", document.alias_of, std::nullopt});
  if (document.is_core()) {
    event.type = kCoreDerived;
    event.hashes.emplace("derivation",
                         document::HashDerivation(document.root, *document.derivation));
    TRY(PutDerivation(location.location_id, *location.doc_id, document));
  }
  if (row != nullptr) TRY(Bind(document.root, *row, revision, &event));
  TRY(log_->Append(event));
  return PutOutcome::kUnchanged;
}

Result<PutOutcome> ShardWriter::PutAlias(const std::optional<Location>& current,
                                         const PreparedDocument& document) {
  if (current && !current->doc_id) {
    TRY(Refresh(*current, document, nullptr, std::nullopt));
    return PutOutcome::kAlias;
  }
  if (current) TRY(Retire(*current, "superseded"));
  TRY_ASSIGN(const std::int64_t location_id, MakeCurrent(document, std::nullopt, std::nullopt));
  NewEvent event{.type = "alias_added",
                 .subject = "alias",
                 .hashes = LinkHashes(document),
                 .texts = {{"location", LocationText(document), location_id},
                           {"target", document.alias_of, std::nullopt}}};
  if (current) event.hashes.emplace("previous", *current->root);
  TRY(log_->Append(event));
  return PutOutcome::kAlias;
}

}  // namespace arborist::store
