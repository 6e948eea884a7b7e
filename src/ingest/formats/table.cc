// SPDX-License-Identifier: AGPL-3.0-only
// The input formats, one row each. A new one is a file beside this one with its reader, the
// reader's declaration and a row here, and the file's name in CMakeLists.txt. Nothing else knows a
// format by name: the command line, uploads, detection, rehydrate and the list of versions read the
// table.
#include "ingest/formats/table.h"

#include <algorithm>

#include "reading/extraction_names.h"

namespace arborist::ingest {

// -- the readers, each in the file of its format

bool HoldsAsciiDoc(const Head& head);
bool HoldsHtml(const Head& head);
bool HoldsJsonLines(const Head& head);
bool HoldsMediaWiki(const Head& head);
bool HoldsPdf(const Head& head);
bool HoldsRest(const Head& head);
Result<Extracted> ReadAsciiDocFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadHtmlFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadMarkdownFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadPdfFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadPlainTextFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadRestFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<std::unique_ptr<StreamReader>> OpenJsonLines(const Origin& origin,
                                                    const ReadOptions& options);
Result<std::unique_ptr<StreamReader>> OpenMediaWiki(const Origin& origin,
                                                    const ReadOptions& options);

namespace {

constexpr Format kFormats[] = {
    {.name = "text",
     .label = "plain text",
     .source_type = "text",
     .extraction = document::kPlainExtraction,
     .media_types = {"text/plain"},
     .endings = {"txt", "text", "org"},
     .read = ReadPlainTextFile},
    {.name = "markdown",
     .label = "Markdown",
     .source_type = "markdown",
     .extraction = document::kMarkdownExtraction,
     .media_types = {"text/markdown"},
     .endings = {"md", "markdown", "mdown", "mkd", "mkdn", "mdx"},
     .read = ReadMarkdownFile},
    {.name = "rest",
     .label = "reStructuredText",
     .source_type = "rest",
     .extraction = document::kRestExtraction,
     .media_types = {"text/x-rst"},
     .endings = {"rst", "rest"},
     .holds = HoldsRest,
     .read = ReadRestFile},
    {.name = "asciidoc",
     .label = "AsciiDoc",
     .source_type = "asciidoc",
     .extraction = document::kAsciiDocExtraction,
     .media_types = {"text/asciidoc"},
     .endings = {"adoc", "asciidoc"},
     .holds = HoldsAsciiDoc,
     .read = ReadAsciiDocFile},
    {.name = "html",
     .label = "HTML",
     .source_type = "html",
     .extraction = document::kHtmlExtraction,
     .media_types = {"text/html"},
     .endings = {"html", "htm", "xhtml", "shtml"},
     .holds = HoldsHtml,
     .read = ReadHtmlFile},
    {.name = "pdf",
     .label = "PDF",
     .source_type = "pdf",
     .extraction = reading::kPdfExtraction,
     .media_types = {"application/pdf"},
     .endings = {"pdf"},
     .holds = HoldsPdf,
     .jailed_kind = "pdf",
     .read = ReadPdfFile},
    {.name = "mediawiki",
     .label = "MediaWiki XML dumps",
     .source_type = "wikitext",
     .extraction = document::kWikitextExtraction,
     .holds = HoldsMediaWiki,
     .open = OpenMediaWiki},
    {.name = "jsonl",
     .label = "JSON Lines {uri,title,text}",
     .source_type = "jsonl",
     .extraction = document::kJsonLinesExtraction,
     .media_types = {"application/x-ndjson"},
     .holds = HoldsJsonLines,
     .open = OpenJsonLines},
};

template <typename Test>
const Format* First(const Test& test) {
  const auto* const found = std::ranges::find_if(kFormats, test);
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace

std::span<const Format> Formats() { return kFormats; }

const Format& PlainText() { return kFormats[0]; }

const Format* FormatNamed(std::string_view name) {
  return First([&](const Format& format) { return format.name == name; });
}

const Format* FormatOfExtraction(std::string_view extraction) {
  return First([&](const Format& format) { return format.extraction == extraction; });
}

const Format* FormatOfMediaType(std::string_view media_type) {
  return First([&](const Format& format) { return format.media_types.Has(media_type); });
}

const Format* FormatOfEnding(std::string_view ending) {
  return First([&](const Format& format) { return format.endings.Has(ending); });
}

std::vector<std::string> MediaTypes() {
  std::vector<std::string> types;
  for (const Format& format : kFormats)
    types.insert(types.end(), format.media_types.begin(), format.media_types.end());
  return types;
}

}  // namespace arborist::ingest
