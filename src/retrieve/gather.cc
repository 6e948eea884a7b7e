// SPDX-License-Identifier: AGPL-3.0-only
// From a question to the context of an answer: rank documents (or take the one that was asked for),
// accept those that say enough, give each a role, and let ContextBuilder read their chunks into the
// budget. A blocked role, an evicted text or a near copy is left out with a note for people.
#include "retrieve/gather.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/distiller.h"
#include "document/extraction.h"
#include "retrieve/budget.h"
#include "retrieve/cold.h"
#include "retrieve/context_builder.h"
#include "retrieve/roles.h"
#include "text/escape.h"

namespace arborist::retrieve {

namespace {

// A document on its way into the context.
struct Chosen {
  Candidate candidate;
  store::CorpusDocument document;
  std::string role;
};

std::string Joined(const GatherOptions& options, bool translated) {
  std::string text = options.question;
  if (!options.retrieval_keywords.empty()) text += " " + options.retrieval_keywords;
  if (translated && !options.translated_question.empty()) text += " " + options.translated_question;
  return text;
}

std::vector<std::string> Queries(const GatherOptions& options) {
  std::vector<std::string> queries{options.question};
  if (!options.retrieval_keywords.empty()) queries.push_back(Joined(options, false));
  if (!options.translated_question.empty()) queries.push_back(options.translated_question);
  return queries;
}

RetrievalPlan PlanOf(const GatherOptions& options, const store::Corpus& corpus) {
  return {.retrieval_keywords = options.retrieval_keywords,
          .top_k = options.top_k,
          .over_fetch = options.over_fetch,
          .max_context_chars = options.max_context_chars,
          .shard_ids = ShardSetNames(corpus),
          .translated_question = options.translated_question,
          .document = options.document};
}

ContextDocument Describe(const Chosen& chosen, markup::BaseSet bases) {
  const store::DocumentView& view = chosen.document.view;
  const store::LocationView& shown = chosen.document.shown();
  // By the location that is shown: shards may know the same text as different kinds.
  const std::string_view type = document::SourceTypeOf(shown.extraction_version);
  return {.document = view,
          .document_uri = shown.uri,
          .title = shown.title,
          .source_role = chosen.role,
          .score = chosen.candidate.score,
          .chunk_idx = chosen.candidate.chunk_idx,
          .source_type = type.empty() ? view.source_type : std::string(type),
          .base = markup::BaseOf(shown.extraction_version, bases)};
}

ContextPassage MakePassage(const ContextDocument& source, std::size_t index, ContextChunk chunk) {
  ContextPassage passage;
  passage.chunk.source_root = source.document.root.hex();
  passage.chunk.document_uri = source.document_uri;
  if (!source.title.empty()) passage.chunk.title = source.title;
  passage.chunk.chunk_idx = static_cast<std::int64_t>(chunk.chunk_idx);
  passage.chunk.chunk_root = chunk.leaf.hex();
  passage.chunk.source_role = source.source_role;
  passage.chunk.span = std::move(chunk.span);
  passage.chunk.offset_start = chunk.offset_start;
  passage.source = index;
  passage.leaf_count = source.document.leaf_count;
  passage.raw = std::move(chunk.raw);
  passage.cut = chunk.cut;
  return passage;
}

// The one document that was asked for, whatever it says of the question. Nothing is compared, so it
// has neither rank nor role.
Result<std::vector<Chosen>> TheDocument(const store::Corpus& corpus, const DocumentRoot& root) {
  TRY_ASSIGN(std::optional<store::CorpusDocument> document, corpus.Find(root));
  if (!document) return Fail(ErrorCode::kNotFound, "no document with root " + root.hex());
  std::vector<Chosen> all;
  for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
    TRY_ASSIGN(const std::optional<store::DocumentView> view,
               corpus.shards()[i]->documents().Find(root));
    if (!view || !view->current) continue;
    Candidate candidate{.root = root};
    candidate.shard = i;
    all.push_back({.candidate = candidate,
                   .document = std::move(*document),
                   .role = std::string(evidence::kUnclassifiedRole)});
    return all;
  }
  return Fail(ErrorCode::kConflict,
              "document " + root.hex() +
                  " is superseded or gone; arborist documents list shows what is current");
}

// The candidates that say enough, with their roles, best first.
Result<std::vector<Chosen>> ChooseSources(const store::Corpus& corpus, const GatherOptions& options,
                                          const Ranking& ranking) {
  std::vector<Chosen> all;
  for (const Candidate& candidate : Accept(ranking, options.rank, options.accept)) {
    TRY_ASSIGN(std::optional<store::CorpusDocument> document, corpus.Find(candidate.root));
    if (!document)
      return Fail(ErrorCode::kCorrupt, "document " + candidate.root.hex() + " has no location");
    if (IsRival(document->shown().title, options.question, options.concepts)) continue;
    all.push_back({.candidate = candidate, .document = std::move(*document), .role = {}});
  }
  std::vector<RoleSubject> subjects;
  subjects.reserve(all.size());
  for (const Chosen& chosen : all) {
    subjects.push_back({.title = chosen.document.shown().title,
                        .score = chosen.candidate.score,
                        .body_groups = chosen.candidate.body.groups});
  }
  const std::vector<std::string_view> roles = ClassifyRoles(options.question, subjects);
  // What we said ourselves is never what an answer rests on first, and must not take the place of
  // the document that it repeats.
  const auto ours = [](const Chosen& chosen) {
    return chosen.document.view.is_core() && chosen.document.view.source_type == core::kProvidence;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].role = ours(all[i]) && roles[i] == kPrimaryRole ? kSecondaryRole : roles[i];
  }
  std::ranges::stable_partition(all, std::not_fn(ours));
  return all;
}

Result<std::vector<Chosen>> Choose(const store::Corpus& corpus, Searcher* searcher,
                                   const GatherOptions& options) {
  if (options.document) return TheDocument(corpus, *options.document);
  TRY_ASSIGN(const Ranking ranking, searcher->Rank({.queries = Queries(options),
                                                    .limit = options.over_fetch,
                                                    .per_document = 1,
                                                    .hyphen_fold = options.hyphen_fold,
                                                    .phrases = true,
                                                    .synonyms = options.concepts.synonyms,
                                                    .constants = options.rank}));
  return ChooseSources(corpus, options, ranking);
}

// The chunk that the search found; none where the document came in by its title alone.
std::optional<std::uint64_t> BestChunk(const Candidate& candidate) {
  if (candidate.body.groups == 0) return std::nullopt;
  return candidate.chunk_idx;
}

std::size_t CharsOf(const GatherOptions& options) {
  return std::max(options.max_context_chars, options.read_chars);
}

// Puts the chosen documents into the context until it has enough of them; returns those it took.
Result<std::vector<Chosen>> FillContext(const store::Corpus& corpus, const GatherOptions& options,
                                        const Ranker& ranker, std::vector<Chosen> all,
                                        ContextBuilder* context, Gathered* gathered) {
  std::vector<double> scores;
  for (const Chosen& chosen : all) {
    if (scores.size() < options.top_k && !IsBlocked(chosen.role))
      scores.push_back(chosen.candidate.score);
  }
  const std::vector<std::size_t> shares = ShareBudget(CharsOf(options), scores);
  std::vector<Chosen> taken;
  for (Chosen& chosen : all) {
    if (context->full()) break;
    if (IsBlocked(chosen.role)) {
      gathered->notes.push_back("left out " +
                                text::EscapeForTerminal(chosen.document.shown().title, false) +
                                " (" + chosen.role + ")");
      continue;
    }
    TRY_ASSIGN(
        SourceReader reader,
        SourceReader::Open(corpus.shards()[chosen.candidate.shard].get(), chosen.document, ranker,
                           {.bases = options.bases,
                            .best = BestChunk(chosen.candidate),
                            .all = options.document.has_value()}));
    if (reader.evicted()) {
      if (taken.empty() && gathered->evicted.empty()) gathered->best_is_evicted = true;
      const store::LocationView& shown = chosen.document.shown();
      gathered->evicted.push_back({.document_root = chosen.document.view.root,
                                   .document_uri = shown.uri,
                                   .title = shown.title,
                                   .chunk_idx = reader.first_chunk(),
                                   .tier = chosen.document.view.tier});
      gathered->notes.push_back(
          "not read, for its text was evicted: " + text::EscapeForTerminal(shown.uri, false) +
          "; " + store::RehydrateHint(chosen.document.view.root, shown.uri));
      continue;
    }
    // Who takes the place of a duplicate has its share.
    TRY_ASSIGN(const bool added, context->Add(std::move(reader), shares[taken.size()]));
    if (added) taken.push_back(std::move(chosen));
  }
  return taken;
}

// What ranking would have found out about a document that was asked for.
void LookInto(const std::string& question, const std::vector<ContextChunk>& chunks,
              Chosen* chosen) {
  const Phrases phrases(question);
  if (!chunks.empty()) chosen->candidate.chunk_idx = chunks[0].chunk_idx;
  chosen->candidate.phrase =
      std::any_of(chunks.begin(), chunks.end(),
                  [&](const ContextChunk& chunk) { return phrases.StandIn(chunk.span); });
}

Result<FrameDetection> FrameOf(const std::vector<Chosen>& chosen, ContextBuilder* context) {
  std::vector<std::string> leads(chosen.size());
  std::vector<PhraseSource> sources;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i].candidate.phrase) continue;
    TRY_ASSIGN(leads[i], context->reader(i).Lead());
    const store::LocationView& shown = chosen[i].document.shown();
    sources.push_back({.title = shown.title, .uri = shown.uri, .lead = leads[i]});
  }
  return DetectFrame(sources);
}

}  // namespace

Gatherer::Gatherer(const store::Corpus* corpus, SoftCache* cache, WorkerPool* workers)
    : corpus_(corpus), searcher_(corpus, cache, workers) {}

Result<Gathered> Gatherer::Gather(const GatherOptions& options) {
  Gathered gathered;
  gathered.plan = PlanOf(options, *corpus_);
  gathered.plan_hash = HashPlan(gathered.plan);
  TRY_ASSIGN(gathered.cold_documents, ColdDocuments(*corpus_));
  TRY_ASSIGN(std::vector<Chosen> all, Choose(*corpus_, &searcher_, options));
  const Query query = ParseQuery(Joined(options, true), options.hyphen_fold);
  TRY_ASSIGN(const index::TermStatistics statistics, searcher_.StatisticsOf(query));
  const Ranker ranker(query, statistics, options.rank);
  ContextBuilder context(CharsOf(options), options.document ? 1 : options.top_k);
  TRY_ASSIGN(std::vector<Chosen> taken,
             FillContext(*corpus_, options, ranker, std::move(all), &context, &gathered));
  TRY_ASSIGN(std::vector<std::vector<ContextChunk>> chunks,
             context.Finish(options.cutting == Cutting::kAroundHits ? &ranker : nullptr));
  if (options.document && !taken.empty()) LookInto(options.question, chunks[0], &taken[0]);
  TRY_ASSIGN(gathered.frame, FrameOf(taken, &context));
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (chunks[i].empty()) continue;
    const std::size_t index = gathered.sources.size();
    gathered.sources.push_back(Describe(taken[i], options.bases));
    std::vector<std::uint64_t> shown;
    for (const ContextChunk& chunk : chunks[i]) shown.push_back(chunk.chunk_idx);
    std::ranges::sort(shown);
    TRY_ASSIGN(blocks::Reading reading, context.reader(i).Blocks(shown));
    gathered.readings.push_back(std::move(reading));
    for (ContextChunk& chunk : chunks[i])
      gathered.passages.push_back(MakePassage(gathered.sources[index], index, std::move(chunk)));
  }
  if (gathered.passages.empty() && gathered.cold_documents > 0) {
    gathered.notes.push_back(ColdNote(gathered.cold_documents));
  }
  if (context.repeated() > 0) {
    gathered.notes.push_back("left out " + std::to_string(context.repeated()) +
                             " passages that repeat another nearly word for word");
  }
  return gathered;
}

}  // namespace arborist::retrieve
