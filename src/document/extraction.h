// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::document {

// How the text of a document was made of the bytes read (decision 12). Stored with its location.
// The table of formats (ingest/formats/table.cc) has all of them; here are those that others name.
inline constexpr std::string_view kPlainExtraction = "plain-v1";
inline constexpr std::string_view kMarkdownExtraction = "markdown-v1";
inline constexpr std::string_view kRestExtraction = "rest-v1";
inline constexpr std::string_view kAsciiDocExtraction = "asciidoc-v1";
inline constexpr std::string_view kHtmlExtraction = "html-text-v1";
inline constexpr std::string_view kWikitextExtraction = "wikitext-v1";
inline constexpr std::string_view kJsonLinesExtraction = "jsonl-v1";
// Lines of JSON Lines whose URI ends like the name of a file with markup.
inline constexpr std::string_view kMarkdownLineExtraction = "jsonl-markdown-v1";
inline constexpr std::string_view kRestLineExtraction = "jsonl-rest-v1";
inline constexpr std::string_view kAsciiDocLineExtraction = "jsonl-asciidoc-v1";

constexpr bool IsLineExtraction(std::string_view extraction) {
  return extraction == kJsonLinesExtraction || extraction == kMarkdownLineExtraction ||
         extraction == kRestLineExtraction || extraction == kAsciiDocLineExtraction;
}

// The source type that one of these reads; empty for another, whose document tells its own.
constexpr std::string_view SourceTypeOf(std::string_view extraction) {
  if (extraction == kPlainExtraction) return "text";
  if (extraction == kMarkdownExtraction) return "markdown";
  if (extraction == kRestExtraction) return "rest";
  if (extraction == kAsciiDocExtraction) return "asciidoc";
  if (extraction == kHtmlExtraction) return "html";
  if (extraction == kWikitextExtraction) return "wikitext";
  if (IsLineExtraction(extraction)) return "jsonl";
  return {};
}

}  // namespace arborist::document
