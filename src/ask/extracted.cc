// SPDX-License-Identifier: AGPL-3.0-only
// Runs extractive-v2 over more text than a record may keep, then reduces the context. Order: read
// all gathered passages, extract claims, mark the passages of the claims, fill the remaining
// character budget with other passages in rank order, and renumber claims (E1, E2, ...) to the
// reduced list. The record then binds only passages that fit the policy, and the claims still point
// into them.
#include "ask/extracted.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "evidence/evidence_map.h"
#include "text/canonical.h"
#include "text/utf8.h"
#include "verify/selection.h"

namespace arborist::ask {

namespace {

// Removes unmarked passages, and the sources and readings that lose their last passage.
void KeepPassages(const std::vector<bool>& kept, retrieve::Gathered* gathered) {
  std::vector<bool> has(gathered->sources.size());
  std::vector<retrieve::Passage> passages;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    has[gathered->passages[i].source] = true;
    passages.push_back(std::move(gathered->passages[i]));
  }
  std::vector<std::size_t> number(has.size());
  std::vector<retrieve::Source> sources;
  std::vector<blocks::Reading> readings;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (!has[i]) continue;
    number[i] = sources.size();
    sources.push_back(std::move(gathered->sources[i]));
    readings.push_back(std::move(gathered->readings[i]));
  }
  for (retrieve::Passage& passage : passages) passage.source = number[passage.source];
  gathered->passages = std::move(passages);
  gathered->sources = std::move(sources);
  gathered->readings = std::move(readings);
}

// Marks the passages of the claims first, then others in their order while they fit.
std::vector<bool> PassagesToKeep(const extractive::Answer& answer, std::size_t max_chars,
                                 const retrieve::Gathered& gathered) {
  std::vector<bool> kept(gathered.passages.size());
  std::size_t left = max_chars;
  const auto keep = [&](std::size_t i) {
    const std::size_t size = text::CountCodePoints(gathered.passages[i].chunk.span);
    kept[i] = true;
    left -= std::min(left, size);
  };
  for (const extractive::Claim& claim : answer.claims) {
    if (!kept[claim.passage]) keep(claim.passage);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i] && text::CountCodePoints(gathered.passages[i].chunk.span) <= left) keep(i);
  }
  return kept;
}

}  // namespace

Result<extractive::Answer> ExtractAnswer(const ExtractOptions& options,
                                         retrieve::Gathered* gathered,
                                         retrieve::Gatherer* gatherer) {
  std::vector<evidence::SourceChunk> chunks;
  std::vector<const blocks::Reading*> readings;
  for (const retrieve::Passage& passage : gathered->passages) {
    chunks.push_back(passage.chunk);
    readings.push_back(&gathered->readings[passage.source]);
  }
  const evidence::EvidenceMap evidence(std::move(chunks));
  Status failed;
  // Extract reads only the beginning of a question; without norm-v1, leading blanks could fill it.
  const std::string canonical = text::Canonicalize(options.question);
  verify::SurroundingsCheck surroundings(&evidence);
  Budget budget(evidence.bytes());
  extractive::Stands stands;
  if (options.verifier == verify::Verifier::kLexicalV3) {
    stands = [&](std::size_t passage, std::size_t begin, std::size_t end) {
      return surroundings.Judge(passage, {begin, end}, &budget).first == stated::Verdict::kStated;
    };
  }
  extractive::Answer answer = extractive::Extract(
      {.question = canonical,
       .evidence = &evidence,
       .readings = readings,
       .weight = [&](std::string_view term) -> std::int64_t {
         auto frequency = gatherer->Frequency(term);
         if (!frequency) {
           failed = std::unexpected(std::move(frequency).error());
           return 0;
         }
         return extractive::InverseFrequency(frequency->chunks, frequency->with_term);
       },
       .stands = stands,
       .may_be_short = options.may_be_short,
       .least_chance = options.least_chance});
  TRY(failed);
  const std::vector<bool> kept = PassagesToKeep(answer, options.max_chars, *gathered);
  std::size_t count = 0;
  std::map<std::size_t, std::size_t> number;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) number[i] = count++;
  }
  for (extractive::Claim& claim : answer.claims) {
    claim.passage = number[claim.passage];
    claim.pointer_id = "E" + std::to_string(claim.passage + 1);
  }
  KeepPassages(kept, gathered);
  return answer;
}

}  // namespace arborist::ask
