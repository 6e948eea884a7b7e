// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "sqlite/database.h"
#include "sqlite/rank_function.h"
#include "store/log/log_view.h"
#include "store/shard/read/derivations.h"
#include "store/shard/read/documents.h"
#include "store/shard/read/links.h"
#include "store/shard/read/locations.h"
#include "store/shard/read/room.h"
#include "store/shard/read/texts.h"
#include "store/shard/views.h"

namespace arborist::store {

// A current document that a keyword core leads to.
struct KeywordSource {
  DocumentRoot root;
  std::int64_t first_chunk_id = 0;
};

struct IndexStats {
  std::int64_t chunks = 0;
  std::int64_t terms = 0;
};

struct ChunkMatch {
  std::int64_t chunk_id = 0;
  double score = 0;
};

struct ShardCounts {
  std::int64_t documents = 0;
  std::int64_t current_documents = 0;
  std::int64_t cores = 0;  // of the current documents
  std::int64_t locations = 0;
  std::int64_t aliases = 0;
  std::int64_t chunks = 0;
  std::int64_t links = 0;
  std::int64_t text_bytes = 0;
  std::int64_t warm_documents = 0;
  std::int64_t cold_documents = 0;
  std::int64_t events = 0;
  std::int64_t file_bytes = 0;
};

// The reading end of one shard: it owns the connection, and the classes by which the shard is read,
// one for each concept. Any number of them, beside one writer; each belongs to one thread at a
// time, with all that was got from it. Reads see one moment between Snapshot() calls.
class ShardReader {
 public:
  // Brings a file of an older schema forward first, as a writer does; where that cannot be, it is
  // refused. kNotFound: there is no shard.
  static Result<std::unique_ptr<ShardReader>> Open(const std::filesystem::path& path);
  ~ShardReader();

  // Starts reading the newest state. Open does it once. What was worked out from the last one is
  // kept while nothing has changed.
  Status Snapshot();
  // Ends reading until the next Snapshot: whoever waits must not keep the log of the file in use.
  void Release();

  Documents& documents() { return *documents_; }
  Locations& locations() { return *locations_; }
  Links& links() { return links_; }
  Texts& texts() { return *texts_; }
  Derivations& derivations() { return *derivations_; }
  Room& room() { return room_; }

  // -- index
  Result<IndexStats> Stats();
  Result<std::int64_t> DocumentFrequency(std::string_view term);
  // The terms that begin so, in order, and in how many chunks each stands.
  struct TermChunks {
    std::string term;
    std::int64_t chunks = 0;
  };
  Result<std::vector<TermChunks>> TermsWith(std::string_view prefix);
  // In how many chunks outside of these ranges, which are in order, each phrase of an OR stands,
  // added up.
  Result<std::int64_t> CountRows(const std::string& expression,
                                 std::span<const sqlite::RowRange> skipped);
  // Chunks that match an FTS5 expression, with arborist_rank under the given weights. expected_rows
  // only tunes the speed.
  Result<std::vector<ChunkMatch>> Match(const std::string& expression, double average_length,
                                        std::span<const double> idf, std::int64_t expected_rows);
  // The same for an OR of phrases, at a fraction of the time when there are many rows. The rows
  // that score above 0, or no fewer than the `least` best of them when that is not 0.
  struct BestRows {
    std::vector<ChunkMatch> rows;
    bool complete = false;  // none is left out
  };
  Result<BestRows> MatchAny(const std::string& expression, double average_length,
                            std::span<const double> idf, std::int64_t expected_rows,
                            std::size_t least);
  // The chunks from first to last that match, in order, and how often each phrase of the expression
  // stands in them.
  struct PhraseCounts {
    std::int64_t chunk_id = 0;
    std::vector<int> counts;
  };
  Result<std::vector<PhraseCounts>> CountPhrases(const std::string& expression, std::int64_t first,
                                                 std::int64_t last);
  Result<std::int64_t> TermCount(std::int64_t chunk_id);
  // Current locations whose title matches, in order, and what stands there.
  Result<std::vector<std::int64_t>> MatchingTitles(const std::string& expression);
  struct TitleView {
    DocumentRoot root;
    std::string title;
    std::int64_t first_chunk_id = 0;
  };
  Result<TitleView> TitleOf(std::int64_t location_id);

  // Keyword cores that match, by the chunk that holds the keywords, and the documents behind one.
  Result<bool> HasKeywords();
  Result<std::vector<std::int64_t>> MatchingKeywords(const std::string& expression);
  Result<std::vector<KeywordSource>> KeywordSources(std::int64_t chunk_id);

  // kNewestContentDate, if any source told a date.
  Result<std::optional<std::string>> NewestContentDate();
  Result<ShardCounts> Counts();
  std::int64_t StoredBytes() const;  // what the shard takes on its disk now
  Result<LogHead> Head() const { return log_->Head(); }

  const std::filesystem::path& path() const { return path_; }
  std::string name() const { return path_.stem().string(); }
  const LogView& log() const { return *log_; }

 private:
  friend struct Inside;  // inside.h
  struct Statements;
  ShardReader(std::filesystem::path path, sqlite::Database database);
  Status LoadLengths();
  Status LoadLengthsFor(std::int64_t expected_rows);

  std::filesystem::path path_;
  sqlite::Database database_;
  std::unique_ptr<LogView> log_;
  std::unique_ptr<Documents> documents_;
  std::unique_ptr<Locations> locations_;
  Links links_;
  std::unique_ptr<Texts> texts_;
  std::unique_ptr<Derivations> derivations_;
  Room room_;
  std::unique_ptr<Statements> statements_;
  std::optional<std::int64_t> version_;  // SQLite's data_version of this snapshot, once it was read
  std::vector<std::uint32_t> lengths_;   // terms by chunk_id, of this snapshot; empty until wanted
};

}  // namespace arborist::store
