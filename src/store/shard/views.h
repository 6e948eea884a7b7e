// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "document/derivation.h"
#include "document/descriptor.h"
#include "document/facts.h"
#include "index/query.h"
#include "store/shard/location_state.h"
#include "store/shard/prepared_document.h"
#include "store/shard/tier.h"

namespace arborist::store {

// What the reading classes of a shard return: plain values, copies of one moment. They stay valid
// when the shard moves on; a TextPlace is of use only while its shard is open.

class ShardReader;

// A document by its number in one shard; another shard has other numbers.
enum class DocId : std::int64_t {};

// A chunk by its number in one shard; another shard has other numbers. The chunks of a document
// have successive numbers, and the index of the shard knows a chunk by the same number
// (index/query.h).
enum class ChunkId : std::int64_t {};
// The chunk of a document by its place in there.
constexpr ChunkId ChunkAt(ChunkId first, std::uint64_t chunk_idx) {
  return ChunkId{std::to_underlying(first) + static_cast<std::int64_t>(chunk_idx)};
}
// The rows in the index of so many chunks that follow each other.
constexpr index::RowRange RowsOf(ChunkId first, std::uint64_t count = 1) {
  return {std::to_underlying(first),
          std::to_underlying(first) + static_cast<std::int64_t>(count) - 1};
}

// Where the text of one revision stands.
struct TextPlace {
  ShardReader* shard = nullptr;
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  DocId doc_id = {};  // of this shard, as all that follows
  ChunkId first_chunk_id = {};
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
  LocationState state = LocationState::kCurrent;
  std::string extraction_version;
  SourceHash source_hash;
  std::int64_t first_seen = 0;
  std::int64_t last_seen = 0;
  TextPlace text;  // the revision that was found there

  bool current() const { return state == LocationState::kCurrent; }
};

struct DocumentView : document::Facts {
  document::Kind kind = document::Kind::kSurface;
  std::int64_t compression_depth = 0;
  std::string source_type;
  std::uint64_t text_bytes = 0;  // of revision 0
  std::int64_t ingest_ts = 0;
  std::int64_t hit_count = 0;
  std::int64_t last_hit_at = 0;  // 0: never
  Tier tier = Tier::kHot;        // of the revision that is shown
  ChunkId first_chunk_id = {};   // of this shard
  bool current = false;
  std::vector<LocationView> locations;  // by URI

  // The current location with the smallest URI; without one, the smallest of any state. Not for a
  // view without locations.
  const LocationView& shown() const;
  bool is_core() const { return kind == document::Kind::kCore; }
  bool is_keyword_core() const {
    return is_core() && compression_depth == 1 && source_type == kKeywordSourceType;
  }
};

// One way in which a core was derived: a location of it.
struct DerivationView {
  std::string uri;
  LocationState state = LocationState::kCurrent;
  std::uint64_t event_seq = 0;  // of the event that binds it
  document::Derivation derivation;

  bool current() const { return state == LocationState::kCurrent; }
};

// A chunk's document, and its number in there.
struct ChunkPlace {
  DocumentRoot root;
  std::uint64_t chunk_idx = 0;
  std::uint64_t leaf_count = 0;  // of its document
};

}  // namespace arborist::store
