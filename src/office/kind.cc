// SPDX-License-Identifier: AGPL-3.0-only
// A container says what it is: OpenDocument and EPUB in their entry "mimetype", Office Open XML by
// the content type of the part that its relationships call the document. An OLE2 file has names of
// streams in UTF-16, which are looked for as they stand.
#include "office/kind.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace arborist::office {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view kOleMark = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv;
constexpr std::size_t kFlatHeadBytes = 8192;
constexpr std::size_t kMaxMimetypeBytes = 200;

// The kind that a media type of OpenDocument or EPUB names.
std::optional<OfficeKind> KindOfMediaType(std::string_view type) {
  type = TrimAscii(type);
  if (type == "application/epub+zip") return OfficeKind::kEpub;
  constexpr std::string_view kOdf = "application/vnd.oasis.opendocument.";
  if (!type.starts_with(kOdf)) return std::nullopt;
  type.remove_prefix(kOdf.size());
  if (type.starts_with("text")) return OfficeKind::kOdt;
  if (type.starts_with("spreadsheet")) return OfficeKind::kOds;
  if (type.starts_with("presentation") || type.starts_with("graphics")) return OfficeKind::kOdp;
  return std::nullopt;
}

std::optional<OfficeKind> KindOfContentType(std::string_view type) {
  if (type.contains("wordprocessingml") || type.contains("ms-word")) return OfficeKind::kDocx;
  if (type.contains("ms-excel.sheet.binary")) return OfficeKind::kXlsb;
  if (type.contains("spreadsheetml") || type.contains("ms-excel")) return OfficeKind::kXlsx;
  if (type.contains("presentationml") || type.contains("ms-powerpoint")) return OfficeKind::kPptx;
  return std::nullopt;
}

// For a package whose content types are missing or wrong: the namespace of the root element.
struct RootVisitor final : xml::Visitor {
  xml::Visit Enter(xml::Node element, std::size_t) override {
    space = element.space();
    return xml::Visit::kSkip;
  }
  void Take(xml::Node) override {}
  std::uint16_t space = kNoSpace;
};

std::optional<OfficeKind> KindOfRoot(Package* package, std::string_view part) {
  RootVisitor root;
  reading::Report ignored;
  (void)package->Walk(part, &root, &ignored);
  switch (root.space) {
    case kWord:
      return OfficeKind::kDocx;
    case kSheet:
      return OfficeKind::kXlsx;
    case kSlide:
      return OfficeKind::kPptx;
    default:
      return std::nullopt;
  }
}

std::string Utf16(std::string_view ascii) {
  std::string wide;
  for (const char c : ascii) {
    wide += c;
    wide += '\0';
  }
  return wide;
}

std::optional<OfficeKind> KindOfOle(std::string_view bytes) {
  constexpr auto kStreams = std::to_array<std::pair<std::string_view, OfficeKind>>({
      {"EncryptedPackage", OfficeKind::kEncrypted},
      {"__substg1.0_", OfficeKind::kOutlookMessage},
      {"WordDocument", OfficeKind::kLegacyWord},
      {"PowerPoint Document", OfficeKind::kLegacySlides},
      {"Workbook", OfficeKind::kLegacyExcel},
      {"Book", OfficeKind::kLegacyExcel},
  });
  for (const auto& [stream, kind] : kStreams) {
    if (bytes.contains(Utf16(stream))) return kind;
  }
  return std::nullopt;
}

std::optional<PackageKind> KindByMimetype(Package* package) {
  reading::Report ignored;
  if (package->Has("mimetype")) {
    const auto type = package->ReadBytes("mimetype", &ignored);
    const auto kind =
        type && type->size() <= kMaxMimetypeBytes ? KindOfMediaType(*type) : std::nullopt;
    if (kind) return PackageKind{*kind, *kind == OfficeKind::kEpub ? "" : "content.xml"};
  }
  if (package->Has("META-INF/container.xml")) return PackageKind{OfficeKind::kEpub, ""};
  if (!package->Has("META-INF/manifest.xml")) return std::nullopt;
  const auto manifest =
      package->ReadTree("META-INF/manifest.xml", &ignored, xml::Doctype::kPassedOver);
  if (!manifest || !manifest->root()) return std::nullopt;
  for (const xml::Node entry : manifest->root().children()) {
    if (entry.Get(kOdfManifest, "full-path") != "/") continue;
    const auto kind = KindOfMediaType(entry.Get(kOdfManifest, "media-type"));
    if (kind) return PackageKind{*kind, "content.xml"};
  }
  return std::nullopt;
}

}  // namespace

std::string_view NameOf(OfficeKind kind) {
  switch (kind) {
    case OfficeKind::kDocx:
      return "a Word document";
    case OfficeKind::kXlsx:
      return "an Excel workbook";
    case OfficeKind::kPptx:
      return "a PowerPoint presentation";
    case OfficeKind::kOdt:
      return "an OpenDocument text";
    case OfficeKind::kOds:
      return "an OpenDocument spreadsheet";
    case OfficeKind::kOdp:
      return "an OpenDocument presentation";
    case OfficeKind::kEpub:
      return "an EPUB book";
    case OfficeKind::kEncrypted:
      return "an office document behind a password";
    case OfficeKind::kXlsb:
      return "a binary Excel workbook (.xlsb)";
    case OfficeKind::kLegacyWord:
      return "a legacy Word document (.doc); save it as .docx";
    case OfficeKind::kLegacyExcel:
      return "a legacy Excel workbook (.xls); save it as .xlsx";
    case OfficeKind::kLegacySlides:
      return "a legacy PowerPoint presentation (.ppt); save it as .pptx";
    case OfficeKind::kOutlookMessage:
      return "an Outlook message (.msg); save it as .eml";
  }
  std::unreachable();
}

std::optional<PackageKind> KindOfPackage(Package* package) {
  for (const Relationship& one : package->RelationshipsOf("")) {
    if (one.type != "officeDocument" || one.external || !package->Has(one.target)) continue;
    const auto kind = KindOfContentType(package->ContentTypeOf(one.target));
    if (kind) return PackageKind{*kind, one.target};
  }
  for (const Relationship& one : package->RelationshipsOf("")) {
    if (one.type != "officeDocument" || one.external || !package->Has(one.target)) continue;
    const auto kind = KindOfRoot(package, one.target);
    if (kind) return PackageKind{*kind, one.target};
  }
  for (const std::string_view type :
       {"wordprocessingml.document.main"sv, "wordprocessingml.template.main"sv,
        "spreadsheetml.sheet.main"sv, "presentationml.presentation.main"sv}) {
    const std::string part = package->PartOfType(type);
    if (!part.empty()) return PackageKind{*KindOfContentType(type), part};
  }
  return KindByMimetype(package);
}

std::optional<OfficeKind> KindOfFlatOdf(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kFlatHeadBytes);
  if (!TrimAscii(head.substr(0, 64)).contains('<') || !head.contains("<office:document")) {
    return std::nullopt;
  }
  constexpr std::string_view kMark = "office:mimetype=";
  const std::size_t at = head.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view type = head.substr(at + kMark.size());
  if (type.empty()) return std::nullopt;
  const char quote = type.front();
  type.remove_prefix(1);
  return KindOfMediaType(type.substr(0, type.find(quote)));
}

bool LooksLikeOle2(std::string_view head) { return head.starts_with(kOleMark); }

std::optional<OfficeKind> KindOf(std::string_view bytes) {
  if (LooksLikeOle2(bytes)) return KindOfOle(bytes);
  if (!zip::LooksLikeZip(bytes)) return KindOfFlatOdf(bytes);
  auto package = Package::Open(bytes, {});
  if (!package) return std::nullopt;
  const auto kind = KindOfPackage(&*package);
  return kind ? std::optional(kind->kind) : std::nullopt;
}

reading::Reading NotOfKind(std::string_view bytes, std::string_view wanted) {
  using reading::Verdict;
  const auto kind = KindOf(bytes);
  if (kind == OfficeKind::kEncrypted) {
    return NoReading(Verdict::kNeedsPassword, "the document is encrypted");
  }
  if (kind) {
    return NoReading(Verdict::kNotSupported,
                     "this is not " + std::string(wanted) + " but " + std::string(NameOf(*kind)));
  }
  if (bytes.empty()) return NoReading(Verdict::kEmpty, "the file has no bytes");
  if (LooksLikeOle2(bytes)) {
    return NoReading(Verdict::kNotSupported, "an OLE2 file of a kind that is not read");
  }
  if (!zip::LooksLikeZip(bytes)) {
    return NoReading(Verdict::kNotSupported, "this is not " + std::string(wanted));
  }
  return NoReading(Verdict::kDamaged, "the container does not say which part is the document");
}

}  // namespace arborist::office
