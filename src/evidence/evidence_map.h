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

// A passage that an answer may cite. pointer_id is its number in this run (E1, E2, ...), short and
// easy to recognise when invented. evidence_id is the same in every run.
struct EvidenceObject : SourceChunk {
  std::string pointer_id;
  std::string evidence_id;       // E and 8 hex digits: for display, never for trust
  std::uint64_t offset_end = 0;  // where the span ends
};

// A range of bytes of a passage.
struct SpanPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// "E" and the first 8 hex digits of sha256("chunk_root:offset_start:offset_end").
std::string EvidenceId(std::string_view chunk_root, std::uint64_t offset_start,
                       std::uint64_t offset_end);

// Merkle root over the sorted sha256(evidence_id); independent of the order of passages.
Hash256 EvidenceRoot(std::span<const std::string> evidence_ids);

// The passages of one run. Owns them. One thread at a time: lower-case texts are made on first use.
class EvidenceMap {
 public:
  explicit EvidenceMap(std::vector<SourceChunk> chunks);
  EvidenceMap(EvidenceMap&&) = default;
  EvidenceMap(const EvidenceMap&) = delete;  // the index points into the objects
  EvidenceMap& operator=(EvidenceMap&&) = default;
  EvidenceMap& operator=(const EvidenceMap&) = delete;

  std::span<const EvidenceObject> objects() const { return objects_; }

  // Bytes of all texts of the objects; budgets are sized by it.
  std::size_t bytes() const { return bytes_; }

  // The passage with this pointer, spelled exactly as in the prompt (E01 is not E1), or null.
  const EvidenceObject* ByPointer(std::string_view pointer_id) const;
  // The first passage with this id (several chunks may share one), or null.
  const EvidenceObject* ByEvidenceId(std::string_view evidence_id) const;

  // The span of an object of this map in lower case, computed once.
  std::string_view LowerSpan(const EvidenceObject& object) const;

  Hash256 Root() const;  // EvidenceRoot of its ids

 private:
  std::vector<EvidenceObject> objects_;
  std::size_t bytes_ = 0;
  std::map<std::string_view, std::size_t> by_evidence_id_;
  mutable std::vector<std::optional<std::string>> lower_spans_;
};

// The name of a passage for people and models: its title, else the end of its URI.
std::string_view Label(const EvidenceObject& object);
// The same as a rendering shows it. Under one-line-v1 a title of blanks counts as none.
std::string Label(const EvidenceObject& object, Rendering rendering);

// The passages as blocks of a prompt, for pointer lines and JSON answers alike.
std::string RenderEvidenceMap(const EvidenceMap& evidence, Rendering rendering);

}  // namespace arborist::evidence
