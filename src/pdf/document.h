// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pdf/page.h"
#include "pdf/read_pdf.h"
#include "reading/reading.h"

namespace arborist::pdf {

// An opened PDF file, page by page. Its bytes must outlive it. For one thread.
class Document {
 public:
  enum class Opening : std::uint8_t { kOpen, kNeedsPassword, kDamaged };

  Document(std::string_view bytes, const Options& options);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Opening opening() const;
  const std::string& error() const;  // of a damaged file

  // How many pages it says it has. Whether they could be listed: if not, the number may be a lie.
  std::uint32_t pages() const;
  enum class PageList : std::uint8_t { kKnown, kClaimed };
  PageList page_list() const;

  enum class PageState : std::uint8_t { kRead, kReadInPart, kOutOfTime, kMissing, kDamaged };
  // Reads page `number` (from 0). `seconds` is the processor time of this process at which it
  // stops.
  PageState ReadPage(std::uint32_t number, double deadline, const PdfLimits& limits, Page* page);

  std::vector<std::string> PageLabels();  // of every page, or empty: the file names none
  std::string Title();
  std::string Date();  // YYYY-MM-DD of the last change, else of the creation; or empty
  // At most `left` bytes in all; what is not taken is in the report.
  std::vector<reading::Child> Attachments(const PdfLimits& limits, std::uint64_t left,
                                          reading::Report* report);

  bool repaired() const;
  // What the library complained of: how often, and the first.
  std::uint64_t complaints() const;
  const std::string& first_complaint() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The processor time that this process has used, in seconds.
double ProcessorSeconds();

}  // namespace arborist::pdf
