// SPDX-License-Identifier: AGPL-3.0-only
// Shows what KeepInStep does until Ctrl-C.
#include <filesystem>
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
#include "sync/keep.h"

namespace arborist::cli {

namespace {

struct Flags {
  sync::SyncOptions options;
  std::vector<std::string> folders;
};

Status Run(Session* session, Flags* flags) {
  app::HomeEnvironment environment = session->environment();
  environment.stop = StopOnSignals();
  sync::Keeping keeping;
  keeping.stop = environment.stop;
  for (const std::string& folder : flags->folders) {
    TRY_ASSIGN(std::filesystem::path absolute, ingest::AbsolutePath(folder));
    keeping.folders.push_back(std::move(absolute));
  }
  keeping.sync = [&](const std::filesystem::path& folder) {
    flags->options.folder = folder;
    return app::HomeWriter(environment).Sync(flags->options);
  };
  keeping.on_change = [&](const sync::SyncReport& report) {
    if (session->json()) {
      session->PrintJson(app::ToJson(report));
    } else {
      ShowSync(*session, report, SyncShown::kDone);
    }
    session->Flush();
  };
  keeping.on_note = [&](const std::string& note) { session->Note(session->Safe(note)); };
  return sync::KeepInStep(keeping);
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
  verb->Callback([=] { session->Run([&] { return Run(session, flags.get()); }); });
}

}  // namespace arborist::cli
