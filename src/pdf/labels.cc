// SPDX-License-Identifier: AGPL-3.0-only
// Page labels: a number tree from the first page of a range to its style, prefix and first number.
// Ranges out of order are sorted.
#include <algorithm>
#include <cstring>

#include "pdf/inside.h"
#include "text/roman.h"

namespace arborist::pdf {
namespace {

constexpr std::size_t kMaxLabelRanges = 10000;
constexpr std::size_t kMaxPrefix = 32;

struct Range {
  int first_page = 0;
  char style = 0;  // D, R, r, A, a; 0: no number
  int start = 1;
  char prefix[kMaxPrefix] = "";
};

// Within a Guard.
void TakeRange(fz_context* context, const TreePair& pair, Range* range) {
  range->first_page = pdf_to_int(context, pair.key);
  range->style = pdf_to_name(context, pdf_dict_get(context, pair.value, PDF_NAME(S)))[0];
  pdf_obj* const start = pdf_dict_gets(context, pair.value, "St");
  if (pdf_is_int(context, start) != 0)
    range->start = std::clamp(pdf_to_int(context, start), 1, 1000000000);
  const char* const prefix =
      pdf_to_text_string(context, pdf_dict_get(context, pair.value, PDF_NAME(P)));
  if (std::strlen(prefix) < kMaxPrefix) std::strcpy(range->prefix, prefix);
}

std::string Roman(int number) {
  constexpr int kLargest = 4999;
  return number > kLargest ? std::to_string(number)
                           : text::Roman(static_cast<std::uint32_t>(number));
}

// a to z, then aa to zz, and so on.
std::string Letters(int number) {
  const auto repeats = static_cast<std::size_t>((number - 1) / 26 + 1);
  if (repeats > 8) return std::to_string(number);
  return std::string(repeats, static_cast<char>('a' + (number - 1) % 26));
}

std::string Upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string LabelIn(const Range& range, int page) {
  const int number = range.start + (page - range.first_page);
  std::string label = CleanText(range.prefix);
  switch (range.style) {
    case 'D':
      return label + std::to_string(number);
    case 'r':
      return label + Roman(number);
    case 'R':
      return label + Upper(Roman(number));
    case 'a':
      return label + Letters(number);
    case 'A':
      return label + Upper(Letters(number));
    default:
      return label;
  }
}

}  // namespace

std::vector<std::string> LabelsOf(fz_context* context, pdf_document* document,
                                  std::uint32_t pages) {
  std::vector<Range> ranges;
  for (const TreePair& pair :
       TreePairsOf(context, document, "Root/PageLabels", "Nums", kMaxLabelRanges)) {
    Range range;
    if (!Guard(context, [&] { TakeRange(context, pair, &range); })) ranges.push_back(range);
  }
  if (ranges.empty()) return {};
  std::ranges::stable_sort(ranges, {}, &Range::first_page);
  std::vector<std::string> labels(pages);
  std::size_t at = 0;
  for (std::uint32_t page = 0; page < pages; ++page) {
    const int number = static_cast<int>(page);
    while (at + 1 < ranges.size() && ranges[at + 1].first_page <= number) ++at;
    if (ranges[at].first_page >= 0 && ranges[at].first_page <= number)
      labels[page] = LabelIn(ranges[at], number);
  }
  return labels;
}

}  // namespace arborist::pdf
