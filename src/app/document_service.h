// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/home.h"
#include "markup/base.h"
#include "merkle/tree.h"
#include "store/corpus.h"
#include "store/shard/tier.h"

// What a home holds of documents, as structs that outlive it.
namespace arborist::app {

// A document in a list.
struct DocumentSummary {
  DocumentRoot root;
  std::string uri;  // of the location that is shown, and its title
  std::string title;
  std::vector<std::string> uris;  // its current ones; of a superseded document, those it had
  document::Kind kind = document::Kind::kSurface;
  std::uint64_t leaf_count = 0;
  std::string chunking_version;
  bool superseded = false;
  store::Tier tier = store::Tier::kHot;
};
DocumentSummary SummaryOf(const store::CorpusDocument& document);

struct DocumentLocation {
  std::string uri;
  std::string title;
  store::LocationState state = store::LocationState::kCurrent;
  SourceHash source_hash;
  // Not known where the location is from before there were revisions.
  std::optional<TextHash> text_hash;
  std::string extraction_version;
  std::int64_t first_seen = 0;
  std::int64_t last_seen = 0;
  // Of a current location that Show gives: what its reader noted; nothing if it noted nothing.
  std::optional<reading::Notes> notes = {};
};

struct DocumentDetails {
  DocumentSummary summary;
  std::string source_type;
  std::int64_t compression_depth = 0;
  std::string schema_version;
  std::string canonicalization_version;
  std::uint64_t text_bytes = 0;
  std::int64_t ingest_ts = 0;
  std::int64_t hit_count = 0;    // with the uses that the shards have not been told of
  std::int64_t last_hit_at = 0;  // 0: never
  std::string shard;
  std::vector<DocumentLocation> locations;
  std::vector<std::string> links;  // where its current texts link to, each once, in order
};

struct DocumentPage {
  std::vector<DocumentSummary> items;
  std::optional<DocumentRoot> next;  // the `after` of the next page
};

struct DocumentText {
  DocumentRoot root;
  std::string uri;
  std::string text;
};

struct PageChunk {
  std::uint64_t chunk_idx = 0;
  LeafHash leaf;
  std::string text;
  std::string base_text;  // where a base was asked for
};
struct ChunkPage {
  DocumentSummary document;
  std::optional<markup::Base> base;
  std::vector<PageChunk> items;
  std::optional<std::uint64_t> next;  // the `from` of the next page
};

struct ProvedChunk {
  DocumentSummary document;
  std::uint64_t chunk_idx = 0;
  std::string text;
  merkle::Proof proof;  // checked
};

struct DocumentVersion {
  DocumentRoot root;
  DocumentLocation location;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;
  std::string shard;
};
struct DocumentVersions {
  std::string uri;
  std::vector<DocumentVersion> items;
};

// Counts of the whole corpus and of each shard.
struct CorpusCounts {
  store::ShardCounts total;
  std::vector<std::pair<std::string, store::ShardCounts>> shards;
  std::int64_t in_several_shards = 0;  // documents that the total holds more than once
};
double StoreOverText(const store::ShardCounts& counts);

// Reads only. A document is named as Corpus::Resolve takes it: a root, 8 or more digits of one, or
// a URI; kNotFound when the home does not hold it. Belongs to the thread of its home.
class DocumentService {
 public:
  explicit DocumentService(const Home* home) : home_(home) {}

  struct Page {
    std::string after = {};  // digits of a root: those behind it
    std::size_t limit = 50;
    bool superseded = false;  // those too
  };
  Result<DocumentPage> List(const Page& page) const;
  Result<DocumentSummary> Find(std::string_view name) const;
  Result<DocumentDetails> Show(std::string_view name) const;
  Result<DocumentText> Text(std::string_view name) const;

  struct ChunksFrom {
    std::uint64_t from = 0;
    std::size_t limit = 50;
    std::string base = {};  // a base's name, "own" for the document's; empty: the text as stored
  };
  Result<ChunkPage> Chunks(std::string_view name, const ChunksFrom& page) const;
  Result<ProvedChunk> Chunk(std::string_view name, std::uint64_t chunk_idx) const;
  // Every text that was ever found under a URI; kNotFound: none was.
  Result<DocumentVersions> Versions(std::string_view uri) const;

  Result<CorpusCounts> Counts() const;
  // The names of the shard sets that may be seen, each once.
  std::vector<std::string> ShardSets() const;

 private:
  const Home* home_;
};

}  // namespace arborist::app
