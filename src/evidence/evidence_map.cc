// SPDX-License-Identifier: AGPL-3.0-only
// Evidence ids, their root, and the passages as a prompt shows them (FROZEN:
// docs/format/evidence.md). An evidence id is derived from the leaf hash and the offsets, so it is
// the same in every run, whatever the order of passages; the root sorts the hashed ids for the same
// reason. Ids have only 32 bits: they are for display and for the reference's formulas, and
// whatever is trusted uses the full hashes (decision 10).
#include "evidence/evidence_map.h"

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "crypto/sha256.h"
#include "merkle/tree.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::evidence {

std::string EvidenceId(std::string_view chunk_root, std::uint64_t offset_start,
                       std::uint64_t offset_end) {
  std::string place(chunk_root);
  place.append(":").append(std::to_string(offset_start));
  place.append(":").append(std::to_string(offset_end));
  return "E" + crypto::Sha256(place).hex().substr(0, 8);
}

Hash256 EvidenceRoot(std::span<const std::string> evidence_ids) {
  std::vector<Hash256> leaves;
  leaves.reserve(evidence_ids.size());
  for (const std::string& id : evidence_ids) leaves.push_back(crypto::Sha256(id));
  std::ranges::sort(leaves);
  return merkle::Root(leaves);
}

EvidenceMap::EvidenceMap(std::vector<SourceChunk> chunks) {
  objects_.reserve(chunks.size());
  for (SourceChunk& chunk : chunks) {
    EvidenceObject object;
    static_cast<SourceChunk&>(object) = std::move(chunk);
    object.pointer_id = "E" + std::to_string(objects_.size() + 1);
    object.offset_end = object.offset_start + text::CountCodePoints(object.span);
    object.evidence_id = EvidenceId(object.chunk_root, object.offset_start, object.offset_end);
    bytes_ += object.span.size() + (object.title ? object.title->size() : 0) +
              object.document_uri.size() + object.source_root.size() + object.source_role.size();
    objects_.push_back(std::move(object));
  }
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    by_evidence_id_.emplace(objects_[i].evidence_id, i);
  }
  lower_spans_.resize(objects_.size());
}

const EvidenceObject* EvidenceMap::ByPointer(std::string_view pointer_id) const {
  std::size_t number = 0;
  if (pointer_id.size() < 2 || pointer_id[0] != 'E' || pointer_id[1] == '0') return nullptr;
  const char* end = pointer_id.data() + pointer_id.size();
  const auto [stop, error] = std::from_chars(pointer_id.data() + 1, end, number);
  if (error != std::errc() || stop != end || number == 0 || number > objects_.size()) {
    return nullptr;
  }
  return &objects_[number - 1];
}

const EvidenceObject* EvidenceMap::ByEvidenceId(std::string_view evidence_id) const {
  const auto found = by_evidence_id_.find(evidence_id);
  return found == by_evidence_id_.end() ? nullptr : &objects_[found->second];
}

std::string_view EvidenceMap::LowerSpan(const EvidenceObject& object) const {
  const auto index = static_cast<std::size_t>(&object - objects_.data());
  CHECK(index < objects_.size());
  if (!lower_spans_[index]) lower_spans_[index] = text::ToLower(object.span);
  return *lower_spans_[index];
}

Hash256 EvidenceMap::Root() const {
  std::vector<std::string> ids;
  ids.reserve(objects_.size());
  for (const EvidenceObject& object : objects_) ids.push_back(object.evidence_id);
  return EvidenceRoot(ids);
}

std::string_view Label(const EvidenceObject& object) {
  if (object.title && !object.title->empty()) return *object.title;
  const std::string_view uri = object.document_uri;
  const std::string_view tail = uri.substr(uri.rfind('/') + 1);  // the whole URI if it has no slash
  return tail.empty() ? "untitled" : tail;
}

std::string Label(const EvidenceObject& object, Rendering rendering) {
  const std::string_view label = Label(object);
  if (rendering == Rendering::kReferenceV98) return std::string(label);
  std::string shown = LabelOnOneLine(label);
  if (shown.empty() && object.title && !object.title->empty()) {
    const std::string_view uri = object.document_uri;
    shown = LabelOnOneLine(uri.substr(uri.rfind('/') + 1));
  }
  return shown.empty() ? "untitled" : shown;
}

std::string RenderEvidenceMap(const EvidenceMap& evidence, Rendering rendering) {
  const bool one_line = IsOneLine(rendering);
  std::string out;
  for (const EvidenceObject& object : evidence.objects()) {
    if (!out.empty()) out.append("\n\n");
    out.append("=== ").append(object.pointer_id).append(" (").append(Label(object, rendering));
    out.append(" | ").append(one_line ? LabelOnOneLine(object.source_role) : object.source_role);
    out.append(") ===\n").append(one_line ? WithoutHeaders(object.span) : object.span);
  }
  return out;
}

}  // namespace arborist::evidence
