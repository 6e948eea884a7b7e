// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "base/parallel_for.h"
#include "retrieve/gather.h"
#include "retrieve/search.h"
#include "run/run_record.h"
#include "store/corpus.h"

namespace arborist::curate {

// A passage of the corpus that is near a text, or holds it.
struct CorpusPlace {
  DocumentRoot document_root;
  std::string document_uri;
  std::string title;
  std::uint64_t chunk_idx = 0;
  std::string snippet;
  bool verbatim = false;  // the chunk holds the text, case and white space aside
};

// A passage with all that a record says of it.
struct CorpusPassage {
  run::RecordedSource source;
  evidence::SourceChunk chunk;
};

// Looks for texts in the whole corpus in its present state, by search. A text that none of the
// nearest passages holds may still be somewhere. The corpus must live as long; like it, used by one
// thread at a time.
class CorpusLookup {
 public:
  explicit CorpusLookup(const store::Corpus* corpus)
      : corpus_(corpus),
        workers_(retrieve::SearchThreads(*corpus)),
        searcher_(corpus, nullptr, &workers_),
        gatherer_(corpus, nullptr, &workers_) {}

  // The nearest passages, best first; none for a text without words.
  Result<std::vector<CorpusPlace>> Nearest(std::string_view text, std::size_t limit);
  // A passage that holds the text word for word, among the nearest 8; nullopt when none of these
  // does.
  Result<std::optional<CorpusPlace>> Find(std::string_view text);
  // The passage of that document that holds the text, cut and read as an answer under that policy
  // has its passages; nullopt when the document does not hold the text any more.
  Result<std::optional<CorpusPassage>> Read(const CorpusPlace& place, std::string_view text,
                                            run::PolicyVersion policy);

 private:
  const store::Corpus* corpus_;
  WorkerPool workers_;
  retrieve::Searcher searcher_;
  retrieve::Gatherer gatherer_;
};

}  // namespace arborist::curate
