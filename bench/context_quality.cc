// SPDX-License-Identifier: AGPL-3.0-only
// How often the passage that answers a question stands in the context, when the paragraphs of a set
// come as whole articles: then the right chunks of long documents must be chosen.
//
//   arborist_context_quality [--data DIR] [--set NAME]... [--every N] [--from K] [--chars N]
//   [--json FILE]
//
// The gold passage is a chunk that shows the answer with the words around it as the gold paragraph
// has them. Columns: the article is the first source, is a source at all; the gold passage is the
// first, is among the first eight, is in the context.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "fill_store.h"
#include "json/value.h"
#include "retrieve/gather.h"
#include "text/utf8.h"

namespace arborist::bench {
namespace {

struct Arguments {
  std::filesystem::path data;
  std::vector<std::string> sets;
  std::size_t every = 1;
  std::size_t from = 0;
  std::size_t chars = 32000;
};

struct Question {
  std::string text;
  std::string article;
  std::vector<std::string> windows;  // an answer and what stands around it
};

std::string ArticleOf(const std::string& uri) { return uri.substr(0, uri.find('#')); }

// The answer with some bytes on both sides, cut at characters.
std::string Window(const std::string& paragraph, const std::string& answer) {
  constexpr std::size_t kAround = 24;
  const std::size_t at = paragraph.find(answer);
  if (at == std::string::npos || answer.empty()) return {};
  std::size_t begin = at > kAround ? text::PreviousStart(paragraph, at - kAround + 1) : 0;
  std::size_t end = std::min(paragraph.size(), at + answer.size() + kAround);
  while (end < paragraph.size() && (static_cast<unsigned char>(paragraph[end]) & 0xC0) == 0x80)
    ++end;
  return paragraph.substr(begin, end - begin);
}

// Writes one document per article and returns the paragraphs by URI.
Result<std::map<std::string, std::string>> JoinArticles(const std::filesystem::path& corpus,
                                                        const std::filesystem::path& joined) {
  std::map<std::string, std::string> paragraphs;
  std::map<std::string, std::pair<std::string, std::string>> articles;  // title, text
  TRY(ReadCorpus(corpus, [&](const ingest::SourceDocument& document) -> Status {
    paragraphs.emplace(document.uri, document.text);
    auto& article = articles[ArticleOf(document.uri)];
    article.first = document.title;
    article.second += document.text + "\n\n";
    return {};
  }));
  std::string lines;
  for (const auto& [uri, article] : articles) {
    lines += json::DumpLine(
        json::Object{{"uri", uri}, {"title", article.first}, {"text", article.second}});
    lines += "\n";
  }
  TRY(WriteFileAtomically(joined, lines));
  return paragraphs;
}

Result<std::vector<Question>> ReadQuestions(const std::filesystem::path& path,
                                            const std::map<std::string, std::string>& paragraphs,
                                            const Arguments& arguments) {
  TRY_ASSIGN(const std::string content, ReadFile(path, std::uint64_t{1} << 30));
  std::vector<Question> questions;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < content.size(); ++number) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    const std::string_view line = std::string_view(content).substr(begin, end - begin);
    begin = end + 1;
    if (number % arguments.every != arguments.from) continue;
    TRY_ASSIGN(const json::Value value, json::Parse(line));
    TRY_ASSIGN(std::string text, value.String("question"));
    TRY_ASSIGN(const std::string gold, value.String("gold_uri"));
    TRY_ASSIGN(const json::Array* answers, value.List("answers"));
    Question question{.text = std::move(text), .article = ArticleOf(gold), .windows = {}};
    for (const json::Value& answer : *answers) {
      std::string window = Window(paragraphs.at(gold), answer.as_string());
      if (!window.empty()) question.windows.push_back(std::move(window));
    }
    if (!question.windows.empty()) questions.push_back(std::move(question));
  }
  return questions;
}

Status RunSet(const Arguments& arguments, const std::string& set, json::Array* rows) {
  const TemporaryFolder folder;
  const std::filesystem::path joined = folder.path() / "articles.jsonl";
  TRY_ASSIGN(const auto paragraphs,
             JoinArticles(arguments.data / "corpora" / (set + ".jsonl"), joined));
  const store::HomePaths home{folder.path()};
  TRY(FillStore(joined, home));
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  TRY_ASSIGN(const std::vector<Question> questions,
             ReadQuestions(arguments.data / "questions" / (set + ".jsonl"), paragraphs, arguments));
  retrieve::Gatherer gatherer(&corpus);
  double first_source = 0, source = 0, first = 0, eight = 0, anywhere = 0, chars = 0;
  std::vector<double> times;
  for (const Question& question : questions) {
    const auto start = std::chrono::steady_clock::now();
    TRY_ASSIGN(const retrieve::Gathered gathered,
               gatherer.Gather({.question = question.text, .max_context_chars = arguments.chars}));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
    for (std::size_t i = 0; i < gathered.sources.size(); ++i) {
      if (gathered.sources[i].document_uri != question.article) continue;
      source += 1;
      if (i == 0) first_source += 1;
    }
    bool found = false;
    for (std::size_t i = 0; i < gathered.passages.size(); ++i) {
      const std::string& span = gathered.passages[i].chunk.span;
      chars += static_cast<double>(text::CountCodePoints(span));
      const auto shown = [&](const std::string& window) {
        return span.find(window) != std::string::npos;
      };
      if (found || !std::any_of(question.windows.begin(), question.windows.end(), shown)) continue;
      found = true;
      anywhere += 1;
      if (i < 8) eight += 1;
      if (i == 0) first += 1;
    }
  }
  std::sort(times.begin(), times.end());
  const auto n = static_cast<double>(std::max<std::size_t>(questions.size(), 1));
  const auto percentile = [&](double share) {
    return times.empty() ? 0 : times[static_cast<std::size_t>((n - 1) * share)];
  };
  std::printf("%-10s %9zu  %8.4f  %8.4f  %8.4f  %8.4f  %8.4f  %8.0f  %7.2f %7.2f\n", set.c_str(),
              questions.size(), first_source / n, source / n, first / n, eight / n, anywhere / n,
              chars / n, percentile(0.5), percentile(0.99));
  std::fflush(stdout);
  rows->emplace_back(json::Object{{"set", set},
                                  {"questions", static_cast<std::int64_t>(questions.size())},
                                  {"source_at_1", first_source / n},
                                  {"source", source / n},
                                  {"passage_first", first / n},
                                  {"passage_in_eight", eight / n},
                                  {"passage_in_context", anywhere / n},
                                  {"context_chars", chars / n},
                                  {"p50_ms", percentile(0.5)},
                                  {"p99_ms", percentile(0.99)}});
  return {};
}

Status Run(int argc, char** argv) {
  Arguments arguments;
  std::string json_file;
  const char* shared = std::getenv("ARBORIST_SHARED");
  arguments.data = std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    const std::string value = argv[i + 1];
    if (flag == "--data") {
      arguments.data = value;
    } else if (flag == "--set") {
      arguments.sets.push_back(value);
    } else if (flag == "--every") {
      arguments.every = std::max(1ul, std::strtoul(value.c_str(), nullptr, 10));
    } else if (flag == "--from") {
      arguments.from = std::strtoul(value.c_str(), nullptr, 10);
    } else if (flag == "--json") {
      json_file = value;
    } else if (flag == "--chars") {
      arguments.chars = std::strtoul(value.c_str(), nullptr, 10);
    } else {
      return Fail(ErrorCode::kInvalidArgument, "unknown: " + flag);
    }
  }
  if (arguments.sets.empty()) arguments.sets = {"squad", "xquad.en", "xquad.de", "xquad.zh"};
  std::printf("%-10s %9s  %8s  %8s  %8s  %8s  %8s  %8s  %7s %7s\n", "set", "questions", "source@1",
              "source", "first", "eight", "context", "chars", "p50 ms", "p99 ms");
  json::Array rows;
  for (const std::string& set : arguments.sets) TRY_IN("set " + set, RunSet(arguments, set, &rows));
  if (json_file.empty()) return {};
  return WriteFileAtomically(json_file, json::Pretty(rows) + "\n");
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  const arborist::Status status = arborist::bench::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_context_quality: %s\n", status.error().message.c_str());
  return 2;
}
