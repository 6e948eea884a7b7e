// SPDX-License-Identifier: AGPL-3.0-only
// Office documents: bytes as they are, or XML as the part of a package that the first byte chooses,
// since a mutated ZIP file seldom gets as far as its XML.
#include <array>

#include "fuzz/fuzz.h"
#include "office/made_package_test.h"
#include "office/office.h"
#include "reading/fault_test.h"
#include "text/utf8.h"
#include "zip/made_zip_test.h"

namespace {

using namespace arborist;
using office::OfficeKind;

// The part of the package that has the input; the others are small and well formed.
struct Place {
  OfficeKind kind;
  std::string_view part;
};
constexpr auto kPlaces = std::to_array<Place>({
    {OfficeKind::kDocx, "main.xml"},
    {OfficeKind::kDocx, "styles.xml"},
    {OfficeKind::kDocx, "numbering.xml"},
    {OfficeKind::kDocx, "footnotes.xml"},
    {OfficeKind::kXlsx, "sheet.xml"},
    {OfficeKind::kXlsx, "strings.xml"},
    {OfficeKind::kXlsx, "styles.xml"},
    {OfficeKind::kPptx, "slide.xml"},
    {OfficeKind::kPptx, "chart.xml"},
    {OfficeKind::kOdt, "content.xml"},
    {OfficeKind::kOds, "content.xml"},
    {OfficeKind::kOdp, "content.xml"},
    {OfficeKind::kEpub, "a.opf"},
    {OfficeKind::kEpub, "META-INF/encryption.xml"},
});

using office::MadePackage;
using office::Related;

// A package without the part that is to have the input.
zip::MadeZip Frame(OfficeKind kind) {
  zip::MadeZip made;
  switch (kind) {
    case OfficeKind::kDocx:
      return MadePackage("wordprocessingml",
                         "<w:document" + std::string(office::kTestSpaces) +
                             "><w:body><w:p><w:pPr><w:numPr><w:numId w:val='1'/></w:numPr>"
                             "<w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>a</w:t>"
                             "<w:footnoteReference w:id='1'/></w:r></w:p></w:body></w:document>",
                         Related("s", "styles", "styles.xml") +
                             Related("n", "numbering", "numbering.xml") +
                             Related("f", "footnotes", "footnotes.xml"));
    case OfficeKind::kXlsx:
      made = MadePackage(
          "spreadsheetml",
          office::Root("s:workbook", "<s:sheets><s:sheet name='A' r:id='a'/></s:sheets>"),
          Related("s", "styles", "styles.xml") + Related("t", "sharedStrings", "strings.xml") +
              Related("a", "worksheet", "sheet.xml"));
      made.Add("sheet.xml", office::Root("s:worksheet",
                                         "<s:sheetData><s:row><s:c t='s'><s:v>0</s:v></s:c>"
                                         "<s:c s='1'><s:v>7.5</s:v></s:c></s:row></s:sheetData>"));
      return made;
    case OfficeKind::kPptx:
      made = MadePackage(
          "presentationml",
          office::Root("p:presentation", "<p:sldIdLst><p:sldId r:id='a'/></p:sldIdLst>"),
          Related("a", "slide", "slide.xml"));
      made.Add("_rels/slide.xml.rels", office::Relationships(Related("c", "chart", "chart.xml")));
      made.Add("slide.xml", office::Root("p:sld",
                                         "<p:cSld><p:spTree><p:graphicFrame><c:chart r:id='c'/>"
                                         "</p:graphicFrame></p:spTree></p:cSld>"));
      return made;
    case OfficeKind::kOdt:
      made.Add("mimetype", "application/vnd.oasis.opendocument.text");
      return made;
    case OfficeKind::kOds:
      made.Add("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
      return made;
    case OfficeKind::kOdp:
      made.Add("mimetype", "application/vnd.oasis.opendocument.presentation");
      return made;
    default:
      made.Add("mimetype", "application/epub+zip");
      made.Add("META-INF/container.xml",
               "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
               "<rootfile full-path='a.opf'/></rootfiles></container>");
      made.Add("a.opf",
               "<package xmlns='http://www.idpf.org/2007/opf'><manifest><item id='a' "
               "href='a.xhtml' media-type='application/xhtml+xml'/></manifest><spine>"
               "<itemref idref='a'/></spine></package>");
      made.Add("a.xhtml", "<html><body><p>chapter</p></body></html>");
      return made;
  }
}

reading::Reading Read(OfficeKind kind, std::string_view bytes) {
  reading::ReadingLimits limits;
  limits.max_text_bytes = 1 << 20;
  limits.base_expanded_bytes = 4 << 20;
  limits.max_cells = 10000;
  // The reader of HTML has a target of its own.
  const reading::HtmlReader html = [](std::string_view part, std::string_view,
                                      std::string_view) -> Result<reading::HtmlPart> {
    if (text::FindInvalidUtf8(part) != std::string_view::npos) {
      return Fail(ErrorCode::kInvalidData, "not UTF-8");
    }
    return reading::HtmlPart{.title = "", .text = std::string(part), .links = {}};
  };
  switch (kind) {
    case OfficeKind::kDocx:
      return office::ReadDocx(bytes, limits, html);
    case OfficeKind::kXlsx:
      return office::ReadXlsx(bytes, limits);
    case OfficeKind::kPptx:
      return office::ReadPptx(bytes, limits);
    case OfficeKind::kEpub:
      return office::ReadEpub(bytes, limits, html);
    default:
      return office::ReadOdf(bytes, limits);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::uint8_t how = fuzz::TakeByte(&input);
  if (how >= kPlaces.size()) {
    const auto kind = office::KindOf(input);
    CHECK(reading::FaultOf(Read(kind.value_or(OfficeKind::kDocx), input)).empty());
    return 0;
  }
  const Place& place = kPlaces[how];
  zip::MadeZip made = Frame(place.kind);
  made.Add(place.part, input);
  CHECK(reading::FaultOf(Read(place.kind, made.Bytes())).empty());
  return 0;
}
