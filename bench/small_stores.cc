// SPDX-License-Identifier: AGPL-3.0-only
// Answers from stores of very few documents, where the corpus says little of which words are rare.
//
//   arborist_small_stores [--data DIR] [--set NAME] [--stores N] [--json FILE]
//
// Each store holds one paragraph of an article and, of other articles, so many more that there are
// 1, 2, 5 and 20. Columns: its questions whose paragraph is a source; whose first claim holds a
// gold answer; questions about another paragraph of the article, and about another article, that
// are declined.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/home.h"
#include "ask/eval.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "fill_store.h"
#include "json/value.h"
#include "run/policy.h"

namespace arborist::bench {
namespace {

constexpr std::array<std::size_t, 4> kSizes{1, 2, 5, 20};
constexpr std::size_t kAskedOfEach = 4;

struct Arguments {
  std::filesystem::path data;
  std::string set = "squad";
  std::size_t stores = 150;
};

struct Article {
  std::vector<std::string> paragraphs;  // URIs
};

struct Set {
  std::filesystem::path corpus;
  std::vector<Article> articles;
  std::map<std::string, std::vector<ask::EvalQuestion>> questions;  // by paragraph
};

Result<Set> ReadSet(const Arguments& arguments) {
  Set set{.corpus = arguments.data / "corpora" / (arguments.set + ".jsonl"),
          .articles = {},
          .questions = {}};
  std::map<std::string, Article> articles;
  TRY(ReadCorpus(set.corpus, [&](const ingest::SourceDocument& document) -> Status {
    articles[document.uri.substr(0, document.uri.find('#'))].paragraphs.push_back(document.uri);
    return {};
  }));
  for (auto& [name, article] : articles) set.articles.push_back(std::move(article));
  TRY_ASSIGN(
      const std::string lines,
      ReadFile(arguments.data / "questions" / (arguments.set + ".jsonl"), std::uint64_t{1} << 30));
  TRY_ASSIGN(std::vector<ask::EvalQuestion> questions, ask::ReadEvalQuestions(lines, 0));
  for (ask::EvalQuestion& question : questions) {
    if (question.gold.empty()) continue;
    std::vector<ask::EvalQuestion>& of_paragraph = set.questions[question.gold.at(0)];
    of_paragraph.push_back(std::move(question));
  }
  return set;
}

// One store and what is asked of it.
struct Trial {
  std::set<std::string> documents;
  std::vector<ask::EvalQuestion> own;
  std::vector<ask::EvalQuestion> neighbours;
  std::vector<ask::EvalQuestion> strangers;
};

// The first question of paragraphs that are not in the store.
std::vector<ask::EvalQuestion> Unanswerable(const Set& set, const Article& article,
                                            std::size_t from,
                                            const std::set<std::string>& documents) {
  std::vector<ask::EvalQuestion> questions;
  const std::size_t count = article.paragraphs.size();
  for (std::size_t i = 0; i < count && questions.size() < kAskedOfEach; ++i) {
    const std::string& uri = article.paragraphs[(from + i) % count];
    const auto asked = set.questions.find(uri);
    if (documents.contains(uri) || asked == set.questions.end()) continue;
    questions.push_back({.question = asked->second.front().question,
                         .gold = {},
                         .answers = {},
                         .unanswerable = true});
  }
  return questions;
}

Trial MakeTrial(const Set& set, std::size_t number, std::size_t size) {
  // Steps that reach every article and paragraph in turn.
  constexpr std::size_t kArticleStep = 7, kParagraphStep = 5, kFirst = 3, kMostSteps = 1000;
  const std::size_t count = set.articles.size();
  const std::size_t home = number % count;
  const Article& article = set.articles[home];
  const std::size_t place = (kFirst + number / count * kParagraphStep) % article.paragraphs.size();
  const std::string& paragraph = article.paragraphs[place];
  Trial trial;
  trial.documents.insert(paragraph);
  for (std::size_t k = 1; trial.documents.size() < size && k < kMostSteps; ++k) {
    const Article& other = set.articles[(home + k * kArticleStep) % count];
    if (&other == &article) continue;
    trial.documents.insert(other.paragraphs[(place + k) % other.paragraphs.size()]);
  }
  if (const auto own = set.questions.find(paragraph); own != set.questions.end()) {
    trial.own.assign(own->second.begin(),
                     own->second.begin() +
                         static_cast<std::ptrdiff_t>(std::min(kAskedOfEach, own->second.size())));
  }
  trial.neighbours = Unanswerable(set, article, place + 1, trial.documents);
  trial.strangers = Unanswerable(set, set.articles[(home + 1) % count], place, trial.documents);
  return trial;
}

// Adds up the outcomes of the same questions over many stores.
class Sums {
 public:
  Status Ask(app::Home* home, const std::vector<ask::EvalQuestion>& questions) {
    for (const ask::EvalQuestion& question : questions) {
      ask::AskOptions options;
      options.question = question.question;
      TRY_ASSIGN(options.policy, run::ReadWantedPolicy(json::Object{}));
      TRY_ASSIGN(const ask::AskResult result, home->Ask(options, {}));
      TRY_ASSIGN(const ask::EvalOutcome outcome, ask::Judge(question, result, home->corpus()));
      report_.Add(outcome);
    }
    return {};
  }
  std::int64_t questions() const { return report_.questions(); }
  double Rate(const char* name) const {
    const json::Object figures = report_.ToJson();
    const auto found = figures.find(name);
    return found != figures.end() && !found->second.is_null() ? found->second.as_double() : 0;
  }

 private:
  ask::EvalReport report_;
};

Status RunSize(const Arguments& arguments, const Set& set, std::size_t size, json::Array* rows) {
  Sums own, neighbours, strangers;
  for (std::size_t number = 0; number < arguments.stores; ++number) {
    const Trial trial = MakeTrial(set, number, size);
    const TemporaryFolder folder;
    const store::HomePaths home{folder.path()};
    TRY(FillStore(set.corpus, home, [&](const ingest::SourceDocument& document) {
      return trial.documents.contains(document.uri);
    }));
    SystemClock clock;
    SystemRandom random;
    SystemSleeper sleeper;
    TRY_ASSIGN(const std::unique_ptr<app::Home> asked,
               app::Home::OpenToAsk({.paths = home,
                                     .clock = &clock,
                                     .random = &random,
                                     .sleeper = &sleeper,
                                     .actor = "bench"},
                                    {.config = {}, .keep = false}));
    TRY(own.Ask(asked.get(), trial.own));
    TRY(neighbours.Ask(asked.get(), trial.neighbours));
    TRY(strangers.Ask(asked.get(), trial.strangers));
  }
  const double found = own.Rate("recall_at_8");
  const double right = own.Rate("answer_in_first_claim");
  const double paragraph = neighbours.Rate("declined_rightly");
  const double article = strangers.Rate("declined_rightly");
  std::printf("%9zu %9lld %8.3f %8.3f %9.3f %9.3f\n", size, static_cast<long long>(own.questions()),
              found, right, paragraph, article);
  std::fflush(stdout);
  rows->emplace_back(json::Object{{"documents", static_cast<std::int64_t>(size)},
                                  {"questions", own.questions()},
                                  {"found", found},
                                  {"answer_in_first_claim", right},
                                  {"declined_without_paragraph", paragraph},
                                  {"declined_without_article", article}});
  return {};
}

Status Run(const Arguments& arguments, const std::string& json_file) {
  TRY_ASSIGN(const Set set, ReadSet(arguments));
  std::printf("%9s %9s %8s %8s %9s %9s\n", "documents", "questions", "found", "right", "paragraph",
              "article");
  json::Array rows;
  for (const std::size_t size : kSizes) TRY(RunSize(arguments, set, size, &rows));
  if (json_file.empty()) return {};
  return WriteFileAtomically(json_file, json::Pretty(rows) + "\n");
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  arborist::bench::Arguments arguments;
  const char* shared = std::getenv("ARBORIST_SHARED");
  arguments.data = std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  std::string json_file;
  CLI::App app("Answers from stores of very few documents");
  app.add_option("--data", arguments.data);
  app.add_option("--set", arguments.set);
  app.add_option("--stores", arguments.stores);
  app.add_option("--json", json_file);
  CLI11_PARSE(app, argc, argv);
  const arborist::Status status = arborist::bench::Run(arguments, json_file);
  if (status) return 0;
  std::fprintf(stderr, "arborist_small_stores: %s\n", status.error().message.c_str());
  return 2;
}
