// SPDX-License-Identifier: AGPL-3.0-only
#include "office/names.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace arborist::office {

namespace {

struct Known {
  std::string_view uri;
  Space space;
};

constexpr auto kKnown = std::to_array<Known>({
    {"http://schemas.openxmlformats.org/wordprocessingml/2006/main", kWord},
    {"http://purl.oclc.org/ooxml/wordprocessingml/main", kWord},
    {"http://schemas.openxmlformats.org/spreadsheetml/2006/main", kSheet},
    {"http://purl.oclc.org/ooxml/spreadsheetml/main", kSheet},
    {"http://schemas.openxmlformats.org/presentationml/2006/main", kSlide},
    {"http://purl.oclc.org/ooxml/presentationml/main", kSlide},
    {"http://schemas.openxmlformats.org/drawingml/2006/main", kDrawing},
    {"http://purl.oclc.org/ooxml/drawingml/main", kDrawing},
    {"http://schemas.openxmlformats.org/drawingml/2006/chart", kChart},
    {"http://purl.oclc.org/ooxml/drawingml/chart", kChart},
    {"http://schemas.openxmlformats.org/drawingml/2006/diagram", kDiagram},
    {"http://purl.oclc.org/ooxml/drawingml/diagram", kDiagram},
    {"http://schemas.microsoft.com/office/drawing/2008/diagram", kDiagramShape},
    {"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing", kSheetDrawing},
    {"http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing", kSheetDrawing},
    {"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", kWordDrawing},
    {"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", kWordDrawing},
    {"http://schemas.microsoft.com/office/word/2010/wordprocessingShape", kWordShape},
    {"http://schemas.openxmlformats.org/officeDocument/2006/relationships", kReferences},
    {"http://purl.oclc.org/ooxml/officeDocument/relationships", kReferences},
    {"http://schemas.openxmlformats.org/package/2006/relationships", kRelationships},
    {"http://schemas.openxmlformats.org/package/2006/content-types", kContentTypes},
    {"http://schemas.openxmlformats.org/markup-compatibility/2006", kCompatibility},
    {"http://schemas.openxmlformats.org/officeDocument/2006/math", kMath},
    {"http://purl.oclc.org/ooxml/officeDocument/math", kMath},
    {"urn:schemas-microsoft-com:vml", kVml},
    {"urn:schemas-microsoft-com:office:office", kVmlOffice},
    {"http://schemas.openxmlformats.org/package/2006/metadata/core-properties", kCoreProperties},
    {"http://purl.org/dc/elements/1.1/", kDublinCore},
    {"http://purl.org/dc/terms/", kDublinTerms},
    {"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments", kThreadedComments},
    {"http://schemas.microsoft.com/office/powerpoint/2018/8/main", kModernComments},
    {"urn:oasis:names:tc:opendocument:xmlns:office:1.0", kOdfOffice},
    {"urn:oasis:names:tc:opendocument:xmlns:text:1.0", kOdfText},
    {"urn:oasis:names:tc:opendocument:xmlns:table:1.0", kOdfTable},
    {"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", kOdfDraw},
    {"urn:oasis:names:tc:opendocument:xmlns:style:1.0", kOdfStyle},
    {"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", kOdfPresentation},
    {"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", kOdfManifest},
    {"urn:oasis:names:tc:opendocument:xmlns:meta:1.0", kOdfMeta},
    {"http://www.w3.org/1999/xlink", kXlink},
    {"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0", kSvg},
    {"urn:oasis:names:tc:opendocument:xmlns:container", kContainer},
    {"http://www.idpf.org/2007/opf", kOpf},
    {"http://openebook.org/namespaces/oeb-package/1.0/", kOpf},
    {"http://www.daisy.org/z3986/2005/ncx/", kNcx},
    {"http://www.w3.org/1999/xhtml", kXhtml},
    {"http://www.idpf.org/2007/ops", kEpubOps},
    {"http://www.w3.org/2001/04/xmlenc#", kEncryption},
});

}  // namespace

std::uint16_t NumberOfSpace(std::string_view uri) {
  const auto* const found = std::ranges::find(kKnown, uri, &Known::uri);
  return found == kKnown.end() ? kNoSpace : found->space;
}

bool IsOn(std::string_view value) { return value != "0" && value != "false" && value != "off"; }

std::uint32_t ToNumber(std::string_view digits, std::uint32_t max) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (!IsAsciiDigit(c) || value > max) break;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, max));
}

}  // namespace arborist::office
