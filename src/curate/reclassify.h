// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "curate/in_corpus.h"
#include "curate/loaded_run.h"
#include "store/home/records.h"

namespace arborist::curate {

// A record judged again, without a model, by today's verifier: over its own passages and, for
// quotes, over passages of the present corpus that hold a quote that failed. Such passages are
// appended to the record; its key and its messages stay as they were. A claim with a pointer is
// about the passage it points at, so for claims the corpus gives only a hint to ask again.
enum class Outcome {
  kSame,
  kRaised,     // the label rose; a new revision is written unless it is only tried
  kWouldFall,  // never written: a fall needs another policy, which is another key
  kNotChecked  // the passages, or the rules of the run, are not there any more
};
std::string_view Name(Outcome outcome);  // same, raised, would_fall, not_checked

struct Reclassified {
  CacheKey cache_key;
  std::string question;
  Outcome outcome = Outcome::kSame;
  std::string from;  // labels
  std::string to;
  std::string from_rung;
  std::string to_rung;
  std::string why_not;                                             // of kNotChecked
  std::optional<store::Record> revision;                           // what was written
  std::vector<std::pair<std::string, CorpusPlace>> now_in_corpus;  // failed spans found verbatim
  std::size_t passages_added = 0;                                  // of those, to the revision
};

// One record. Writes at most one revision with its event.
Result<Reclassified> Reclassify(const LoadedRun& run, CorpusLookup* corpus, store::Records* records,
                                bool dry_run);

}  // namespace arborist::curate
