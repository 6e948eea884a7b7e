// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingest.h"

#include <chrono>
#include <utility>

#include "base/contained.h"
#include "base/parallel_for.h"
#include "ingest/dry_run.h"
#include "ingest/feeder.h"
#include "ingest/opened_shards.h"
#include "ingest/preparer.h"
#include "ingest/reader.h"
#include "ingest/repositories.h"
#include "ingest/router.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

// Before anything is made. Paths may hold any bytes, for they are percent-encoded; these are not.
Status CheckText(std::string_view what, std::string_view text) {
  const std::size_t bad = text::FindInvalidUtf8(text);
  if (bad == std::string_view::npos) return {};
  return Fail(ErrorCode::kInvalidArgument,
              std::string(what) + " is not UTF-8 at byte " + std::to_string(bad));
}

// The run that writes. What is declared first is used by what follows and outlives it.
Result<IngestReport> RealRun(const IngestOptions& options, const IngestEnvironment& environment) {
  RunReport counts;
  TRY_ASSIGN(Repositories repositories, Repositories::Open(options));
  TRY_ASSIGN(OpenedShards shards, OpenShards(options, environment));
  TRY(repositories.Begin(shards.writers, environment));
  std::uint64_t input_bytes = 0;
  if (environment.on_progress)
    ForEachInputSize(options, [&](std::uint64_t bytes) { input_bytes += bytes; });

  const unsigned workers = ThreadsFor(options.jobs);
  KnownSources known(environment.home, shards.set, workers);
  Packing packing =
      shards.dictionary || shards.differ ? Packing(std::move(shards.dictionary)) : Packing();
  Preparer preparer(workers, options.limits, shards.empty || options.reextract ? nullptr : &known,
                    &packing);
  Pipeline pipeline(&preparer);
  ShardRouter router(shards.set, std::move(shards.writers), options, &packing, &counts,
                     [&] { pipeline.Cancel(); });
  Feeder feeder({.ingest = options,
                 .environment = environment,
                 .input_bytes = input_bytes,
                 .marks = &shards.marks},
                &pipeline, &router, &counts);
  Reader reader(options, workers, &feeder, &router, &counts);
  const Status ran = pipeline.Run(
      [&]() -> Status {
        TRY(reader.ReadAll());
        TRY(repositories.ReadAll(&feeder, &router, &counts));
        return feeder.End();
      },
      &router);
  // A writer that is closed last folds the write-ahead log into its file; a reader cannot.
  known.Close();
  TRY_ASSIGN(const ShardRouter::Writers writers, router.Finish());
  IngestReport report = counts.Take();
  if (!feeder.IsFull()) {
    const ReadInputs inputs{.has_seen =
                                [&](std::string_view uri) {
                                  const std::string key(uri);
                                  return feeder.HasSeen(key) || router.HasTaken(key);
                                },
                            .has_read_anew =
                                [&](std::string_view uri) {
                                  const std::string key(uri);
                                  return feeder.HasExpanded(key) || router.HasReadAnew(key);
                                }};
    TRY(FindVanished(reader.folders(), inputs, options.mark_gone, writers, &report));
    std::vector<std::string> read_anew;
    if (options.retire_inside) {
      read_anew = feeder.expanded();
      read_anew.insert(read_anew.end(), router.read_anew().begin(), router.read_anew().end());
    }
    TRY(RetireGone(options.gone, read_anew, inputs, writers, &report));
    const DocumentFates fates{
        .has_taken = [&](const std::string& uri) { return router.HasTaken(uri); },
        .has_failed = [&](const std::string& uri) { return router.HasFailed(uri); },
        .has_read_anew = inputs.has_read_anew};
    TRY(repositories.Settle(fates, shards.set, writers, &report));
  }
  TRY(RecordShards(writers, environment, &report));
  TRY(ran);
  report.repositories = repositories.reports();
  report.interrupted = feeder.stopped();
  return report;
}

}  // namespace

Result<IngestReport> Ingest(const IngestOptions& options, const IngestEnvironment& environment) {
  const auto begin = std::chrono::steady_clock::now();
  TRY(CheckText("the URI prefix", options.uri_prefix));
  TRY(CheckText("the name of the commit", options.commit_name));
  for (const OriginPtr& origin : options.origins) TRY(CheckText("the URI", origin->uri()));
  auto report = Contained([&] {
    return options.dry_run ? DryRun(options, environment) : RealRun(options, environment);
  });
  if (report) {
    report->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  return report;
}

}  // namespace arborist::ingest
