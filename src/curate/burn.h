// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/home/records.h"

namespace arborist::curate {

// What rests on a document or leads to it (decision 31). Sets, for of a document and its cores one
// answer may have several among its sources.
struct Dependants {
  std::set<CacheKey> keys;        // of answers that have it among their sources
  std::set<DocumentRoot> cores;   // distilled from it
  std::set<std::string> aliases;  // URIs that redirect to it
  std::set<std::string> linking;  // URIs whose text links to it
  bool empty() const { return keys.empty() && cores.empty() && aliases.empty() && linking.empty(); }
};
Result<Dependants> DependantsOf(const store::Corpus& corpus, store::Records* records,
                                const store::CorpusDocument& document);
// "2 records, 1 redirect". records: under its keys, of which one may have several.
std::string Describe(const Dependants& dependants, std::size_t records);

struct BurnRequest {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
  std::string name;  // of a key or a root, or of the run of a declined question; 8 or more digits
  bool force = false;
};

struct BurnReport {
  bool again = false;               // it was burned before, and only what remained went now
  std::string subject;              // what the name stood for
  bool document = false;            // else a record
  bool question = false;            // neither: one that was declined
  std::size_t records = 0;          // that went
  std::vector<DocumentRoot> roots;  // documents that went
  std::size_t aliases = 0;
  std::size_t links_left = 0;             // texts that link to it keep its URI: they are theirs
  std::vector<std::string> dictionaries;  // shards that let go of their dictionary
};
json::Object ToJson(const BurnReport& report);

// Takes a record or a document away. kConflict with the dependants when there are any and force is
// not set; links from other texts are never changed. kEnvironment when a reader keeps text alive:
// everything is deleted then, and the same call later removes what remained.
Result<BurnReport> Burn(const BurnRequest& request);

}  // namespace arborist::curate
