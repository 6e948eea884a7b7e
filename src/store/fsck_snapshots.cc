// SPDX-License-Identifier: AGPL-3.0-only
#include <set>

#include "store/fsck_home.h"
#include "store/snapshots.h"

namespace arborist::store {

Status CheckSnapshots(sqlite::Database* home, const std::set<std::uint64_t>& events,
                      FsckReport* report) {
  const auto problem = [&](std::string kind, std::string subject, std::string detail) {
    report->problems.push_back(
        {std::move(kind), "providence", std::move(subject), std::move(detail)});
  };
  Snapshots snapshots(home);
  std::set<std::uint64_t> rows;
  TRY_ASSIGN(sqlite::Statement select,
             home->Prepare("SELECT snapshot_id, event_seq FROM snapshots ORDER BY snapshot_id"));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    ++report->checked["snapshots"];
    const std::string number = std::to_string(select.Int(0));
    rows.insert(static_cast<std::uint64_t>(select.Int(1)));
    const auto snapshot = snapshots.Resolve(number);
    const Status holds =
        snapshot ? snapshots.Verify(*snapshot) : Status(std::unexpected(snapshot.error()));
    if (!holds) problem("snapshot_mismatch", "snapshot " + number, holds.error().message);
  }
  for (const std::uint64_t seq : events) {
    if (rows.contains(seq)) continue;
    problem("snapshot_missing", "event " + std::to_string(seq),
            "the log says that a snapshot was taken, and it is not there");
  }
  return {};
}

}  // namespace arborist::store
