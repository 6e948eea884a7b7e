// SPDX-License-Identifier: AGPL-3.0-only
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/document_json.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "store/corpus.h"
#include "store/hits.h"
#include "store/home.h"
#include "text/utf8.h"

namespace arborist::cli {

namespace {

using store::CorpusDocument;

struct Listed {
  bool all = false;
  bool evicted = false;
  std::string kind;  // empty: any
};

Status List(Session* session, const Listed& wanted) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  std::uint64_t count = 0;
  TRY(corpus.ForEachDocument(wanted.all, [&](const CorpusDocument& document) -> Result<bool> {
    if (wanted.evicted && document.view.tier == store::Tier::kHot) return true;
    if (!wanted.kind.empty() && document.view.kind != wanted.kind) return true;
    ++count;
    if (session->json()) {
      session->PrintJson(app::Summary(document));
      return true;
    }
    const std::size_t more = app::UrisOf(document).size() - 1;
    session->PrintLine(document.view.root.hex().substr(0, 12) + "  " +
                       session->Bold(session->Safe(document.shown().title)) + "  " +
                       std::to_string(document.view.leaf_count) +
                       (document.view.leaf_count == 1 ? " chunk" : " chunks") +
                       (document.view.current ? "" : "  superseded") +
                       (document.view.tier == store::Tier::kHot
                            ? ""
                            : "  " + std::string(Name(document.view.tier))) +
                       "\n    " + session->Dim(session->Safe(document.shown().uri)) +
                       (more == 0 ? "" : "  and " + std::to_string(more) + " more"));
    return true;
  }));
  if (count == 0) {
    session->Note(wanted.evicted ? "nothing is evicted"
                  : wanted.kind == "core"
                      ? "no cores yet; make some with: arborist distill"
                      : "no documents yet; take some in with: arborist ingest PATH");
  }
  return {};
}

Status Show(Session* session, const std::string& name) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const CorpusDocument document, corpus.Resolve(name));
  TRY_ASSIGN(const std::vector<std::string> links, app::LinksOf(corpus, document));
  const store::DocumentView& view = document.view;
  if (session->json()) {
    store::DocumentHits unsaid;  // what the shards have not been told yet
    if (auto home =
            store::HomeStore::OpenReadOnly(session->home(), {.clock = &session->clock(),
                                                             .random = &session->random(),
                                                             .actor = std::string(kActor)})) {
      if (const auto hits = store::Hits(home->get()).Of(view.root)) unsaid = *hits;
    }
    session->PrintJson(app::Whole(document, links, unsaid));
    return {};
  }
  session->PrintLine(session->Bold(session->Safe(document.shown().title)));
  const auto line = [&](std::string_view label, const std::string& value) {
    std::string text(label);
    text.resize(14, ' ');
    session->PrintLine("  " + text + value);
  };
  line("root", view.root.hex());
  line("state", view.current ? "current" : "superseded");
  if (view.tier != store::Tier::kHot) {
    line("tier", std::string(Name(view.tier)) + ": its text was evicted; " +
                     store::RehydrateHint(view.root, document.shown().uri));
  }
  line("kind", view.kind + ", " + view.source_type);
  line("chunks", std::to_string(view.leaf_count) + " (" + view.chunking_version + ")");
  line("text", std::to_string(view.text_bytes) + " bytes");
  line("versions", view.schema_version + ", " + view.canonicalization_version);
  for (const store::LocationView& location : view.locations) {
    line("location", session->Safe(location.uri) + "  " + location.state);
    line("",
         "source " + location.source_hash.hex().substr(0, 12) + "  " + location.extraction_version);
  }
  for (const std::string& link : links) line("link", session->Safe(link));
  return {};
}

Status Text(Session* session, const std::string& name) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(session->home()));
  TRY_ASSIGN(const CorpusDocument document, corpus.Resolve(name));
  TRY_ASSIGN(const std::optional<store::DocumentView> view,
             document.shard->Find(document.view.root));
  TRY_ASSIGN(const std::string text, document.shard->DocumentText(*view));
  if (session->json()) {
    session->PrintJson(json::Object{{"document_root", document.view.root.hex()},
                                    {"document_uri", document.shown().uri},
                                    {"text", text}});
  } else {
    session->Print(isatty(STDOUT_FILENO) != 0 ? text::EscapeForTerminal(text, true) : text);
  }
  return {};
}

}  // namespace

void AddDocuments(CLI::App* app, Session* session) {
  CLI::App* verb = app->add_subcommand("documents", "What the corpus holds: list, show, text");
  verb->require_subcommand(1);
  verb->footer(
      "Examples:\n  arborist documents list --json\n  arborist documents show 1f0c22d9\n"
      "  arborist documents text file:///home/me/notes.md");

  auto wanted = std::make_shared<Listed>();
  CLI::App* list = verb->add_subcommand("list", "Every document once, in root order");
  list->add_flag("--all", wanted->all, "Superseded documents too");
  list->add_flag("--evicted", wanted->evicted, "Only those whose text was evicted");
  list->add_option("--kind", wanted->kind,
                   "Only surface, as it was read, or only core, as it was distilled")
      ->check(CLI::IsMember({"surface", "core"}))
      ->type_name("KIND");
  list->footer(
      "Examples:\n  arborist documents list\n  arborist documents list --all --json\n"
      "  arborist documents list --kind core");
  list->callback([=] { session->Run([&] { return List(session, *wanted); }); });

  auto name = std::make_shared<std::string>();
  CLI::App* show = verb->add_subcommand("show", "Everything known of one document");
  show->add_option("document", *name, "A root, 8 or more digits of it, or a URI")
      ->required()
      ->type_name("ROOT|URI");
  show->footer(
      "Examples:\n  arborist documents show 1f0c22d9\n  arborist documents show "
      "https://example.org/a --json");
  show->callback([=] { session->Run([&] { return Show(session, *name); }); });

  CLI::App* text = verb->add_subcommand("text", "The text of one document, as it is stored");
  text->add_option("document", *name, "A root, 8 or more digits of it, or a URI")
      ->required()
      ->type_name("ROOT|URI");
  text->footer(
      "Examples:\n  arborist documents text 1f0c22d9\n  arborist documents text 1f0c22d9 > "
      "page.txt");
  text->callback([=] { session->Run([&] { return Text(session, *name); }); });
}

}  // namespace arborist::cli
