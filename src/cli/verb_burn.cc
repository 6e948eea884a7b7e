// SPDX-License-Identifier: AGPL-3.0-only
// Resolves the name to a root first, because a burn that is cut short may already have removed the
// URI; the message then names that root, by which the burn can be finished.
#include <memory>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/document_name.h"
#include "cli/records_access.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

std::string Counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

Status Run(Session* session, const std::string& name, bool force) {
  TRY_ASSIGN(const std::string subject, OnlyDocument(session->environment(), name, force));
  auto burned = app::HomeWriter(session->environment()).Burn(subject, force);
  if (!burned) {
    Error error = std::move(burned).error();
    // What was done so far may have taken the URI along.
    if (subject != name && IsOfTheSystem(error.code)) {
      error.message +=
          ". By its root: arborist burn " + subject.substr(0, 12) + (force ? " --force" : "");
    }
    return std::unexpected(std::move(error));
  }
  const curate::BurnReport& report = *burned;
  if (session->json()) {
    session->PrintJson(app::ToJson(report));
    return {};
  }
  const std::string what = (report.document   ? "document "
                            : report.question ? "the question of run "
                                              : "record ") +
                           report.subject;
  if (report.again) {
    session->PrintLine(what + " is burned already; whatever a reader had kept of it is gone now");
    return {};
  }
  session->PrintLine("burned " + what);
  if (report.document) {
    session->PrintLine("  with it: " + Counted(report.records, "record", "records") + ", " +
                       Counted(report.roots.size() - 1, "core", "cores") + ", " +
                       Counted(report.aliases, "redirect", "redirects"));
    if (report.links_left > 0) {
      session->PrintLine("  " + Counted(report.links_left, "text links", "texts link") +
                         " to it and still names its URI");
    }
    for (const std::string& shard : report.dictionaries) {
      session->PrintLine("  shard " + shard +
                         " let go of its compression dictionary, which may have held pieces of it");
    }
  } else if (report.records > 1) {
    session->PrintLine("  " + Counted(report.records, "record", "records") + " under that key");
  }
  session->PrintLine("  a tombstone event remains; the text is gone from the files");
  return {};
}

}  // namespace

void AddBurn(Command* app, Session* session) {
  auto name = std::make_shared<std::string>();
  auto force = std::make_shared<bool>(false);
  Command* verb = app->AddSubcommand(
      "burn", "Delete a record or a document for good; only a tombstone event remains");
  verb->AddOption("name", *name,
                  "Key of a record, root of a document, or run of a declined question, 8 or more "
                  "digits; or a URI or file that only one document had")
      ->Required()
      ->TypeName("KEY|ROOT|URI|FILE");
  verb->AddFlag(
      "--force", *force,
      "Also what depends on it: records, cores, redirects, falsifications, and other places of the "
      "same text");
  verb->Footer(
      "Refuses while something depends on it, and says what. The file is written anew without the\n"
      "text; while another program reads the store that cannot be finished: exit code 4, and the\n"
      "same command later, with the root for a name, removes the rest.\n\n"
      "Examples:\n  arborist burn 3f2a91c0\n  arborist burn 1f0c22d9 --force");
  verb->Callback([=] { session->Run([&] { return Run(session, *name, *force); }); });
}

}  // namespace arborist::cli
