// SPDX-License-Identifier: AGPL-3.0-only
// Makes a plan of each folder and applies it, one folder after the other. Exit code 1 says that
// something was held back: files that are gone and were not retired, or could not be read.
#include <algorithm>
#include <memory>
#include <vector>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/sync_text.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

struct Flags {
  sync::SyncOptions options;
  std::vector<std::string> folders;
  std::vector<std::string> forget;
  bool list = false;
  bool verify = false;
  std::int64_t max_delete = -1;
  std::uint64_t max_file_mb = 64;
};

bool HeldBack(const sync::SyncReport& report) {
  return !report.withheld.empty() || report.plan.Count(sync::Change::kUnreadable) > 0;
}

Status List(Session* session) {
  TRY_ASSIGN(const std::vector<store::FollowedRoot> roots,
             app::HomeWriter(session->environment()).FollowedRoots());
  if (session->json()) {
    session->PrintJson(app::ToJson(roots));
    return {};
  }
  for (const store::FollowedRoot& root : roots) {
    session->PrintLine(session->Safe(root.uri) + "  " + root.shard + "  " +
                       session->Safe(root.outcome));
  }
  return {};
}

Status Forget(Session* session, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    TRY(app::HomeWriter(session->environment()).ForgetRoot(folder));
    session->Note(session->Safe(folder) + " is not followed any more; its documents stay");
  }
  return {};
}

Status Run(Session* session, Flags* flags) {
  if (flags->list) return List(session);
  if (!flags->forget.empty()) return Forget(session, flags->forget);
  if (flags->folders.empty())
    return Fail(ErrorCode::kInvalidArgument, "name the folder to bring in step, or use --list");
  sync::SyncOptions& options = flags->options;
  if (flags->verify) options.trust = sync::PlanOptions::Trust::kBytes;
  if (flags->max_delete >= 0) options.max_delete = static_cast<std::uint64_t>(flags->max_delete);
  options.limits.max_file_bytes = options.limits.max_document_bytes = flags->max_file_mb << 20;
  ProgressLine progress(session);
  app::HomeEnvironment environment = session->environment();
  environment.stop = StopOnSignals();
  app::IngestWatch watch;
  if (progress.active())
    watch.on_progress = [&](const ingest::IngestProgress& state) { progress.Show(state); };
  for (const std::string& folder : flags->folders) {
    options.folder = folder;
    auto report = app::HomeWriter(environment).Sync(options, watch);
    progress.Clear();
    if (!report) return std::unexpected(std::move(report).error());
    if (session->json()) {
      session->PrintJson(app::ToJson(*report));
    } else {
      ShowSync(*session, *report, options.dry_run ? SyncShown::kPlan : SyncShown::kDone);
    }
    if (HeldBack(*report)) session->SetExitCode(1);
    if (report->interrupted) {
      session->SetExitCode(4);
      return {};
    }
  }
  return {};
}

}  // namespace

void AddSync(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  sync::SyncOptions& options = flags->options;
  Command* verb = app->AddSubcommand("sync", "Bring the store in step with folders");
  verb->AddOption("folders", flags->folders, "Folders to follow")->TypeName("DIR");
  verb->AddOption("--shard", options.shard, "Name of the shard set (default: main)")
      ->TypeName("NAME");
  verb->AddOption("--jobs", options.jobs, "Threads that prepare documents (default: all cores)")
      ->Whole(1, 256)
      ->TypeName("N");
  verb->AddOption("--include", options.include,
                  "Only files that fit a pattern, as in .gitignore; repeatable")
      ->TypeName("GLOB");
  verb->AddOption("--exclude", options.exclude, "No files that fit a pattern; repeatable")
      ->TypeName("GLOB");
  verb->AddOption("--max-file-mb", flags->max_file_mb,
                  "Largest file or page that is read (default: 64)")
      ->Whole(1, 1024)
      ->TypeName("MB");
  verb->AddOption("--max-delete", flags->max_delete,
                  "Retire up to so many files that are gone; without it, no more than half of the "
                  "folder and 1,000")
      ->Whole(0)
      ->TypeName("N");
  verb->AddFlag("--all", options.all, "Also hidden, ignored, vendored and secret-looking files");
  verb->AddFlag("--verify", flags->verify, "Hash every file, whatever its time and size");
  verb->AddFlag("--dry-run", options.dry_run, "Show the plan; change nothing");
  verb->AddFlag("--list", flags->list, "The folders that are followed");
  verb->AddOption("--forget", flags->forget, "Do not follow a folder any more; keep its documents")
      ->TypeName("DIR");
  verb->Footer(
      "Takes in new and changed files, moves renamed ones without reading them, and retires those "
      "that are\ngone. Nothing is retired when the folder is missing, empty, on another device or "
      "could not be listed.\nWhich files are taken is fixed by the first sync of a folder. Exit "
      "code 1: something was held back.\n\n"
      "Examples:\n  arborist sync ~/notes --dry-run\n  arborist sync ~/notes ~/papers\n"
      "  arborist sync ~/notes --max-delete 5000\n  arborist sync --list");
  verb->Callback([=] { session->Run([&] { return Run(session, flags.get()); }); });
}

}  // namespace arborist::cli
