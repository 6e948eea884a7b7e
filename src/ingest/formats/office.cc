// SPDX-License-Identifier: AGPL-3.0-only
// Office documents in the table. The start of a ZIP file says that it is one, and by the names of
// its first entries mostly which; the whole content decides, once it is read. An OLE2 file belongs
// here only by its name, for a document behind a password is one.
#include <algorithm>
#include <array>

#include "ingest/formats/detect.h"
#include "ingest/formats/format.h"
#include "ingest/formats/reading_adapter.h"
#include "office/office.h"
#include "zip/archive.h"

namespace arborist::ingest {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view kEntryMark = "PK\3\4"sv;
constexpr std::size_t kNameOffset = 30;  // in a local header

struct Mark {
  std::string_view prefix;
  std::string_view name;
};
// What the names of entries begin with, and the row of the table.
constexpr auto kFolders = std::to_array<Mark>({{"word/", "docx"},
                                               {"Word/", "docx"},
                                               {"xl/", "xlsx"},
                                               {"ppt/", "pptx"},
                                               {"META-INF/container.xml", "epub"},
                                               {"META-INF/manifest.xml", "odf"}});
constexpr auto kOpenXml =
    std::to_array<std::string_view>({"[Content_Types].xml", "_rels/", "docProps/", "customXml/"});

std::string_view ByEnding(std::string_view ending) {
  if (ending.starts_with("doc") || ending.starts_with("dot")) return "docx";
  if (ending.starts_with("xls") || ending.starts_with("xlt")) return "xlsx";
  if (ending.starts_with("ppt") || ending.starts_with("pps") || ending.starts_with("pot")) {
    return "pptx";
  }
  if (ending == "epub") return "epub";
  const bool odf = ending.size() == 3 && (ending.starts_with("od") || ending.starts_with("ot"));
  return odf ? "odf" : "";
}

bool IsOpenXmlEnding(std::string_view ending) {
  return ending.size() == 4 && (ending.ends_with('x') || ending.ends_with('m')) &&
         !ByEnding(ending).empty();
}

// The row by the names of the entries whose local headers stand in the head.
std::string_view ByEntries(std::string_view head) {
  for (std::size_t at = 0; (at = head.find(kEntryMark, at)) != std::string_view::npos;) {
    at += kEntryMark.size();
    const std::string_view name = head.substr(std::min(at + kNameOffset - 4, head.size()));
    for (const Mark& mark : kFolders) {
      if (name.starts_with(mark.prefix)) return mark.name;
    }
  }
  return {};
}

// The row that the start of a file belongs to; empty: none of these.
std::string_view RowOf(const Head& head) {
  if (head.markup.starts_with("<office:document")) return "odf";
  if (office::LooksLikeOle2(head.bytes)) {
    return IsOpenXmlEnding(head.ending) ? ByEnding(head.ending) : "";
  }
  const auto first = zip::FirstEntryOf(head.bytes);
  if (!first) return {};
  if (first->name == "mimetype") {
    if (first->stored_bytes.starts_with("application/epub+zip")) return "epub";
    if (first->stored_bytes.starts_with("application/vnd.oasis.opendocument.")) return "odf";
  }
  const std::string_view by_entries = ByEntries(head.bytes);
  if (!by_entries.empty()) return by_entries;
  const std::string_view by_ending = ByEnding(head.ending);
  if (!by_ending.empty()) return by_ending;
  const bool open_xml = std::ranges::any_of(
      kOpenXml, [&](std::string_view name) { return first->name.starts_with(name); });
  return open_xml ? "docx" : "";
}

}  // namespace

bool HoldsDocx(const Head& head) { return RowOf(head) == "docx"; }
bool HoldsXlsx(const Head& head) { return RowOf(head) == "xlsx"; }
bool HoldsPptx(const Head& head) { return RowOf(head) == "pptx"; }
bool HoldsOdf(const Head& head) { return RowOf(head) == "odf"; }
bool HoldsEpub(const Head& head) { return RowOf(head) == "epub"; }

std::string_view OfficeRowOf(std::string_view bytes) {
  const auto kind = office::KindOf(bytes);
  if (!kind) return {};
  switch (*kind) {
    case office::OfficeKind::kDocx:
      return "docx";
    case office::OfficeKind::kXlsx:
      return "xlsx";
    case office::OfficeKind::kPptx:
      return "pptx";
    case office::OfficeKind::kOdt:
    case office::OfficeKind::kOds:
    case office::OfficeKind::kOdp:
      return "odf";
    case office::OfficeKind::kEpub:
      return "epub";
    default:
      return {};
  }
}

Result<Extracted> ReadDocxFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(office::ReadDocx(bytes, ReadingLimitsOf(limits), HtmlReaderOf(limits)),
                     limits);
}
Result<Extracted> ReadXlsxFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(office::ReadXlsx(bytes, ReadingLimitsOf(limits)), limits);
}
Result<Extracted> ReadPptxFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(office::ReadPptx(bytes, ReadingLimitsOf(limits)), limits);
}
Result<Extracted> ReadOdfFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(office::ReadOdf(bytes, ReadingLimitsOf(limits)), limits);
}
Result<Extracted> ReadEpubFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(office::ReadEpub(bytes, ReadingLimitsOf(limits), HtmlReaderOf(limits)),
                     limits);
}

}  // namespace arborist::ingest
