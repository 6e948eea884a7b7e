// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/document_json.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "store/corpus.h"

namespace arborist::cli {

namespace {

using store::ShardCounts;

void PrintRow(const Session& session, const std::string& name, const ShardCounts& counts) {
  char row[200];
  std::snprintf(row, sizeof row, "%-24s %10lld %10lld %10lld %10lld %10lld %12.1f %12.1f %6.2f",
                session.Safe(name).c_str(), static_cast<long long>(counts.current_documents),
                static_cast<long long>(counts.documents - counts.current_documents),
                static_cast<long long>(counts.locations), static_cast<long long>(counts.chunks),
                static_cast<long long>(counts.events), static_cast<double>(counts.text_bytes) / 1e6,
                static_cast<double>(counts.file_bytes) / 1e6, app::StoreOverText(counts));
  session.PrintLine(row);
}

Status Run(Session* session) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const app::CorpusCounts counts, app::CountsOf(corpus));
  if (session->json()) {
    session->PrintJson(ToJson(counts));
    return {};
  }
  if (counts.shards.empty()) {
    session->Note("no documents yet; take some in with: arborist ingest PATH");
    return {};
  }
  char header[200];
  std::snprintf(header, sizeof header, "%-24s %10s %10s %10s %10s %10s %12s %12s %6s", "shard",
                "documents", "superseded", "URIs", "chunks", "events", "text MB", "store MB",
                "ratio");
  session->PrintLine(session->Bold(header));
  for (const auto& [name, some] : counts.shards) PrintRow(*session, name, some);
  if (counts.shards.size() > 1) PrintRow(*session, "all", counts.total);
  if (counts.in_several_shards > 0) {
    session->PrintLine(std::to_string(counts.in_several_shards) +
                       " documents stand in several shards");
  }
  return {};
}

}  // namespace

void AddStats(CLI::App* app, Session* session) {
  CLI::App* verb = app->add_subcommand("stats", "Counts and sizes of the store, shard by shard");
  verb->footer(
      "ratio: bytes of the store (chunks, index, roots, log) over bytes of text.\n\n"
      "Examples:\n  arborist stats\n  arborist stats --json");
  verb->callback([=] { session->Run([&] { return Run(session); }); });
}

}  // namespace arborist::cli
