// SPDX-License-Identifier: AGPL-3.0-only
// Chooses the weights of extractive-v2 on the tuning half of the questions of squad, xquad and
// wiki22k (wiki_questions.h) and writes them as src/extractive/features.inc wants them.
//
//   arborist_extractive_fit [--data DIR] [--hits FILE] [--wiki FILE] [--out FILE] [--without
//   A,B,...]
//                           [--confidence no] [--given only] [--decay D] [--trees FILE]
//                           [--docs HOME,QUESTIONS]... [--docs-held HOME,QUESTIONS]...
//
// --docs: questions over the documents of a home (bench/questions); each set is scored by weights
// that were fitted without it. --docs-held: the same, only measured.
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

#include "data.h"
#include "docs_questions.h"
#include "extractive/features.h"
#include "forest.h"
#include "text/scan.h"
#include "training.h"
#include "wiki_evidence.h"

namespace arborist::training {
namespace {

constexpr std::size_t kDepth = 8;
constexpr std::size_t kEveryLong = 3;  // long passages are many sentences and tell the same
constexpr double kForeignWeight = 0.5;
constexpr double kWikiWeight = 1.5;
constexpr double kDocsWeight = 40;
constexpr double kRemovedWeight = 0.5;
constexpr double kAbsentWeight = 6;  // an eighth of the articles

// Of long evidence only the sentences that could be chosen, and those that answer: the others teach
// nothing and take time.
std::vector<bool> Likely(const std::vector<const extractive::Sentence*>& sentences,
                         const std::vector<bool>& answers, std::size_t most) {
  std::vector<bool> kept(sentences.size(), true);
  if (sentences.size() <= most) return kept;
  std::vector<std::int32_t> shares;
  for (const extractive::Sentence* sentence : sentences) {
    shares.push_back(sentence->features[extractive::Feature::kAboutCover] +
                     sentence->features[extractive::Feature::kCoverFront] +
                     sentence->features[extractive::Feature::kWholeCover]);
  }
  std::vector<std::int32_t> sorted = shares;
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(most),
                           std::greater());
  for (std::size_t i = 0; i < shares.size(); ++i) kept[i] = shares[i] > sorted[most] || answers[i];
  return kept;
}

// `answers` of a sentence's passage and text.
template <typename Answers>
Example ExampleOf(std::string_view question, std::vector<evidence::SourceChunk> chunks,
                  std::span<const blocks::Reading* const> readings,
                  const extractive::TermWeight& weight, std::size_t most, Answers&& answers) {
  const evidence::EvidenceMap evidence(std::move(chunks));
  extractive::Asked asked(question);
  const extractive::Layouts layouts(evidence, readings);
  const std::vector<extractive::Sentence> sentences =
      extractive::ReadSentences(evidence, layouts.all(), weight, &asked);
  Example example;
  example.group = extractive::WeightSetOf(asked, sentences);
  std::vector<const extractive::Sentence*> all;
  std::vector<bool> right;
  for (const extractive::Sentence& sentence : sentences) {
    if (!extractive::MayAnswer(sentence)) continue;
    const evidence::EvidenceObject& object = evidence.objects()[sentence.passage];
    all.push_back(&sentence);
    right.push_back(answers(
        object, std::string_view(object.span)
                    .substr(sentence.piece.begin, sentence.piece.end - sentence.piece.begin)));
  }
  const std::vector<bool> kept = Likely(all, right, most);
  std::vector<const extractive::Sentence*> taken;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!kept[i]) continue;
    taken.push_back(all[i]);
    example.features.push_back(all[i]->features);
    example.answers.push_back(right[i]);
  }
  example.behind.assign(taken.size(), Example::kNone);
  for (std::size_t i = 0; i + 1 < taken.size(); ++i) {
    if (extractive::MayJoin(*taken[i], *taken[i + 1], evidence)) example.behind[i] = i + 1;
  }
  return example;
}

Example MakeExample(const GoldQuestion& question, const extractive::TermWeight& weight,
                    std::vector<evidence::SourceChunk> chunks, bool removed) {
  const GoldAnswers gold(question.answers);
  Example example = ExampleOf(question.question, std::move(chunks), {}, weight, 40,
                              [&](const evidence::EvidenceObject&, std::string_view text) {
                                return !removed && gold.IsIn(text);
                              });
  example.tuning = question.tuning;
  example.removed = removed;
  return example;
}

Example MakeDocsExample(const DocsAsked& asked) {
  const std::vector<const blocks::Reading*> readings = asked.ReadingsOfPassages();
  const GoldAnswers gold(asked.question.answers);
  Example example = ExampleOf(
      asked.question.question, asked.passages, readings, asked.weight(), 100,
      [&](const evidence::EvidenceObject& object, std::string_view text) {
        return !asked.unanswerable && asked.IsGold(object.document_uri) && gold.IsIn(text);
      });
  example.removed = asked.unanswerable;
  return example;
}

// Right first, among three, among all that was gathered, of those that have an answer.
void PrintDocs(const std::string& name, const std::vector<Example>& examples) {
  std::size_t count = 0, there = 0, first = 0, three = 0;
  for (const Example& example : examples) {
    if (example.removed) continue;
    ++count;
    std::vector<std::pair<double, bool>> ranked;
    for (std::size_t i = 0; i < example.scores.size(); ++i) {
      ranked.emplace_back(-example.scores[i], example.answers[i]);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<double, bool>::first);
    there += std::ranges::any_of(ranked, &std::pair<double, bool>::second) ? 1U : 0U;
    first += !ranked.empty() && FirstAnswers(example) ? 1U : 0U;
    const auto end =
        ranked.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, ranked.size()));
    three +=
        std::any_of(ranked.begin(), end, [](const auto& unit) { return unit.second; }) ? 1U : 0U;
  }
  std::printf("%s: %zu answerable, gathered %zu, first %zu, among three %zu\n", name.c_str(), count,
              there, first, three);
}

// What a threshold leaves: right and wrong of those that have an answer, declined of the others.
void PrintThresholds(const std::vector<std::pair<std::string, std::vector<Example>>>& sets,
                     const Choice& choice, bool tuning) {
  struct Judged {
    double sure;
    bool right;
    bool removed;
  };
  std::vector<Judged> all;
  for (const auto& [name, examples] : sets) {
    for (const Example& example : examples) {
      if (example.tuning != tuning) continue;
      Judged judged{-1e9, false, example.removed};
      if (!example.features.empty()) judged.sure = SureOf(example, choice, &judged.right);
      all.push_back(judged);
    }
  }
  const double absent = static_cast<double>(std::ranges::count_if(all, &Judged::removed));
  const double there = static_cast<double>(all.size()) - absent;
  if (absent == 0 || there == 0) return;
  for (double least = -3; least <= 1.5; least += 0.25) {
    const auto share = [&](auto which, double of) {
      return 100 * static_cast<double>(std::ranges::count_if(all, which)) / of;
    };
    std::printf(
        "  %s from %5.2f: right %.1f wrong %.1f, unanswerable declined %.1f\n",
        tuning ? "tuning" : "held out", least,
        share([&](const Judged& j) { return !j.removed && j.right && j.sure >= least; }, there),
        share([&](const Judged& j) { return !j.removed && !j.right && j.sure >= least; }, there),
        share([&](const Judged& j) { return j.removed && j.sure < least; }, absent));
  }
  double error = 0;
  for (int bin = 0; bin < 10; ++bin) {
    double count = 0, said = 0, right = 0;
    for (const Judged& judged : all) {
      const double chance = 1 / (1 + std::exp(-judged.sure));
      if (std::min(9, static_cast<int>(chance * 10)) != bin) continue;
      count += 1;
      said += chance;
      right += judged.right ? 1 : 0;
    }
    if (count > 0) error += std::abs(said - right) / static_cast<double>(all.size());
    std::printf("    bin %d: %4.0f, said %.2f, right %.2f\n", bin, count,
                said / std::max(count, 1.0), right / std::max(count, 1.0));
  }
  std::printf("  calibration error %.3f\n", error);
}

double FirstRight(const std::vector<Example>& examples, bool tuning) {
  double right = 0, count = 0;
  for (const Example& example : examples) {
    if (example.tuning != tuning || example.removed) continue;
    count += 1;
    if (!example.features.empty() && FirstAnswers(example)) right += 1;
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
  std::vector<std::pair<std::string, bool>> docs_sets;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--data") data = argv[i + 1];
    if (flag == "--hits") hits_file = argv[i + 1];
    if (flag == "--wiki") wiki_file = argv[i + 1];
    if (flag == "--out") out_file = argv[i + 1];
    if (flag == "--trees") trees_file = argv[i + 1];
    if (flag == "--docs") docs_sets.emplace_back(argv[i + 1], true);
    if (flag == "--docs-held") docs_sets.emplace_back(argv[i + 1], false);
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
  std::vector<std::pair<std::string, std::vector<Example>>> docs, docs_foreign;
  for (const auto& [name, tuning] : docs_sets) {
    const std::size_t comma = name.find(',');
    TRY_ASSIGN(const std::vector<DocsAsked> all,
               GatherDocs(name.substr(0, comma), name.substr(comma + 1)));
    std::vector<Example>& examples = docs.emplace_back(name, std::vector<Example>()).second;
    std::vector<Example>& foreign = docs_foreign.emplace_back(name, std::vector<Example>()).second;
    for (const DocsAsked& asked : all) {
      Example example = MakeDocsExample(asked);
      example.tuning = tuning;
      example.weight = kDocsWeight;
      if (tuning) example.fold = docs.size();
      (example.group >= extractive::kFirstForeignSet ? foreign : examples)
          .push_back(std::move(example));
    }
  }
  std::vector<std::vector<Example>*> squad{&given, &found, &longer, &paragraph, &article};
  std::vector<std::vector<Example>*> english = squad, foreign = squad;
  english.push_back(&wiki);
  for (auto& [language, examples] : others) {
    foreign.push_back(&examples);
    if (language == "en") english.push_back(&examples);
  }
  for (auto& [name, examples] : docs) english.push_back(&examples);
  for (auto& [name, examples] : docs) foreign.push_back(&examples);
  for (auto& [name, examples] : docs_foreign) foreign.push_back(&examples);
  // Other languages have too few questions of their own: they learn with squad's English ones, and
  // without what only English sentences tell.
  Choice choice;
  std::set<std::size_t> without_foreign = without;
  for (std::size_t k = extractive::Feature::kAbout; k < extractive::kFirstBlockFeature; ++k) {
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
  for (const auto& [name, examples] : docs) PrintDocs(name, examples);
  for (const auto& [name, examples] : docs_foreign) PrintDocs(name + " (not English)", examples);
  std::fflush(stdout);
  if (skip_confidence) return {};
  for (const bool tuning : {true, false}) {
    PrintThresholds(docs, choice, tuning);
    PrintThresholds(docs_foreign, choice, tuning);
  }
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
           "// The small trees of extractive-v2. Written by arborist_extractive_fit.\n"
           "constexpr Tree kScoreTrees[] = {\n";
    for (const extractive::Tree& tree : choice.forest.score) out << TreeLine(tree);
    out << "};\nconstexpr Tree kConfidenceTrees[] = {\n";
    for (const extractive::Tree& tree : choice.forest.confidence) out << TreeLine(tree);
    out << "};\n";
  }
  if (out_file.empty()) return {};
  std::ofstream out(out_file);
  out << "// SPDX-License-Identifier: AGPL-3.0-only\n"
         "// Features of extractive-v2 and what each weighs, in thousandths, for the choice of a\n"
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
}  // namespace arborist::training

int main(int argc, char** argv) {
  const arborist::Status status = arborist::training::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_extractive_fit: %s\n", status.error().message.c_str());
  return 2;
}
