// SPDX-License-Identifier: AGPL-3.0-only
// Syncs, waits for a change, and syncs again until Ctrl-C. A folder that is missing for a while (an
// unmounted disk) is named once and looked for again; nothing of it is retired meanwhile.
#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/home_writer.h"
#include "app/json/write_json.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/sync_text.h"
#include "cli/verbs.h"
#include "ingest/file_uri.h"
#include "sync/folder_watch.h"

namespace arborist::cli {

namespace {

struct Flags {
  sync::SyncOptions options;
  std::vector<std::string> folders;
};

// Says what is new: a folder that stays missing, and a plan that is empty, are no news.
class Watcher {
 public:
  Watcher(Session* session, const Flags& flags, const std::atomic<bool>* stop)
      : session_(session), options_(flags.options) {
    environment_ = session->environment();
    environment_.stop = stop;
  }

  Status SyncAll(const std::vector<std::filesystem::path>& folders) {
    for (const std::filesystem::path& folder : folders) {
      options_.folder = folder;
      auto report = app::HomeWriter(environment_).Sync(options_);
      if (report) {
        said_[folder].clear();
        Show(*report);
        continue;
      }
      // A disk that is away, a folder that is replaced: they may come back.
      const ErrorCode code = report.error().code;
      if (code != ErrorCode::kNotFound && code != ErrorCode::kEnvironment)
        return std::unexpected(std::move(report).error());
      if (said_[folder] == report.error().message) continue;
      said_[folder] = report.error().message;
      session_->Note(session_->Safe(report.error().message));
    }
    return {};
  }

 private:
  void Show(const sync::SyncReport& report) {
    if (report.plan.changes.empty()) return;
    if (session_->json()) {
      session_->PrintJson(app::ToJson(report));
    } else {
      ShowSync(*session_, report, SyncShown::kDone);
    }
  }

  Session* const session_;
  sync::SyncOptions options_;
  app::HomeEnvironment environment_;
  std::map<std::filesystem::path, std::string> said_;
};

Status Run(Session* session, const Flags& flags) {
  std::vector<std::filesystem::path> folders;
  for (const std::string& folder : flags.folders) {
    TRY_ASSIGN(std::filesystem::path absolute, ingest::AbsolutePath(folder));
    folders.push_back(std::move(absolute));
  }
  const std::atomic<bool>* const stop = StopOnSignals();
  // Before the first sync: what changes during it is seen.
  sync::FolderWatch watch(folders, {},
                          [&](const std::string& note) { session->Note(session->Safe(note)); });
  Watcher watcher(session, flags, stop);
  do {
    TRY(watcher.SyncAll(folders));
  } while (watch.Wait(stop) == sync::FolderWatch::Wake::kChanged);
  return {};
}

}  // namespace

void AddWatch(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  sync::SyncOptions& options = flags->options;
  Command* verb = app->AddSubcommand("watch", "Sync folders whenever their files change");
  verb->AddOption("folders", flags->folders, "Folders to follow")->Required()->TypeName("DIR");
  verb->AddOption("--shard", options.shard, "Name of the shard set (default: main)")
      ->TypeName("NAME");
  verb->AddOption("--include", options.include,
                  "Only files that fit a pattern, as in .gitignore; repeatable")
      ->TypeName("GLOB");
  verb->AddOption("--exclude", options.exclude, "No files that fit a pattern; repeatable")
      ->TypeName("GLOB");
  verb->AddFlag("--all", options.all, "Also hidden, ignored, vendored and secret-looking files");
  verb->Footer(
      "Runs until Ctrl-C. Half a second after the last change the folders are brought in step, by "
      "the rules\nand with the safeguards of sync. Where the system tells no changes (network "
      "disks), every 30 seconds.\n\n"
      "Examples:\n  arborist watch ~/notes\n  arborist watch ~/notes ~/papers --json");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
