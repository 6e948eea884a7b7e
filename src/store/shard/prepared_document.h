// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "document/chunker.h"
#include "document/derivation.h"
#include "document/descriptor.h"

namespace arborist::store {

// No chunk is larger than a document.
inline constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

struct PreparedChunk {
  LeafHash leaf;
  std::string content;  // as stored: compressed, or plain
  std::string terms;    // search terms, separated by spaces
  std::uint64_t text_bytes = 0;
  std::uint64_t term_count = 0;
};

// What the reader noted of a text: where its parts stood and what was left out.
struct PreparedNotes {
  std::string text;  // reading::NotesText
  Hash256 hash;      // store/log/bindings.h, HashNotes
};

// A core with this source type and depth 1 is a list of keywords that leads searches to its source.
inline constexpr std::string_view kKeywordSourceType = "tfidf";

// Key of a shard's metadata: the newest content_date of its documents.
inline constexpr std::string_view kNewestContentDate = "content.newest";

// Everything that can be worked out of a document without the store, on any thread. An alias has a
// target instead of chunks.
struct PreparedDocument {
  std::string uri;
  std::string title;
  std::string title_terms;
  std::string source_type;
  std::string extraction_version;
  SourceHash source_hash;
  DocumentRoot root;
  document::Revision revision = {};
  document::Chunking chunking = document::Chunking::kTok512V1;
  std::vector<PreparedChunk> chunks;
  std::uint64_t text_bytes = 0;
  std::vector<std::string> links;
  std::string content_date = {};  // YYYY-MM-DD, where the source tells when it was written
  std::string alias_of;
  std::optional<PreparedNotes> notes = {};  // nothing: everything was read, and has no places
  std::int64_t compression_depth = 0;       // 0: stands in the index of texts
  std::optional<document::Derivation> derivation = {};  // of a core

  document::Kind kind() const {
    return derivation ? document::Kind::kCore : document::Kind::kSurface;
  }
  bool is_core() const { return derivation.has_value(); }
  bool is_alias() const { return !alias_of.empty(); }
};

// What ShardWriter::Put did with a document.
enum class PutOutcome : std::uint8_t {
  kAdded,       // a URI that was not here
  kUnchanged,   // the same bytes, or bytes that make the same text
  kRevised,     // the same words, in another white space or Unicode form
  kSuperseded,  // the URI has another text now
  kAlias,       // a new or changed redirect
  // A core whose text is a document of another kind, depth or distiller, or whose source is not
  // current. Nothing is put, and what was current at its URI is marked gone.
  kRefused,
};

}  // namespace arborist::store
