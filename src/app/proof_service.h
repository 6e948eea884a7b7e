// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "json/value.h"
#include "prove/prove_record.h"
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

// The bundle of what the target names, as prove::WhatIs found. home: its records are proved and its
// log goes with a document; nullptr when it cannot be read, which is for documents alone. redact is
// for records only.
Result<json::Value> Prove(store::HomeStore* home, const store::Corpus& corpus,
                          const ProveTarget& target, prove::Named named, bool redact);

}  // namespace arborist::app
