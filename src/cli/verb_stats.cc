// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/session.h"
#include "cli/verbs.h"
#include "retrieve/duplicates.h"
#include "store/corpus.h"

namespace arborist::cli {

namespace {

using store::ShardCounts;

double Ratio(const ShardCounts& counts) {
  return counts.text_bytes > 0
             ? static_cast<double>(counts.file_bytes) / static_cast<double>(counts.text_bytes)
             : 0;
}

json::Object CountsJson(const ShardCounts& counts) {
  return {{"documents", counts.documents},
          {"current_documents", counts.current_documents},
          {"cores", counts.cores},
          {"locations", counts.locations},
          {"aliases", counts.aliases},
          {"chunks", counts.chunks},
          {"links", counts.links},
          {"text_bytes", counts.text_bytes},
          {"events", counts.events},
          {"store_bytes", counts.file_bytes},
          {"store_over_text", Ratio(counts)},
          {"warm_documents", counts.warm_documents},
          {"cold_documents", counts.cold_documents}};
}

void Add(ShardCounts* total, const ShardCounts& counts) {
  total->documents += counts.documents;
  total->current_documents += counts.current_documents;
  total->cores += counts.cores;
  total->locations += counts.locations;
  total->aliases += counts.aliases;
  total->chunks += counts.chunks;
  total->links += counts.links;
  total->text_bytes += counts.text_bytes;
  total->warm_documents += counts.warm_documents;
  total->cold_documents += counts.cold_documents;
  total->events += counts.events;
  total->file_bytes += counts.file_bytes;
}

void PrintRow(const Session& session, const std::string& name, const ShardCounts& counts) {
  char row[200];
  std::snprintf(row, sizeof row, "%-24s %10lld %10lld %10lld %10lld %10lld %12.1f %12.1f %6.2f",
                session.Safe(name).c_str(), static_cast<long long>(counts.current_documents),
                static_cast<long long>(counts.documents - counts.current_documents),
                static_cast<long long>(counts.locations), static_cast<long long>(counts.chunks),
                static_cast<long long>(counts.events), static_cast<double>(counts.text_bytes) / 1e6,
                static_cast<double>(counts.file_bytes) / 1e6, Ratio(counts));
  session.PrintLine(row);
}

Status Run(Session* session) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  ShardCounts total;
  json::Array shards;
  std::vector<std::pair<std::string, ShardCounts>> rows;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const ShardCounts counts, shard->Counts());
    Add(&total, counts);
    json::Object object = CountsJson(counts);
    object.emplace("name", shard->name());
    shards.emplace_back(std::move(object));
    rows.emplace_back(shard->name(), counts);
  }
  // A text under two URIs may stand in two shards: the sums hold it twice.
  TRY_ASSIGN(const Hash256 state, corpus.State());
  TRY_ASSIGN(const retrieve::Duplicates duplicates,
             retrieve::FindDuplicates(corpus, state, nullptr));
  const auto shared = static_cast<std::int64_t>(duplicates.roots.size());
  if (session->json()) {
    json::Object object = CountsJson(total);
    object.emplace("documents_in_several_shards", shared);
    object.emplace("shards", std::move(shards));
    session->PrintJson(object);
    return {};
  }
  if (rows.empty()) {
    session->Note("no documents yet; take some in with: arborist ingest PATH");
    return {};
  }
  char header[200];
  std::snprintf(header, sizeof header, "%-24s %10s %10s %10s %10s %10s %12s %12s %6s", "shard",
                "documents", "superseded", "URIs", "chunks", "events", "text MB", "store MB",
                "ratio");
  session->PrintLine(session->Bold(header));
  for (const auto& [name, counts] : rows) PrintRow(*session, name, counts);
  if (rows.size() > 1) PrintRow(*session, "all", total);
  if (total.warm_documents + total.cold_documents > 0) {
    session->PrintLine("evicted: " + std::to_string(total.warm_documents) + " warm, " +
                       std::to_string(total.cold_documents) + " cold");
  }
  if (total.cores > 0)
    session->PrintLine("of the documents " + std::to_string(total.cores) + " are cores");
  if (shared > 0) session->PrintLine(std::to_string(shared) + " documents stand in several shards");
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
