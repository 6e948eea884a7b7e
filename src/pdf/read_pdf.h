// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "reading/reading.h"

// The text of a PDF file, its pages and what was not read of it. FROZEN under its name, in which
// the library that tells characters has a part (reading/extraction_names.h):
// docs/format/pdf-text.md.
namespace arborist::pdf {

struct Options {
  std::string password = {};  // UTF-8; empty: files that open without one
};

// What one file may cost beside the limits of all readers. Time is processor time of this process.
struct PdfLimits {
  double base_seconds = 10;
  double seconds_per_megabyte = 10;  // of the file, beside the base
  double page_seconds = 4;           // of one page
  std::uint32_t max_notes = 10000;   // annotations and fields of one page
  std::uint32_t max_attachments = 1000;
  std::uint64_t max_attachment_bytes = std::uint64_t{64} << 20;  // of one
};

// Pure; for any thread. The parser is C code over hostile bytes and its memory is not bounded here:
// for the jailed program alone (jail/enter.h), and for tests. Throws std::bad_alloc when memory is
// used up.
reading::Reading ReadPdf(std::string_view bytes, const Options& options = {},
                         const reading::ReadingLimits& limits = {},
                         const PdfLimits& pdf_limits = {});

}  // namespace arborist::pdf
