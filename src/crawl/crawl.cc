// SPDX-License-Identifier: AGPL-3.0-only
// A crawl is known by its seeds, its depth, its hosts and its shard set: the same command goes on
// with it. How many pages it may ask for, and how politely, may differ from run to run.
#include "crawl/crawl.h"

#include <algorithm>
#include <utility>

#include "base/contained.h"
#include "base/parallel_for.h"
#include "crawl/crawler.h"

namespace arborist::crawl {
namespace {

std::string NameOf(const CrawlOptions& options, const std::vector<net::Url>& seeds) {
  std::vector<std::string> lines;
  for (const net::Url& seed : seeds) lines.push_back("seed " + seed.text);
  for (const std::string& host : options.allow_hosts) lines.push_back("host " + host);
  std::ranges::sort(lines);
  lines.push_back("depth " + std::to_string(options.depth));
  lines.push_back("shard " + options.shard);
  std::string name;
  for (const std::string& line : lines) name += line + "\n";
  return name;
}

Result<CrawlReport> Run(const CrawlOptions& options, const CrawlEnvironment& environment) {
  std::vector<net::Url> seeds;
  for (const std::string& text : options.seeds) {
    TRY_ASSIGN(net::Url seed, ReadSeed(text));
    seeds.push_back(std::move(seed));
  }
  if (seeds.empty()) return Fail(ErrorCode::kInvalidArgument, "no URL to begin with");
  TRY_ASSIGN(const auto store, store::CrawlStore::Open(environment.home));
  TRY_ASSIGN(
      store::Frontier frontier,
      store::Frontier::Open(store.get(), NameOf(options, seeds), environment.clock->NowSeconds(),
                            [&](const store::Frontier::Progress& progress) {
                              return progress.pending == 0 || progress.asked >= options.max;
                            }));
  Crawler crawler(options, environment, std::move(seeds), store.get(), std::move(frontier));
  TRY(crawler.Begin());
  WorkerPool pool(options.hosts_at_once);
  const Status worked =
      ParallelFor(&pool, pool.slots(), [&](std::size_t, unsigned) { return crawler.Work(); });
  TRY_ASSIGN(CrawlReport report, crawler.End());
  TRY(worked);
  return report;
}

}  // namespace

Result<CrawlReport> Crawl(const CrawlOptions& options, const CrawlEnvironment& environment) {
  const std::chrono::milliseconds begin = environment.sleeper->Elapsed();
  auto report = Contained([&] { return Run(options, environment); });
  if (report)
    report->seconds = std::chrono::duration<double>(environment.sleeper->Elapsed() - begin).count();
  return report;
}

}  // namespace arborist::crawl
