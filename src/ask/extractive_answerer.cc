// SPDX-License-Identifier: AGPL-3.0-only
// Runs extractive-v2 over more text than a record may keep, then reduces the context. Order: read
// all gathered passages, extract claims, mark the passages of the claims, fill the remaining
// character budget with other passages in rank order, and renumber claims (E1, E2, ...) to the
// reduced list. The record then binds only passages that fit the policy, and the claims still point
// into them. Under lexical-v3 no claim is made that its surroundings turn; where the answer points,
// none that it cannot point to.
#include "ask/extractive_answerer.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "extractive/asked.h"
#include "extractive/sentence_places.h"
#include "judge/selection.h"
#include "text/canonical.h"
#include "text/utf8.h"

namespace arborist::ask {

namespace {

static_assert(run::kMinConfidence == extractive::kLeastChance);

// Where tags may name sentences, the answer names them.
extractive::Answer NamingSentences(extractive::Answer answer, const run::Inputs& inputs) {
  if (!run::ListsSentences(inputs.policy)) return answer;
  const evidence::EvidenceMap evidence(inputs.passages);
  const auto sentences = evidence::SentenceList::Make(evidence, inputs.sentences);
  if (sentences) {
    const auto most = static_cast<std::size_t>(inputs.policy.lattice.max_pointers_per_claim);
    extractive::NameSentences(evidence, *sentences, most, &answer);
  }
  return answer;
}

// The answer that was found, in the form that the mode wants.
Result<Reply> ReplyOf(const extractive::Answer& answer, const run::Inputs& inputs) {
  Reply reply;
  if (!answer.claims.empty() && !answer.unquotable)
    reply.confidence = static_cast<double>(answer.chance) / 1000;
  if (answer.declined) {
    reply.text = DeclineOf(inputs);
    json::Array nearest;
    for (const extractive::Claim& claim : answer.claims) {
      nearest.emplace_back(json::Object{{"number", static_cast<std::int64_t>(claim.passage) + 1},
                                        {"text", claim.text}});
    }
    reply.facts.emplace("nearest", std::move(nearest));
    return reply;
  }
  switch (inputs.policy.answer_mode) {
    case judge::AnswerMode::kQuote:
      reply.text = extractive::RenderQuote(answer);
      break;
    case judge::AnswerMode::kClaimLatticePointer:
      reply.text = extractive::RenderPointerLines(NamingSentences(answer, inputs));
      break;
    case judge::AnswerMode::kSelect: {
      const evidence::EvidenceMap evidence(inputs.passages);
      TRY_ASSIGN(const evidence::SentenceList sentences,
                 evidence::SentenceList::Make(evidence, inputs.sentences));
      reply.text =
          extractive::RenderSelection(answer, evidence, sentences,
                                      static_cast<std::size_t>(inputs.policy.lattice.max_selected));
      if (reply.text.empty()) reply.text = DeclineOf(inputs);
      break;
    }
    case judge::AnswerMode::kClaimLattice:
      reply.text = extractive::RenderJson(NamingSentences(answer, inputs));
      break;
  }
  return reply;
}

// Keeps the marked passages and the sources that still have one.
void KeepPassages(const std::vector<bool>& kept, retrieve::Gathered* gathered) {
  std::vector<bool> has(gathered->sources.size());
  std::vector<retrieve::ContextPassage> passages;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    has[gathered->passages[i].source] = true;
    passages.push_back(std::move(gathered->passages[i]));
  }
  std::vector<std::size_t> number(has.size());
  std::vector<retrieve::ContextDocument> sources;
  std::vector<blocks::Reading> readings;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (!has[i]) continue;
    number[i] = sources.size();
    sources.push_back(std::move(gathered->sources[i]));
    readings.push_back(std::move(gathered->readings[i]));
  }
  for (retrieve::ContextPassage& passage : passages) passage.source = number[passage.source];
  gathered->passages = std::move(passages);
  gathered->sources = std::move(sources);
  gathered->readings = std::move(readings);
}

// The passages of the claims first, then the others in their order while they fit.
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

// What a verifier judges where an answer points to these entries: each run of sentences that follow
// each other is one claim, and a program is one with the line that introduces it.
std::vector<evidence::SpanPlace> PlacesPointedTo(
    const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
    const std::vector<const evidence::SentenceObject*>& entries) {
  std::vector<evidence::SpanPlace> places;
  const evidence::SentenceObject* before = nullptr;
  for (const evidence::SentenceObject* entry : entries) {
    if (before != nullptr && evidence::Follows(evidence, *before, *entry)) {
      places.back().end = entry->place.end;
    } else {
      const evidence::SentenceObject* lead = sentences.JoinedLead(evidence, *entry);
      places.push_back(
          {lead != nullptr ? lead->place.begin : entry->place.begin, entry->place.end});
    }
    before = entry;
  }
  return places;
}

}  // namespace

Status ExtractiveAnswerer::Resolve(run::Policy* policy) const {
  const bool older = policy->version < run::PolicyVersion::k4;  // knew of none
  if (!policy->min_confidence && !older) policy->min_confidence = run::kMinConfidence;
  return {};
}

Result<std::string> ExtractiveAnswerer::Translate(const AskOptions& /*options*/) {
  return Fail(ErrorCode::kInvalidArgument,
              "--translate-to needs a model; name one with --endpoint and --model");
}

Status ExtractiveAnswerer::Choose(const AskOptions& options, retrieve::Gathered* gathered,
                                  retrieve::Gatherer* gatherer) {
  const run::Policy& policy = options.policy;
  std::vector<evidence::SourceChunk> chunks;
  std::vector<const blocks::Reading*> readings;
  for (const retrieve::ContextPassage& passage : gathered->passages) {
    chunks.push_back(passage.chunk);
    readings.push_back(&gathered->readings[passage.source]);
  }
  const evidence::EvidenceMap evidence(std::move(chunks));
  Status failed;
  // It reads a beginning only, which blanks shall not fill.
  const std::string canonical = text::Canonicalize(options.question);
  judge::SurroundingsCheck surroundings(&evidence);
  Budget budget(evidence.bytes());
  const bool points = run::ListsSentences(policy);
  evidence::SentenceList sentences;
  if (points) {
    TRY_ASSIGN(sentences, evidence::SentenceList::Make(
                              evidence, extractive::AllSentencePlacesOf(evidence, readings)));
  }
  // lexical-v3 knows words that turn a sentence in languages of Latin letters. In others it would
  // only refuse what it cuts into other sentences (Thai).
  const bool judges =
      policy.verifier == judge::Verifier::kLexicalV3 && extractive::IsLatin(canonical);
  const auto is_stated = [&](std::size_t passage, evidence::SpanPlace place) {
    if (!judges) return true;
    return surroundings.Judge(passage, place, &budget).first == stated::Verdict::kStated;
  };
  const extractive::Stands stands = [&](std::size_t passage, std::size_t begin, std::size_t end) {
    if (!points) return is_stated(passage, {begin, end});
    const auto places = PlacesPointedTo(
        evidence, sentences, extractive::EntriesOf(passage, {begin, end}, evidence, sentences));
    return !places.empty() && std::ranges::all_of(places, [&](evidence::SpanPlace place) {
      return is_stated(passage, place);
    });
  };
  answer_ = extractive::Extract(
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
       .may_be_short = points,
       .least_chance = policy.min_confidence.value_or(run::kMinConfidence)});
  TRY(failed);
  const std::vector<bool> kept =
      PassagesToKeep(answer_, static_cast<std::size_t>(policy.context_chars), *gathered);
  std::size_t count = 0;
  std::map<std::size_t, std::size_t> number;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) number[i] = count++;
  }
  for (extractive::Claim& claim : answer_.claims) {
    claim.passage = number[claim.passage];
    claim.pointer_id = "E" + std::to_string(claim.passage + 1);
  }
  KeepPassages(kept, gathered);
  return {};
}

Result<Reply> ExtractiveAnswerer::Answer(const AskOptions& /*options*/, const run::Inputs& inputs) {
  return ReplyOf(answer_, inputs);
}

Result<std::optional<Reply>> ExtractiveAnswerer::Shortened(const run::Assessment& assessment,
                                                           const run::Inputs& inputs) {
  std::vector<extractive::Claim>& claims = answer_.claims;
  if (assessment.declined || claims.size() < 2 ||
      assessment.report.n_verified == assessment.report.n_units) {
    return std::nullopt;
  }
  claims.resize(1);
  TRY_ASSIGN(Reply first, ReplyOf(answer_, inputs));
  return first;
}

}  // namespace arborist::ask
