// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log_bindings.h"

#include "crypto/sha256.h"
#include "json/value.h"
#include "text/canonical.h"

namespace arborist::store {

// Canonical JSON written straight down, its keys in order: the writer does this for every document.

namespace {

void AppendMember(std::string_view key, std::string_view value, std::string* out) {
  out->append(key);
  json::AppendString(value, out);
}

void AppendMember(std::string_view key, std::uint64_t value, std::string* out) {
  out->append(key);
  out->append(std::to_string(value));
}

}  // namespace

Hash256 HashDescriptor(const Descriptor& d) {
  std::string text;
  text.reserve(512);
  AppendMember("{\"canonicalization_version\":", d.canonicalization_version, &text);
  AppendMember(",\"chunking_version\":", d.chunking_version, &text);
  // Surfaces have none, and had their descriptors before there were others.
  if (d.kind != "surface") {
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

Hash256 HashDescriptor(const PreparedDocument& document) {
  return HashDescriptor({.root = document.root,
                         .leaf_count = document.chunks.size(),
                         .text_bytes = document.text_bytes,
                         .kind = document.is_core() ? "core" : "surface",
                         .compression_depth = document.compression_depth,
                         .source_type = document.source_type,
                         .chunking_version = document::Name(document.chunking),
                         .canonicalization_version = text::kCanonicalizationVersion,
                         .schema_version = document::kSchemaVersion});
}

std::string LocationText(std::string_view uri, std::string_view title, std::string_view extraction,
                         const SourceHash& source) {
  std::string text;
  text.reserve(160 + uri.size() + title.size());
  AppendMember("{\"extraction\":", extraction, &text);
  AppendMember(",\"source\":", source.hex(), &text);
  AppendMember(",\"title\":", title, &text);
  AppendMember(",\"uri\":", uri, &text);
  text.push_back('}');
  return text;
}

std::string LocationText(const PreparedDocument& document) {
  return LocationText(document.uri, document.title, document.extraction_version,
                      document.source_hash);
}

std::string LinksText(const std::vector<std::string>& sorted_links) {
  std::string text = "[";
  for (const std::string& link : sorted_links) {
    if (text.size() > 1) text.push_back(',');
    json::AppendString(link, &text);
  }
  text.push_back(']');
  return text;
}

std::optional<std::vector<std::string>> ParseLinks(std::string_view text) {
  const auto list = json::Parse(text);
  if (!list || !list->is_array()) return std::nullopt;
  std::vector<std::string> links;
  for (const json::Value& link : list->as_array()) {
    if (!link.is_string()) return std::nullopt;
    links.push_back(link.as_string());
  }
  return links;
}

Hash256 HashLinks(const std::vector<std::string>& sorted_links) {
  return crypto::Sha256(LinksText(sorted_links));
}

std::map<std::string, Hash256> LinkHashes(const PreparedDocument& document) {
  std::map<std::string, Hash256> hashes;
  if (!document.links.empty()) hashes.emplace("links", HashLinks(document.links));
  return hashes;
}

}  // namespace arborist::store
