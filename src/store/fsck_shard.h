// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "store/fsck.h"
#include "store/shard_reader.h"

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
  Status CheckLocations();

  // -- documents and their chunks (fsck_documents.cc)
  Status CheckDocuments();
  void CheckDescriptor(const DocumentView& document);
  Status CheckDocument(const DocumentView& document);

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
  std::string PlaceText(std::int64_t chunk_id);

  sqlite::Database* db() { return reader_->database(); }
  void Problem(std::string kind, std::string subject, std::string detail);
  void Guard(std::string_view kind, const Status& status);

  std::filesystem::path path_;
  const FsckOptions& options_;
  FsckReport* report_;
  std::unique_ptr<ShardReader> reader_;
  std::size_t listed_ = 0;
  bool chain_ok_ = false;
  struct Logged {
    Hash256 descriptor;
    bool found = false;
  };
  std::unordered_map<Hash256, Logged> descriptors_;  // what the log says of each document
  std::unordered_set<std::string> dictionaries_;
  std::unordered_map<std::int64_t, std::uint64_t> expected_rows_;
  std::unordered_set<std::int64_t> unread_rows_;  // in the index, but their text was evicted
  struct LoggedTier {
    Tier tier = Tier::kHot;
    Hash256 text;
  };
  std::unordered_map<Hash256, LoggedTier> tiers_;  // what the log says of each evicted document
  std::unordered_map<std::int64_t, std::uint64_t> expected_keywords_;
};

// An order-free fingerprint of the postings that the index has for a chunk with these search terms.
std::uint64_t FingerprintOf(std::string_view terms);
// The same of a keyword core, whose index keeps no positions.
std::uint64_t KeywordFingerprintOf(std::string_view terms);

}  // namespace arborist::store
