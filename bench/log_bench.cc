// SPDX-License-Identifier: AGPL-3.0-only
// How quickly a log is checked, chain and tree, and how long proofs from it take. The log is made
// here: events as an ingest writes them, in a shard's file.
// usage: arborist_log_bench [--events N] [--rounds N] [--json FILE]
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "crypto/sha256.h"
#include "json/value.h"
#include "merkle/log_proof.h"
#include "store/home/home.h"
#include "store/log/chain_check.h"
#include "store/log/nodes.h"

namespace {

using namespace arborist;

class FixedClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override { return 1700000000; }
};

struct Measured {
  double best = 0;
  double median = 0;
};

Measured Measure(int rounds, const std::function<double()>& once) {
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(rounds));
  for (int i = 0; i < rounds; ++i) all.push_back(once());
  std::ranges::sort(all);
  return {all.front(), all[all.size() / 2]};
}

double Seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Documents that were added: subject, descriptor, links and location, as most events are.
Status Fill(const store::HomePaths& home, std::uint64_t events) {
  const FixedClock clock;
  SystemRandom random;
  TRY_ASSIGN(const auto store, store::HomeStore::Open(home, {&clock, &random, "arborist/0.1.0"}));
  constexpr std::uint64_t kAtOnce = 10'000;
  std::vector<store::PlainEvent> some;
  for (std::uint64_t i = 1; i < events; ++i) {  // the first began the log
    const Hash256 hash = crypto::Sha256(std::to_string(i));
    some.push_back({.type = "document_added",
                    .subject = hash.hex(),
                    .hashes = {{"document", hash}, {"links", hash}, {"location", hash}}});
    if (some.size() < kAtOnce && i + 1 < events) continue;
    TRY(store->AppendEvents(some));
    some.clear();
  }
  return store->CatchUp({});
}

Result<int> Run(std::uint64_t events, int rounds, const std::string& json_file) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path()};
  TRY(Fill(home, events));
  std::printf("## The log\n\n%llu events\n\n| | best | median | CPU |\n|---|---|---|---|\n",
              static_cast<unsigned long long>(events));
  json::Object results{{"events", static_cast<std::int64_t>(events)}};
  TRY_ASSIGN(const auto log, store::OpenLog(home, store::LogName()));
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (const unsigned threads : {1u, cores}) {
    bool holds = true;
    const double cpu = CpuSeconds();
    const Measured check = Measure(rounds, [&] {
      return Seconds([&] {
        const auto chain = log->CheckChain({.threads = threads, .wanted = {}});
        holds = holds && chain && !chain->broken;
      });
    });
    const double per_event = (CpuSeconds() - cpu) / rounds / static_cast<double>(events);
    if (!holds) return Fail(ErrorCode::kCorrupt, "the log does not hold");
    const auto rate = [&](double seconds) { return static_cast<double>(events) / seconds / 1e6; };
    std::printf(
        "| chain and tree, %u thread%s | %.2f M events/s | %.2f M events/s | %.0f ns an event |\n",
        threads, threads == 1 ? "" : "s", rate(check.best), rate(check.median), per_event * 1e9);
    results.insert_or_assign("check_threads_" + std::to_string(threads),
                             json::Object{{"best_per_second", rate(check.best) * 1e6},
                                          {"median_per_second", rate(check.median) * 1e6},
                                          {"cpu_ns_per_event", per_event * 1e9}});
    if (cores == 1) break;
  }
  TRY_ASSIGN(const auto store, store::HomeStore::OpenToRead(home));
  TRY_ASSIGN(const store::LogHead head, store->log().Head());
  const store::LogNodes nodes(&store->log(), store.get(), head.log);
  const auto prove = [&](const char* name,
                         const std::function<bool(std::uint64_t)>& once) -> Status {
    constexpr int kProofs = 200;
    bool made = true;
    const double cpu = CpuSeconds();
    const Measured proof = Measure(kProofs, [&, i = std::uint64_t{0}]() mutable {
      const std::uint64_t index = (i++ * 7919 + 1) % head.size;
      return Seconds([&] { made = made && once(index); });
    });
    if (!made) return Fail(ErrorCode::kCorrupt, "no proof was made");
    const double each = (CpuSeconds() - cpu) / kProofs;
    std::printf("| %s | %.2f ms | %.2f ms | %.2f ms |\n", name, proof.best * 1e3,
                proof.median * 1e3, each * 1e3);
    results.insert_or_assign(
        name, json::Object{{"best_ms", proof.best * 1e3}, {"median_ms", proof.median * 1e3}});
    return {};
  };
  TRY(prove("inclusion proof", [&](std::uint64_t index) {
    return merkle::ProveInclusion(head.size, index, nodes.Subtrees()).has_value();
  }));
  TRY(prove("consistency proof", [&](std::uint64_t index) {
    return merkle::ProveConsistency(index + 1, head.size, nodes.Subtrees()).has_value();
  }));
  std::printf("\n");
  if (!json_file.empty()) TRY(WriteFileAtomically(json_file, json::Pretty(results) + "\n"));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How quickly a log is checked"};
  std::uint64_t events = 1000000;
  int rounds = 5;
  std::string json_file;
  app.add_option("--events", events);
  app.add_option("--rounds", rounds)->check(CLI::PositiveNumber);
  app.add_option("--json", json_file);
  CLI11_PARSE(app, argc, argv);
  const auto code = Run(events, rounds, json_file);
  if (code) return *code;
  std::fprintf(stderr, "%s\n", code.error().message.c_str());
  return 1;
}
