// SPDX-License-Identifier: AGPL-3.0-only
// The watch begins before the first sync, so that a change during a sync wakes the next one.
#include "sync/keep.h"

#include <map>
#include <utility>

namespace arborist::sync {

namespace {

bool MayPass(ErrorCode code) {
  return code == ErrorCode::kNotFound || code == ErrorCode::kEnvironment ||
         code == ErrorCode::kPermission;
}

}  // namespace

Status KeepInStep(const Keeping& keeping) {
  FolderWatch watch(keeping.folders, keeping.times, keeping.on_note);
  std::map<std::filesystem::path, std::string> trouble;  // that was told
  do {
    for (const std::filesystem::path& folder : keeping.folders) {
      auto report = keeping.sync(folder);
      std::string& told = trouble[folder];
      if (report) {
        told.clear();
        if (!report->plan.changes.empty()) keeping.on_change(*report);
      } else if (!MayPass(report.error().code)) {
        return std::unexpected(std::move(report).error());
      } else if (told != report.error().message) {
        told = report.error().message;
        keeping.on_note(told);
      }
    }
  } while (watch.Wait(keeping.stop) == FolderWatch::Wake::kChanged);
  return {};
}

}  // namespace arborist::sync
