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
bool HoldsDocx(const Head& head);
bool HoldsEpub(const Head& head);
bool HoldsChat(const Head& head);
bool HoldsHtml(const Head& head);
bool HoldsJsonLines(const Head& head);
bool HoldsMail(const Head& head);
bool HoldsMbox(const Head& head);
bool HoldsMediaWiki(const Head& head);
bool HoldsTar(const Head& head);
bool HoldsOdf(const Head& head);
bool HoldsPptx(const Head& head);
bool HoldsPdf(const Head& head);
bool HoldsRest(const Head& head);
bool HoldsXlsx(const Head& head);
bool HoldsZip(const Head& head);
std::string_view OfficeRowOf(std::string_view bytes);
bool HoldsRtf(const Head& head);
Result<Extracted> ReadAsciiDocFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadDocxFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadEpubFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadHtmlFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadMailFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadMarkdownFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadOdfFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadPdfFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadPlainTextFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadPptxFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadRestFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<Extracted> ReadRtfFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<std::unique_ptr<MemberReader>> ExpandMbox(const Origin& origin, const ReadOptions& options);
Result<std::unique_ptr<MemberReader>> ExpandTar(const Origin& origin, const ReadOptions& options);
Result<std::unique_ptr<MemberReader>> ExpandZip(const Origin& origin, const ReadOptions& options);
Result<Extracted> ReadXlsxFile(const Origin& origin, std::string bytes, const Limits& limits);
Result<std::unique_ptr<StreamReader>> OpenChat(const Origin& origin, const ReadOptions& options);
Result<std::unique_ptr<StreamReader>> OpenCsv(const Origin& origin, const ReadOptions& options);
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
    {.name = "mbox",
     .label = "mbox files",
     .source_type = {},
     .extraction = {},
     .holds = HoldsMbox,
     .expand = ExpandMbox},
    {.name = "eml",
     .label = "e-mail",
     .source_type = "mail",
     .extraction = "mail-text-v1",
     .media_types = {"message/rfc822"},
     .endings = {"eml"},
     .holds = HoldsMail,
     .read = ReadMailFile},
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
    {.name = "docx",
     .label = "Word (.docx)",
     .source_type = "docx",
     .extraction = "docx-text-v1",
     .media_types = {"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
     .endings = {"docx", "docm", "dotx", "dotm"},
     .holds = HoldsDocx,
     .settle = OfficeRowOf,
     .read = ReadDocxFile},
    {.name = "xlsx",
     .label = "Excel (.xlsx)",
     .source_type = "xlsx",
     .extraction = "xlsx-text-v1",
     .media_types = {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
     .endings = {"xlsx", "xlsm", "xltx", "xltm"},
     .holds = HoldsXlsx,
     .settle = OfficeRowOf,
     .read = ReadXlsxFile},
    {.name = "pptx",
     .label = "PowerPoint (.pptx)",
     .source_type = "pptx",
     .extraction = "pptx-text-v1",
     .media_types = {"application/vnd.openxmlformats-officedocument.presentationml.presentation"},
     .endings = {"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"},
     .holds = HoldsPptx,
     .settle = OfficeRowOf,
     .read = ReadPptxFile},
    {.name = "odf",
     .label = "OpenDocument (.odt, .ods, .odp)",
     .source_type = "odf",
     .extraction = "odf-text-v1",
     .media_types = {"application/vnd.oasis.opendocument.text",
                     "application/vnd.oasis.opendocument.spreadsheet",
                     "application/vnd.oasis.opendocument.presentation"},
     .endings = {"odt", "ods", "odp", "odg", "ott", "fodt", "fods", "fodp"},
     .holds = HoldsOdf,
     .settle = OfficeRowOf,
     .read = ReadOdfFile},
    {.name = "epub",
     .label = "EPUB books",
     .source_type = "epub",
     .extraction = "epub-text-v1",
     .media_types = {"application/epub+zip"},
     .endings = {"epub"},
     .holds = HoldsEpub,
     .settle = OfficeRowOf,
     .read = ReadEpubFile},
    {.name = "rtf",
     .label = "RTF",
     .source_type = "rtf",
     .extraction = "rtf-text-v1",
     .media_types = {"application/rtf"},
     .endings = {"rtf"},
     .holds = HoldsRtf,
     .read = ReadRtfFile},
    {.name = "csv",
     .label = "CSV and TSV",
     .source_type = "csv",
     .extraction = "csv-text-v1",
     .endings = {"csv", "tsv"},
     .open = OpenCsv},
    {.name = "chat",
     .label = "chat exports",
     .source_type = "chat",
     .extraction = "chat-text-v1",
     .holds = HoldsChat,
     .open = OpenChat},
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
    {.name = "tar",
     .label = "tar archives",
     .source_type = {},
     .extraction = {},
     .holds = HoldsTar,
     .expand = ExpandTar},
    // Behind the documents that are ZIP files.
    {.name = "zip",
     .label = "ZIP archives",
     .source_type = {},
     .extraction = {},
     .holds = HoldsZip,
     .expand = ExpandZip},
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
  return First(
      [&](const Format& format) { return format.extraction == extraction && !extraction.empty(); });
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
