// SPDX-License-Identifier: AGPL-3.0-only
// Chooses the weights of extractive-v1 on the tuning half of the questions of squad, xquad and
// wiki22k (wiki_questions.h) and writes them as src/extractive/features.inc wants them.
//
//   arborist_extractive_fit [--data DIR] [--hits FILE] [--wiki FILE] [--out FILE] [--without
//   A,B,...]
//                           [--confidence no] [--given only] [--decay D] [--trees FILE]
//
// --hits and --wiki remember what search found, for the next run. --without leaves features out, to
// see what they are worth; --confidence no stops behind the choice of sentences, --given only fits
// to gold passages alone: both are quick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "extractive/features.h"
#include "extractive_data.h"
#include "extractive_forest.h"
#include "extractive_training.h"
#include "text/scan.h"
#include "wiki_evidence.h"

namespace arborist::bench {
namespace {

constexpr std::size_t kDepth = 8;
constexpr std::size_t kEveryLong = 3;  // long passages are many sentences and tell the same
constexpr double kForeignWeight = 0.5;
constexpr double kWikiWeight = 1.5;
constexpr double kRemovedWeight = 0.5;
constexpr double kAbsentWeight = 6;  // an eighth of the articles

// Of long evidence only the sentences that could be chosen, and those that answer: the others teach
// nothing and take time.
void KeepLikely(Example* example) {
  constexpr std::size_t kMost = 40;
  if (example->features.size() <= kMost) return;
  std::vector<std::int32_t> shares;
  shares.reserve(example->features.size());
  for (const Features& features : example->features) {
    shares.push_back(features[extractive::Feature::kAboutCover] +
                     features[extractive::Feature::kCoverFront]);
  }
  std::vector<std::int32_t> sorted = shares;
  std::ranges::nth_element(sorted, sorted.begin() + kMost, std::greater());
  Example kept;
  std::swap(kept.features, example->features);
  std::swap(kept.answers, example->answers);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] <= sorted[kMost] && !kept.answers[i]) continue;
    example->features.push_back(kept.features[i]);
    example->answers.push_back(kept.answers[i]);
  }
}

Example MakeExample(const GoldQuestion& question, const extractive::TermWeight& weight,
                    std::vector<evidence::SourceChunk> chunks, bool removed) {
  const GoldAnswers gold(question.answers);
  Example example;
  example.tuning = question.tuning;
  example.removed = removed;
  const evidence::EvidenceMap evidence(std::move(chunks));
  extractive::Asked asked(question.question);
  const std::vector<extractive::Sentence> sentences =
      extractive::ReadSentences(evidence, weight, &asked);
  example.group = extractive::WeightSetOf(asked, sentences);
  for (const extractive::Sentence& sentence : sentences) {
    if (!extractive::MayAnswer(sentence)) continue;
    example.features.push_back(sentence.features);
    const std::string_view span = evidence.objects()[sentence.passage].span;
    example.answers.push_back(
        !removed &&
        gold.IsIn(span.substr(sentence.piece.begin, sentence.piece.end - sentence.piece.begin)));
  }
  KeepLikely(&example);
  return example;
}

double FirstRight(const std::vector<Example>& examples, bool tuning) {
  double right = 0, count = 0;
  for (const Example& example : examples) {
    if (example.tuning != tuning || example.removed) continue;
    count += 1;
    if (!example.features.empty() && example.answers[Best(example)]) right += 1;
  }
  return 100 * right / std::max(count, 1.0);
}

void PrintDeclines(const char* name, const std::vector<Example>& examples, const Choice& choice,
                   bool tuning) {
  std::vector<double> there, removed, right;
  for (const Example& example : examples) {
    if (example.tuning != tuning) continue;
    double value = -1e9;
    bool correct = false;
    if (!example.features.empty()) {
      value = SureOf(example, choice, &correct);
    }
    if (example.removed) {
      removed.push_back(value);
    } else if (std::ranges::find(example.answers, true) != example.answers.end()) {
      there.push_back(value);
      if (correct) right.push_back(value);
    }
  }
  if (there.empty() || removed.empty()) return;
  std::ranges::sort(there);
  std::printf("  %s %s: declined when removed at", name, tuning ? "tuning" : "held out");
  for (const double share : {0.01, 0.02, 0.05, 0.1, 0.2}) {
    const double threshold =
        there[static_cast<std::size_t>(share * static_cast<double>(there.size()))];
    const auto declined =
        std::ranges::count_if(removed, [&](double value) { return value < threshold; });
    std::printf("  %.0f%%: %.1f%% (%.2f)", share * 100,
                100.0 * static_cast<double>(declined) / static_cast<double>(removed.size()),
                threshold);
  }
  std::printf("\n");
}

Result<std::vector<std::vector<std::string>>> Hits(const std::filesystem::path& data,
                                                   const QuestionSet& set,
                                                   const std::string& file) {
  std::vector<std::vector<std::string>> hits;
  if (std::ifstream in(file); !file.empty() && in) {
    for (std::string line; std::getline(in, line);) {
      std::vector<std::string>& uris = hits.emplace_back();
      for (const std::string_view uri : text::Split(line)) uris.emplace_back(uri);
    }
    return hits;
  }
  TRY_ASSIGN(hits, FindPassages(data / "corpora" / "squad.jsonl", set.questions(), kRemovedPool));
  if (!file.empty()) {
    std::ofstream out(file);
    for (const auto& uris : hits) {
      for (const std::string& uri : uris) out << uri << ' ';
      out << '\n';
    }
  }
  return hits;
}

Status Run(int argc, char** argv) {
  const char* shared = std::getenv("ARBORIST_SHARED");
  std::filesystem::path data =
      std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  std::string hits_file, wiki_file, out_file, trees_file;
  std::set<std::size_t> without;
  double decay = 5e-4;
  bool skip_confidence = false;
  bool given_only = false;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--data") data = argv[i + 1];
    if (flag == "--hits") hits_file = argv[i + 1];
    if (flag == "--wiki") wiki_file = argv[i + 1];
    if (flag == "--out") out_file = argv[i + 1];
    if (flag == "--trees") trees_file = argv[i + 1];
    if (flag == "--decay") decay = std::strtod(argv[i + 1], nullptr);
    if (flag == "--given") given_only = std::string_view(argv[i + 1]) == "only";
    if (flag == "--confidence") skip_confidence = std::string_view(argv[i + 1]) == "no";
    if (flag == "--without") {
      for (std::size_t k = 0; k < kFeatureCount; ++k) {
        const std::string listed = "," + std::string(argv[i + 1]) + ",";
        if (listed.contains("," + std::string(extractive::FeatureName(k)) + ",")) without.insert(k);
      }
    }
  }
  TRY_ASSIGN(const QuestionSet set, QuestionSet::Read(data, "squad"));
  TRY_ASSIGN(const auto hits, Hits(data, set, hits_file));
  std::vector<Example> given, found, longer, paragraph, article;
  for (std::size_t i = 0; i < set.questions().size(); ++i) {
    const GoldQuestion& question = set.questions()[i];
    const GoldAnswers gold(question.answers);
    std::vector<evidence::SourceChunk> passages, rest;
    const std::vector<std::string> first = FirstOf(hits[i], kDepth);
    for (const std::string& uri : first) {
      passages.push_back(set.Passage(uri));
      rest.push_back(WithoutAnswers(passages.back(), gold));
    }
    const evidence::SourceChunk passage = set.Passage(question.gold_uri);
    given.push_back(MakeExample(question, set.weight(), {passage}, false));
    given.push_back(MakeExample(question, set.weight(), {WithoutAnswers(passage, gold)}, true));
    if (given_only) continue;
    found.push_back(MakeExample(question, set.weight(), std::move(passages), false));
    found.push_back(MakeExample(question, set.weight(), std::move(rest), true));
    for (const bool whole : {false, true}) {
      std::vector<evidence::SourceChunk> others = PassagesWithout(set, question, hits[i], whole);
      if (others.empty()) continue;  // they say it too
      std::vector<Example>& examples = whole ? article : paragraph;
      examples.push_back(MakeExample(question, set.weight(), std::move(others), true));
      examples.back().weight = kRemovedWeight;
    }
    if (i % kEveryLong != 0) continue;
    longer.push_back(MakeExample(question, set.weight(), LongPassages(set, first), false));
    longer.back().weight = kEveryLong;
  }
  std::vector<std::pair<std::string, std::vector<Example>>> others;
  for (const std::string language : {"en", "de", "ru", "ar", "zh", "th"}) {
    if (given_only) break;
    TRY_ASSIGN(const QuestionSet other, QuestionSet::Read(data, "xquad." + language));
    std::vector<Example>& examples = others.emplace_back(language, std::vector<Example>()).second;
    for (const GoldQuestion& question : other.questions()) {
      const GoldAnswers gold(question.answers);
      const evidence::SourceChunk passage = other.Passage(question.gold_uri);
      examples.push_back(MakeExample(question, other.weight(), {passage}, false));
      examples.push_back(
          MakeExample(question, other.weight(), {WithoutAnswers(passage, gold)}, true));
      for (std::size_t i = examples.size() - 2; i < examples.size(); ++i)
        examples[i].weight = kForeignWeight;
    }
  }
  std::vector<Example> wiki;
  if (!given_only) {
    TRY_ASSIGN(const std::vector<WikiAsked> all,
               GatherWiki(data / "corpora" / "wiki22k.jsonl.zst", kWikiOfKind, wiki_file));
    for (const WikiAsked& asked : all) {
      wiki.push_back(MakeExample(asked.question, asked.weight(), asked.passages, asked.absent));
      wiki.back().weight = asked.absent ? kAbsentWeight : kWikiWeight;
    }
  }
  std::vector<std::vector<Example>*> squad{&given, &found, &longer, &paragraph, &article};
  std::vector<std::vector<Example>*> english = squad, foreign = squad;
  english.push_back(&wiki);
  for (auto& [language, examples] : others) {
    foreign.push_back(&examples);
    if (language == "en") english.push_back(&examples);
  }
  // Other languages have too few questions of their own: they learn with squad's English ones, and
  // without what only English sentences tell.
  Choice choice;
  std::set<std::size_t> without_foreign = without;
  for (std::size_t k = extractive::Feature::kAbout; k < kFeatureCount; ++k) {
    without_foreign.insert(k);
  }
  FitSets(foreign, true, without_foreign, decay, skip_confidence, &choice);
  FitSets(english, false, without, decay, skip_confidence, &choice);
  for (auto& [language, examples] : others) {
    if (language != "en") ScoreAll({&examples}, choice, true);
  }
  const Weights& score = choice.score;
  const Weights& confidence = choice.confidence;
  const auto print = [&](const std::string& name, const std::vector<Example>& examples) {
    std::printf("%-6s first right: tuning %.2f held out %.2f\n", name.c_str(),
                FirstRight(examples, true), FirstRight(examples, false));
  };
  print("given", given);
  print("found", found);
  print("long", longer);
  print("wiki", wiki);
  for (const auto& [language, examples] : others) print(language, examples);
  std::fflush(stdout);
  if (skip_confidence) return {};
  // Beside what was found whole: so that the shares declined wrongly are the same.
  for (std::vector<Example>* removed : {&paragraph, &article}) {
    for (const Example& example : found) {
      if (!example.removed) removed->push_back(example);
    }
  }
  for (const bool tuning : {true, false}) {
    PrintDeclines("given", given, choice, tuning);
    PrintDeclines("found", found, choice, tuning);
    PrintDeclines("paragraph", paragraph, choice, tuning);
    PrintDeclines("article", article, choice, tuning);
    PrintDeclines("wiki", wiki, choice, tuning);
    for (const auto& [language, examples] : others) {
      PrintDeclines(language.c_str(), examples, choice, tuning);
    }
  }
  if (!trees_file.empty()) {
    std::ofstream out(trees_file);
    out << "// SPDX-License-Identifier: AGPL-3.0-only\n"
           "// The small trees of extractive-v1. Written by arborist_extractive_fit.\n"
           "constexpr Tree kScoreTrees[] = {\n";
    for (const extractive::Tree& tree : choice.forest.score) out << TreeLine(tree);
    out << "};\nconstexpr Tree kConfidenceTrees[] = {\n";
    for (const extractive::Tree& tree : choice.forest.confidence) out << TreeLine(tree);
    out << "};\n";
  }
  if (out_file.empty()) return {};
  std::ofstream out(out_file);
  out << "// SPDX-License-Identifier: AGPL-3.0-only\n"
         "// Features of extractive-v1 and what each weighs, in thousandths, for the choice of a\n"
         "// sentence and for the confidence in it; by set of weights. Written by\n"
         "// arborist_extractive_fit.\n";
  const auto write = [&](const char* name, const Weights& weights, std::size_t feature) {
    out << ", " << name << "(";
    for (std::size_t group = 0; group < extractive::kWeightSets; ++group) {
      out << (group == 0 ? "" : ", ") << std::lround(weights.At(group, feature) * 1000);
    }
    out << ")";
  };
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    out << "ARBORIST_FEATURE(" << extractive::FeatureName(k);
    write("ARBORIST_SCORE", score, k);
    write("ARBORIST_CONFIDENCE", confidence, k);
    out << ")\n";
  }
  return {};
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  const arborist::Status status = arborist::bench::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_extractive_fit: %s\n", status.error().message.c_str());
  return 2;
}
