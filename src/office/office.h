// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reading/reading.h"

// Readers of office documents: Office Open XML (ISO/IEC 29500, strict and transitional),
// OpenDocument (also as one flat XML file) and EPUB. Each is a pure function from bytes to a
// Reading, on any thread; reading.h says what a Reading promises. Another office document than the
// one asked for is Verdict::kNotSupported and named. Links into the world are never followed, and
// macros never looked at.
namespace arborist::office {

enum class OfficeKind : std::uint8_t {
  kDocx,
  kXlsx,
  kPptx,
  kOdt,
  kOds,
  kOdp,
  kEpub,
  kEncrypted,       // Office Open XML behind a password: an OLE2 file
  kXlsb,            // a workbook in records instead of XML: not read
  kLegacyWord,      // OLE2
  kLegacyExcel,     // OLE2
  kLegacySlides,    // OLE2
  kOutlookMessage,  // OLE2
};
// "a Word document", "a legacy Word document (.doc)", ...
std::string_view NameOf(OfficeKind kind);

// Whether the bytes begin as the compound files of legacy Office and of encryption do.
bool LooksLikeOle2(std::string_view head);

// By the content alone, which must be whole: the directory of a ZIP file stands at its end.
std::optional<OfficeKind> KindOf(std::string_view bytes);

// FROZEN docx-text-v1: docs/format/docx-text.md. `html` reads embedded HTML.
reading::Reading ReadDocx(std::string_view bytes, const reading::ReadingLimits& limits,
                          const reading::HtmlReader& html);
// FROZEN xlsx-text-v1: docs/format/xlsx-text.md.
reading::Reading ReadXlsx(std::string_view bytes, const reading::ReadingLimits& limits);
// FROZEN pptx-text-v1: docs/format/pptx-text.md.
reading::Reading ReadPptx(std::string_view bytes, const reading::ReadingLimits& limits);
// Text, sheets and slides. FROZEN odf-text-v1: docs/format/odf-text.md.
reading::Reading ReadOdf(std::string_view bytes, const reading::ReadingLimits& limits);
// FROZEN epub-text-v1: docs/format/epub-text.md. `html` reads the chapters.
reading::Reading ReadEpub(std::string_view bytes, const reading::ReadingLimits& limits,
                          const reading::HtmlReader& html);

}  // namespace arborist::office
