// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "pdf/fitz.h"
#include "pdf/page.h"
#include "pdf/read_pdf.h"

// The parts of Document that stand in files of their own. All are called inside of no Guard.
namespace arborist::pdf {

// Counts and areas that are noted while a page is run. Plain, for longjmp passes it.
struct PageWatch {
  fz_cookie cookie = {};
  double deadline = 0;
  unsigned calls = 0;
  std::uint64_t images = 0;
  std::uint64_t not_drawn = 0;  // characters of text mode 3
  static constexpr std::size_t kMaxPainted = 256;
  fz_rect painted[kMaxPainted] = {};  // areas with a colour under them
  std::size_t painted_count = 0;

  void (*ignore_text)(fz_context*, fz_device*, const fz_text*, fz_matrix) = nullptr;
};

// Stops the page at its deadline. Called often, it looks at the clock now and then.
void LookAtClock(PageWatch* watch);

// Makes the device note what PageWatch counts. The context's user pointer must be the watch.
void WatchPage(fz_device* device, PageWatch* watch);

// The glyphs of a page that was run into `text`.
void TakeText(fz_context* context, const fz_stext_page* text, const PageWatch& watch, Page* page);

// Comments, fields and links of a page.
void TakeNotes(fz_context* context, pdf_obj* page_object, const PdfLimits& limits, Page* page);

// The pairs of a name or number tree, at most so many; borrowed from the document.
struct TreePair {
  pdf_obj* key;
  pdf_obj* value;
};
std::vector<TreePair> TreePairsOf(fz_context* context, pdf_document* document, const char* path,
                                  const char* leaves, std::size_t most);

std::vector<std::string> LabelsOf(fz_context* context, pdf_document* document, std::uint32_t pages);

std::vector<reading::Child> AttachmentsOf(fz_context* context, pdf_document* document,
                                          const PdfLimits& limits, std::uint64_t left,
                                          reading::Report* report);

// What the library wrote, as UTF-8 without NUL and with spaces for other control characters.
std::string CleanText(std::string_view text);

}  // namespace arborist::pdf
