// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::store {

// A row of concept_relations (docs/format/home.md). Tokens are search terms.
struct ConceptRelation {
  std::string source_root = {};
  std::string kind;  // synonym, antonym, rivalry, category
  std::string token;
  std::string target;
  std::string evidence_kind;
  std::string derived_from = {};
};

inline constexpr std::string_view kSynonym = "synonym";
inline constexpr std::string_view kRivalry = "rivalry";

// The relations of a home store. What changes them forgets the lookup memos, for retrieval may go
// another way now; nothing else depends on them.
class Concepts {
 public:
  explicit Concepts(HomeStore* home) : home_(home) {}

  // Insert or ignore; how many were new.
  Result<std::uint64_t> Add(const std::vector<ConceptRelation>& relations);
  Result<std::uint64_t> Purge(std::string_view evidence_kind);  // how many went
  // What a document speaks for or was told by: its title's words. How many went.
  Result<std::uint64_t> Forget(const DocumentRoot& root);
  // How many of each evidence kind, by relation kind.
  Result<std::map<std::pair<std::string, std::string>, std::uint64_t>> Counts();
  // What a token has that relation to: the most often seen first, then by name; at most limit.
  Result<std::vector<std::string>> TargetsOf(std::string_view kind, std::string_view token,
                                             std::size_t limit);

 private:
  Status Bind();

  HomeStore* home_;
};

}  // namespace arborist::store
