// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

namespace arborist::judge {

// Whether an answer avoids the subject of its question (decision 27): the word after what or which,
// else the last content word of the question, does not occur in it. Questions for a time, a number
// or a reason are not judged, because their answers need not repeat the subject.
struct Deflection {
  bool detected = false;
  std::string subject_anchor;  // empty: there is none, or not judged
  double overlap_ratio = 0.0;  // share of the question's content words in the answer
};

Deflection DiagnoseDeflection(std::string_view question, std::string_view answer);

}  // namespace arborist::judge
