// SPDX-License-Identifier: AGPL-3.0-only
// arborist_ingest_bench: the whole ingest beside a bare FTS5 insert of the same text, in one run.
//
// Every measurement is a process of its own (this program again, with --measure), so that peaks of
// memory and the state of the allocator do not mix. Rounds take turns, so that a busy machine
// disturbs all alike.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "audit/event.h"
#include "base/clock.h"
#include "base/result.h"
#include "compress/byte_source.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "ingest/formats/json_lines.h"
#include "ingest/formats/table.h"
#include "ingest/ingest.h"
#include "json/value.h"
#include "store/corpus.h"
#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::bench {
namespace {

namespace fs = std::filesystem;
using Figures = std::map<std::string, double>;  // what a measurement says of itself

constexpr std::uint64_t kTransactionBytes = std::uint64_t{24} << 20;
constexpr std::uint64_t kChainEvents = 200000;

struct Options {
  fs::path corpus;
  fs::path work;
  unsigned rounds = 3;
  std::string json_file;
  std::string label;
  std::string measure;
  fs::path home;
  fs::path result;
};

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class Stopwatch {
 public:
  void Into(Figures* figures) const {
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    (*figures)["seconds"] = std::chrono::duration<double>(elapsed).count();
    (*figures)["cpu_seconds"] = CpuSeconds() - cpu_;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double cpu_ = CpuSeconds();
};

double FolderBytes(const fs::path& folder) {
  double bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  }
  return bytes;
}

// -- a bare FTS5 insert ---------------------------------------------------------------------------

struct Rows {
  std::vector<std::string> chunks;
  std::uint64_t documents = 0;
  std::uint64_t text_bytes = 0;
};

// The same units that the ingest indexes: chunks of 512 tokens.
Result<Rows> ReadRows(const fs::path& corpus) {
  TRY_ASSIGN(auto source, compress::OpenByteSource(corpus));
  ingest::JsonLinesReader reader(std::move(source));
  Rows rows;
  while (true) {
    TRY_ASSIGN(const auto document, reader.Next());
    if (!document) return rows;
    const auto slices = document::Split(document->text, document::ChooseChunking(document->text));
    if (slices.empty()) continue;
    ++rows.documents;
    for (const std::string_view slice : slices) {
      rows.text_bytes += slice.size();
      rows.chunks.emplace_back(slice);
    }
  }
}

Status Check(int code, sqlite3* database, const char* doing) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return {};
  return Fail(ErrorCode::kEnvironment, std::string(doing) + ": " + sqlite3_errmsg(database));
}

// Every step-th row from `first` on into a database of its own.
Status InsertRows(const fs::path& path, const Rows& rows, std::size_t first, std::size_t step) {
  sqlite3* database = nullptr;
  TRY(Check(sqlite3_open(path.c_str(), &database), database, "open"));
  const auto execute = [&](const char* sql) {
    return Check(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), database, sql);
  };
  TRY(
      execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
              "CREATE VIRTUAL TABLE t USING fts5(text, content='');"));
  sqlite3_stmt* insert = nullptr;
  TRY(Check(
      sqlite3_prepare_v2(database, "INSERT INTO t(rowid,text) VALUES(?1,?2)", -1, &insert, nullptr),
      database, "prepare"));
  TRY(execute("BEGIN"));
  std::uint64_t pending = 0;
  for (std::size_t i = first; i < rows.chunks.size(); i += step) {
    const std::string& text = rows.chunks[i];
    sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(i) + 1);
    sqlite3_bind_text(insert, 2, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    TRY(Check(sqlite3_step(insert), database, "insert"));
    sqlite3_reset(insert);
    pending += text.size();
    if (pending >= kTransactionBytes) {
      TRY(execute("COMMIT; BEGIN"));
      pending = 0;
    }
  }
  sqlite3_finalize(insert);
  TRY(execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE);"));
  return Check(sqlite3_close(database), nullptr, "close");
}

Result<Figures> MeasureBare(const Options& options, std::size_t threads) {
  TRY_ASSIGN(const Rows rows, ReadRows(options.corpus));
  fs::create_directories(options.home);
  Figures figures{{"documents", static_cast<double>(rows.documents)},
                  {"text_bytes", static_cast<double>(rows.text_bytes)},
                  {"chunks", static_cast<double>(rows.chunks.size())}};
  const Stopwatch watch;
  std::vector<Status> results(threads);
  {
    std::vector<std::jthread> running;
    running.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
      running.emplace_back([&, i] {
        results[i] = InsertRows(options.home / (std::to_string(i) + ".db"), rows, i, threads);
      });
    }
  }
  watch.Into(&figures);
  for (const Status& result : results) TRY(result);
  figures["store_bytes"] = FolderBytes(options.home);
  return figures;
}

// -- ours -----------------------------------------------------------------------------------------

Result<Figures> MeasureIngest(const Options& options) {
  const SystemClock clock;
  SystemRandom random;
  ingest::IngestOptions what;
  what.paths = {options.corpus};
  what.format = ingest::FormatNamed("jsonl");
  const ingest::IngestEnvironment environment{.home = {options.home},
                                              .clock = &clock,
                                              .random = &random,
                                              .actor = "arborist_ingest_bench",
                                              .stop = nullptr,
                                              .on_progress = nullptr,
                                              .on_note = nullptr};
  Figures figures;
  const Stopwatch watch;
  TRY_ASSIGN(const ingest::IngestReport report, ingest::Ingest(what, environment));
  watch.Into(&figures);
  figures["documents"] = static_cast<double>(report.documents);
  figures["unchanged"] = static_cast<double>(report.unchanged);
  figures["chunks"] = static_cast<double>(report.chunks);
  figures["text_bytes"] = static_cast<double>(report.text_bytes);
  figures["store_bytes"] = FolderBytes(options.home);
  return figures;
}

Result<Figures> MeasureOpen(const Options& options) {
  Figures figures;
  std::vector<double> times;
  for (int i = 0; i < 50; ++i) {
    const Stopwatch watch;
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open({options.home}));
    watch.Into(&figures);
    times.push_back(figures["seconds"]);
  }
  std::sort(times.begin(), times.end());
  figures["seconds"] = times[times.size() / 2];
  return figures;
}

Result<Figures> MeasureFsck(const Options& options) {
  Figures figures;
  const Stopwatch watch;
  TRY_ASSIGN(const store::FsckReport report,
             store::Fsck({options.home}, {.full = true}, [](const std::string&) {}));
  watch.Into(&figures);
  if (!report.ok()) {
    return Fail(ErrorCode::kCorrupt,
                "fsck: " + report.problems[0].kind + " " + report.problems[0].subject);
  }
  for (const auto& [name, count] : report.checked) figures[name] = static_cast<double>(count);
  return figures;
}

Result<Figures> MeasureChain() {
  std::vector<audit::EventBody> bodies;
  std::vector<EventHash> hashes;
  bodies.reserve(kChainEvents);
  hashes.reserve(kChainEvents);
  EventHash head;
  const Hash256 log = crypto::Sha256("log");
  for (std::uint64_t i = 0; i < kChainEvents; ++i) {
    const Hash256 hash = crypto::Sha256(std::to_string(i));
    bodies.push_back({.log = log,
                      .seq = i,
                      .type = "document_added",
                      .time = 1700000000 + static_cast<std::int64_t>(i / 1000),
                      .subject = hash.hex(),
                      .actor = "arborist/0.1.0",
                      .hashes = {{"document", hash}, {"location", hash}}});
    head = audit::HashEvent(head, bodies.back());
    hashes.push_back(head);
  }
  Figures figures;
  const Stopwatch watch;
  audit::ChainChecker checker;
  for (std::size_t i = 0; i < bodies.size(); ++i) TRY(checker.Next(bodies[i], hashes[i]));
  watch.Into(&figures);
  figures["events"] = static_cast<double>(kChainEvents);
  return figures;
}

Result<Figures> Measure(const Options& options) {
  if (options.measure == "fts5_two_threads") return MeasureBare(options, 2);
  if (options.measure == "fts5_one_thread") return MeasureBare(options, 1);
  if (options.measure == "ingest" || options.measure == "unchanged") return MeasureIngest(options);
  if (options.measure == "open") return MeasureOpen(options);
  if (options.measure == "fsck_full") return MeasureFsck(options);
  if (options.measure == "chain") return MeasureChain();
  return Fail(ErrorCode::kInvalidArgument, "no measurement is called " + options.measure);
}

// In the child: the figures go to a file, one name and value a line.
int RunMeasurement(const Options& options) {
  const auto figures = Measure(options);
  if (!figures) {
    std::fprintf(stderr, "arborist_ingest_bench: %s: %s\n", options.measure.c_str(),
                 figures.error().message.c_str());
    return 1;
  }
  std::ofstream out(options.result);
  out.precision(17);
  for (const auto& [name, value] : *figures) out << name << ' ' << value << '\n';
  return out.flush() ? 0 : 1;
}

// -- the parent -----------------------------------------------------------------------------------

Result<Figures> InChild(const Options& options, const std::string& measure, const fs::path& home) {
  const fs::path result = options.work / "result";
  const std::vector<std::string> words = {
      "arborist_ingest_bench", "--measure", measure, "--home", home, "--result", result,
      options.corpus};
  const pid_t child = fork();
  if (child < 0) return Fail(ErrorCode::kEnvironment, "fork failed");
  if (child == 0) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return Fail(ErrorCode::kEnvironment, "the measurement " + measure + " failed");
  }
  Figures figures{{"peak_rss_bytes", static_cast<double>(usage.ru_maxrss) * 1024}};
  std::ifstream in(result);
  std::string name;
  double value = 0;
  while (in >> name >> value) figures[name] = value;
  return figures;
}

struct Summary {
  std::vector<Figures> rounds;

  std::vector<double> Sorted(const std::string& name) const {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const Figures& figures : rounds) values.push_back(figures.at(name));
    std::sort(values.begin(), values.end());
    return values;
  }
  double Best(const std::string& name) const { return Sorted(name).front(); }
  double Worst(const std::string& name) const { return Sorted(name).back(); }
  double Median(const std::string& name) const {
    const auto values = Sorted(name);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
};

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options) {}

  Status Run() {
    for (unsigned round = 0; round < options_.rounds; ++round) {
      // Who goes first takes turns too.
      if (round % 2 == 0) TRY(Fresh("fts5_two_threads"));
      TRY(Fresh("ingest"));
      if (round % 2 == 1) TRY(Fresh("fts5_two_threads"));
      TRY(Add("unchanged", Home("ingest")));
      TRY(Add("open", Home("ingest")));
      TRY(Add("fsck_full", Home("ingest")));
      TRY(Fresh("fts5_one_thread"));
      TRY(Add("chain", {}));
      ratios_.push_back(Last("fts5_two_threads", "seconds") / Last("ingest", "seconds"));
    }
    std::sort(ratios_.begin(), ratios_.end());
    return {};
  }

  void Print() const {
    const Summary& ours = results_.at("ingest");
    const double megabytes = ours.Best("text_bytes") / 1e6;
    std::printf("### Ingest of %s: %.0f documents, %.1f MB of text, %.0f chunks, %u rounds\n\n",
                options_.label.c_str(), ours.Best("documents"), megabytes, ours.Best("chunks"),
                options_.rounds);
    std::printf("| %-36s | %10s | %11s | %11s | %7s | %10s | %11s |\n", "what", "MB/s best",
                "MB/s median", "documents/s", "CPU s", "store/text", "peak RSS MB");
    std::printf(
        "|%s|-----------:|------------:|------------:|--------:|-----------:|------------:|\n",
        std::string(38, '-').c_str());
    PrintRow("bare FTS5, one thread", "fts5_one_thread");
    PrintRow("bare FTS5, two threads", "fts5_two_threads");
    PrintRow("ingest: committed, indexed, provable", "ingest");
    std::printf("\n| %-36s | %14s | %14s |\n|%s|---------------:|---------------:|\n", "what",
                "best", "median", std::string(38, '-').c_str());
    std::printf("| %-36s | %13.2fx | %13.2fx |\n", "ingest over bare FTS5 (two threads)",
                ratios_.back(), ratios_[ratios_.size() / 2]);
    PrintPair("the same by CPU time", CpuRatio("least"), CpuRatio("median"), 2);
    const Summary& again = results_.at("unchanged");
    PrintPair("unchanged re-ingest, documents/s", again.Median("documents") / again.Best("seconds"),
              again.Median("documents") / again.Median("seconds"), 0);
    const Summary& fsck = results_.at("fsck_full");
    PrintPair("fsck --full, s", fsck.Best("seconds"), fsck.Median("seconds"), 2);
    const Summary& open = results_.at("open");
    PrintPair("opening the corpus, ms", open.Best("seconds") * 1e3, open.Median("seconds") * 1e3,
              2);
    const Summary& chain = results_.at("chain");
    PrintPair("chain check, events/s", chain.Median("events") / chain.Best("seconds"),
              chain.Median("events") / chain.Median("seconds"), 0);
    std::printf("\n");
  }

  json::Value ToJson() const {
    json::Object measurements;
    for (const auto& [name, summary] : results_) {
      json::Object best;
      json::Object median;
      for (const auto& [figure, value] : summary.rounds[0]) {
        best.emplace(figure, summary.Best(figure));
        median.emplace(figure, summary.Median(figure));
      }
      measurements.emplace(name,
                           json::Object{{"least", std::move(best)}, {"median", std::move(median)}});
    }
    const Summary& ours = results_.at("ingest");
    return json::Object{
        {"corpus", options_.label},
        {"rounds", static_cast<std::int64_t>(options_.rounds)},
        {"ingest_mb_per_second", ours.Best("text_bytes") / 1e6 / ours.Best("seconds")},
        {"ingest_documents_per_second", ours.Best("documents") / ours.Best("seconds")},
        {"ratio_to_bare_fts5_best", ratios_.back()},
        {"ratio_to_bare_fts5_median", ratios_[ratios_.size() / 2]},
        {"cpu_ratio_to_bare_fts5_median", CpuRatio("median")},
        {"store_over_text", ours.Median("store_bytes") / ours.Median("text_bytes")},
        {"peak_rss_mb", ours.Worst("peak_rss_bytes") / 1e6},
        {"measurements", std::move(measurements)}};
  }

 private:
  fs::path Home(const std::string& measure) const { return options_.work / measure; }

  Status Fresh(const std::string& measure) {
    fs::remove_all(Home(measure));
    return Add(measure, Home(measure));
  }

  Status Add(const std::string& measure, const fs::path& home) {
    sync();  // what others left to be written is not ours to pay for
    TRY_ASSIGN(Figures figures, InChild(options_, measure, home));
    results_[measure].rounds.push_back(std::move(figures));
    return {};
  }

  double Last(const std::string& measure, const std::string& figure) const {
    return results_.at(measure).rounds.back().at(figure);
  }

  void PrintRow(const char* title, const std::string& measure) const {
    const Summary& of = results_.at(measure);
    const double megabytes = of.Best("text_bytes") / 1e6;
    std::printf("| %-36s | %10.1f | %11.1f | %11.0f | %7.2f | %10.2f | %11.0f |\n", title,
                megabytes / of.Best("seconds"), megabytes / of.Median("seconds"),
                of.Best("documents") / of.Best("seconds"), of.Median("cpu_seconds"),
                of.Median("store_bytes") / of.Median("text_bytes"),
                of.Worst("peak_rss_bytes") / 1e6);
  }

  // Less disturbed by whatever else runs on the machine.
  double CpuRatio(std::string_view of) const {
    const Summary& bare = results_.at("fts5_two_threads");
    const Summary& ours = results_.at("ingest");
    return of == "median" ? bare.Median("cpu_seconds") / ours.Median("cpu_seconds")
                          : bare.Best("cpu_seconds") / ours.Best("cpu_seconds");
  }

  static void PrintPair(const char* title, double best, double median, int digits) {
    std::printf("| %-36s | %14.*f | %14.*f |\n", title, digits, best, digits, median);
  }

  const Options& options_;
  std::map<std::string, Summary> results_;
  std::vector<double> ratios_;  // of each round
};

int RunAll(Options options) {
  std::string pattern = (options.work / "arborist-bench-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    std::perror(pattern.c_str());
    return 2;
  }
  options.work = pattern;
  Bench bench(options);
  const Status status = bench.Run();
  std::error_code ignored;
  fs::remove_all(options.work, ignored);
  if (!status) {
    std::fprintf(stderr, "arborist_ingest_bench: %s\n", status.error().message.c_str());
    return 2;
  }
  bench.Print();
  if (!options.json_file.empty()) {
    std::ofstream out(options.json_file);
    out << json::Pretty(bench.ToJson()) << '\n';
    if (!out.flush()) {
      std::fprintf(stderr, "arborist_ingest_bench: cannot write %s\n", options.json_file.c_str());
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace arborist::bench

int main(int argc, char** argv) {
  using namespace arborist::bench;
  CLI::App app(
      "Measures the ingest of a JSON Lines corpus beside a bare FTS5 insert of the same text.");
  Options options;
  options.work = std::filesystem::temp_directory_path();
  app.add_option("corpus", options.corpus, "JSON Lines of {uri,title,text}; also .zst, .gz, .bz2")
      ->required();
  app.add_option("--rounds", options.rounds, "How often everything is measured")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  app.add_option("--json", options.json_file, "Write the figures to this file too");
  app.add_option("--label", options.label, "What the table calls the corpus");
  app.add_option("--work", options.work, "Where the temporary stores go")->capture_default_str();
  app.add_option("--measure", options.measure)->group("");
  app.add_option("--home", options.home)->group("");
  app.add_option("--result", options.result)->group("");
  CLI11_PARSE(app, argc, argv);
  if (!options.measure.empty()) return RunMeasurement(options);
  if (options.label.empty()) options.label = options.corpus.filename().string();
  return RunAll(std::move(options));
}
