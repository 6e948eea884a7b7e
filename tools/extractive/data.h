// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ask/gold_answers.h"
#include "base/result.h"
#include "evidence/evidence_map.h"
#include "extractive/extractive.h"

namespace arborist::training {

struct GoldQuestion {
  std::string question;
  std::string gold_uri;
  std::vector<std::string> answers;
  bool tuning = false;  // weights may be chosen by it; the other half is only measured
};

// A corpus and the questions about it, both as JSON Lines.
class QuestionSet {
 public:
  static Result<QuestionSet> Read(const std::filesystem::path& data, const std::string& name);

  const std::vector<GoldQuestion>& questions() const { return questions_; }
  void KeepEvery(std::size_t step);  // of the questions
  // A passage as retrieval would give it.
  evidence::SourceChunk Passage(const std::string& uri) const;
  // The four paragraphs of the same article it stands among: as long as a chunk of an article.
  evidence::SourceChunk LongPassage(const std::string& uri) const;
  std::int64_t Weight(std::string_view term) const;
  extractive::TermWeight weight() const {
    return [this](std::string_view term) { return Weight(term); };
  }

 private:
  struct Text {
    std::string title;
    std::string text;
  };
  std::vector<GoldQuestion> questions_;
  std::unordered_map<std::string, Text> texts_;
  std::unordered_map<std::string, std::int64_t> frequency_;
};

using ask::GoldAnswers;

// The long passages that hold these, each once, in order.
std::vector<evidence::SourceChunk> LongPassages(const QuestionSet& set,
                                                const std::vector<std::string>& uris);

// So many are searched for that enough are left when an article is taken out.
inline constexpr std::size_t kRemovedPool = 40;

std::vector<std::string> FirstOf(const std::vector<std::string>& uris, std::size_t count);

// The first eight of these that are not the gold passage, or not of its article at all. None when
// one of them happens to hold the answer.
std::vector<evidence::SourceChunk> PassagesWithout(const QuestionSet& set,
                                                   const GoldQuestion& question,
                                                   const std::vector<std::string>& uris,
                                                   bool whole_article);

// The passage without the sentences that hold a gold answer.
evidence::SourceChunk WithoutAnswers(evidence::SourceChunk passage, const GoldAnswers& answers);

// The passages with the answers' own words cut out, and the prepositions and articles before them:
// sentences that have all of the question and no answer. None when they still say one, or when the
// question asks for anything and what is left may be taken for it.
std::vector<evidence::SourceChunk> WithoutAnswerWords(std::vector<evidence::SourceChunk> passages,
                                                      const GoldQuestion& question);

// For each question the URIs of the passages that search finds.
Result<std::vector<std::vector<std::string>>> FindPassages(
    const std::filesystem::path& corpus_file, const std::vector<GoldQuestion>& questions,
    std::size_t limit);

}  // namespace arborist::training
