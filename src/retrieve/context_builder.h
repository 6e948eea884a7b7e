// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <vector>

#include "retrieve/near_duplicates.h"
#include "retrieve/source_reader.h"

namespace arborist::retrieve {

// A chunk as the prompt will show it.
struct ContextChunk : LoadedChunk {
  bool cut = false;
};

// Fills the context source by source. Each has a share of the budget; what some leave over goes to
// those that need more, best first. A chunk that repeats an earlier one is left out.
class ContextBuilder {
 public:
  ContextBuilder(std::size_t max_code_points, std::size_t max_sources);

  // Reads the source up to its share, or what is left. False: it has nothing that is not there
  // already.
  Result<bool> Add(SourceReader reader, std::size_t share);
  std::size_t size() const { return sources_.size(); }
  bool full() const { return sources_.size() == max_sources_; }
  SourceReader& reader(std::size_t source) { return sources_[source].reader; }

  // Shares out what is left. The chunks of each source, in order; one that does not fit is cut
  // around what it says of the query, or without a ranker from its front.
  Result<std::vector<std::vector<ContextChunk>>> Finish(const Ranker* ranker);

  std::size_t repeated() const { return repeated_; }  // chunks left out

 private:
  struct Part {
    SourceReader reader;
    std::vector<LoadedChunk> chunks = {};
    std::size_t share = 0;
    std::size_t code_points = 0;
  };
  // Reads on until the part has so many code points or the document ends.
  Status Fill(std::size_t code_points, Part* part);

  std::size_t max_sources_;
  std::size_t left_;  // of the budget
  NearDuplicates seen_;
  std::size_t repeated_ = 0;
  std::vector<Part> sources_;
};

}  // namespace arborist::retrieve
