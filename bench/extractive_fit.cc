// SPDX-License-Identifier: AGPL-3.0-only
// Chooses the weights of extractive-v1 on the tuning half of squad's questions and writes them as
// src/extractive/features.inc wants them.
//
//   arborist_extractive_fit [--data DIR] [--hits FILE] [--out FILE] [--without FEATURE]...
//
// --hits remembers what search found, for the next run.
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
#include "text/scan.h"

namespace arborist::bench {
namespace {

using extractive::Features;
using extractive::kFeatureCount;

constexpr std::size_t kDepth = 8;

// The sentences of one question's evidence, and which of them answer.
struct Example {
  std::vector<Features> features;
  std::vector<bool> answers;
  bool tuning = false;
  bool removed = false;  // nothing answers, on purpose
  double weight = 1;
};

using Weights = std::vector<double>;

double Dot(const Features& features, const Weights& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) sum += features[i] * weights[i];
  return sum / 1000;
}

Example MakeExample(const GoldQuestion& question, const QuestionSet& set,
                    std::vector<evidence::SourceChunk> chunks, bool removed) {
  const GoldAnswers gold(question.answers);
  Example example;
  example.tuning = question.tuning;
  example.removed = removed;
  const evidence::EvidenceMap evidence(std::move(chunks));
  extractive::Asked asked(question.question);
  for (const extractive::Sentence& sentence :
       extractive::ReadSentences(evidence, set.weight(), &asked)) {
    if (!extractive::MayAnswer(sentence)) continue;
    example.features.push_back(sentence.features);
    const std::string_view span = evidence.objects()[sentence.passage].span;
    example.answers.push_back(!removed && gold.IsIn(span.substr(
                                              sentence.piece.begin,
                                              sentence.piece.end - sentence.piece.begin)));
  }
  return example;
}

std::size_t Best(const Example& example, const Weights& weights) {
  std::size_t best = 0;
  double best_score = -1e300;
  for (std::size_t i = 0; i < example.features.size(); ++i) {
    const double score = Dot(example.features[i], weights);
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  return best;
}

double FirstRight(const std::vector<Example>& examples, bool tuning, const Weights& weights) {
  double right = 0, count = 0;
  for (const Example& example : examples) {
    if (example.tuning != tuning || example.removed) continue;
    count += 1;
    if (!example.features.empty() && example.answers[Best(example, weights)]) right += 1;
  }
  return 100 * right / std::max(count, 1.0);
}

// Adam on the likelihood that a sentence drawn by softmax answers.
Weights FitScore(const std::vector<Example>& examples, const std::set<std::size_t>& without,
                 double decay) {
  Weights weights(kFeatureCount, 0), first(kFeatureCount, 0), second(kFeatureCount, 0);
  std::vector<double> chance;
  for (int round = 1; round <= 300; ++round) {
    Weights slope(kFeatureCount, 0);
    double count = 0;
    for (const Example& example : examples) {
      if (!example.tuning || example.removed) continue;
      if (std::ranges::find(example.answers, true) == example.answers.end()) continue;
      if (std::ranges::find(example.answers, false) == example.answers.end()) continue;
      count += example.weight;
      chance.assign(example.features.size(), 0);
      double highest = -1e300;
      for (std::size_t i = 0; i < chance.size(); ++i) {
        chance[i] = Dot(example.features[i], weights);
        highest = std::max(highest, chance[i]);
      }
      double all = 0, right = 0;
      for (std::size_t i = 0; i < chance.size(); ++i) {
        chance[i] = std::exp(chance[i] - highest);
        all += chance[i];
        if (example.answers[i]) right += chance[i];
      }
      for (std::size_t i = 0; i < chance.size(); ++i) {
        const double pull =
            example.weight * ((example.answers[i] ? chance[i] / right : 0) - chance[i] / all);
        if (std::abs(pull) < 1e-6) continue;
        for (std::size_t k = 0; k < kFeatureCount; ++k) {
          slope[k] += pull * example.features[i][k] / 1000;
        }
      }
    }
    for (std::size_t k = 0; k < kFeatureCount; ++k) {
      if (without.contains(k)) continue;
      const double g = slope[k] / count - decay * weights[k];
      first[k] = 0.9 * first[k] + 0.1 * g;
      second[k] = 0.999 * second[k] + 0.001 * g * g;
      const double rate = round < 200 ? 0.1 : 0.02;
      weights[k] += rate * (first[k] / (1 - std::pow(0.9, round))) /
                    (std::sqrt(second[k] / (1 - std::pow(0.999, round))) + 1e-8);
    }
  }
  return weights;
}

// Logistic regression: does the chosen sentence answer?
Weights FitConfidence(const std::vector<Example>& examples, const Weights& score,
                      const std::set<std::size_t>& without, double decay, double* bias) {
  Weights weights(kFeatureCount + 1, 0), first(kFeatureCount + 1, 0), second(kFeatureCount + 1, 0);
  std::vector<std::pair<const Features*, double>> rows;  // and +1 or -1
  for (const Example& example : examples) {
    if (!example.tuning || example.features.empty()) continue;
    const std::size_t best = Best(example, score);
    rows.emplace_back(&example.features[best], example.answers[best] ? 1.0 : -1.0);
  }
  for (int round = 1; round <= 400; ++round) {
    Weights slope(kFeatureCount + 1, 0);
    for (const auto& [features, label] : rows) {
      const double value = Dot(*features, weights) + weights[kFeatureCount];
      const double pull = label / (1 + std::exp(label * value));
      for (std::size_t k = 0; k < kFeatureCount; ++k) slope[k] += pull * (*features)[k] / 1000;
      slope[kFeatureCount] += pull;
    }
    for (std::size_t k = 0; k <= kFeatureCount; ++k) {
      if (without.contains(k)) continue;
      const double g = slope[k] / static_cast<double>(rows.size()) - decay * weights[k];
      first[k] = 0.9 * first[k] + 0.1 * g;
      second[k] = 0.999 * second[k] + 0.001 * g * g;
      weights[k] += 0.05 * (first[k] / (1 - std::pow(0.9, round))) /
                    (std::sqrt(second[k] / (1 - std::pow(0.999, round))) + 1e-8);
    }
  }
  *bias = weights[kFeatureCount];
  weights.resize(kFeatureCount);
  return weights;
}

void PrintDeclines(const char* name, const std::vector<Example>& examples, const Weights& score,
                   const Weights& confidence, bool tuning) {
  std::vector<double> there, removed, right;
  for (const Example& example : examples) {
    if (example.tuning != tuning) continue;
    double value = -1e9;
    bool correct = false;
    if (!example.features.empty()) {
      const std::size_t best = Best(example, score);
      value = Dot(example.features[best], confidence);
      correct = example.answers[best];
    }
    if (example.removed) {
      removed.push_back(value);
    } else if (std::ranges::find(example.answers, true) != example.answers.end()) {
      there.push_back(value);
      if (correct) right.push_back(value);
    }
  }
  std::ranges::sort(there);
  std::printf("  %s %s: declined when removed at", name, tuning ? "tuning" : "held out");
  for (const double share : {0.01, 0.02, 0.05, 0.1, 0.2}) {
    const double threshold = there[static_cast<std::size_t>(share * static_cast<double>(there.size()))];
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
  TRY_ASSIGN(hits, FindPassages(data / "corpora" / "squad.jsonl", set.questions(), kDepth));
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
  std::string hits_file, out_file;
  std::set<std::size_t> without;
  double decay = 1e-3;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--data") data = argv[i + 1];
    if (flag == "--hits") hits_file = argv[i + 1];
    if (flag == "--out") out_file = argv[i + 1];
    if (flag == "--decay") decay = std::strtod(argv[i + 1], nullptr);
    if (flag == "--without") {
      for (std::size_t k = 0; k < kFeatureCount; ++k) {
        if (std::string_view(argv[i + 1]).contains(extractive::FeatureName(k))) without.insert(k);
      }
    }
  }
  TRY_ASSIGN(const QuestionSet set, QuestionSet::Read(data, "squad"));
  TRY_ASSIGN(const auto hits, Hits(data, set, hits_file));
  std::vector<Example> given, found, all;
  for (std::size_t i = 0; i < set.questions().size(); ++i) {
    const GoldQuestion& question = set.questions()[i];
    const GoldAnswers gold(question.answers);
    std::vector<evidence::SourceChunk> passages, rest;
    for (const std::string& uri : hits[i]) {
      passages.push_back(set.Passage(uri));
      rest.push_back(WithoutAnswers(passages.back(), gold));
    }
    const evidence::SourceChunk passage = set.Passage(question.gold_uri);
    given.push_back(MakeExample(question, set, {passage}, false));
    given.push_back(MakeExample(question, set, {WithoutAnswers(passage, gold)}, true));
    found.push_back(MakeExample(question, set, std::move(passages), false));
    found.push_back(MakeExample(question, set, std::move(rest), true));
  }
  all = given;
  all.insert(all.end(), found.begin(), found.end());
  const Weights score = FitScore(all, without, decay);
  std::printf("gold passage given: tuning %.2f held out %.2f; top %zu: tuning %.2f held out %.2f\n",
              FirstRight(given, true, score), FirstRight(given, false, score), kDepth,
              FirstRight(found, true, score), FirstRight(found, false, score));
  double bias = 0;
  const Weights confidence = FitConfidence(all, score, without, decay / 10, &bias);
  for (const bool tuning : {true, false}) {
    PrintDeclines("given", given, score, confidence, tuning);
    PrintDeclines("found", found, score, confidence, tuning);
  }
  if (out_file.empty()) return {};
  std::ofstream out(out_file);
  out << "// SPDX-License-Identifier: AGPL-3.0-only\n"
         "// Features of extractive-v1: name, weight for the choice, weight for the confidence.\n"
         "// Written by arborist_extractive_fit.\n";
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    out << "ARBORIST_FEATURE(" << extractive::FeatureName(k) << ", " << std::lround(score[k] * 1000)
        << ", " << std::lround(confidence[k] * 1000) << ")\n";
  }
  std::printf("bias %.3f\n", bias);
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
