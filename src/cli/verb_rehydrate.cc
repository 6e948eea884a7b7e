// SPDX-License-Identifier: AGPL-3.0-only
// Reads sources of evicted documents again and prints what came back and what was refused. With
// --all the refusals for missing files are summed up in one line.
#include <algorithm>
#include <memory>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/records_access.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kShown = 20;

Status Run(Session* session, const room::RehydrateOptions& options) {
  TRY_ASSIGN(const room::RehydrateReport report,
             app::HomeWriter(session->environment()).Rehydrate(options));
  const bool mismatch = std::ranges::any_of(report.refused, &room::Refused::mismatch);
  session->SetExitCode(mismatch ? 1 : report.refused.empty() ? 0 : 3);
  if (session->json()) {
    session->PrintJson(app::ToJson(report));
    return {};
  }
  for (std::size_t i = 0; i < std::min(report.documents.size(), kShown); ++i) {
    session->PrintLine(ShortHex(report.documents[i].root) + "  " +
                       session->Dim(session->Safe(report.documents[i].uri)));
  }
  if (report.documents.size() > kShown) {
    session->PrintLine("... and " + std::to_string(report.documents.size() - kShown) +
                       " more; --json lists them");
  }
  std::size_t no_file = 0;
  for (const room::Refused& one : report.refused) {
    // Of those that --all met, often all of one folder, one line says what to do.
    if (one.no_file && options.all && no_file++ > 0) continue;
    session->Note("refused " + session->Safe(one.what) + ": " + session->Safe(one.reason));
  }
  if (no_file > 1) {
    session->Note("refused " + std::to_string(no_file - 1) +
                  " more for the same reason; one PATH fills all it holds, --json lists them");
  }
  session->PrintLine("rehydrated " + std::to_string(report.documents.size()) +
                     (report.documents.size() == 1 ? " document" : " documents") + "; " +
                     (report.still_evicted == 0
                          ? "nothing is evicted now"
                          : std::to_string(report.still_evicted) +
                                (report.still_evicted == 1 ? " is" : " are") + " still evicted"));
  return {};
}

}  // namespace

void AddRehydrate(Command* app, Session* session) {
  auto options = std::make_shared<room::RehydrateOptions>();
  Command* verb = app->AddSubcommand(
      "rehydrate", "Read the sources of evicted documents again and give them their texts back");
  verb->AddOption("target", options->targets,
                  "Documents by root or URI; or files, folders and dumps that hold them")
      ->TypeName("ROOT|URI|PATH");
  verb->AddFlag("--all", options->all, "Every evicted document whose source is a file");
  verb->Footer(
      "Each text is cut and hashed anew, and refused unless it is the one that was evicted, byte "
      "for "
      "byte.\nPages of a dump and lines of a JSON Lines file come back when that file is named.\n"
      "Exit code 1: a source has another text; 3: one could not be read.\n\n"
      "Examples:\n  arborist rehydrate 3f2a91c0\n  arborist rehydrate --all\n"
      "  arborist rehydrate enwiki-20101011.xml.bz2 --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
