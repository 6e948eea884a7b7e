// SPDX-License-Identifier: AGPL-3.0-only
// How often search finds the passage a question was written about, and how long it takes, beside
// plain FTS5 (its own tokenizer, bm25(), an OR of the question's words) over the same texts.
//
//   arborist_retrieval_quality [--data DIR] [--set NAME]... [--json FILE] [--constant
//   NAME=VALUE]...
//                              [--every N] [--from K] [--plain no] [--cores yes] [--home DIR]
//
// --every N asks each N-th question only, from the K-th on; --plain no leaves the comparison out:
// both for tuning. --cores yes makes keyword cores first. --home asks the questions of the sets in
// this home, which is only read, and makes no store: for a large corpus. A set is
// DIR/corpora/NAME.jsonl with DIR/questions/NAME.jsonl. The set `wiki22k` has no questions of its
// own: squad's run over it for their time alone, and words drawn from its own chunks.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "distill/distill.h"
#include "fill_store.h"
#include "json/value.h"
#include "retrieve/gather.h"
#include "retrieve/search.h"
#include "sqlite/database.h"
#include "store/corpus.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::bench {
namespace {

constexpr std::size_t kDepth = 8;

struct Question {
  std::string text;
  std::string gold_uri;
};

struct Arguments {
  std::filesystem::path data;
  retrieve::AcceptConstants accept;
  std::vector<std::string> sets;
  std::string json_file;
  std::size_t every = 1;
  std::size_t from = 0;
  bool plain = true;
  bool cores = false;
  std::filesystem::path home;  // empty: a store is made of each set
  retrieve::RankConstants constants;
};

struct Measured {
  std::string set;
  std::string method;
  std::size_t questions = 0;
  double recall_1 = 0, recall_8 = 0, mrr_8 = 0;
  bool timed_only = false;
  double sources = 0, declined = 0, chars = 0;  // of the context: mean, share without any, mean
  std::vector<double> milliseconds = {};

  double Percentile(double share) const {
    if (milliseconds.empty()) return 0;
    const auto last = static_cast<double>(milliseconds.size() - 1);
    return milliseconds[static_cast<std::size_t>(last * share)];
  }
};

// Runs every question: find(question) gives the rank of the gold passage from 0, or kDepth.
template <typename Find>
Result<Measured> Measure(const std::string& set, const std::string& method,
                         const std::vector<Question>& questions, Find find) {
  Measured measured{.set = set, .method = method, .questions = questions.size()};
  for (const Question& question : questions) {
    const auto start = std::chrono::steady_clock::now();
    TRY_ASSIGN(const auto answer, find(question));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    measured.milliseconds.push_back(took.count());
    const std::size_t rank = answer(question.gold_uri);
    if (rank == 0) measured.recall_1 += 1;
    if (rank < kDepth) {
      measured.recall_8 += 1;
      measured.mrr_8 += 1.0 / static_cast<double>(rank + 1);
    }
  }
  const auto count = static_cast<double>(std::max<std::size_t>(questions.size(), 1));
  measured.recall_1 /= count;
  measured.recall_8 /= count;
  measured.mrr_8 /= count;
  measured.timed_only = !questions.empty() && questions[0].gold_uri.empty();
  std::sort(measured.milliseconds.begin(), measured.milliseconds.end());
  return measured;
}

Result<std::vector<Question>> ReadQuestions(const std::filesystem::path& path) {
  TRY_ASSIGN(const std::string content, ReadFile(path, std::uint64_t{1} << 30));
  std::vector<Question> questions;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    TRY_ASSIGN(const json::Value line,
               json::Parse(std::string_view(content).substr(begin, end - begin)));
    TRY_ASSIGN(std::string text, line.String("question"));
    TRY_ASSIGN(std::string gold, line.String("gold_uri"));
    questions.push_back({std::move(text), std::move(gold)});
    begin = end + 1;
  }
  return questions;
}

Result<Measured> MeasureOurs(const std::string& set, const std::string& method,
                             const store::Corpus& corpus, const std::vector<Question>& questions,
                             const retrieve::RankConstants& constants) {
  WorkerPool workers(retrieve::SearchThreads(corpus));
  retrieve::Searcher searcher(&corpus, nullptr, &workers);
  return Measure(set, method, questions, [&](const Question& question) {
    auto hits = searcher.Search({.query = question.text, .limit = kDepth, .constants = constants});
    const auto rank = [&corpus, found = hits ? *hits : std::vector<retrieve::SearchHit>()](
                          const std::string& uri) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto document = corpus.Find(found[i].document_root);
        if (!document || !*document) continue;
        const std::vector<std::string> uris = (*document)->current_uris();
        if (std::find(uris.begin(), uris.end(), uri) != uris.end()) return i;
      }
      return kDepth;
    };
    if (!hits && hits.error().code != ErrorCode::kInvalidArgument) {
      return Result<decltype(rank)>(std::unexpected(std::move(hits).error()));
    }
    return Result<decltype(rank)>(rank);
  });
}

// The documents in the context of an answer, in their order.
Result<Measured> MeasureGather(const std::string& set, const std::string& method,
                               const store::Corpus& corpus, const std::vector<Question>& questions,
                               const Arguments& arguments) {
  WorkerPool workers(retrieve::SearchThreads(corpus));
  retrieve::Gatherer gatherer(&corpus, nullptr, &workers);
  double sources = 0;
  double declined = 0;
  double chars = 0;
  auto measured = Measure(set, method, questions, [&](const Question& question) {
    auto gathered = gatherer.Gather({.question = question.text,
                                     .top_k = kDepth,
                                     .accept = arguments.accept,
                                     .rank = arguments.constants});
    std::vector<DocumentRoot> roots;
    if (gathered) {
      for (const retrieve::ContextDocument& source : gathered->sources)
        roots.push_back(source.document.root);
      for (const retrieve::ContextPassage& passage : gathered->passages)
        chars += static_cast<double>(text::CountCodePoints(passage.chunk.span));
      sources += static_cast<double>(roots.size());
      if (roots.empty()) declined += 1;
    }
    const auto rank = [&corpus, roots](const std::string& uri) {
      for (std::size_t i = 0; i < roots.size(); ++i) {
        const auto document = corpus.Find(roots[i]);
        if (!document || !*document) continue;
        const std::vector<std::string> uris = (*document)->current_uris();
        if (std::find(uris.begin(), uris.end(), uri) != uris.end()) return i;
      }
      return kDepth;
    };
    if (!gathered) return Result<decltype(rank)>(std::unexpected(std::move(gathered).error()));
    return Result<decltype(rank)>(rank);
  });
  if (!measured) return measured;
  const auto count = static_cast<double>(std::max<std::size_t>(questions.size(), 1));
  measured->sources = sources / count;
  measured->declined = declined / count;
  measured->chars = chars / count;
  return measured;
}

// The words between spaces, quoted: what one writes first with FTS5.
std::string PlainExpression(std::string_view question) {
  std::string expression;
  for (std::size_t begin = 0; begin < question.size();) {
    const std::size_t end = std::min(question.find(' ', begin), question.size());
    if (end > begin) {
      std::string word(question.substr(begin, end - begin));
      std::erase(word, '"');
      if (!word.empty()) expression += (expression.empty() ? "\"" : " OR \"") + word + "\"";
    }
    begin = end + 1;
  }
  return expression;
}

Result<Measured> MeasurePlain(const std::string& set, const std::filesystem::path& corpus,
                              const std::filesystem::path& file,
                              const std::vector<Question>& questions) {
  TRY_ASSIGN(sqlite::Database database,
             sqlite::Database::Open(file, {.mode = sqlite::OpenMode::kCreate}));
  TRY(database.Execute("CREATE VIRTUAL TABLE plain USING fts5(uri UNINDEXED, title, text); BEGIN"));
  TRY_ASSIGN(sqlite::Statement insert, database.Prepare("INSERT INTO plain VALUES(?1,?2,?3)"));
  TRY(ReadCorpus(corpus, [&](const ingest::SourceDocument& document) {
    return insert.BindText(1, document.uri)
        .BindText(2, document.title)
        .BindText(3, document.text)
        .Run();
  }));
  TRY(database.Execute("COMMIT; INSERT INTO plain(plain) VALUES('optimize')"));
  TRY_ASSIGN(sqlite::Statement select,
             database.Prepare("SELECT uri FROM plain WHERE plain MATCH ?1 "
                              "ORDER BY bm25(plain) LIMIT 8"));
  return Measure(set, "plain FTS5", questions, [&](const Question& question) {
    std::vector<std::string> uris;
    const std::string expression = PlainExpression(question.text);
    select.BindText(1, expression);
    while (true) {
      const auto row = select.Step();
      if (!row || !*row) break;
      uris.emplace_back(select.Text(0));
    }
    select.Reset();
    const auto rank = [uris](const std::string& uri) {
      const auto it = std::find(uris.begin(), uris.end(), uri);
      return it == uris.end() ? kDepth : static_cast<std::size_t>(it - uris.begin());
    };
    return Result<decltype(rank)>(rank);
  });
}

// Two to four words that stand together in one chunk: a query that all its words can answer.
Result<std::vector<Question>> DrawQueries(const store::Corpus& corpus, std::size_t count) {
  std::mt19937_64 random(42);
  store::ShardReader* shard = corpus.shards()[0].get();
  TRY_ASSIGN(const auto stats, shard->index().Stats());
  std::vector<Question> queries;
  while (queries.size() < count) {
    const auto chunk =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(stats.chunks)) + 1;
    TRY_ASSIGN(const std::string text, shard->texts().RawChunk(store::ChunkId{chunk}));
    std::vector<std::string> words;
    for (const auto& term : text::QueryTerms(text)) {
      if (!term.joined && term.term.size() > 3) words.push_back(term.term);
    }
    if (words.size() < 8) continue;
    std::string query;
    for (std::uint64_t i = 2 + random() % 3; i > 0; --i)
      query += words[random() % words.size()] + " ";
    queries.push_back({query, ""});
  }
  return queries;
}

// Which half of the corpus an article belongs to: the part of a URI before '#'.
bool InFirstHalf(std::string_view uri) {
  std::uint32_t hash = 2166136261u;
  for (const char c : uri.substr(0, uri.find('#')))
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
  return (hash >> 16) % 2 == 0;
}

// Questions whose article is not there: how many find no source at all, as they should.
Status RunAbsent(const Arguments& arguments, const std::string& set,
                 const std::filesystem::path& corpus_file, std::vector<Question> questions,
                 std::vector<Measured>* results) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path()};
  TRY(FillStore(corpus_file, home,
                [](const ingest::SourceDocument& document) { return InFirstHalf(document.uri); }));
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  std::erase_if(questions, [](const Question& question) { return InFirstHalf(question.gold_uri); });
  TRY_ASSIGN(Measured absent,
             MeasureGather(set + " (absent)", "gather", corpus, questions, arguments));
  results->push_back(std::move(absent));
  return {};
}

Result<std::vector<Question>> QuestionsOf(const Arguments& arguments, const std::string& set) {
  TRY_ASSIGN(std::vector<Question> questions,
             ReadQuestions(arguments.data / "questions" / (set + ".jsonl")));
  std::size_t at = 0;
  std::erase_if(questions,
                [&](const Question&) { return at++ % arguments.every != arguments.from; });
  return questions;
}

Status RunHome(const Arguments& arguments, const std::string& set, std::vector<Measured>* results) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(store::HomePaths{arguments.home}));
  TRY_ASSIGN(const std::vector<Question> questions, QuestionsOf(arguments, set));
  TRY_ASSIGN(Measured ours, MeasureOurs(set, "arborist", corpus, questions, arguments.constants));
  results->push_back(std::move(ours));
  return {};
}

Status RunSet(const Arguments& arguments, const std::string& set, std::vector<Measured>* results) {
  const TemporaryFolder folder;
  std::filesystem::path corpus_file = arguments.data / "corpora" / (set + ".jsonl");
  if (!std::filesystem::exists(corpus_file)) corpus_file += ".zst";
  const store::HomePaths home{folder.path()};
  TRY(FillStore(corpus_file, home));
  if (arguments.cores) {
    const SystemClock clock;
    SystemRandom random;
    TRY(distill::Distill({.method = "tfidf"},
                         {.home = home, .clock = &clock, .random = &random, .actor = "bench"}));
  }
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  const std::filesystem::path question_file = arguments.data / "questions" / (set + ".jsonl");
  const bool own_questions = std::filesystem::exists(question_file);
  TRY_ASSIGN(std::vector<Question> questions,
             QuestionsOf(arguments, own_questions ? set : "squad"));
  if (!own_questions) {
    if (questions.size() > 2000) questions.resize(2000);
    for (Question& question : questions) question.gold_uri.clear();
    TRY_ASSIGN(const std::vector<Question> drawn, DrawQueries(corpus, 2000));
    TRY_ASSIGN(Measured words,
               MeasureOurs(set + " (words)", "arborist", corpus, drawn, arguments.constants));
    results->push_back(std::move(words));
    TRY_ASSIGN(Measured gathered,
               MeasureGather(set + " (words)", "gather", corpus, drawn, arguments));
    results->push_back(std::move(gathered));
  }
  TRY_ASSIGN(Measured ours, MeasureOurs(set, "arborist", corpus, questions, arguments.constants));
  results->push_back(std::move(ours));
  TRY_ASSIGN(Measured gathered, MeasureGather(set, "gather", corpus, questions, arguments));
  results->push_back(std::move(gathered));
  if (own_questions) TRY(RunAbsent(arguments, set, corpus_file, questions, results));
  if (!arguments.plain) return {};
  TRY_ASSIGN(Measured plain, MeasurePlain(set, corpus_file, folder.path() / "plain.db", questions));
  results->push_back(std::move(plain));
  return {};
}

void PrintRow(const Measured& m) {
  const auto quality = [&](double value) {
    char text[16];
    std::snprintf(text, sizeof text, m.timed_only ? "-" : "%.4f", value);
    return std::string(text);
  };
  std::printf("%-16s %-11s %9zu  %8s  %8s  %8s  %8.2f %8.2f %8.2f", m.set.c_str(), m.method.c_str(),
              m.questions, quality(m.recall_1).c_str(), quality(m.recall_8).c_str(),
              quality(m.mrr_8).c_str(), m.Percentile(0.5), m.Percentile(0.95), m.Percentile(0.99));
  if (m.chars > 0) std::printf("  %7.2f  %8.4f  %8.0f", m.sources, m.declined, m.chars);
  std::printf("\n");
}

Status WriteJson(const std::string& file, const std::vector<Measured>& results) {
  json::Array rows;
  for (const Measured& m : results) {
    json::Object row{{"set", m.set},
                     {"method", m.method},
                     {"questions", static_cast<std::int64_t>(m.questions)},
                     {"p50_ms", m.Percentile(0.5)},
                     {"p95_ms", m.Percentile(0.95)},
                     {"p99_ms", m.Percentile(0.99)}};
    if (!m.timed_only) {
      row.emplace("recall_at_1", m.recall_1);
      row.emplace("recall_at_8", m.recall_8);
      row.emplace("mrr_at_8", m.mrr_8);
    }
    rows.emplace_back(std::move(row));
  }
  return WriteFileAtomically(file, json::Pretty(rows) + "\n");
}

bool SetConstant(Arguments* arguments, const std::string& name, double value) {
  retrieve::RankConstants* c = &arguments->constants;
  const std::map<std::string, double*> doubles{
      {"stem", &c->stem},
      {"coverage", &c->coverage},
      {"nearness", &c->nearness},
      {"phrase", &c->phrase},
      {"title", &c->title},
      {"title_exact", &c->title_exact},
      {"title_share", &c->title_share},
      {"frequency_cap", &c->frequency_cap},
      {"relaxed_share", &c->relaxed_share},
      {"keyword", &c->keyword},
      {"idf_share", &arguments->accept.idf_share},
      {"short_score_share", &arguments->accept.short_score_share},
      {"score_share", &arguments->accept.score_share}};
  if (const auto it = doubles.find(name); it != doubles.end()) {
    *it->second = value;
  } else if (name == "near_window") {
    c->near_window = static_cast<int>(value);
  } else if (name == "rerank") {
    c->rerank = static_cast<std::size_t>(value);
  } else if (name == "title_documents") {
    c->title_documents = static_cast<std::size_t>(value);
  } else if (name == "relaxed_rows") {
    c->relaxed_rows = static_cast<std::int64_t>(value);
  } else {
    return false;
  }
  return true;
}

Result<Arguments> ParseArguments(int argc, char** argv) {
  Arguments arguments;
  const char* shared = std::getenv("ARBORIST_SHARED");
  arguments.data = std::filesystem::path(shared != nullptr ? shared : "../shared") / "data";
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    const std::string value = argv[i + 1];
    const std::size_t equals = value.find('=');
    if (flag == "--data") {
      arguments.data = value;
    } else if (flag == "--set") {
      arguments.sets.push_back(value);
    } else if (flag == "--plain") {
      arguments.plain = value != "no";
    } else if (flag == "--cores") {
      arguments.cores = value == "yes";
    } else if (flag == "--home") {
      arguments.home = value;
    } else if (flag == "--every") {
      arguments.every = std::max(1ul, std::strtoul(value.c_str(), nullptr, 10));
    } else if (flag == "--from") {
      arguments.from = std::strtoul(value.c_str(), nullptr, 10);
    } else if (flag == "--json") {
      arguments.json_file = value;
    } else if (flag != "--constant" || equals == std::string::npos ||
               !SetConstant(&arguments, value.substr(0, equals),
                            std::strtod(value.c_str() + equals + 1, nullptr))) {
      return Fail(ErrorCode::kInvalidArgument,
                  std::string("unknown: ").append(flag).append(" ").append(value));
    }
  }
  if (argc % 2 == 0)
    return Fail(ErrorCode::kInvalidArgument,
                "a value is missing behind " + std::string(argv[argc - 1]));
  if (arguments.sets.empty()) {
    arguments.sets = {"squad",    "xquad.en", "xquad.de", "xquad.ru",
                      "xquad.ar", "xquad.zh", "xquad.th", "wiki22k"};
  }
  return arguments;
}

Status Run(int argc, char** argv) {
  TRY_ASSIGN(const Arguments arguments, ParseArguments(argc, argv));
  std::printf("%-16s %-11s %9s  %8s  %8s  %8s  %8s %8s %8s  %7s  %8s  %8s\n", "set", "search",
              "questions", "recall@1", "recall@8", "MRR@8", "p50 ms", "p95 ms", "p99 ms", "sources",
              "declined", "chars");
  std::vector<Measured> results;
  for (const std::string& set : arguments.sets) {
    const std::size_t before = results.size();
    TRY_IN("set " + set, arguments.home.empty() ? RunSet(arguments, set, &results)
                                                : RunHome(arguments, set, &results));
    for (std::size_t i = before; i < results.size(); ++i) PrintRow(results[i]);
    std::fflush(stdout);
  }
  return arguments.json_file.empty() ? Status() : WriteJson(arguments.json_file, results);
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  const arborist::Status status = arborist::bench::Run(argc, argv);
  if (status) return 0;
  std::fprintf(stderr, "arborist_retrieval_quality: %s\n", status.error().message.c_str());
  return 2;
}
