// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compress/chunk_codec.h"
#include "index/query.h"
#include "store/fsck/fsck.h"
#include "store/fsck/texts.h"
#include "store/inside.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

// Checks one shard. Each part stands on its own: damage that ends one must not hide what the others
// find.
class ShardCheck {
 public:
  ShardCheck(std::filesystem::path path, const FsckOptions& options, FsckReport* report)
      : path_(std::move(path)), options_(options), report_(report) {}

  // Whether something was ever put into this shard.
  bool Run();
  bool empty() const { return reader_ == nullptr; }

 private:
  // -- the log, and what it says of rows and texts (fsck_log.cc)
  Status CheckChain();
  Status CheckTexts();
  Status CheckDictionaries();
  void NoteDocument(const StoredEvent& event);
  Status CheckLocations();
  // What an event says of a location, beside its text.
  struct LocationEvent {
    std::uint64_t seq = 0;
    std::int64_t time = 0;
    bool gone = false;
    bool derived = false;
    std::optional<Hash256> links;
    std::optional<Hash256> notes;
    std::optional<Hash256> previous;
  };
  static LocationEvent LocationEventOf(const StoredEvent& event);

  // -- what hangs on a location (fsck_edges.cc)
  struct LocationRows {
    static Result<LocationRows> Prepare(sqlite::Database* shard);
    Result<std::vector<std::string>> Edges(std::int64_t location_id, std::string_view kind);
    sqlite::Statement edges, links, notes, target, derivations;
    std::unique_ptr<compress::ChunkCodec> codec;
  };
  // history: the events of this location, the oldest first.
  Result<bool> NotesHold(LocationRows* rows, std::int64_t location_id, const LocationEvent& newest);
  Status CheckEdges(LocationRows* rows, std::int64_t location_id, const std::string& uri,
                    bool alias, const std::vector<LocationEvent>& history);

  // -- documents and their chunks (fsck_documents.cc)
  Status CheckDocuments();
  void CheckDescriptor(const DocumentView& document);
  Status CheckDocument(const DocumentView& document);

  // -- raw texts against the hashes that the log binds (fsck_revisions.cc)
  Status CheckRevisionRows();
  // first: the slices of revision 0; none where they do not hold, which has another name.
  Status CheckRevisions(const DocumentView& document, const std::vector<Hash256>& leaves,
                        std::vector<std::string> first);
  Status CheckLocationRevisions();

  // -- what was evicted (fsck_tiers.cc)
  void NoteTier(const StoredEvent& event);
  Status CheckTiers();

  // -- rows against each other (fsck_rows.cc)
  Status CheckSqlite();
  Status CheckValues();
  Status CheckOrphans();
  // One problem for each row of a query; its first column is the subject.
  Status Each(std::string_view kind, const std::string& sql, std::string_view detail);

  // -- cores against their derivations, and these against the log (fsck_derivations.cc)
  Status CheckDerivations();

  // -- the index against chunks and titles (fsck_index.cc)
  Status CheckIndex();
  Status CheckIndexRows();
  Status CheckIndexTerms();
  Status CheckTitles();
  Status CheckKeywords();
  // Rows of id, length in the index, length by the chunk.
  Status CheckSizes(std::string_view kind, const std::string& sql);
  Status CheckLookups(index::Field field);
  std::string PlaceText(std::int64_t chunk_id);

  sqlite::Database* db() { return DatabaseOf(reader_.get()); }
  void Problem(std::string kind, std::string subject, std::string detail);
  void Guard(std::string_view kind, const Status& status);

  std::filesystem::path path_;
  const FsckOptions& options_;
  FsckReport* report_;
  std::unique_ptr<ShardReader> reader_;
  std::size_t listed_ = 0;
  bool chain_ok_ = false;
  LoggedErasures erasures_;
  // The events of locations that have had several, but for the newest: by subject and URI.
  std::unordered_map<std::string, std::vector<LocationEvent>> past_;
  struct Logged {
    Hash256 descriptor;
    std::uint64_t seq = 0;
    std::int64_t time = 0;
    bool found = false;
  };
  std::unordered_map<Hash256, Logged> descriptors_;  // what the log says of each document
  std::optional<std::string> dictionary_;            // the hash of the one that is in use
  std::unordered_map<std::int64_t, std::uint64_t> expected_rows_;
  std::unordered_set<std::int64_t> unread_rows_;  // in the index, but their text was evicted
  struct LoggedTier {
    Tier tier = Tier::kHot;
    Hash256 text;
    std::uint64_t seq = 0;
    std::int64_t time = 0;
  };
  // What the log says of the evicted texts of each document.
  std::unordered_map<Hash256, std::vector<LoggedTier>> tiers_;
  std::unordered_map<std::int64_t, std::uint64_t> expected_keywords_;
};

// An order-free fingerprint of the postings that the index has for a chunk with these search terms.
std::uint64_t FingerprintOf(std::string_view terms);
// The same of a keyword core, whose index keeps no positions.
std::uint64_t KeywordFingerprintOf(std::string_view terms);

}  // namespace arborist::store
