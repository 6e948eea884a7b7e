// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "reading/notes.h"
#include "store/corpus.h"

namespace arborist::store {

// Tells where in its source a part of a text stood: by the notes of its reader (page, slide, row,
// message), else for text that is stored as decoded by its line. For people; in no hash. Remembers
// the last document, so that several places of one are cheap. It reads the moment of the corpus
// that the document came from and belongs to the same thread.
class PlaceFinder {
 public:
  // The place of a byte of a chunk's raw slice. Nothing: no place is known. kCorrupt: the notes or
  // the text are damaged.
  Result<std::optional<reading::Place>> Find(const CorpusDocument& document,
                                             std::uint64_t chunk_idx, std::size_t offset);

 private:
  Status Turn(const CorpusDocument& document);
  Result<std::optional<reading::Place>> LineAt(const CorpusDocument& document,
                                               std::uint64_t chunk_idx, std::size_t offset);

  std::string uri_;
  std::optional<DocumentRoot> root_;
  std::optional<reading::Notes> notes_;
  // Of the chunks from the first one on, as far as they were asked for: the lines that end in front
  // of each.
  std::vector<std::uint64_t> lines_before_;
};

}  // namespace arborist::store
