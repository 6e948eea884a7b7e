// SPDX-License-Identifier: AGPL-3.0-only
// Finds a text in the corpus in its present state. The search index returns the nearest passages by
// their words; a passage is verbatim when the normalised base of its chunk contains the normalised
// text. Find looks at the 8 nearest, so it may miss a text that many nearer passages push out, but
// never reports one that is not there. Read gathers the passage again in the way that the policy of
// a record cuts passages, because only such a passage can join that record.
#include "curate/in_corpus.h"

#include "judge/reference/units.h"
#include "markup/base.h"
#include "text/search_tokens.h"

namespace arborist::curate {

namespace {

constexpr std::size_t kLookedAt = 8;

}  // namespace

Result<std::vector<CorpusPlace>> CorpusLookup::Nearest(std::string_view text, std::size_t limit) {
  std::vector<CorpusPlace> places;
  if (text::QueryTerms(text).empty()) return places;
  const std::string wanted = judge::Normalize(text);
  retrieve::SearchOptions options;
  options.query = std::string(text);
  options.limit = limit;
  TRY_ASSIGN(const std::vector<retrieve::SearchHit> hits, searcher_.Search(options));
  for (const retrieve::SearchHit& hit : hits) {
    CorpusPlace place{.document_root = hit.document_root,
                      .document_uri = hit.document_uri,
                      .title = hit.title,
                      .chunk_idx = hit.chunk_idx,
                      .snippet = hit.snippet.text};
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
               corpus_->Find(hit.document_root));
    if (!document) continue;
    const auto raw = store::ChunkText(*document, hit.chunk_idx);
    if (!raw) continue;  // evicted
    const markup::Base base =
        markup::BaseOf(document->shown().extraction_version, markup::BaseSet::kAll);
    place.verbatim = judge::Normalize(markup::ToBase(base, *raw)).contains(wanted);
    places.push_back(std::move(place));
  }
  return places;
}

Result<std::optional<CorpusPlace>> CorpusLookup::Find(std::string_view text) {
  TRY_ASSIGN(std::vector<CorpusPlace> places, Nearest(text, kLookedAt));
  for (CorpusPlace& place : places) {
    if (place.verbatim) return std::move(place);
  }
  return std::nullopt;
}

Result<std::optional<CorpusPassage>> CorpusLookup::Read(const CorpusPlace& place,
                                                        std::string_view text,
                                                        run::PolicyVersion policy) {
  retrieve::GatherOptions options;
  options.question = std::string(text);
  options.document = place.document_root;
  options.cutting = run::RecordVersionOf(policy) == run::RecordVersion::k1
                        ? retrieve::Cutting::kFront
                        : retrieve::Cutting::kAroundHits;
  options.bases = run::BasesOf(policy);
  TRY_ASSIGN(const retrieve::Gathered gathered, gatherer_.Gather(options));
  const std::string wanted = judge::Normalize(text);
  for (const retrieve::ContextPassage& passage : gathered.passages) {
    if (!judge::Normalize(passage.chunk.span).contains(wanted)) continue;
    const retrieve::ContextDocument& source = gathered.sources[passage.source];
    return CorpusPassage{
        .source = {.document = source.document,
                   .ranked = {source.document.root, source.source_role, source.score,
                              static_cast<std::int64_t>(source.chunk_idx)},
                   .document_uri = source.document_uri,
                   .title = source.title,
                   .base = std::string(markup::Name(source.base))},
        .chunk = passage.chunk};
  }
  return std::nullopt;
}

}  // namespace arborist::curate
