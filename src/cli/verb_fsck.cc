// SPDX-License-Identifier: AGPL-3.0-only
// Prints the report of HomeWriter::Fsck: problems by kind and place, what could not be checked, and
// counts. A part that could not be checked gives exit code 4, damage 1.
#include <memory>

#include "app/home_writer.h"
#include "cli/session.h"
#include "cli/stage_line.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

Result<store::FsckReport> Check(Session* session, const store::FsckOptions& options) {
  StageLine line(session);
  return app::HomeWriter(session->environment()).Fsck(options, [&](const std::string& stage) {
    line.Show("checking " + session->Safe(stage));
  });
}

json::Array ToJson(const std::vector<store::FsckProblem>& problems) {
  json::Array list;
  for (const store::FsckProblem& problem : problems) {
    list.emplace_back(json::Object{{"kind", problem.kind},
                                   {"shard", problem.shard},
                                   {"subject", problem.subject},
                                   {"detail", problem.detail}});
  }
  return list;
}

Status Run(Session* session, const store::FsckOptions& options) {
  TRY_ASSIGN(const store::FsckReport report, Check(session, options));
  session->SetExitCode(report.ok() ? 0 : report.problems.empty() ? 4 : 1);
  if (session->json()) {
    json::Object checked;
    for (const auto& [what, count] : report.checked)
      checked.emplace(what, static_cast<std::int64_t>(count));
    session->PrintJson(json::Object{
        {"ok", report.ok()},
        {"checked", std::move(checked)},
        {"not_checked", ToJson(report.not_checked)},
        {"problems", ToJson(report.problems)},
        {"problems_not_listed", static_cast<std::int64_t>(report.problems_not_listed)}});
    return {};
  }
  for (const store::FsckProblem& problem : report.problems) {
    session->PrintLine(session->Bold(problem.kind) + "  shard " + problem.shard +
                       (problem.subject.empty() ? "" : "  " + session->Safe(problem.subject)) +
                       "\n    " + session->Safe(problem.detail));
  }
  for (const store::FsckProblem& part : report.not_checked) {
    session->PrintLine(session->Bold("not checked") +
                       (part.shard.empty() ? "" : "  shard " + part.shard) + "\n    " +
                       session->Safe(part.detail));
  }
  if (report.problems_not_listed > 0) {
    session->PrintLine("... and " + std::to_string(report.problems_not_listed) + " more");
  }
  std::string line;
  for (const auto& [what, count] : report.checked) {
    line += (line.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  }
  for (char& c : line) {
    if (c == '_') c = ' ';
  }
  session->PrintLine("checked " + (line.empty() ? "nothing: there are no shards yet" : line));
  session->PrintLine(report.ok() ? "everything holds"
                     : report.problems.empty()
                         ? "no problem found in what could be checked"
                         : std::to_string(report.problems.size()) + " problems");
  return {};
}

}  // namespace

void AddFsck(Command* app, Session* session) {
  auto options = std::make_shared<store::FsckOptions>();
  Command* verb = app->AddSubcommand(
      "fsck", "Check the whole store: chain, roots, leaves, index, orphans, records, cores");
  verb->AddFlag(
      "--full", options->full,
      "Re-hash every document, not a sample of 1000 per shard, and make every recorded run and "
      "every core again");
  verb->Footer(
      "Exit code 0: everything holds; 1: damage, each kind named with its place; 4: no damage was\n"
      "found, but a part could not be checked (a full disk, for example).\n\n"
      "Examples:\n  arborist fsck\n  arborist fsck --full --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *options); }); });
}

}  // namespace arborist::cli
