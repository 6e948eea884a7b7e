// SPDX-License-Identifier: AGPL-3.0-only
#include "pdf/outcome.h"

#include <string_view>

namespace arborist::pdf {
namespace {

using reading::Report;
using reading::Verdict;

constexpr std::size_t kMaxRanges = 20;

struct Part {
  const std::vector<std::uint32_t>* pages;
  std::string_view one;   // "page 3 is ..."
  std::string_view many;  // "pages 3-5 are ..."
  std::string_view left_out;
};

std::vector<Part> PartsOf(const Outcome& outcome) {
  return {
      {&outcome.images, "is an image (no text layer)", "are images (no text layer)",
       "page without a text layer"},
      {&outcome.unreadable, "has glyphs without characters (unreadable text)",
       "have glyphs without characters (unreadable text)", "page with unreadable text"},
      {&outcome.damaged, "is damaged", "are damaged", "damaged page"},
      {&outcome.slow, "took too long and is left out", "took too long and are left out",
       "page that took too long"},
      {&outcome.not_read, "was not read (over a limit)", "were not read (over a limit)",
       "page over a limit of the file"},
  };
}

// The verdict for a file of whose pages none gave text.
Verdict WithoutText(const Outcome& outcome) {
  const std::size_t over = outcome.slow.size() + outcome.not_read.size();
  if (outcome.unreadable.size() > outcome.images.size() && !outcome.unreadable.empty())
    return Verdict::kUnreadableText;
  if (!outcome.images.empty()) return Verdict::kNoTextLayer;
  if (over > 0) return Verdict::kOverLimit;
  return outcome.damaged.empty() ? Verdict::kEmpty : Verdict::kDamaged;
}

}  // namespace

std::string Ranges(const std::vector<std::uint32_t>& pages) {
  std::string out;
  std::size_t ranges = 0;
  for (std::size_t from = 0; from < pages.size();) {
    if (ranges++ == kMaxRanges)
      return out + " and " + std::to_string(pages.size() - from) + " more";
    std::size_t to = from;
    while (to + 1 < pages.size() && pages[to + 1] == pages[to] + 1) ++to;
    if (!out.empty()) out += ", ";
    out += std::to_string(pages[from]);
    if (to > from) out += "-" + std::to_string(pages[to]);
    from = to + 1;
  }
  return out;
}

void Judge(const Outcome& outcome, Report* report) {
  report->unit_name = "pages";
  report->units = outcome.pages;
  report->units_with_text = outcome.with_text;
  std::string parts;
  for (const Part& part : PartsOf(outcome)) {
    if (part.pages->empty()) continue;
    const bool one = part.pages->size() == 1;
    const std::string ranges = Ranges(*part.pages);
    if (!parts.empty()) parts += "; ";
    parts += (one ? "page " : "pages ") + ranges + " ";
    parts += one ? part.one : part.many;
    LeaveOut(report, part.left_out, (one ? "page " : "pages ") + ranges, part.pages->size());
  }
  if (outcome.with_text == 0) {
    report->verdict = WithoutText(outcome);
    report->detail =
        report->verdict == Verdict::kEmpty ? "no page has text or images" : std::move(parts);
    return;
  }
  if (parts.empty()) return;
  report->verdict = Verdict::kReadInPart;
  report->detail = std::to_string(outcome.with_text) + " of " + std::to_string(outcome.pages) +
                   (outcome.pages == 1 ? " page has text; " : " pages have text; ") + parts;
}

}  // namespace arborist::pdf
