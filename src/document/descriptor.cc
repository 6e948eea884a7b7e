// SPDX-License-Identifier: AGPL-3.0-only
#include "document/descriptor.h"

#include <string>

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::document {

namespace {

// Writes canonical JSON directly, members in sorted order: the store does this for every document.
void AppendMember(std::string_view key, std::string_view value, std::string* out) {
  out->append(key);
  json::AppendString(value, out);
}

void AppendMember(std::string_view key, std::uint64_t value, std::string* out) {
  out->append(key);
  out->append(std::to_string(value));
}

}  // namespace

std::string_view Name(Kind kind) { return kind == Kind::kCore ? "core" : "surface"; }

std::optional<Kind> KindFromName(std::string_view name) {
  for (const Kind kind : {Kind::kSurface, Kind::kCore}) {
    if (Name(kind) == name) return kind;
  }
  return std::nullopt;
}

Hash256 HashDescriptor(const Descriptor& d) {
  std::string text;
  text.reserve(512);
  AppendMember("{\"canonicalization_version\":", d.canonicalization_version, &text);
  AppendMember(",\"chunking_version\":", d.chunking_version, &text);
  // Surfaces lack the member: their descriptors are older than documents of other kinds.
  if (d.kind != Name(Kind::kSurface)) {
    AppendMember(",\"compression_depth\":", static_cast<std::uint64_t>(d.compression_depth), &text);
  }
  AppendMember(",\"document_root\":", d.root.hex(), &text);
  AppendMember(",\"kind\":", d.kind, &text);
  AppendMember(",\"leaf_count\":", d.leaf_count, &text);
  AppendMember(",\"schema_version\":", d.schema_version, &text);
  AppendMember(",\"source_type\":", d.source_type, &text);
  AppendMember(",\"text_bytes\":", d.text_bytes, &text);
  text.push_back('}');
  return crypto::Sha256(text);
}

}  // namespace arborist::document
