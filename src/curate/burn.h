// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "store/corpus.h"
#include "store/home/records.h"

namespace arborist::curate {

// Everything that rests on a document or leads to it (decision 31). Sets, because one answer may
// rest on several of a document and its cores.
struct Dependants {
  std::set<CacheKey> keys;        // of answers that have it among their sources
  std::set<DocumentRoot> cores;   // distilled from it
  std::set<std::string> aliases;  // URIs that redirect to it
  std::set<std::string> linking;  // URIs whose text links to it
  bool empty() const { return keys.empty() && cores.empty() && aliases.empty() && linking.empty(); }
};
Result<Dependants> DependantsOf(const store::Corpus& corpus, store::Records* records,
                                const store::CorpusDocument& document);
// "2 records (..., ...), 1 redirect (...)". records: how many the keys have; one key may have
// several.
std::string Describe(const Dependants& dependants, std::size_t records);

// The request is not changed and must live until Burn returns. No other writer may have the store
// open; readers may.
struct BurnRequest {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
  std::string name;  // beginning of a key, of a root, or of the run of a declined question
  bool force = false;
};

struct BurnReport {
  bool again = false;               // burned before, and only its remains were erased now
  std::string subject;              // the full key, root or run that the name means
  bool document = false;            // else a record
  bool question = false;            // neither: a declined question
  std::size_t records = 0;          // burned
  std::vector<DocumentRoot> roots;  // documents burned
  std::size_t aliases = 0;
  std::size_t links_left = 0;             // texts that link to it: they are not changed
  std::vector<std::string> dictionaries;  // shards whose dictionary was removed
};

// Removes a record, a document or a declined question from the store. kConflict with the dependants
// when there are any and force is not set; nothing is changed then. Links from other texts are
// never changed. kNotFound, kAmbiguous, kInvalidArgument: the name. kEnvironment when a reader
// keeps deleted bytes alive: everything is deleted then, and the same call later erases the rest.
// The same call also finishes a burn that was cut short.
Result<BurnReport> Burn(const BurnRequest& request);

}  // namespace arborist::curate
