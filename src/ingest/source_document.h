// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"

namespace arborist::ingest {

// How a document's text came out of the bytes read (decision 12). Stored with its location.
inline constexpr std::string_view kPlainExtraction = "plain-v1";
inline constexpr std::string_view kMarkdownExtraction = "markdown-v1";
inline constexpr std::string_view kHtmlExtraction = "html-text-v1";
inline constexpr std::string_view kWikitextExtraction = "wikitext-v1";
inline constexpr std::string_view kJsonLinesExtraction = "jsonl-v1";

// One document as a reader hands it on, before chunking.
struct SourceDocument {
  std::string uri;
  std::string title;
  std::string text;                // valid UTF-8, exactly what is stored and hashed
  std::string source_type;         // "text", "markdown", "html", "wikitext", "jsonl"
  std::string_view extraction;     // one of the names above
  SourceHash source_hash;          // sha256 of the bytes this document was read from
  std::vector<std::string> links;  // absolute target URIs, sorted, without repeats
  std::string alias_of;            // a redirect: the target's URI; text is empty then
};

}  // namespace arborist::ingest
