// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "blocks/blocks.h"
#include "document/facts.h"
#include "evidence/evidence_map.h"
#include "markup/base.h"
#include "retrieve/accept.h"
#include "retrieve/concept_terms.h"
#include "retrieve/duplicates.h"
#include "retrieve/frame.h"
#include "retrieve/plan.h"
#include "retrieve/search.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// How a chunk that does not fit is cut: from its front, as before there was record-v2, or around
// what it says of the query.
enum class Cutting : std::uint8_t { kFront, kAroundHits };

struct GatherOptions {
  std::string question;
  std::string retrieval_keywords = {};    // widen the search and nothing else
  std::string translated_question = {};   // likewise; empty: none
  std::size_t top_k = 8;                  // documents in the context, at most
  std::size_t over_fetch = 32;            // documents that compete for it
  std::size_t max_context_chars = 16000;  // code points of all passages together
  std::size_t read_chars = 0;  // more than those, where the caller chooses among the passages
  bool hyphen_fold = true;
  Cutting cutting = Cutting::kAroundHits;
  markup::BaseSet bases = markup::BaseSet::kAll;
  ConceptTerms concepts = {};                 // of the question's words (concept_terms.h)
  std::optional<DocumentRoot> document = {};  // only this one, whatever it says
  AcceptConstants accept = {};
  RankConstants rank = {};
};

// A document in the context.
struct ContextDocument {
  document::Facts document;
  std::string document_uri;
  std::string title;
  std::string source_role;
  double score = 0;             // rounded to 1e-6; 0: asked for, not ranked
  std::uint64_t chunk_idx = 0;  // its best chunk
  std::string source_type;
  markup::Base base = markup::Base::kIdentity;  // of its passages
};

// A chunk in the context. Its span is the base of the raw slice, or the part of it around the hits.
struct ContextPassage {
  evidence::SourceChunk chunk;
  std::size_t source = 0;  // of Gathered::sources
  std::uint64_t leaf_count = 0;
  std::string raw;   // the slice that the leaf hashes
  bool cut = false;  // the budget ended the span
};

// A document that would have been in the context, had its text not been evicted.
struct EvictedSource {
  DocumentRoot document_root;
  std::string document_uri;
  std::string title;
  std::uint64_t chunk_idx = 0;  // the chunk that answers best, as far as the index knows
  store::Tier tier = store::Tier::kWarm;
};

struct Gathered {
  std::vector<ContextDocument> sources;  // by rank
  std::vector<ContextPassage>
      passages;  // in prompt order: by source, then by what they say of the query
  std::vector<blocks::Reading>
      readings;  // of the sources: the blocks that the passages are part of
  FrameDetection frame;
  RetrievalPlan plan;
  Hash256 plan_hash;
  std::vector<std::string> notes;  // what was left out and why, for people
  std::vector<EvictedSource> evicted;
  bool best_is_evicted = false;     // what is left would only be a guess
  std::int64_t cold_documents = 0;  // whose texts no search can find
};

// The passages that an answer may rest on; the same, byte for byte, whatever the layout.
//
//   search    the question, the question with keywords and the translation, each over all shards
//   accept    documents that say enough of the question (accept.h)
//   roles     what a source is to the question; blocked ones stay out (roles.h)
//   passages  of each source the chunks with most of the question's words, near duplicates once
//   budget    a share for every source, cut around the hits at sentence ends (window.h)
//
// Nothing found is no error: no source, no passage. Remembers statistics as Searcher does and
// belongs, like its corpus, to one thread at a time.
class Gatherer {
 public:
  explicit Gatherer(const store::Corpus* corpus, SoftCache* cache = nullptr,
                    WorkerPool* workers = nullptr);

  Result<Gathered> Gather(const GatherOptions& options);

  // In how many chunks of the corpus a term stands, and how many there are.
  Result<TermFrequency> Frequency(std::string_view term) { return searcher_.Frequency(term); }

 private:
  const store::Corpus* corpus_;
  Searcher searcher_;
};

}  // namespace arborist::retrieve
