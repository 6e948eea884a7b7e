// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "blocks/blocks.h"
#include "data.h"
#include "evidence/evidence_map.h"
#include "extractive/extractive.h"

namespace arborist::training {

// A question over documents as people have them, and what retrieval gathers for it.
struct DocsAsked {
  GoldQuestion question;
  std::string kind;
  bool unanswerable = false;
  std::vector<std::string> golds;  // ends of the URIs of documents that answer
  std::vector<evidence::SourceChunk> passages;
  std::vector<std::size_t> sources;  // of the passages: which reading
  std::vector<blocks::Reading> readings;
  std::map<std::string, std::int64_t, std::less<>> weights;

  bool IsGold(std::string_view uri) const;
  std::vector<const blocks::Reading*> ReadingsOfPassages() const;
  extractive::TermWeight weight() const {
    return [this](std::string_view term) -> std::int64_t {
      const auto found = weights.find(term);
      return found == weights.end() ? 0 : found->second;
    };
  }
};

// The questions of a file (bench/questions/README.md) over the documents of a store.
Result<std::vector<DocsAsked>> GatherDocs(const std::filesystem::path& home,
                                          const std::filesystem::path& questions);

}  // namespace arborist::training
