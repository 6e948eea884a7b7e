// SPDX-License-Identifier: AGPL-3.0-only
#include "pdf/title.h"

#include <algorithm>

#include "base/ascii.h"
#include "text/canonical.h"

namespace arborist::pdf {
namespace {

constexpr float kMuchLarger = 1.2F;
constexpr std::size_t kMaxBytes = 300;
constexpr std::size_t kMinBytes = 3;
constexpr std::size_t kMaxLines = 4;

bool IsFileName(std::string_view title) {
  const std::string lower = LowerAscii(title);
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{".doc", ".docx", ".dvi", ".indd", ".pdf", ".ppt",
                                              ".pptx", ".ps", ".qxd", ".rtf", ".tex", ".tmp",
                                              ".txt", ".xls", ".xlsx", ".p65", ".odt"},
      [&](std::string_view ending) { return lower.ends_with(ending); });
}

std::string TitleLine(std::string_view text) {
  std::string line;
  text::CollapseWhitespaceTo(text, &line);
  return std::string(Utf8Prefix(line, kMaxBytes));
}

// Of the sizes of all lines the middle one.
float UsualSize(const std::vector<Line>& lines) {
  std::vector<float> sizes;
  for (const Line& line : lines) sizes.push_back(line.size);
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

std::string LargestLines(const std::vector<Line>& lines) {
  if (lines.size() < 2) return {};
  const auto by_size = [](const Line& line) { return line.size; };
  const auto largest = std::ranges::max_element(lines, {}, by_size);
  if (largest->size < kMuchLarger * UsualSize(lines)) return {};
  std::string title;
  std::size_t count = 0;
  for (auto line = largest; line != lines.end() && count < kMaxLines; ++line, ++count) {
    if (line->size < 0.95F * largest->size) break;
    if (!title.empty()) title += ' ';
    title += line->text;
  }
  return title;
}

}  // namespace

std::string TitleOf(std::string_view stated, const std::vector<PageLines>& pages) {
  std::string title = TitleLine(stated);
  constexpr std::string_view kWord = "Microsoft Word - ";
  if (title.starts_with(kWord)) title.erase(0, kWord.size());
  const bool filled_in = title.size() < kMinBytes || StartsWithIgnoringCase(title, "untitled") ||
                         IsFileName(title) || title.contains("\uFFFD");
  if (!filled_in) return title;
  for (const PageLines& page : pages) {
    if (page.lines.empty()) continue;
    title = TitleLine(LargestLines(page.lines));
    return title.size() < kMinBytes ? std::string() : title;
  }
  return {};
}

}  // namespace arborist::pdf
