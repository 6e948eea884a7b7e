// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "reading/notes.h"
#include "run/run_record.h"
#include "store/corpus.h"

namespace arborist::ask {

// Where the passages of a run and the sentences that it cites stand in their sources: one entry for
// each passage and citation of the record, nothing where no place is known. For people; in no hash.
struct Places {
  std::vector<std::optional<reading::Place>> passages;
  std::vector<std::optional<reading::Place>> citations;
};

// Errors are those of the store. A passage whose document is not in the corpus has no place.
Result<Places> LocatePassages(const store::Corpus& corpus, const run::RunRecord& record);

}  // namespace arborist::ask
