// SPDX-License-Identifier: AGPL-3.0-only
// Lists and shows documents. A core has no title of its own: it is named by its first source,
// followed down to a document with a title; the depth must fall with each step, so a damaged store
// cannot make a circle.
#include <unistd.h>

#include <memory>
#include <set>

#include "app/document_service.h"
#include "app/json/document_json.h"
#include "cli/document_name.h"
#include "cli/session.h"
#include "cli/verbs.h"
#include "store/corpus.h"
#include "text/escape.h"

namespace arborist::cli {

namespace {

using store::CorpusDocument;

// What a core was distilled from, in whichever shard that is. A source that is gone is left out.
Result<std::vector<CorpusDocument>> SourcesOf(const store::Corpus& corpus,
                                              const CorpusDocument& core) {
  std::set<DocumentRoot> roots;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> some,
               shard->derivations().SourcesOf(core.view.root));
    roots.insert(some.begin(), some.end());
  }
  std::vector<CorpusDocument> sources;
  for (const DocumentRoot& root : roots) {
    TRY_ASSIGN(std::optional<CorpusDocument> source, corpus.Find(root));
    if (source) sources.push_back(std::move(*source));
  }
  return sources;
}

// Most cores have no title of their own: what they were distilled from says what they are.
Result<std::string> TitleOf(const store::Corpus& corpus, const CorpusDocument& document) {
  std::string title;
  CorpusDocument at = document;
  while (at.view.is_core() && at.shown().title.empty()) {
    title += "core of ";
    TRY_ASSIGN(const std::vector<CorpusDocument> sources, SourcesOf(corpus, at));
    // Each step down is one less deep, so that this ends even in a damaged store.
    if (sources.empty() || sources[0].view.compression_depth >= at.view.compression_depth) {
      return title + at.shown().uri;
    }
    at = sources[0];
  }
  return title + at.shown().title;
}

std::string DepthOf(const CorpusDocument& core) {
  return core.view.source_type + ", depth " + std::to_string(core.view.compression_depth);
}

// Of a core: a line for each of its sources.
Result<std::vector<std::string>> SourceLines(const Session& session, const store::Corpus& corpus,
                                             const CorpusDocument& document) {
  std::vector<std::string> lines;
  if (!document.view.is_core()) return lines;
  TRY_ASSIGN(const std::vector<CorpusDocument> sources, SourcesOf(corpus, document));
  for (const CorpusDocument& source : sources) {
    TRY_ASSIGN(const std::string title, TitleOf(corpus, source));
    lines.push_back(session.Safe(title) + "  " + session.Dim(session.Safe(source.shown().uri)) +
                    "  " + source.view.root.hex().substr(0, 12));
  }
  return lines;
}

struct Listed {
  bool all = false;
  bool evicted = false;
  std::string kind;  // empty: any
};

Status List(Session* session, const Listed& wanted) {
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  const store::Corpus& corpus = home->corpus();
  std::uint64_t count = 0;
  TRY(corpus.ForEachDocument(wanted.all, [&](const CorpusDocument& document) -> Result<bool> {
    if (wanted.evicted && document.view.tier == store::Tier::kHot) return true;
    if (!wanted.kind.empty() && Name(document.view.kind) != wanted.kind) return true;
    ++count;
    if (session->json()) {
      session->PrintJson(ToJson(app::SummaryOf(document)));
      return true;
    }
    const std::size_t more = app::SummaryOf(document).uris.size() - 1;
    TRY_ASSIGN(const std::string title, TitleOf(corpus, document));
    session->PrintLine(
        document.view.root.hex().substr(0, 12) + "  " + session->Bold(session->Safe(title)) + "  " +
        std::to_string(document.view.leaf_count) +
        (document.view.leaf_count == 1 ? " chunk" : " chunks") +
        (document.view.current ? "" : "  superseded") +
        (document.view.tier == store::Tier::kHot ? ""
                                                 : "  " + std::string(Name(document.view.tier))) +
        (document.view.is_core() ? "  " + DepthOf(document) : "") + "\n    " +
        session->Dim(session->Safe(document.shown().uri)) +
        (more == 0 ? "" : "  and " + std::to_string(more) + " more"));
    TRY_ASSIGN(const std::vector<std::string> sources, SourceLines(*session, corpus, document));
    for (const std::string& source : sources) session->PrintLine("    from " + source);
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

Status Show(Session* session, const std::string& given) {
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  (void)home->OpenStore(app::StoreUse::kRead);  // without it uses of late are not counted
  const store::Corpus& corpus = home->corpus();
  const std::string name = DocumentName(corpus, given);
  TRY_ASSIGN(const app::DocumentDetails details, app::DocumentService(home.get()).Show(name));
  if (session->json()) {
    session->PrintJson(ToJson(details));
    return {};
  }
  TRY_ASSIGN(const CorpusDocument document, corpus.Resolve(name));
  const store::DocumentView& view = document.view;
  TRY_ASSIGN(const std::string title, TitleOf(corpus, document));
  session->PrintLine(session->Bold(session->Safe(title)));
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
  line("kind", std::string(Name(view.kind)) + ", " +
                   (view.is_core() ? DepthOf(document) : view.source_type));
  TRY_ASSIGN(const std::vector<std::string> sources, SourceLines(*session, corpus, document));
  for (const std::string& source : sources) line("from", source);
  line("chunks", std::to_string(view.leaf_count) + " (" + view.chunking_version + ")");
  line("text", std::to_string(document.text.text_bytes) + " bytes");
  line("versions", view.schema_version + ", " + view.canonicalization_version);
  for (const store::LocationView& location : view.locations) {
    line("location", session->Safe(location.uri) + "  " + std::string(Name(location.state)));
    line("",
         "source " + location.source_hash.hex().substr(0, 12) + "  " + location.extraction_version +
             (location.text.text_hash ? "  revision " + location.text.text_hash->hex().substr(0, 12)
                                      : ""));
    const auto shown =
        std::ranges::find(details.locations, location.uri, &app::DocumentLocation::uri);
    if (shown == details.locations.end() || !location.current() || !shown->notes) continue;
    const reading::Report& report = shown->notes->report;
    line("reading", session->Safe(reading::Describe(report)));
    for (const reading::LeftOut& one : report.left_out) {
      line("", session->Safe("left out: " + std::to_string(one.count) + " " + one.what +
                             (one.where.empty() ? "" : ", " + one.where)));
    }
    for (const std::string& warning : report.warnings) line("", session->Safe(warning));
  }
  for (const std::string& link : details.links) line("link", session->Safe(link));
  return {};
}

Status Text(Session* session, const std::string& name) {
  TRY_ASSIGN(const std::unique_ptr<app::Home> home, app::Home::Open(session->environment()));
  TRY_ASSIGN(const app::DocumentText text,
             app::DocumentService(home.get()).Text(DocumentName(home->corpus(), name)));
  if (session->json()) {
    session->PrintJson(ToJson(text));
  } else {
    session->Print(isatty(STDOUT_FILENO) != 0 ? text::EscapeForTerminal(text.text, true)
                                              : text.text);
  }
  return {};
}

}  // namespace

void AddDocuments(Command* app, Session* session) {
  Command* verb = app->AddSubcommand("documents", "What the corpus holds: list, show, text");
  verb->RequireSubcommand();
  verb->Footer(
      "Examples:\n  arborist documents list --json\n  arborist documents show 1f0c22d9\n"
      "  arborist documents text file:///home/me/notes.md");

  auto wanted = std::make_shared<Listed>();
  Command* list = verb->AddSubcommand("list", "Every document once, in root order");
  list->AddFlag("--all", wanted->all, "Superseded documents too");
  list->AddFlag("--evicted", wanted->evicted, "Only those whose text was evicted");
  list->AddOption("--kind", wanted->kind,
                  "Only surface, as it was read, or only core, as it was distilled")
      ->OneOf({"surface", "core"})
      ->TypeName("KIND");
  list->Footer(
      "Examples:\n  arborist documents list\n  arborist documents list --all --json\n"
      "  arborist documents list --kind core");
  list->Callback([=] { session->Run([&] { return List(session, *wanted); }); });

  auto name = std::make_shared<std::string>();
  Command* show = verb->AddSubcommand("show", "Everything known of one document");
  show->AddOption("document", *name,
                  "A root, 8 or more digits of it, a URI, or the file it was read from")
      ->Required()
      ->TypeName("ROOT|URI|FILE");
  show->Footer(
      "Examples:\n  arborist documents show 1f0c22d9\n  arborist documents show "
      "https://example.org/a --json");
  show->Callback([=] { session->Run([&] { return Show(session, *name); }); });

  Command* text = verb->AddSubcommand("text", "The text of one document, as it is stored");
  text->AddOption("document", *name,
                  "A root, 8 or more digits of it, a URI, or the file it was read from")
      ->Required()
      ->TypeName("ROOT|URI|FILE");
  text->Footer(
      "Examples:\n  arborist documents text 1f0c22d9\n  arborist documents text 1f0c22d9 > "
      "page.txt");
  text->Callback([=] { session->Run([&] { return Text(session, *name); }); });
}

}  // namespace arborist::cli
