// SPDX-License-Identifier: AGPL-3.0-only
#include "office/properties.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace arborist::office {

namespace {
using namespace std::string_view_literals;

// Titles that programs give to new documents, without the number behind them.
constexpr auto kEmptyTitles = std::to_array<std::string_view>({"word document",
                                                               "microsoft word",
                                                               "microsoft word document",
                                                               "document",
                                                               "untitled",
                                                               "untitled document",
                                                               "powerpoint presentation",
                                                               "powerpoint-presentation",
                                                               "presentation",
                                                               "powerpoint-pr\xC3\xA4sentation",
                                                               "pr\xC3\xA9sentation powerpoint",
                                                               "slide",
                                                               "folie",
                                                               "book",
                                                               "workbook",
                                                               "title",
                                                               "no title",
                                                               "template",
                                                               "normal",
                                                               "normal.dot",
                                                               "blank"});

}  // namespace

bool IsRealTitle(std::string_view title) {
  title = TrimAscii(title);
  while (!title.empty() && (IsAsciiDigit(title.back()) || title.back() == ' ')) {
    title.remove_suffix(1);
  }
  if (title.empty() || title.starts_with("[") || title.starts_with("<")) return false;
  const std::string lower = LowerAscii(title);
  return std::ranges::find(kEmptyTitles, lower) == kEmptyTitles.end();
}

void ReadCoreProperties(Package* package, Writer* writer) {
  const std::string part = package->RelatedPart("", "core-properties");
  if (part.empty()) return;
  const auto tree = package->ReadTree(part, &writer->report());
  if (!tree) {
    reading::Warn(&writer->report(), part + ": " + tree.error().message);
    return;
  }
  if (!tree->root()) return;
  std::string created;
  std::string modified;
  for (const xml::Node one : tree->root().children()) {
    if (one.Is(kDublinCore, "title")) {
      const std::string title = one.AllText();
      if (IsRealTitle(title)) writer->set_title(title);
    }
    if (one.Is(kDublinTerms, "created")) created = one.AllText();
    if (one.Is(kDublinTerms, "modified")) modified = one.AllText();
  }
  writer->set_content_date(TrimAscii(created));
  writer->set_content_date(TrimAscii(modified));
}

}  // namespace arborist::office
