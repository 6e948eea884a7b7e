// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "json/value.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::app {

// What is to be proved: a record by its key, or a document by root or URI, of which one chunk.
struct ProveTarget {
  std::string name;
  std::optional<std::uint64_t> chunk;

  // Whether it may be a record's key at all.
  bool MayBeKey() const;
};

// ROOT:CHUNK, where ROOT is hex; a URI has colons of its own and takes the chunk beside it.
Result<ProveTarget> ParseProveTarget(const std::string& text, std::optional<std::uint64_t> chunk);

// The bundle. home: nullptr when there is none. redact is for records only. log: the home store as
// it can be read, whose log goes with a document.
Result<json::Value> Prove(store::HomeStore* home, const store::Corpus& corpus,
                          const ProveTarget& target, bool redact, sqlite::Database* log);

}  // namespace arborist::app
