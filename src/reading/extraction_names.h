// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

// The names of extractions that both arborist-read and the table of formats state. FROZEN.
namespace arborist::reading {

// docs/format/pdf-text.md. The library decides which characters a glyph is, so its version is a part.
inline constexpr std::string_view kPdfExtraction = "pdf-text-v1+mupdf-1.21.1";

}  // namespace arborist::reading
