// SPDX-License-Identifier: AGPL-3.0-only
// Inspects the units of an answer that did not verify. LabelSpan compares a unit with the passages
// of the run in a fixed order, and the first that applies is the label: verbatim in the base,
// verbatim in the stored text only, a beginning of at least 60 code points, then the share of its
// content words (without plurals) that one passage holds. Deflection, topic shift and metaphors are
// diagnosed over the whole answer. The result is advice: it changes no label and is not stored.
#include "curate/inspect.h"

#include <algorithm>
#include <set>

#include "judge/reference/plural.h"
#include "judge/reference/units.h"
#include "judge/reference/word_rules.h"
#include "run/assess.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::curate {

namespace {

constexpr std::size_t kElsewhere = 3;

using Words = std::set<std::string, std::less<>>;

Words WordsOf(std::string_view normalized) {
  Words words;
  for (const std::string_view token : judge::CoverageTokens(normalized)) {
    words.emplace(judge::WithoutPlural(token));
  }
  return words;
}

// The bytes of the longest beginning of the unit, in whole code points, that the text contains.
// Binary search: a text that contains a beginning contains every shorter one.
std::size_t LongestPrefix(std::string_view unit, std::string_view text) {
  std::size_t low = 0, high = text::CountCodePoints(unit);
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (text.contains(text::Prefix(unit, middle))) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return text::Prefix(unit, low).size();
}

std::vector<std::string> Normalized(const std::vector<std::string>& texts) {
  std::vector<std::string> normalized;
  normalized.reserve(texts.size());
  for (const std::string& text : texts) normalized.push_back(judge::Normalize(text));
  return normalized;
}

std::optional<std::size_t> HolderOf(std::string_view unit, const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].contains(unit)) return i + 1;
  }
  return std::nullopt;
}

// The statements of the answer without pointers, quotations of sources and JSON.
std::string SaidIn(const run::RunRecord& run, const std::vector<judge::CheckedUnit>& units,
                   judge::AnswerMode mode) {
  if (mode == judge::AnswerMode::kQuote) return run.raw_answer;
  std::string said;
  for (const judge::CheckedUnit& unit : units) said += unit.text + "\n";
  return said;
}

}  // namespace

std::string_view Name(SpanLabel label) {
  switch (label) {
    case SpanLabel::kVerbatimInBase:
      return "verbatim_in_base";
    case SpanLabel::kVerbatimInRawOnly:
      return "verbatim_in_raw_only";
    case SpanLabel::kTrailingArtifact:
      return "trailing_artifact";
    case SpanLabel::kParaphrase:
      return "paraphrase";
    case SpanLabel::kPartialParaphrase:
      return "partial_paraphrase";
    case SpanLabel::kNoOverlap:
      break;
  }
  return "no_overlap";
}

LabelledSpan LabelSpan(std::string_view unit, const std::vector<std::string>& bases,
                       const std::vector<std::string>& raws) {
  const std::string wanted = judge::Normalize(unit);
  LabelledSpan labelled;
  if (wanted.empty()) return labelled;
  const std::vector<std::string> normalized = Normalized(bases);
  const Words words = WordsOf(wanted);
  for (std::size_t i = 0; i < normalized.size() && !words.empty(); ++i) {
    const Words there = WordsOf(normalized[i]);
    const auto met =
        std::ranges::count_if(words, [&](const std::string& word) { return there.contains(word); });
    const double coverage = static_cast<double>(met) / static_cast<double>(words.size());
    if (coverage > labelled.coverage) {
      labelled.coverage = coverage;
      labelled.passage = i + 1;
    }
  }
  if (const auto holder = HolderOf(wanted, normalized)) {
    labelled.label = SpanLabel::kVerbatimInBase;
    labelled.passage = holder;
    return labelled;
  }
  if (const auto holder = HolderOf(wanted, Normalized(raws))) {
    labelled.label = SpanLabel::kVerbatimInRawOnly;
    labelled.passage = holder;
    return labelled;
  }
  std::size_t longest = 0, holder = 0;
  for (std::size_t i = 0; i < normalized.size(); ++i) {
    const std::size_t bytes = LongestPrefix(wanted, normalized[i]);
    if (bytes > longest) {
      longest = bytes;
      holder = i + 1;
    }
  }
  if (text::CountCodePoints(std::string_view(wanted).substr(0, longest)) >= kMinPrefixChars) {
    labelled.label = SpanLabel::kTrailingArtifact;
    labelled.passage = holder;
    labelled.tail = wanted.substr(longest);
  } else if (labelled.coverage >= kParaphraseCoverage) {
    labelled.label = SpanLabel::kParaphrase;
  } else if (labelled.coverage >= kPartialCoverage) {
    labelled.label = SpanLabel::kPartialParaphrase;
  }
  return labelled;
}

Result<Inspection> Inspect(const LoadedRun& run, CorpusLookup* corpus) {
  Inspection inspection;
  inspection.declined = run.run.declined;
  if (inspection.declined) return inspection;
  if (!run.inputs) {
    return Fail(ErrorCode::kNotFound,
                "record " + run.record.cache_key.hex() + " cannot be inspected: " + run.missing);
  }
  const run::Inputs& inputs = *run.inputs;
  std::vector<std::string> bases, titles;
  for (const evidence::SourceChunk& passage : inputs.passages) {
    bases.push_back(passage.span);
    if (passage.title && std::ranges::find(titles, *passage.title) == titles.end()) {
      titles.push_back(*passage.title);
    }
  }
  const run::Assessment assessment = run::Assess(inputs, run.run.raw_answer);
  for (const judge::CheckedUnit& unit : assessment.report.units) {
    TitleRelevance relevance = CompareTitles(unit.text, titles);
    if (!relevance.relevant) inspection.titles.push_back(std::move(relevance));
    if (unit.verified) continue;
    InspectedSpan span{.text = unit.text,
                       .labelled = LabelSpan(unit.text, bases, run.raws),
                       .diagnosis = std::string(unit.diagnosis),
                       .nearest = unit.place,
                       .elsewhere = {}};
    TRY_ASSIGN(span.elsewhere, corpus->Nearest(unit.text, kElsewhere));
    inspection.spans.push_back(std::move(span));
  }
  const std::string said = SaidIn(run.run, assessment.report.units, inputs.policy.answer_mode);
  inspection.deflection = judge::DiagnoseDeflection(inputs.question, said);
  inspection.topic = DiagnoseTopicShift(inputs.question, said, bases);
  inspection.metaphors = FindMetaphors(said, bases);
  return inspection;
}

}  // namespace arborist::curate
