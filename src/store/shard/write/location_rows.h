// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "store/shard/location_state.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/index_rows.h"

namespace arborist::store {

// A location as its row has it.
struct LocationRow {
  std::int64_t location_id = 0;
  std::optional<std::int64_t> doc_id;
  std::optional<DocumentRoot> root;
  std::optional<std::int64_t> revision;  // nothing: an alias, or not known
  SourceHash source_hash;
  std::string title;
  std::string extraction_version;
  LocationState state = LocationState::kCurrent;

  // Whether its text or alias was read from these bytes, and it is known what they made.
  bool IsOf(const SourceHash& source) const {
    return source_hash == source && (revision || !doc_id);
  }
};

// A location and its URI.
using UriOfLocation = std::pair<std::int64_t, std::string>;

// The rows of locations, with their titles in the index, links, redirects and notes. They append no
// event: whoever changes a row appends the one that speaks of it. For the files of write/ only;
// within the writer's transaction, on its thread.
class LocationRows {
 public:
  static Result<std::unique_ptr<LocationRows>> Open(WriterConnection* connection, IndexRows* index);

  Result<std::optional<LocationRow>> Current(std::string_view uri);
  Result<std::optional<LocationRow>> Newest(
      std::string_view uri);  // the current one, else the last
  Result<std::vector<UriOfLocation>> Of(std::int64_t doc_id);
  Result<std::vector<std::string>> CurrentUrisOf(std::int64_t doc_id);
  // Redirects that lead to a URI, or once did.
  Result<std::vector<UriOfLocation>> AliasesOf(std::string_view uri);
  // URIs of files (not of pages or lines of a dump) that are current and start so, in order.
  Result<std::vector<std::string>> CurrentFiles(std::string_view prefix);
  Result<bool> IsEmpty();

  // Makes the document's URI lead to this text, or for an alias to none. No row of the URI is
  // current. The event that is appended next speaks of the row.
  Result<std::int64_t> MakeCurrent(const PreparedDocument& document,
                                   std::optional<std::int64_t> doc_id,
                                   std::optional<std::int64_t> revision);
  // The same text or alias, read again. The event that is appended next speaks of the row.
  Status Refresh(const LocationRow& location, const PreparedDocument& document,
                 std::optional<std::int64_t> revision);
  Status Touch(std::string_view uri);
  // Takes a current row out of what is current.
  Status Retire(const LocationRow& location, LocationState state);
  // Notes which text the URI had before this one.
  Status AddSuperseded(std::int64_t location_id, const DocumentRoot& root);

  // A row that is past leads nowhere now. The event that is appended next speaks of the row.
  Status SettleAsGone(std::int64_t location_id);
  Status Freeze(std::int64_t location_id);
  Status SetLastEvent(std::int64_t location_id);
  // The row and what hangs on it. Its events keep their hashes and lose their texts.
  Status Remove(std::int64_t location_id);

 private:
  struct Statements {
    sqlite::Statement current;
    sqlite::Statement past;
    sqlite::Statement insert;
    sqlite::Statement revive;
    sqlite::Statement refresh;
    sqlite::Statement retire;
    sqlite::Statement touch;
    sqlite::Statement insert_edge;
    sqlite::Statement delete_edges;
    sqlite::Statement insert_links;
    sqlite::Statement delete_links;
    sqlite::Statement insert_notes;
    sqlite::Statement delete_notes;
  };
  static Result<Statements> Prepare(sqlite::Database* database);
  LocationRows(WriterConnection* connection, IndexRows* index, Statements statements, bool has_past)
      : connection_(connection),
        index_(index),
        statements_(std::move(statements)),
        has_past_(has_past) {}
  Result<std::optional<std::int64_t>> FindPast(std::string_view uri,
                                               std::optional<std::int64_t> doc_id,
                                               std::optional<std::int64_t> revision);
  Status Revive(std::int64_t location_id, const PreparedDocument& document,
                std::optional<std::int64_t> revision);
  Result<std::int64_t> Insert(const PreparedDocument& document, std::optional<std::int64_t> doc_id,
                              std::optional<std::int64_t> revision);
  // The rows that hang on a location: its links, where an alias leads, and the reader's notes.
  Status PutBeside(std::int64_t location_id, const PreparedDocument& document);
  Status DeleteBeside(std::int64_t location_id);
  std::int64_t NextEvent() { return static_cast<std::int64_t>(connection_->log().size()); }

  WriterConnection* connection_;
  IndexRows* index_;
  Statements statements_;
  bool has_past_;  // any location that is not current: else none needs looking for
};

}  // namespace arborist::store
