// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/shard/views.h"

namespace arborist::sqlite {
class Database;
}  // namespace arborist::sqlite

namespace arborist::store {

// What a URI names now: a document or, for a redirect, another URI.
struct UriTarget {
  std::optional<DocumentRoot> root;
  std::string alias_of;
};

// A text that a URI has, or had.
struct UriVersion {
  DocumentRoot root;
  LocationView location;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;
};

// What search shows of a location, by its number in the index of titles.
struct TitleView {
  DocumentRoot root;
  std::string title;
  ChunkId first_chunk_id = {};
};

// The URIs of a shard: what stands at them, and what stood there.
//
// Got from ShardReader::locations(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. A URI that the shard does not know is no error. kCorrupt: a row
// is damaged; kEnvironment: the store could not be read.
class Locations {
 public:
  ~Locations();

  Result<std::optional<UriTarget>> Resolve(std::string_view uri);
  // Every text that a URI has had here, oldest first.
  Result<std::vector<UriVersion>> VersionsOf(std::string_view uri);
  // The documents that ever stood at a URI, by root.
  Result<std::vector<DocumentRoot>> RootsAt(std::string_view uri);
  // The bytes that each URI's current text or alias was read from, in the order of the URIs;
  // nothing also where it is not known which revision they made.
  Result<std::vector<std::optional<SourceHash>>> CurrentSources(std::span<const std::string> uris);
  Result<std::optional<SourceHash>> CurrentSource(std::string_view uri);
  // The current URIs that begin so, in order. The prefix is ASCII and not empty.
  Result<std::vector<std::string>> CurrentWithPrefix(std::string_view prefix);
  Result<TitleView> TitleOf(std::int64_t location_id);  // kCorrupt: there is no such location

 private:
  friend class ShardReader;
  struct Statements;

  static Result<std::unique_ptr<Locations>> Open(sqlite::Database* database, ShardReader* shard);
  Locations(sqlite::Database* database, ShardReader* shard, std::unique_ptr<Statements> statements);

  sqlite::Database* database_;
  ShardReader* shard_;  // that the views name
  std::unique_ptr<Statements> statements_;
};

}  // namespace arborist::store
