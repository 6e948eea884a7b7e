// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "document/extraction.h"
#include "reading/notes.h"

namespace arborist::ingest {

using document::kAsciiDocExtraction;
using document::kHtmlExtraction;
using document::kJsonLinesExtraction;
using document::kMarkdownExtraction;
using document::kPlainExtraction;
using document::kRestExtraction;
using document::kWikitextExtraction;

// One document as a reader hands it on, before chunking.
struct SourceDocument {
  std::string uri;
  std::string title;
  std::string text;                // valid UTF-8, exactly what is stored and hashed
  std::string source_type;         // "text", "markdown", "html", "wikitext", "jsonl"
  std::string_view extraction;     // one of the names above
  SourceHash source_hash;          // sha256 of the bytes this document was read from
  std::vector<std::string> links;  // absolute target URIs, sorted, without repeats
  std::string content_date = {};   // YYYY-MM-DD, where the source tells when it was written
  reading::Notes notes = {};       // what its reader noted
  std::string alias_of;            // a redirect: the target's URI; text is empty then
};

// One document that a stream left out while the rest went on.
struct Skipped {
  std::string what;    // "page Foo", "line 12"
  std::string reason;  // lower case, no full stop
};
inline constexpr std::size_t kMaxNamedSkips = 10000;  // further ones are only counted

}  // namespace arborist::ingest
