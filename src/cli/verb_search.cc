// SPDX-License-Identifier: AGPL-3.0-only
// Prints ranked passages with their hits marked, and counts the documents as used. A home store
// that cannot be opened costs speed and counting, not the search.
#include <cstdio>
#include <memory>

#include "app/home.h"
#include "app/json/answer_json.h"
#include "app/snippet_text.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "retrieve/cold.h"
#include "store/home/hits.h"

namespace arborist::cli {

namespace {

void PrintHit(const Session& session, std::size_t rank, const retrieve::SearchHit& hit) {
  constexpr std::size_t kShortRoot = 12;
  const auto safe = [&](std::string_view text) { return session.Safe(text); };
  const bool colour = session.colour();
  char score[32];
  std::snprintf(score, sizeof score, "%.2f", hit.score);
  session.PrintLine(std::to_string(rank) + ". " + session.Bold(safe(hit.title)) + "  " + score +
                    "  " +
                    session.Dim(hit.document_root.hex().substr(0, kShortRoot) + ":" +
                                std::to_string(hit.chunk_idx)));
  const std::string place = hit.place ? ", " + hit.place->label : "";
  session.PrintLine("   " + session.Dim(safe(hit.document_uri + place)));
  if (hit.tier != store::Tier::kHot) {
    session.PrintLine("   (its text was evicted; " +
                      store::RehydrateHint(hit.document_root, hit.document_uri) + ")");
    return;
  }
  session.PrintLine(
      "   " + app::Marked(hit.snippet, colour ? "\033[1m" : "*", colour ? "\033[0m" : "*", safe));
}

Status Run(Session* session, const retrieve::SearchOptions& options) {
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  if (home->corpus().shards().empty()) {
    return Fail(ErrorCode::kNotFound, "there are no documents in " + session->home().root.string() +
                                          " yet; take some in with: arborist ingest PATH");
  }
  (void)home->OpenStore(app::StoreUse::kMake);  // without it nothing is remembered
  TRY_ASSIGN(const app::SearchResult found, home->Search(options));
  const std::vector<retrieve::SearchHit>& hits = found.hits;
  if (hits.empty()) {
    session->Note("nothing found for " + session->Safe(options.query) +
                  "; try fewer or other words (arborist documents list shows what there is)");
  }
  if (hits.size() < options.limit && found.cold_documents > 0) {
    session->Note("note: " + retrieve::ColdNote(found.cold_documents));
  }
  std::size_t rank = 0;
  for (const retrieve::SearchHit& hit : hits) {
    ++rank;
    if (session->json()) {
      session->PrintJson(app::ToJson(rank, hit));
    } else {
      PrintHit(*session, rank, hit);
    }
  }
  if (home->store() != nullptr) {
    (void)store::Hits(home->store()).Count(app::DocumentsOf(found));  // soft
  }
  return {};
}

}  // namespace

void AddSearch(Command* app, Session* session) {
  constexpr std::size_t kMaxLimit = 1000;
  struct Flags {
    std::vector<std::string> words;
    std::size_t limit = 10;
    std::size_t per_document = 0;
  };
  auto flags = std::make_shared<Flags>();
  Command* verb = app->AddSubcommand("search", "Find passages: ranked, with the hits marked");
  verb->AddOption("query", flags->words, "Words to look for, or a question")
      ->Required()
      ->TypeName("QUERY");
  verb->AddOption("--limit", flags->limit, "How many passages, at most (default 10)")
      ->Whole(1, kMaxLimit)
      ->TypeName("N");
  verb->AddOption("--per-document", flags->per_document,
                  "Passages of one document, at most (default: any)")
      ->Whole(0)
      ->TypeName("N");
  verb->Footer(
      "Passages with more of the words, and with the rarer ones, come first.\n\n"
      "Examples:\n  arborist search \"oil crisis of 1973\"\n  arborist search bi-polar --limit 3\n"
      "  arborist search 北京 --json");
  verb->Callback([=] {
    retrieve::SearchOptions options;
    for (const std::string& word : flags->words) {
      options.query += (options.query.empty() ? "" : " ") + word;
    }
    options.limit = flags->limit;
    options.per_document = flags->per_document;
    session->Run([&] { return Run(session, options); });
  });
}

}  // namespace arborist::cli
