// SPDX-License-Identifier: AGPL-3.0-only
#include "wiki_evidence.h"

#include <algorithm>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "extractive/asked.h"
#include "extractive/words.h"
#include "fill_store.h"
#include "json/value.h"
#include "retrieve/gather.h"
#include "store/corpus.h"
#include "wiki_questions.h"

namespace arborist::training {

namespace {

constexpr std::size_t kAbsentOneIn = 8;

std::uint64_t Draw(const std::string& title, const char* purpose) {
  return extractive::HashLetters(title + purpose);
}

bool IsAbsent(const std::string& title) { return Draw(title, "absent") % kAbsentOneIn == 0; }

// Of each kind the questions of the lowest hashes, whatever the order of the corpus.
Result<std::vector<WikiAsked>> MakeQuestions(const std::filesystem::path& corpus,
                                             std::size_t of_kind) {
  std::map<std::string, std::map<std::uint64_t, WikiAsked>> kinds;
  TRY(bench::ReadCorpus(corpus, [&](const ingest::SourceDocument& article) -> Status {
    for (WikiQuestion& made : AskAbout(article)) {
      WikiAsked asked;
      asked.kind = made.kind;
      asked.absent = IsAbsent(article.title);
      asked.question.question = std::move(made.question);
      asked.question.gold_uri = article.uri;
      asked.question.answers = std::move(made.answers);
      asked.question.tuning = Draw(article.title, "half") % 2 == 0;
      auto& kind = kinds[made.kind];
      kind.emplace(Draw(article.title, "kind"), std::move(asked));
      if (kind.size() > of_kind) kind.erase(std::prev(kind.end()));
    }
    return {};
  }));
  std::vector<WikiAsked> all;
  for (auto& [name, kind] : kinds) {
    for (auto& [hash, asked] : kind) all.push_back(std::move(asked));
  }
  return all;
}

Status Gather(retrieve::Gatherer* gatherer, WikiAsked* asked) {
  const std::string& question = asked->question.question;
  TRY_ASSIGN(const retrieve::Gathered gathered, gatherer->Gather({.question = question}));
  for (const retrieve::ContextPassage& passage : gathered.passages) {
    asked->passages.push_back(passage.chunk);
  }
  const extractive::Asked taken_apart(question);
  for (const extractive::AskedTerm& term : taken_apart.terms()) {
    if (term.text.empty()) continue;
    TRY_ASSIGN(const retrieve::TermFrequency frequency, gatherer->Frequency(term.text));
    asked->weights[term.text] = extractive::InverseFrequency(frequency.chunks, frequency.with_term);
  }
  return {};
}

json::Value ToJson(const WikiAsked& asked) {
  json::Array passages;
  for (const evidence::SourceChunk& chunk : asked.passages) {
    passages.emplace_back(json::Object{{"root", chunk.source_root},
                                       {"uri", chunk.document_uri},
                                       {"title", chunk.title.value_or("")},
                                       {"index", chunk.chunk_idx},
                                       {"chunk", chunk.chunk_root},
                                       {"role", chunk.source_role},
                                       {"span", chunk.span}});
  }
  json::Array answers;
  for (const std::string& answer : asked.question.answers) answers.emplace_back(answer);
  json::Object weights;
  for (const auto& [term, weight] : asked.weights) weights.emplace(term, weight);
  return json::Object{{"question", asked.question.question}, {"uri", asked.question.gold_uri},
                      {"answers", std::move(answers)},       {"kind", asked.kind},
                      {"tuning", asked.question.tuning},     {"absent", asked.absent},
                      {"passages", std::move(passages)},     {"weights", std::move(weights)}};
}

Result<WikiAsked> FromJson(std::string_view line) {
  TRY_ASSIGN(const json::Value value, json::Parse(line));
  const json::Object& object = value.as_object();
  WikiAsked asked;
  asked.question.question = object.at("question").as_string();
  asked.question.gold_uri = object.at("uri").as_string();
  for (const json::Value& answer : object.at("answers").as_array()) {
    asked.question.answers.push_back(answer.as_string());
  }
  asked.question.tuning = object.at("tuning").as_bool();
  asked.kind = object.at("kind").as_string();
  asked.absent = object.at("absent").as_bool();
  for (const json::Value& passage : object.at("passages").as_array()) {
    const json::Object& from = passage.as_object();
    evidence::SourceChunk chunk;
    chunk.source_root = from.at("root").as_string();
    chunk.document_uri = from.at("uri").as_string();
    chunk.title = from.at("title").as_string();
    chunk.chunk_idx = from.at("index").as_int();
    chunk.chunk_root = from.at("chunk").as_string();
    chunk.source_role = from.at("role").as_string();
    chunk.span = from.at("span").as_string();
    asked.passages.push_back(std::move(chunk));
  }
  for (const auto& [term, weight] : object.at("weights").as_object()) {
    asked.weights.emplace(term, weight.as_int());
  }
  return asked;
}

Result<std::vector<WikiAsked>> ReadGathered(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string content, ReadFile(file, std::uint64_t{4} << 30));
  std::vector<WikiAsked> all;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    TRY_ASSIGN(WikiAsked asked, FromJson(std::string_view(content).substr(begin, end - begin)));
    all.push_back(std::move(asked));
    begin = end + 1;
  }
  return all;
}

}  // namespace

Result<std::vector<WikiAsked>> GatherWiki(const std::filesystem::path& corpus, std::size_t of_kind,
                                          const std::filesystem::path& file) {
  if (!file.empty() && std::filesystem::exists(file)) return ReadGathered(file);
  TRY_ASSIGN(std::vector<WikiAsked> all, MakeQuestions(corpus, of_kind));
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path()};
  TRY(bench::FillStore(corpus, home, [](const ingest::SourceDocument& document) {
    return !IsAbsent(document.title);
  }));
  TRY_ASSIGN(const store::Corpus opened, store::Corpus::Open(home));
  retrieve::Gatherer gatherer(&opened);
  std::string lines;
  for (WikiAsked& asked : all) {
    TRY(Gather(&gatherer, &asked));
    if (!file.empty()) lines += json::DumpLine(ToJson(asked)) + "\n";
  }
  if (!file.empty()) TRY(WriteFileAtomically(file, lines));
  return all;
}

}  // namespace arborist::training
