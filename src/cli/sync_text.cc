// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/sync_text.h"

#include <algorithm>

#include "cli/progress.h"
#include "cli/session.h"

namespace arborist::cli {

namespace {

constexpr std::size_t kShown = 20;

void ShowChanges(const Session& session, const sync::Plan& plan) {
  const std::size_t shown = std::min(plan.changes.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const sync::PlannedChange& one = plan.changes[i];
    std::string line = "  " + std::string(Name(one.change)) + "  " + session.Safe(one.uri);
    if (!one.old_uri.empty()) line += session.Dim("  was " + session.Safe(one.old_uri));
    if (!one.reason.empty()) line += ": " + session.Safe(one.reason);
    session.PrintLine(line);
  }
  if (plan.changes.size() > kShown) {
    session.PrintLine("  ... and " + HumanCount(plan.changes.size() - kShown) +
                      " more; --json lists them");
  }
}

}  // namespace

void ShowSync(const Session& session, const sync::SyncReport& report, SyncShown shown) {
  const auto count = [&](sync::Change change) { return HumanCount(report.plan.Count(change)); };
  session.PrintLine(session.Safe(report.folder) +
                    (shown == SyncShown::kPlan ? ", would be: " : ": ") +
                    count(sync::Change::kAdded) + " added, " + count(sync::Change::kChanged) +
                    " changed, " + count(sync::Change::kRenamed) + " renamed, " +
                    count(sync::Change::kGone) + " gone, " + count(sync::Change::kUnreadable) +
                    " unreadable, " + HumanCount(report.plan.unchanged) + " unchanged");
  ShowChanges(session, report.plan);
  const auto& skipped = report.ingest.skipped;
  for (std::size_t i = 0; i < std::min(skipped.size(), kShown); ++i) {
    session.PrintLine("  skipped " + session.Safe(skipped[i].path) + ": " +
                      session.Safe(skipped[i].reason));
  }
  if (!report.withheld.empty()) session.Note("not retired: " + session.Safe(report.withheld));
}

}  // namespace arborist::cli
