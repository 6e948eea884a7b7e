// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "verify/verdict.h"

// Reasons a person can act on: data beside a verdict, in no hash and no label (decision 28).
namespace arborist::verify {

// The beginning of a place in a passage, as it is shown.
inline constexpr std::size_t kExcerptChars = 300;  // code points

// The sentence of the context that shares most words with a unit; of a unit of several, those
// around it that it says too.
struct NearestPassage {
  std::size_t begin = 0;  // code points of the context as given
  std::size_t end = 0;
  std::size_t shared_words = 0;
  std::string excerpt;  // its text, cut where it is long
};

struct Diagnosis {
  std::string text;
  // fabricated, stitched, wrong_number, negated, reordered, not_checked. The two that need a
  // pointer, misattributed and unresolved_pointer, are for the caller who knows what was cited.
  std::string_view word;
  std::optional<NearestPassage> nearest;
};

// Makes the context ready once for any number of units, of whichever verifier. All of them share a
// budget; when it is spent the word is not_checked, and there is no nearest passage.
class Diagnostician {
 public:
  // unit_bytes: of all units together.
  Diagnostician(std::string_view context, std::size_t unit_bytes);
  ~Diagnostician();
  Diagnostician(const Diagnostician&) = delete;
  Diagnostician& operator=(const Diagnostician&) = delete;

  Diagnosis Diagnose(std::string_view unit);
  std::optional<NearestPassage> Nearest(std::string_view unit);

  // Steps taken so far: what the tests of linear time count.
  std::size_t work() const { return budget_.spent(); }

 private:
  std::pair<std::uint32_t, std::uint32_t> AroundIt(std::uint32_t sentence) const;

  struct Prepared;
  std::unique_ptr<Prepared> prepared_;
  Budget budget_;
};

// Each failed unit is looked for in the whole context; beyond so many, which nobody reads one by
// one, the word is not_checked and there is no nearest passage.
inline constexpr std::size_t kMaxDiagnosed = 256;

// One for each unit that the verdict says is not verified, in its order.
std::vector<Diagnosis> DiagnoseFailed(const QuoteVerdict& verdict, std::string_view context);

}  // namespace arborist::verify
