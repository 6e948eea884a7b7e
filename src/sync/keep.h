// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sync/folder_watch.h"
#include "sync/sync.h"

namespace arborist::sync {

struct Keeping {
  std::vector<std::filesystem::path> folders;  // absolute
  WatchTimes times = {};
  const std::atomic<bool>* stop = nullptr;
  std::function<Result<SyncReport>(const std::filesystem::path& folder)> sync;
  std::function<void(const SyncReport& report)> on_change;  // of a plan that is not empty
  std::function<void(const std::string& note)> on_note;     // for the user
};

// Syncs the folders, and again whenever something in them changes, until *stop. A folder that is
// missing or could not be read (an unmounted disk) is named once and looked for again. Errors:
// those of a sync that waiting does not mend.
Status KeepInStep(const Keeping& keeping);

}  // namespace arborist::sync
