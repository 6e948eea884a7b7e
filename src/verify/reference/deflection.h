// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::verify {

// Whether an answer leaves the subject of its question (decision 27): the word after what or which,
// else the question's last content word, is nowhere in it. Questions for a time, a number or a
// reason are not judged: what they ask for need not be named.
struct Deflection {
  bool detected = false;
  std::string subject_anchor;  // empty: none, or not judged
  double overlap_ratio = 0.0;  // share of the question's content words that the answer has
};

Deflection DiagnoseDeflection(std::string_view question, std::string_view answer);

}  // namespace arborist::verify
