// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "document/facts.h"
#include "json/value.h"
#include "merkle/tree.h"

namespace arborist::bundle {

// A proof bundle: one JSON file with a text and everything that is needed to check, without store
// or network, that the text belongs to a document root. Format: docs/format/bundle.md. FROZEN
// arborist-passage-v1, -v2, arborist-document-v1, -v2, arborist-record-v1, -v2, arborist-core-v1,
// arborist-snapshot-v1, arborist-event-v1, arborist-consistency-v1; a change gets a new name.
inline constexpr std::string_view kPassageFormatV1 = "arborist-passage-v1";  // checked, not made
inline constexpr std::string_view kDocumentFormatV1 = "arborist-document-v1";
inline constexpr std::string_view kPassageFormat = "arborist-passage-v2";
inline constexpr std::string_view kDocumentFormat = "arborist-document-v2";
inline constexpr std::string_view kRecordFormatV1 = "arborist-record-v1";    // of record-v1
inline constexpr std::string_view kRecordFormat = "arborist-record-v2";      // record_bundle.h
inline constexpr std::string_view kCoreFormat = "arborist-core-v1";          // core_bundle.h
inline constexpr std::string_view kSnapshotFormat = "arborist-snapshot-v1";  // snapshot_bundle.h
inline constexpr std::string_view kEventFormat = "arborist-event-v1";        // log_bundle.h
inline constexpr std::string_view kConsistencyFormat = "arborist-consistency-v1";
inline constexpr std::array<std::string_view, 10> kFormats = {
    kPassageFormatV1, kDocumentFormatV1, kRecordFormatV1,    kRecordFormat,  kCoreFormat,
    kSnapshotFormat,  kEventFormat,      kConsistencyFormat, kPassageFormat, kDocumentFormat};

inline constexpr std::size_t kMaxBundleBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxBundleDepth = 64;

// Where the document was read. Informative: covered by no hash.
struct Location {
  std::string uri;
  std::string title;
};

// The facts of a document that both kinds of bundle state.
struct DocumentFacts : document::Facts {
  std::string source_type;
  std::vector<Location> locations;
};

// Further facts that the log's descriptor of a document binds (document/descriptor.h).
struct RecordedFacts {
  std::string kind;
  std::int64_t compression_depth = 0;
  std::uint64_t text_bytes = 0;
};

// The revision that a passage belongs to, and the path from its raw slice to the root over all raw
// slices; no path if the document has one chunk.
struct PassageRevision {
  TextHash text_hash;
  std::optional<merkle::Proof> slice = {};
};

// One chunk: its raw slice, and the path from its leaf to the root. States what it is given;
// VerifyBundle judges.
json::Value MakePassageBundle(const DocumentFacts& document, const RecordedFacts& recorded,
                              std::string_view text, const merkle::Proof& proof,
                              const PassageRevision& revision);

// A whole document: its text without a byte-order mark, and every leaf.
json::Value MakeDocumentBundle(const DocumentFacts& document, const RecordedFacts& recorded,
                               std::string_view text, const std::vector<Hash256>& leaves);

// The bundle as file content: indented, the text on one line, valid UTF-8.
std::string ToFileText(const json::Value& bundle);

}  // namespace arborist::bundle
