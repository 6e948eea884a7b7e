// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <string>

#include "reading/reading.h"
#include "text/utf8.h"

namespace arborist::reading {

// What a reading promises, whatever the bytes were; empty if it holds, else what is wrong.
inline std::string FaultOf(const Reading& reading) {
  const auto verdict = reading.report.verdict;
  const bool read = verdict == Verdict::kRead || verdict == Verdict::kReadInPart;
  if (read == (reading.text.empty() && reading.children.empty())) {
    return "the verdict does not fit the text";
  }
  if (reading.text.contains('\0')) return "the text has a NUL";
  if (text::FindInvalidUtf8(reading.text) != std::string_view::npos) {
    return "the text is not UTF-8";
  }
  if (text::FindInvalidUtf8(reading.title) != std::string_view::npos ||
      reading.title.contains('\n')) {
    return "the title is not one line of UTF-8";
  }
  std::uint64_t last = 0;
  for (const Anchor& anchor : reading.anchors) {
    if (anchor.begin < last || anchor.begin > reading.text.size()) {
      return "an anchor out of order or place";
    }
    if (text::FindInvalidUtf8(anchor.label) != std::string_view::npos) {
      return "a label is not UTF-8";
    }
    last = anchor.begin;
  }
  if (!std::ranges::is_sorted(reading.links)) return "the links are not sorted";
  return {};
}

}  // namespace arborist::reading
