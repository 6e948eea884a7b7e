// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "compress/chunk_codec.h"
#include "sqlite/database.h"
#include "store/log/audit_log.h"
#include "store/shard/prepared_document.h"
#include "store/shard/tier.h"

namespace arborist::store {

// The writing end of one shard. One at a time: it holds the shard's lock file until it is gone.
// Not thread-safe; each shard has one writer thread. Format: docs/format/shard.md.
//
// Changes happen between Begin and Commit, each with its event; what Commit returned for is safe
// against the process being killed.
class ShardWriter {
 public:
  struct Options {
    const Clock* clock = nullptr;
    Random* random = nullptr;
    std::string actor;
    bool wait = true;  // for another writer to finish; else kConflict
  };
  static Result<std::unique_ptr<ShardWriter>> Open(const std::filesystem::path& path,
                                                   const Options& options);
  ~ShardWriter();

  Status Begin();
  Status Commit();
  bool in_transaction() const { return transaction_.has_value(); }

  // Whether these bytes are what the URI holds now. Then nothing needs preparing.
  Result<bool> IsUnchanged(std::string_view uri, const SourceHash& source_hash);

  // Refuses a root that is known with another leaf count (ambiguous_root), and names that are not
  // UTF-8 (kInvalidData); nothing is written then.
  Result<PutOutcome> Put(const PreparedDocument& document, bool reextract);

  // The URI's text is still there as it was.
  Status Touch(std::string_view uri);

  // The URI has no text any more. False: it had none. What was derived from a text that is nowhere
  // current any more goes with it, here and in every other way a text goes.
  Result<bool> MarkGone(std::string_view uri);

  // URIs of files (not of pages or lines of a dump) that are current and start so, in order.
  Result<std::vector<std::string>> CurrentFileUris(std::string_view prefix);

  Result<bool> IsEmpty();  // no location was ever put

  Result<std::optional<std::string>> GetMeta(std::string_view key);
  Status SetMeta(std::string_view key, std::string_view value);  // empty value: removes it
  Result<std::vector<std::pair<std::string, std::string>>> MetaWithPrefix(std::string_view prefix);

  // The compression dictionary of the shard, if it has one; a shard gets at most one.
  Result<std::optional<std::string>> Dictionary();
  Status SetDictionary(std::string_view content);

  // -- burning (shard_burn.cc)
  // Deletes a document with its locations, index terms and what events hold of its texts, and
  // leaves a tombstone event; false: it is not here. forced: the dependants that go with it.
  Result<bool> Burn(const DocumentRoot& root, const std::vector<std::string>* forced);
  // Redirects that lead to a URI, or once did. How many rows went.
  Result<std::int64_t> BurnAliasesOf(std::string_view uri);
  // Lets go of the compression dictionary when a piece of this text may stand in it; every chunk
  // then stands for itself. Before the text is burned, for only then is it known; nothing: it was
  // evicted, and nobody can tell.
  Result<bool> ForgetDictionary(const std::optional<std::string>& text);
  // After Commit: nothing of what was deleted stays in the file or its log (erase.h).
  Status EraseRemains();

  // -- room (shard_room.cc)
  // Drops the text of a document in all its revisions, or its index terms too, with an event for
  // each. False: it is not here, or as cold already. kConflict: it is a core. kCorrupt: its text
  // does not hash to its leaves.
  Result<bool> Evict(const DocumentRoot& root, Tier to);
  enum class Filled : std::uint8_t {
    kNotHere,
    kNotEvicted,
    kOtherText,  // same root, but not a raw text that was evicted, byte for byte
    kFilled,
  };
  // Gives an evicted document the text of one revision and its index terms back, with an event.
  Result<Filled> Rehydrate(const PreparedDocument& document);
  // Whether the URI's document has no text here.
  Result<bool> IsEvicted(std::string_view uri);
  Status AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last);
  // After Commit: writes the file anew, as small as it can be. kEnvironment: a reader keeps it from
  // shrinking.
  Status Compact();

  // Gives pages that are free back and folds the write-ahead log into the file.
  Status Finish();

  const std::filesystem::path& path() const { return path_; }

 private:
  struct Statements;
  struct Location {
    std::int64_t location_id = 0;
    std::optional<std::int64_t> doc_id;
    std::optional<DocumentRoot> root;
    std::optional<std::int64_t> revision;  // nothing: an alias, or not known
    SourceHash source_hash;
    std::string title;
    std::string extraction_version;
  };

  ShardWriter(std::filesystem::path path, FileLock lock, sqlite::Database database,
              const Options& options);

  Result<std::optional<Location>> CurrentLocation(std::string_view uri);
  struct DocumentRow {
    std::int64_t doc_id = 0;
    std::int64_t first_chunk_id = 0;
    std::int64_t leaf_count = 0;
    std::int64_t current_locations = 0;
    std::int64_t format_id = 0;
    std::int64_t text_bytes = 0;
  };
  struct Format {
    bool is_core = false;
    std::int64_t compression_depth = 0;
    std::string source_type;
    std::string schema_version;
    std::string canonicalization_version;
    std::string chunking_version;
    bool is_searched() const { return compression_depth == 0; }
    bool is_keywords() const {
      return is_core && compression_depth == 1 && source_type == kKeywordSourceType;
    }
  };
  Result<Format> FormatOf(std::int64_t format_id);
  // -- cores (shard_derivations.cc)
  Status PutDerivation(std::int64_t location_id, std::int64_t doc_id,
                       const PreparedDocument& document);
  Status RetireCoresOf(const DocumentRoot& root);
  Status MakeSurface(DocumentRow* row, const PreparedDocument& document);
  Result<bool> HasStaleSource(const PreparedDocument& document);
  Result<PutOutcome> RefuseCore(const std::optional<Location>& current, std::string_view uri);
  Result<std::optional<DocumentRow>> FindDocument(const DocumentRoot& root);
  Result<std::int64_t> FormatId(const PreparedDocument& document);
  Result<DocumentRow> InsertDocument(const PreparedDocument& document);
  // By the terms of revision 0; by those of the one that is given where the text of 0 is evicted.
  Status Index(const DocumentRow& row, const PreparedDocument& document, std::int64_t revision);
  Status Unindex(const DocumentRow& row);
  Status AddLocationCount(std::int64_t doc_id, int change);
  Result<std::int64_t> MakeCurrent(const PreparedDocument& document,
                                   std::optional<std::int64_t> doc_id,
                                   std::optional<std::int64_t> revision);
  // -- revisions (shard_revisions.cc)
  Status InsertRevision(std::int64_t doc_id, std::int64_t revision,
                        const PreparedDocument& document);
  Result<std::int64_t> FindOrAddRevision(const DocumentRow& row, const PreparedDocument& document);
  Result<std::vector<std::string>> ReadSlices(const DocumentRoot& root, const DocumentRow& row,
                                              std::int64_t revision);
  // The stored text of a revision, hashed; kCorrupt when it does not hash to its leaves.
  Result<document::Revision> ReadRevision(const DocumentRoot& root, const DocumentRow& row,
                                          std::int64_t revision);
  // What the log binds of a document and of the revision that a location has.
  Status Bind(const DocumentRoot& root, const DocumentRow& row,
              std::optional<std::int64_t> revision, NewEvent* event);
  Result<PutOutcome> Revise(const Location& location, const PreparedDocument& document,
                            const DocumentRow& row, std::int64_t revision);
  Status NoteDate(const PreparedDocument& document);
  Status Retire(const Location& location, std::string_view state);
  Status PutLinks(std::int64_t location_id, const PreparedDocument& document);
  Status DeleteLinks(std::int64_t location_id);  // and where an alias leads
  Status FreezeLocationText(std::int64_t location_id);
  Status SetLastEvent(std::int64_t location_id);  // to the event that is appended next
  Status RunWith(std::string_view sql, std::int64_t id);
  Status RunWith(std::string_view sql, std::string_view text);
  // An event that says of another that its texts were erased.
  Status NoteTextBurn(std::uint64_t seq);
  Status RemoveLocation(std::int64_t location_id);
  Status SettleUri(std::string_view uri);
  Status MergeIndexAway();
  Result<Tier> TierOf(std::int64_t doc_id, std::int64_t revision);
  // Of the index: cold when it has no rows of the document. A document is cold as a whole.
  Result<Tier> TierOf(std::int64_t doc_id) { return TierOf(doc_id, 0); }
  Result<TextHash> CheckBeforeEviction(const DocumentRoot& root, const DocumentRow& row,
                                       std::int64_t revision);
  Status Drop(const DocumentRoot& root, const DocumentRow& row, std::int64_t revision,
              const Hash256& text_hash, Tier to);
  Result<Filled> Fill(const DocumentRow& row, std::int64_t revision,
                      const PreparedDocument& document);
  Status WarmOthers(const DocumentRow& row, const DocumentRoot& root);
  Status LeaveCold(const DocumentRow& row, const PreparedDocument& document, std::int64_t revision);
  Result<PutOutcome> Refresh(const Location& location, const PreparedDocument& document,
                             const DocumentRow* row, std::optional<std::int64_t> revision);
  Result<PutOutcome> PutAlias(const std::optional<Location>& current,
                              const PreparedDocument& document);

  std::filesystem::path path_;
  FileLock lock_;
  sqlite::Database database_;
  Options options_;
  std::optional<AuditLog> log_;
  std::unique_ptr<Statements> statements_;
  std::optional<sqlite::Transaction> transaction_;
  compress::ChunkCodec links_codec_;
  using FormatKey = std::tuple<bool, std::int64_t, std::string, document::Chunking>;
  std::map<FormatKey, std::int64_t> formats_;
  std::map<std::int64_t, Format> known_formats_;
  std::int64_t next_chunk_id_ = 1;
  bool has_evictions_ = false;     // any document without its text: else none needs looking for
  bool has_past_ = false;          // any location that is not current: else none needs looking for
  std::string newest_date_;        // of what was put, or before; kNewestContentDate
  std::int64_t stats_chunks_ = 0;  // changes to index_stats in this transaction
  std::int64_t stats_terms_ = 0;
};

// Whether a compression dictionary may hold a piece of the text.
bool SharesARun(std::string_view dictionary, std::string_view text);

}  // namespace arborist::store
