// SPDX-License-Identifier: AGPL-3.0-only
#include <cstdio>
#include <memory>

#include "app/document_service.h"
#include "app/json/document_json.h"
#include "cli/session.h"
#include "cli/verbs.h"

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
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  TRY_ASSIGN(const app::CorpusCounts counts, app::DocumentService(home.get()).Counts());
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
  const ShardCounts& total = counts.total;
  for (const auto& [name, some] : counts.shards) PrintRow(*session, name, some);
  if (counts.shards.size() > 1) PrintRow(*session, "all", total);
  if (total.warm_documents + total.cold_documents > 0) {
    session->PrintLine("evicted: " + std::to_string(total.warm_documents) + " warm, " +
                       std::to_string(total.cold_documents) + " cold");
  }
  if (total.cores > 0) {
    session->PrintLine("of the documents " + std::to_string(total.cores) + " are cores");
  }
  if (counts.in_several_shards > 0) {
    session->PrintLine(std::to_string(counts.in_several_shards) +
                       " documents stand in several shards");
  }
  return {};
}

}  // namespace

void AddStats(Command* app, Session* session) {
  Command* verb = app->AddSubcommand("stats", "Counts and sizes of the store, shard by shard");
  verb->Footer(
      "ratio: bytes of the store (chunks, index, roots, log) over bytes of text.\n\n"
      "Examples:\n  arborist stats\n  arborist stats --json");
  verb->Callback([=] { session->Run([&] { return Run(session); }); });
}

}  // namespace arborist::cli
