// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/dimensions.h"
#include "run/run_record.h"
#include "store/corpus.h"
#include "store/home/records.h"

// What can be done with a record that exists: look, explain, judge again, take away.
namespace arborist::curate {

// A record with the run it holds and, where the corpus still has them, the texts of its passages.
struct LoadedRun {
  store::Record record;
  run::RunRecord run;
  std::vector<std::string> raws;      // the chunks as they are stored, one a passage
  std::optional<run::Inputs> inputs;  // the run again; its passages have their spans
  std::string missing;                // why there are no inputs
};

// kCorrupt when the record itself cannot be read.
Result<LoadedRun> LoadRun(const store::Corpus& corpus, store::Record record);

// Why what is kept is not what was hashed; empty when it is. Without the texts of its passages by
// its hashes alone.
std::string ProblemOf(const LoadedRun& loaded);

}  // namespace arborist::curate
