// SPDX-License-Identifier: AGPL-3.0-only
#include <memory>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

Status Run(Session* session, const distill::DistillOptions& options) {
  TRY_ASSIGN(const distill::DistillReport report,
             app::HomeWriter(session->environment()).Distill(options));
  if (session->json()) {
    session->PrintJson(app::ToJson(options, report));
    return {};
  }
  for (const distill::LevelReport& level : report.levels) {
    std::string line = "depth " + std::to_string(level.depth) + ": " + HumanCount(level.sources) +
                       " sources, " + HumanCount(level.added) + " cores added, " +
                       HumanCount(level.superseded) + " superseded, " +
                       HumanCount(level.unchanged) + " unchanged";
    if (level.same > 0) line += ", " + HumanCount(level.same) + " with nothing to leave out";
    if (level.taken > 0)
      line += ", " + HumanCount(level.taken) + " whose core is a document of another kind";
    if (level.evicted > 0) line += ", " + HumanCount(level.evicted) + " evicted";
    session->PrintLine(line);
  }
  if (report.scope_root)
    session->PrintLine("words were counted over snapshot " + report.scope_root->hex());
  session->PrintLine(HumanSeconds(report.seconds));
  return {};
}

}  // namespace

void AddDistill(Command* app, Session* session) {
  auto options = std::make_shared<distill::DistillOptions>();
  Command* verb = app->AddSubcommand(
      "distill", "Make cores of all documents: their first sentences, or their keywords");
  verb->AddOption("--method", options->method, "first-sentence or tfidf")
      ->Required()
      ->OneOf({"first-sentence", "tfidf"})
      ->TypeName("METHOD");
  verb->AddOption("--depth", options->depth, "Also cores of cores, down to this (default: 1)")
      ->Whole(1, distill::kMaxDepth)
      ->TypeName("N");
  verb->AddOption("--jobs", options->jobs, "Threads (default: all cores of the machine)")
      ->Whole(1, 256)
      ->TypeName("N");
  verb->Footer(
      "The same document gives the same core anywhere. A second run does nothing; a document that "
      "is superseded\ntakes its cores with it. Keywords lead searches to their documents. prove "
      "follows a core down to its source.\n\n"
      "Examples:\n  arborist distill --method tfidf\n"
      "  arborist distill --method first-sentence --depth 3");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
