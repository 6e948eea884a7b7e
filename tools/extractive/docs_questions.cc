// SPDX-License-Identifier: AGPL-3.0-only
#include "docs_questions.h"

#include <algorithm>
#include <utility>

#include "ask/extractive_answerer.h"
#include "base/files.h"
#include "extractive/asked.h"
#include "json/value.h"
#include "retrieve/gather.h"
#include "store/corpus.h"

namespace arborist::training {

namespace {

Result<DocsAsked> ReadQuestion(std::string_view line) {
  TRY_ASSIGN(const json::Value value, json::Parse(line));
  DocsAsked asked;
  TRY_ASSIGN(asked.question.question, value.String("question"));
  TRY_ASSIGN(asked.kind, value.String("kind"));
  asked.unanswerable = asked.kind == "unanswerable";
  for (const json::Value& answer : value.as_object().at("answers").as_array()) {
    asked.question.answers.push_back(answer.as_string());
  }
  const auto gold = value.as_object().find("gold_uri");
  const auto add = [&](std::string uri) {
    const std::size_t colon = uri.find(':');  // docs:restic/030.rst
    if (colon != std::string::npos) uri = uri.substr(colon + 1);
    if (!uri.empty()) asked.golds.push_back(std::move(uri));
  };
  if (gold != value.as_object().end() && gold->second.is_array()) {
    for (const json::Value& uri : gold->second.as_array()) add(uri.as_string());
  } else if (gold != value.as_object().end() && gold->second.is_string()) {
    add(gold->second.as_string());
  }
  return asked;
}

}  // namespace

bool DocsAsked::IsGold(std::string_view uri) const {
  return std::ranges::any_of(golds, [&](const std::string& gold) { return uri.ends_with(gold); });
}

std::vector<const blocks::Reading*> DocsAsked::ReadingsOfPassages() const {
  std::vector<const blocks::Reading*> all;
  all.reserve(sources.size());
  for (const std::size_t source : sources) all.push_back(&readings[source]);
  return all;
}

Result<std::vector<DocsAsked>> GatherDocs(const std::filesystem::path& home,
                                          const std::filesystem::path& questions) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(store::HomePaths{home}));
  WorkerPool workers(retrieve::SearchThreads(corpus));
  retrieve::Gatherer gatherer(&corpus, nullptr, &workers);
  TRY_ASSIGN(const std::string content, ReadFile(questions, std::uint64_t{1} << 30));
  std::vector<DocsAsked> all;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    TRY_ASSIGN(DocsAsked asked, ReadQuestion(std::string_view(content).substr(begin, end - begin)));
    begin = end + 1;
    TRY_ASSIGN(retrieve::Gathered gathered, gatherer.Gather({.question = asked.question.question,
                                                             .read_chars = ask::kReadChars}));
    for (retrieve::ContextPassage& passage : gathered.passages) {
      asked.passages.push_back(std::move(passage.chunk));
      asked.sources.push_back(passage.source);
    }
    asked.readings = std::move(gathered.readings);
    const extractive::Asked taken_apart(asked.question.question);
    for (const extractive::AskedTerm& term : taken_apart.terms()) {
      if (term.text.empty()) continue;
      TRY_ASSIGN(const retrieve::TermFrequency frequency, gatherer.Frequency(term.text));
      asked.weights[term.text] =
          extractive::InverseFrequency(frequency.chunks, frequency.with_term);
    }
    all.push_back(std::move(asked));
  }
  return all;
}

}  // namespace arborist::training
