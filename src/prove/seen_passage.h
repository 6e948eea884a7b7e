// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "run/run_record.h"
#include "store/corpus.h"

namespace arborist::prove {

// A passage of a run: the slice of its document, and what the model saw of it (decision 17).
struct SeenPassage {
  std::string raw;
  std::string span;
};

// Reads the passage from the revision that the model saw: the one whose span has the text hash of
// the reference. Nothing when every revision can be read and none has it. Fails when one that could
// be it cannot be read, because its text was evicted for example, and for a base that is not known.
Result<std::optional<SeenPassage>> ReadSeenPassage(const store::CorpusDocument& document,
                                                   std::string_view base,
                                                   const run::EvidenceRef& ref);

}  // namespace arborist::prove
