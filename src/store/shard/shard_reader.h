// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "compress/chunk_codec.h"
#include "sqlite/database.h"
#include "sqlite/rank_function.h"
#include "store/log/log_view.h"
#include "store/shard/prepared_document.h"
#include "store/shard/tier.h"

namespace arborist::store {

// Key of a shard's metadata: the newest date that a source says of its own content, YYYY-MM-DD.
inline constexpr std::string_view kNewestContentDate = "content.newest";

class ShardReader;

// Where the text of one revision stands.
struct TextPlace {
  ShardReader* shard = nullptr;
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::int64_t doc_id = 0;  // of this shard, as all that follows
  std::int64_t first_chunk_id = 0;
  std::int64_t revision = 0;
  Tier tier = Tier::kHot;
  std::uint64_t text_bytes = 0;
  // What the log binds; nothing for what was taken in before there were revisions.
  std::optional<TextHash> text_hash = {};
  std::optional<Hash256> slices = {};  // nothing also where there is one chunk
};
// Whether both are the same revision, as far as the store knows.
bool SameRevision(const TextPlace& a, const TextPlace& b);

struct LocationView {
  std::string uri;
  std::string title;
  std::string state;  // current, superseded, gone
  std::string extraction_version;
  SourceHash source_hash;
  std::int64_t first_seen = 0;
  std::int64_t last_seen = 0;
  TextPlace text;  // the revision that was found there

  bool current() const { return state == "current"; }
};

struct DocumentView {
  DocumentRoot root;
  std::string kind;
  std::int64_t compression_depth = 0;
  std::string source_type;
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;  // of revision 0
  std::int64_t ingest_ts = 0;
  std::int64_t hit_count = 0;
  std::int64_t last_hit_at = 0;     // 0: never
  Tier tier = Tier::kHot;           // of the revision that is shown
  std::int64_t first_chunk_id = 0;  // of this shard
  bool current = false;
  std::vector<LocationView> locations;  // by URI

  // The current location with the smallest URI; without one, the smallest of any state. Not for a
  // view without locations.
  const LocationView& shown() const;
  bool is_core() const { return kind == "core"; }
  bool is_keyword_core() const {
    return is_core() && compression_depth == 1 && source_type == kKeywordSourceType;
  }
};

// One way in which a core was derived: a location of it.
struct DerivationView {
  std::string uri;
  std::string state;
  std::uint64_t event_seq = 0;  // of the event that binds it
  document::Derivation derivation;
};

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

struct ChunkPlace {
  DocumentRoot root;
  std::uint64_t chunk_idx = 0;
  std::uint64_t leaf_count = 0;  // of its document
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

// The reading end of one shard. Any number of them, beside one writer; each belongs to one thread
// at a time. Reads see one moment between Snapshot() calls.
class ShardReader {
 public:
  // Brings a file of an older schema forward first, as a writer does; where that cannot be, it is
  // refused.
  static Result<std::unique_ptr<ShardReader>> Open(const std::filesystem::path& path);
  ~ShardReader();

  // Starts reading the newest state. Open does it once. What was worked out from the last one is
  // kept while nothing has changed.
  Status Snapshot();
  // Ends reading until the next Snapshot: whoever waits must not keep the log of the file in use.
  void Release();

  // -- documents
  Result<std::optional<DocumentView>> Find(const DocumentRoot& root);
  // Roots whose hex starts so, at most limit of them, in order.
  Result<std::vector<DocumentRoot>> FindByPrefix(std::string_view hex_prefix, std::size_t limit);
  // What a URI names now: a document or, for a redirect, another URI.
  struct UriTarget {
    std::optional<DocumentRoot> root;
    std::string alias_of;
  };
  Result<std::optional<UriTarget>> Resolve(std::string_view uri);
  // The next documents in root order behind `after`, at most limit; for merging shards.
  Result<std::vector<DocumentView>> DocumentsAfter(const std::optional<DocumentRoot>& after,
                                                   std::size_t limit, bool include_superseded);
  // Every text that a URI has had here, oldest first.
  struct UriVersion {
    DocumentRoot root;
    LocationView location;
    std::uint64_t leaf_count = 0;
    std::uint64_t text_bytes = 0;
  };
  Result<std::vector<UriVersion>> VersionsOf(std::string_view uri);
  Result<std::vector<DocumentRoot>> CurrentRoots();  // in order
  // Of surfaces, or of the compressions by one distiller at one depth; in the order in which they
  // stand in the file, which is the fastest to read their texts in.
  Result<std::vector<DocumentRoot>> CurrentSurfaceRoots();
  Result<std::vector<DocumentRoot>> CurrentCoreRoots(std::string_view source_type,
                                                     std::int64_t depth);
  // The next roots behind `after`, current or not, at most limit; for finding what shards share.
  Result<std::vector<DocumentRoot>> RootsAfter(const std::optional<DocumentRoot>& after,
                                               std::size_t limit);
  static constexpr std::size_t kMaxLinksBytes = std::size_t{256} << 20;
  Result<std::vector<std::string>> Links(std::string_view uri);
  // Who depends on a document: current redirects to a URI, current texts that link to one of these,
  // cores that were distilled from a root. In order.
  Result<std::vector<std::string>> AliasesOf(std::string_view uri);
  Result<std::vector<std::string>> LinkingTo(const std::set<std::string, std::less<>>& uris);
  Result<std::vector<DocumentRoot>> CoresOf(const DocumentRoot& root);
  // What a core was distilled from, in any way: each once, in order.
  Result<std::vector<DocumentRoot>> SourcesOf(const DocumentRoot& core);
  // Every way in which a core was derived, in the order of their URIs.
  Result<std::vector<DerivationView>> DerivationsOf(const DocumentRoot& core);
  // The bytes that a URI's current text or alias was read from; nothing also where it is not known
  // which revision they made.
  Result<std::optional<SourceHash>> CurrentSource(std::string_view uri);

  // -- chunks
  // What is read by its place is checked before anybody sees it: a slice must hash to its leaf, and
  // a whole text to its root and to the hash of its revision. kCorrupt: it does not; kNotFound: it
  // was evicted. The place must be of this shard, by this reader or another.
  Result<std::string> ChunkText(const TextPlace& place, std::uint64_t chunk_idx);
  struct Chunk {
    Hash256 leaf;
    std::string text;
  };
  Result<std::vector<Chunk>> Chunks(const TextPlace& place);
  Result<std::string> DocumentText(const TextPlace& place);
  Result<std::string> DocumentText(const DocumentView& document) {
    return DocumentText(document.shown().text);
  }
  // A slice of revision 0 as it is stored, unchecked: to weigh its words, which are those of every
  // revision.
  Result<std::string> RawChunk(std::int64_t chunk_id);
  // A slice of any revision as it is stored, unchecked: for who does the checking.
  Result<std::string> Slice(const TextPlace& place, std::uint64_t chunk_idx);
  Result<std::vector<Hash256>> Leaves(const DocumentView& document);
  // One leaf of a document, without the others.
  Result<LeafHash> Leaf(const DocumentView& document, std::uint64_t chunk_idx);
  Result<ChunkPlace> PlaceOf(std::int64_t chunk_id);

  // -- room (shard_reader_room.cc)
  // What each surface takes and how it was used, in no order.
  struct RoomRow {
    DocumentRoot root;
    Tier tier = Tier::kHot;
    bool current = false;
    std::int64_t last_use = 0;  // the newer of the last hit and the ingest
    std::int64_t hits = 0;
    std::uint64_t text_bytes = 0;   // as stored; 0 when evicted
    std::uint64_t index_bytes = 0;  // about: its share of the index by terms
  };
  Result<std::vector<RoomRow>> Room();
  Result<std::uint64_t> BytesInUse();  // what the file takes when it is written anew
  struct EvictedText {
    DocumentRoot root;
    TextHash text_hash;
    bool wanted = false;  // a current location has this revision, or the document has none
  };
  Result<std::vector<EvictedText>> EvictedTexts();  // in the order of their roots
  Result<std::int64_t> ColdDocuments();             // that no search finds by their text

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
  std::int64_t FileBytes() const;  // the file and its write-ahead log
  Result<LogHead> Head() const { return log_->Head(); }

  const std::filesystem::path& path() const { return path_; }
  std::string name() const { return path_.stem().string(); }
  const LogView& log() const { return *log_; }

 private:
  friend struct Inside;  // inside.h
  struct Statements;
  ShardReader(std::filesystem::path path, sqlite::Database database);
  Result<DocumentView> ReadDocument(const sqlite::Statement& row);
  Status ReadLocations(std::int64_t doc_id, DocumentView* view);
  Result<LocationView> ReadLocation(const sqlite::Statement& row, const DocumentView& view);
  Result<std::string> Decompressed(const sqlite::Statement& row, const std::string& place);
  Error Evicted(const DocumentRoot& root, std::uint64_t chunk_idx);
  Status LoadLengths();
  Status LoadLengthsFor(std::int64_t expected_rows);

  std::filesystem::path path_;
  sqlite::Database database_;
  std::unique_ptr<LogView> log_;
  std::optional<compress::Dictionary> dictionary_;
  std::unique_ptr<compress::ChunkCodec> codec_;
  std::unique_ptr<Statements> statements_;
  std::int64_t version_ = 0;            // SQLite's data_version of this snapshot
  std::vector<std::uint32_t> lengths_;  // terms by chunk_id, of this snapshot; empty until wanted
};

}  // namespace arborist::store
