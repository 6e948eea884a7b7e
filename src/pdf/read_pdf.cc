// SPDX-License-Identifier: AGPL-3.0-only
// The way of a file: open, read page by page into lines, then look at all lines together for
// running heads and broken words, and write. A page that fails costs itself. The clock is looked at
// before each page and within it: a page gets some seconds, the file a base and more by its size.
#include "pdf/read_pdf.h"

#include <algorithm>

#include "pdf/compose.h"
#include "pdf/document.h"
#include "pdf/garbled.h"
#include "pdf/heads.h"
#include "pdf/layout.h"
#include "pdf/outcome.h"
#include "pdf/title.h"

namespace arborist::pdf {
namespace {

using reading::Reading;
using reading::Verdict;

constexpr std::uint32_t kMaxMissingInARow = 8;  // where the number of pages may be a lie
constexpr std::size_t kMaxLinks = 20000;

Reading Ended(Verdict verdict, std::string detail = {}) {
  Reading reading;
  reading.report.verdict = verdict;
  reading.report.detail = std::move(detail);
  return reading;
}

bool IsUnreadable(const Page& page) { return page.unreadable * 5 > page.ink; }

class FileReader {
 public:
  FileReader(Document* document, std::uint64_t bytes, const reading::ReadingLimits& limits,
             const PdfLimits& pdf_limits)
      : document_(document),
        limits_(limits),
        pdf_limits_(pdf_limits),
        deadline_(ProcessorSeconds() + pdf_limits.base_seconds +
                  pdf_limits.seconds_per_megabyte * static_cast<double>(bytes) / 1e6) {}

  Reading Read() {
    ReadPages();
    const std::uint64_t heads = MarkRunningHeads(&pages_);
    CountPages();
    reading_.title = TitleOf(document_->Title(), pages_);
    reading_.content_date = document_->Date();
    const bool whole = Compose(pages_, document_->PageLabels(), limits_.max_text_bytes, &reading_);
    if (reading_.text.empty()) outcome_.with_text = 0;
    Judge(outcome_, &reading_.report);
    if (!whole) {
      reading_.report.verdict = Verdict::kReadInPart;
      reading_.report.detail = "the text is longer than the limit of " +
                               std::to_string(limits_.max_text_bytes) + " bytes";
    }
    Tell("running head or page number", heads);
    Tell("image", images_);
    Tell("character outside of the page", outside_);
    Tell("character printed twice", doubled_);
    WarnOfAll();
    std::ranges::sort(reading_.links);
    const auto repeats = std::ranges::unique(reading_.links);
    reading_.links.erase(repeats.begin(), repeats.end());
    if (reading_.links.size() > kMaxLinks) reading_.links.resize(kMaxLinks);
    reading_.children =
        document_->Attachments(pdf_limits_, limits_.base_expanded_bytes, &reading_.report);
    return std::move(reading_);
  }

 private:
  void ReadPages() {
    const bool known = document_->page_list() == Document::PageList::kKnown;
    std::uint32_t missing = 0;
    outcome_.pages = document_->pages();
    for (std::uint32_t number = 0; number < document_->pages(); ++number) {
      const double now = ProcessorSeconds();
      if (now > deadline_ || text_bytes_ > limits_.max_text_bytes) {
        outcome_.not_read.push_back(number + 1);
        continue;
      }
      Page page;
      const Document::PageState state = document_->ReadPage(
          number, std::min(deadline_, now + pdf_limits_.page_seconds), pdf_limits_, &page);
      missing = state == Document::PageState::kMissing ? missing + 1 : 0;
      if (!known && missing == kMaxMissingInARow) {
        outcome_.pages = number + 1 - missing;
        std::erase_if(outcome_.damaged, [&](std::uint32_t n) { return n > outcome_.pages; });
        Warn(&reading_.report, "the file says that it has " + std::to_string(document_->pages()) +
                                   " pages, which is not so");
        return;
      }
      Take(number, state, &page);
    }
  }

  void Take(std::uint32_t number, Document::PageState state, Page* page) {
    const std::uint32_t shown = number + 1;
    using State = Document::PageState;
    if (state == State::kMissing || state == State::kDamaged || state == State::kReadInPart)
      outcome_.damaged.push_back(shown);
    // How far a stopped page came depends on the machine, so none of it is taken.
    const bool stopped = state == State::kOutOfTime;
    if (stopped) outcome_.slow.push_back(shown);
    images_ += page->images;
    outside_ += page->outside;
    doubled_ += page->doubled;
    const bool readable = !stopped && page->ink > 0 && !IsUnreadable(*page);
    if (!stopped && page->ink > 0 && !readable) outcome_.unreadable.push_back(shown);
    PageLines lines{.number = number,
                    .images = state == State::kRead ? page->images : 0,
                    .box = page->box,
                    .lines = {},
                    .notes = std::move(page->notes)};
    if (readable) {
      lines.lines = LinesOf(*page);
      fonts_.Look(*page);
      if (page->hidden > 0) outcome_.hidden.push_back(shown);
      outcome_.hidden_characters += page->hidden;
    }
    reading_.links.insert(reading_.links.end(), page->links.begin(), page->links.end());
    if (reading_.links.size() > 4 * kMaxLinks) reading_.links.resize(4 * kMaxLinks);
    if (page->ink > 0 && !readable && lines.notes.empty()) return;
    for (const Line& line : lines.lines) text_bytes_ += line.text.size() + 1;
    for (const Note& note : lines.notes) text_bytes_ += note.text.size() + 2;
    pages_.push_back(std::move(lines));
  }

  // With the running heads known: which pages have text of their own, and which only images.
  void CountPages() {
    for (const PageLines& page : pages_) {
      const bool has_text =
          !page.notes.empty() || std::ranges::any_of(page.lines, [](const Line& line) {
            return line.role == Line::Role::kText;
          });
      if (has_text) {
        ++outcome_.with_text;
      } else if (page.images > 0) {
        outcome_.images.push_back(page.number + 1);
      }
    }
  }

  void Tell(std::string_view what, std::uint64_t count) {
    if (count > 0) LeaveOut(&reading_.report, what, "", count);
  }

  void WarnOfAll() {
    reading::Report* const report = &reading_.report;
    if (document_->repaired()) Warn(report, "the file is damaged and was repaired");
    if (!outcome_.hidden.empty()) {
      const std::string_view pages = outcome_.hidden.size() == 1 ? "page " : "pages ";
      Warn(report, "hidden text (white, tiny or not drawn) on " + std::string(pages) +
                       Ranges(outcome_.hidden) + ": " + std::to_string(outcome_.hidden_characters) +
                       " characters, kept");
    }
    for (const std::string& font : fonts_.Suspects())
      Warn(report, "text in the font " + font + " may be garbled");
    if (document_->complaints() > 0) {
      Warn(report, "the PDF library complained " + std::to_string(document_->complaints()) +
                       " times, first: " + document_->first_complaint());
    }
  }

  Document* document_;
  const reading::ReadingLimits& limits_;
  const PdfLimits& pdf_limits_;
  double deadline_;
  Reading reading_;
  Outcome outcome_;
  GarbledFonts fonts_;
  std::vector<PageLines> pages_;
  std::uint64_t text_bytes_ = 0;
  std::uint64_t images_ = 0;
  std::uint64_t outside_ = 0;
  std::uint64_t doubled_ = 0;
};

}  // namespace

Reading ReadPdf(std::string_view bytes, const Options& options,
                const reading::ReadingLimits& limits, const PdfLimits& pdf_limits) {
  if (bytes.size() > limits.max_input_bytes) {
    return Ended(Verdict::kOverLimit,
                 "larger than " + std::to_string(limits.max_input_bytes) + " bytes");
  }
  Document document(bytes, options);
  switch (document.opening()) {
    case Document::Opening::kNeedsPassword:
      return Ended(Verdict::kNeedsPassword);
    case Document::Opening::kDamaged:
      return Ended(Verdict::kDamaged, document.error());
    case Document::Opening::kOpen:
      break;
  }
  if (document.pages() == 0) return Ended(Verdict::kDamaged, "it has no pages");
  if (document.pages() > limits.max_pages && document.page_list() == Document::PageList::kKnown) {
    return Ended(Verdict::kOverLimit, std::to_string(document.pages()) + " pages, the limit is " +
                                          std::to_string(limits.max_pages));
  }
  return FileReader(&document, bytes.size(), limits, pdf_limits).Read();
}

}  // namespace arborist::pdf
