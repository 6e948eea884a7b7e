// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "evidence/rendering.h"

// FROZEN evidence ids and their root: docs/format/evidence.md.
namespace arborist::evidence {

inline constexpr std::string_view kUnclassifiedRole = "unclassified";

// A passage that retrieval chose for an answer.
struct SourceChunk {
  std::string source_root;  // root of its document
  std::string document_uri;
  std::optional<std::string> title;
  std::int64_t chunk_idx = 0;
  std::string chunk_root;  // its leaf hash
  std::string source_role{kUnclassifiedRole};
  std::string span;                // the text
  std::uint64_t offset_start = 0;  // where the span begins, in code points of the chunk's base
};

// A passage that an answer may cite. pointer_id is its place in this run (E1, E2, ...): short, and
// obvious when invented. evidence_id is the same in every run.
struct EvidenceObject : SourceChunk {
  std::string pointer_id;
  std::string evidence_id;       // E and 8 hex digits: for display, never for trust
  std::uint64_t offset_end = 0;  // where the span ends, likewise
};

// Bytes of a passage.
struct SpanPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// "E" and the first 8 hex digits of sha256("chunk_root:offset_start:offset_end").
std::string EvidenceId(std::string_view chunk_root, std::uint64_t offset_start,
                       std::uint64_t offset_end);

// Merkle root over the sorted sha256(evidence_id): the same for any order of the passages.
Hash256 EvidenceRoot(std::span<const std::string> evidence_ids);

// The passages of one run. Not for several threads at once: lower-case text is made when first
// asked for.
class EvidenceMap {
 public:
  explicit EvidenceMap(std::vector<SourceChunk> chunks);
  EvidenceMap(EvidenceMap&&) = default;
  EvidenceMap(const EvidenceMap&) = delete;  // the index points into the objects
  EvidenceMap& operator=(EvidenceMap&&) = default;
  EvidenceMap& operator=(const EvidenceMap&) = delete;

  std::span<const EvidenceObject> objects() const { return objects_; }

  // Of the texts of all objects: what work on them is measured by.
  std::size_t bytes() const { return bytes_; }

  // Exactly as the prompt shows it: E01 is not E1.
  const EvidenceObject* ByPointer(std::string_view pointer_id) const;
  // The first of them, when several chunks share an id.
  const EvidenceObject* ByEvidenceId(std::string_view evidence_id) const;

  // The object's span in lower case, made once. The object is one of this map.
  std::string_view LowerSpan(const EvidenceObject& object) const;

  Hash256 Root() const;  // EvidenceRoot of its ids

 private:
  std::vector<EvidenceObject> objects_;
  std::size_t bytes_ = 0;
  std::map<std::string_view, std::size_t> by_evidence_id_;
  mutable std::vector<std::optional<std::string>> lower_spans_;
};

// How a passage is called where people and models read: its title, else the end of its URI.
std::string_view Label(const EvidenceObject& object);
// The same as it is shown under a rendering: under one-line-v1 a title of blanks is none.
std::string Label(const EvidenceObject& object, Rendering rendering);

// The blocks of the prompt, the same for pointer lines and for JSON answers.
std::string RenderEvidenceMap(const EvidenceMap& evidence, Rendering rendering);

}  // namespace arborist::evidence
