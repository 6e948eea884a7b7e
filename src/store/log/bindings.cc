// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/bindings.h"

#include "crypto/sha256.h"
#include "json/value.h"
#include "merkle/tree.h"

namespace arborist::store {

// Canonical JSON written straight down, its keys in order: the writer does this for every document.

namespace {

void AppendMember(std::string_view key, std::string_view value, std::string* out) {
  out->append(key);
  json::AppendString(value, out);
}

}  // namespace

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

Hash256 HashNotes(const reading::Notes& notes) {
  std::vector<Hash256> leaves;
  leaves.reserve(notes.anchors.size());
  for (const reading::Anchor& anchor : notes.anchors)
    leaves.push_back(merkle::HashLeaf(reading::AnchorText(anchor)));
  std::string text = "{\"anchors\":{\"count\":" + std::to_string(leaves.size());
  AppendMember(",\"root\":", merkle::Root(leaves).hex(), &text);
  text.push_back('}');
  if (notes.origin) text += ",\"origin\":" + reading::OriginText(*notes.origin);
  text += ",\"report\":" + reading::ReportText(notes.report) + "}";
  return crypto::Sha256(text);
}

PreparedNotes PrepareNotes(const reading::Notes& notes) {
  return {.text = reading::NotesText(notes), .hash = HashNotes(notes)};
}

std::map<std::string, Hash256> HashesBesideText(const PreparedDocument& document) {
  std::map<std::string, Hash256> hashes;
  if (!document.links.empty()) hashes.emplace("links", HashLinks(document.links));
  if (document.notes) hashes.emplace(kReadingBinding, document.notes->hash);
  return hashes;
}

}  // namespace arborist::store
