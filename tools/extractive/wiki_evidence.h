// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "data.h"
#include "evidence/evidence_map.h"
#include "extractive/extractive.h"

namespace arborist::training {

// A question and what retrieval gathers for it from the whole corpus.
struct WikiAsked {
  GoldQuestion question;
  std::string kind;
  bool absent = false;  // its article is not in the store
  std::vector<evidence::SourceChunk> passages;
  std::map<std::string, std::int64_t, std::less<>> weights;  // of its terms

  extractive::TermWeight weight() const {
    return [this](std::string_view term) -> std::int64_t {
      const auto found = weights.find(term);
      return found == weights.end() ? 0 : found->second;
    };
  }
};

inline constexpr std::size_t kWikiOfKind = 240;

// Makes questions from the articles (wiki_questions.h), at most `of_kind` of a kind, and gathers
// for each. An eighth of the articles is left out of the store: what is asked about those has no
// answer. `file` remembers all of it for the next call; empty: nothing is remembered.
Result<std::vector<WikiAsked>> GatherWiki(const std::filesystem::path& corpus, std::size_t of_kind,
                                          const std::filesystem::path& file);

}  // namespace arborist::training
