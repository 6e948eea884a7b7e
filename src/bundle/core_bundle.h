// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bundle/bundle.h"
#include "bundle/log_part.h"
#include "document/derivation.h"
#include "json/value.h"

namespace arborist::bundle {

// FROZEN arborist-core-v1: a core with everything that it was made from, through every depth down
// to the surfaces. docs/format/bundle.md. States what it is given; VerifyBundle judges.

struct CoreBundle {
  struct Chunk {
    std::uint64_t chunk_idx = 0;
    std::string text;  // the raw slice
    std::string text_hash = {};
  };
  struct Document {
    DocumentFacts facts;
    std::string kind;  // surface or core
    std::int64_t compression_depth = 0;
    std::vector<Chunk> chunks;  // those that were used; of a core all
  };
  struct Derived {
    DocumentRoot core;
    document::Derivation derivation;
    std::string derivation_hash = {};  // as in the log
  };
  std::vector<Document> documents;   // the core itself first, each before its sources
  std::vector<Derived> derivations;  // one for each core
  std::optional<LogPart> log = {};   // of the event that binds the first derivation
};

// Fills in the hashes.
json::Value MakeCoreBundle(CoreBundle bundle);

json::Object ToJson(const CoreBundle& bundle);
// Errors name the field.
Result<CoreBundle> ReadCoreBundle(const json::Value& value);

}  // namespace arborist::bundle
