// SPDX-License-Identifier: AGPL-3.0-only
// arborist_growth: what happens as a corpus grows. For each size a home is made with the program
// itself from the synthetic corpus, then searched, named by a snapshot, and its log checked.
//
//   arborist_growth --program build/arborist [--documents 10000,100000,1000000] [--work FOLDER]
//                   [--json FILE]
//
// tools/plot-growth draws what --json wrote.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "json/value.h"
#include "retrieve/search.h"
#include "store/corpus.h"
#include "synthetic_corpus.h"
#include "text/scan.h"

namespace arborist::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kQueries = 300;

struct Options {
  fs::path program;
  std::vector<std::uint64_t> documents = {10000, 100000, 1000000};
  fs::path work = fs::temp_directory_path();
  std::string json_file;
};

struct Measured {
  double seconds = 0;
  double peak_mb = 0;
  std::string out;
};

// Runs the program to its end, with its output in a file.
Result<Measured> RunProgram(const fs::path& program, std::vector<std::string> arguments,
                            const fs::path& out) {
  arguments.insert(arguments.begin(), program.string());
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(),
                                   O_CREAT | O_TRUNC | O_WRONLY, 0600);
  const auto start = std::chrono::steady_clock::now();
  pid_t pid = -1;
  const int error = posix_spawn(&pid, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return Fail(ErrorCode::kEnvironment, "cannot run " + program.string());
  int status = 0;
  rusage usage{};
  if (wait4(pid, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Fail(ErrorCode::kEnvironment, arguments[1] + " failed");
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  TRY_ASSIGN(std::string text, ReadFile(out, std::uint64_t{1} << 24));
  return Measured{took.count(), static_cast<double>(usage.ru_maxrss) / 1024, std::move(text)};
}

struct Corpus {
  std::uint64_t text_bytes = 0;
  std::vector<std::string> queries;  // three words of one document each
};

// Writes the corpus as JSON Lines and draws queries from it.
Result<Corpus> Write(std::uint64_t documents, const fs::path& file) {
  SyntheticOptions options;
  options.seed = kSeed;
  options.documents = documents;
  SyntheticCorpus synthetic(options);
  SyntheticDocument document;
  Corpus corpus;
  std::FILE* const out = std::fopen(file.c_str(), "wb");
  if (out == nullptr) return Fail(ErrorCode::kEnvironment, "cannot write " + file.string());
  const std::uint64_t every = std::max<std::uint64_t>(1, documents / kQueries);
  std::string lines;
  bool good = true;
  for (std::uint64_t number = 0; good && synthetic.Next(&document); ++number) {
    corpus.text_bytes += document.text.size();
    AppendJsonLine(document, &lines);
    if (number % every == every / 2) {
      std::string query;
      std::size_t pos = 0;
      for (std::size_t word = 0; word < 40; ++word) {
        const std::string_view text = text::NextWord(document.text, &pos);
        if (word % 15 == 5) query.append(text).append(" ");
      }
      corpus.queries.push_back(std::move(query));
    }
    if (lines.size() < (std::size_t{1} << 20)) continue;
    good = std::fwrite(lines.data(), 1, lines.size(), out) == lines.size();
    lines.clear();
  }
  good = good && std::fwrite(lines.data(), 1, lines.size(), out) == lines.size();
  if (std::fclose(out) != 0 || !good) {
    return Fail(ErrorCode::kEnvironment, "cannot write " + file.string());
  }
  return corpus;
}

std::uint64_t BytesUnder(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::lround(share * last))];
}

Result<std::vector<double>> TimeSearches(const fs::path& home,
                                         const std::vector<std::string>& queries) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(store::HomePaths{home}));
  WorkerPool workers(retrieve::SearchThreads(corpus));
  retrieve::Searcher searcher(&corpus, nullptr, &workers);
  std::vector<double> times;
  times.reserve(queries.size());
  // The first round warms the caches and is not counted.
  for (const bool counted : {false, true}) {
    for (const std::string& query : queries) {
      const auto start = std::chrono::steady_clock::now();
      const auto hits = searcher.Search({.query = query});
      const std::chrono::duration<double, std::milli> took =
          std::chrono::steady_clock::now() - start;
      if (hits && counted) times.push_back(took.count());
    }
  }
  return times;
}

Result<json::Object> Measure(const Options& options, std::uint64_t documents) {
  const TemporaryFolder folder(options.work);
  const fs::path file = folder.path() / "corpus.jsonl", home = folder.path() / "home",
                 out = folder.path() / "out";
  TRY_ASSIGN(const Corpus corpus, Write(documents, file));
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "--home", home.string()});
    return RunProgram(options.program, std::move(arguments), out);
  };
  TRY_ASSIGN(const Measured ingest, run({"ingest", file.string()}));
  fs::remove(file);
  const std::uint64_t store_bytes = BytesUnder(home);
  TRY_ASSIGN(const std::vector<double> times, TimeSearches(home, corpus.queries));
  TRY_ASSIGN(const Measured snapshot, run({"snapshot", "create"}));
  TRY_ASSIGN(const Measured audit, run({"audit", "check"}));
  const auto text_mb = static_cast<double>(corpus.text_bytes) / 1e6;
  return json::Object{{"documents", static_cast<std::int64_t>(documents)},
                      {"text_mb", text_mb},
                      {"ingest_seconds", ingest.seconds},
                      {"ingest_mb_per_s", text_mb / ingest.seconds},
                      {"ingest_peak_mb", ingest.peak_mb},
                      {"store_over_text",
                       static_cast<double>(store_bytes) / static_cast<double>(corpus.text_bytes)},
                      {"search_p50_ms", Percentile(times, 0.5)},
                      {"search_p99_ms", Percentile(times, 0.99)},
                      {"snapshot_seconds", snapshot.seconds},
                      {"audit_check_seconds", audit.seconds}};
}

Status Run(const Options& options) {
  std::vector<json::Object> rows;
  std::printf(
      "| documents | text MB | ingest s | MB/s | peak MB | store / text | search p50 / p99 ms "
      "| snapshot s | audit check s |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const std::uint64_t documents : options.documents) {
    TRY_ASSIGN(json::Object row, Measure(options, documents));
    const auto value = [&](std::string_view name) { return row.find(name)->second.as_double(); };
    std::printf("| %llu | %.0f | %.1f | %.1f | %.0f | %.2f | %.1f / %.1f | %.2f | %.2f |\n",
                static_cast<unsigned long long>(documents), value("text_mb"),
                value("ingest_seconds"), value("ingest_mb_per_s"), value("ingest_peak_mb"),
                value("store_over_text"), value("search_p50_ms"), value("search_p99_ms"),
                value("snapshot_seconds"), value("audit_check_seconds"));
    std::fflush(stdout);
    rows.push_back(std::move(row));
  }
  if (options.json_file.empty()) return {};
  return WriteFileAtomically(options.json_file,
                             json::Pretty(json::Array(rows.begin(), rows.end())) + "\n");
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  arborist::bench::Options options;
  CLI::App app("What happens to ingest, search, snapshots and the log as a corpus grows.");
  app.add_option("--program", options.program, "The arborist to measure")->required();
  app.add_option("--documents", options.documents, "Sizes")->delimiter(',')->capture_default_str();
  app.add_option("--work", options.work, "Folder for the homes; a million documents need 7 GB");
  app.add_option("--json", options.json_file, "Write the figures here");
  CLI11_PARSE(app, argc, argv);
  const arborist::Status status = arborist::bench::Run(options);
  if (status) return 0;
  std::fprintf(stderr, "arborist_growth: %s\n", status.error().message.c_str());
  return 2;
}
