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
#include "judge/verdict.h"

// Words that a person can act on, said beside a verdict: in no hash and no label (decision 28).
namespace arborist::judge {

// How much of a passage is shown.
inline constexpr std::size_t kExcerptChars = 300;  // code points

// The sentence of the context that shares most words with a unit. If the unit consists of several
// sentences: with the neighbours that the unit also has.
struct NearestPassage {
  std::size_t begin = 0;  // code points of the context as given
  std::size_t end = 0;
  std::size_t shared_words = 0;
  std::string excerpt;  // its text, cut to kExcerptChars
};

struct Diagnosis {
  std::string text;
  // fabricated, stitched, wrong_number, negated, reordered or not_checked. The words that depend on
  // a citation, misattributed and unresolved_pointer, are the caller's.
  std::string_view word;
  std::optional<NearestPassage> nearest;
};

// Prepares a context once for any number of units, whichever verifier judged them. Not thread-safe.
// All calls share a budget that is linear in the bytes of context and units; when it is spent, the
// word is not_checked and there is no nearest passage. Copies the context.
class Diagnostician {
 public:
  // unit_bytes: the bytes of all units together, for the budget.
  Diagnostician(std::string_view context, std::size_t unit_bytes);
  ~Diagnostician();
  Diagnostician(const Diagnostician&) = delete;
  Diagnostician& operator=(const Diagnostician&) = delete;

  Diagnosis Diagnose(std::string_view unit);
  std::optional<NearestPassage> Nearest(std::string_view unit);

  // Steps taken so far; tests assert that they grow linearly.
  std::size_t work() const { return budget_.spent(); }

 private:
  std::pair<std::uint32_t, std::uint32_t> AroundIt(std::uint32_t sentence) const;

  struct Prepared;
  std::unique_ptr<Prepared> prepared_;
  Budget budget_;
};

// Each failed unit is looked for in the whole context. Units beyond this number, which nobody reads
// one by one, get the word not_checked and no nearest passage.
inline constexpr std::size_t kMaxDiagnosed = 256;

// One diagnosis for each unit that the verdict lists as unverified, in its order.
std::vector<Diagnosis> DiagnoseFailed(const QuoteVerdict& verdict, std::string_view context);

}  // namespace arborist::judge
