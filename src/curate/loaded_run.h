// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/dimensions.h"
#include "run/run_record.h"
#include "store/corpus.h"
#include "store/home/records.h"

// Operations on records that exist: show, explain, judge again, promote, burn.
namespace arborist::curate {

// The run that a record holds; kCorrupt when it cannot be read.
Result<run::RunRecord> RunOf(const store::Record& record);

// A record with the run it holds and, where the corpus still has them, the texts of its passages.
struct LoadedRun {
  store::Record record;
  run::RunRecord run;
  std::vector<std::string> raws;      // the chunks as they are stored, one a passage
  std::optional<run::Inputs> inputs;  // the inputs of the run again, with the texts of its passages
  std::string missing;                // why there are no inputs
};

// kCorrupt when the record itself cannot be read. Passages that the corpus lacks are no error: see
// missing.
Result<LoadedRun> LoadRun(const store::Corpus& corpus, store::Record record);

// Why the record is not what was hashed; empty when it is. Repeats the run where the texts of its
// passages are there (run::Repeat), and compares its hashes alone where they are not.
std::string ProblemOf(const LoadedRun& loaded);

}  // namespace arborist::curate
