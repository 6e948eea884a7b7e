// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bundle/bundle.h"
#include "bundle/verify.h"
#include "document/chunker.h"

namespace arborist::bundle {

// "w0 w1 ... " of so many tokens.
inline std::string Words(int count, const std::string& stem = "w") {
  std::string text;
  for (int i = 0; i < count; ++i) text += stem + std::to_string(i) + (i % 7 == 6 ? "\n\n" : " ");
  return text;
}

inline DocumentFacts FactsOf(const document::Identity& identity) {
  return {{.root = identity.root,
           .leaf_count = identity.leaves.size(),
           .schema_version = "v9.8.0",
           .canonicalization_version = "norm-v1",
           .chunking_version = std::string(document::Name(identity.chunking))},
          "text",
          {{"file:///a.txt", "A title"}}};
}

inline RecordedFacts RecordedOf(const document::Identity& identity) {
  std::uint64_t bytes = 0;
  for (const std::string_view slice : identity.slices) bytes += slice.size();
  return {.kind = "surface", .compression_depth = 0, .text_bytes = bytes};
}

inline json::Value PassageV2Of(const document::Identity& identity, std::size_t chunk_idx) {
  PassageRevision revision{.text_hash = document::RevisionOf(identity.slices).text_hash};
  if (identity.slices.size() > 1) {
    std::vector<Hash256> leaves;
    for (const std::string_view slice : identity.slices)
      leaves.push_back(document::SliceLeafOf(slice));
    revision.slice = merkle::Prove(leaves, chunk_idx);
  }
  return MakePassageBundle(FactsOf(identity), RecordedOf(identity), identity.slices[chunk_idx],
                           merkle::Prove(identity.leaves, chunk_idx), revision);
}

inline json::Value WholeV2Of(const document::Identity& identity) {
  std::string text;
  for (const std::string_view slice : identity.slices) text += slice;
  return MakeDocumentBundle(FactsOf(identity), RecordedOf(identity), text, identity.leaves);
}

// As older programs made it.
inline json::Value AsV1(json::Value bundle, std::string_view format) {
  json::Object& members = bundle.as_object();
  for (const char* name : {"kind", "compression_depth", "text_bytes", "revision"})
    members.erase(name);
  members["format"] = format;
  return bundle;
}
inline json::Value PassageOf(const document::Identity& identity, std::size_t chunk_idx) {
  return AsV1(PassageV2Of(identity, chunk_idx), kPassageFormatV1);
}
inline json::Value WholeOf(const document::Identity& identity) {
  return AsV1(WholeV2Of(identity), kDocumentFormatV1);
}

// The file with each of its members twice, one at a time, the false one first.
inline void ForEachTwice(
    const std::string& file,
    const std::function<void(const std::string& name, const std::string& changed)>& visit) {
  for (std::size_t end = file.find('\n'); end != std::string::npos;
       end = file.find('\n', end + 1)) {
    const std::size_t open = file.find_first_not_of(' ', end + 1);
    if (open == std::string::npos || file[open] != '"') continue;
    const std::size_t close = file.find('"', open + 1);
    if (!std::string_view(file).substr(close).starts_with("\": ")) continue;
    const std::string name = file.substr(open + 1, close - open - 1);
    std::string changed = file;
    visit(name, changed.insert(open, "\"" + name + "\": \"another\", "));
  }
}

// "valid", "error: ...", or the failed checks as "name: first word of the detail", joined by "; ";
// checks that could not be made as "name?".
inline std::string Judge(const json::Value& bundle) {
  const auto report = VerifyBundle(ToFileText(bundle));
  if (!report) return "error: " + report.error().message;
  if (report->valid()) return "valid";
  std::string out;
  for (const Check& check : report->checks) {
    if (check.state == CheckState::kOk) continue;
    out += (out.empty() ? "" : "; ") + check.name;
    if (check.state == CheckState::kNotChecked) {
      out += "?";
    } else if (check.detail.find(": ") != std::string::npos) {
      out += " " + check.detail.substr(0, check.detail.find(": "));
    }
  }
  return out;
}

}  // namespace arborist::bundle
