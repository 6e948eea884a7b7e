// SPDX-License-Identifier: AGPL-3.0-only
// Each row is resolved and verified as a reader would do it, which makes its root anew of the
// stored parts; then the row is compared with the event that the log has of it.
#include <map>
#include <set>

#include "sqlite/database.h"
#include "store/fsck/home.h"
#include "store/home/snapshots.h"
#include "store/inside.h"

namespace arborist::store {

Status CheckSnapshots(HomeStore* home, const std::map<std::uint64_t, std::int64_t>& events,
                      const LoggedErasures& erasures, FsckReport* report) {
  const auto problem = [&](std::string kind, std::string subject, std::string detail) {
    report->problems.push_back(
        {std::move(kind), "providence", std::move(subject), std::move(detail)});
  };
  Snapshots snapshots(home);
  std::set<std::uint64_t> rows;
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home)->Prepare(
                 "SELECT snapshot_id, event_seq, parent_id, taken_at, "
                 "(SELECT count(*) FROM snapshot_parts p WHERE "
                 "p.snapshot_id=s.snapshot_id AND (p.part<0 OR p.part>=(SELECT count(*) FROM "
                 "snapshot_parts o WHERE o.snapshot_id=p.snapshot_id AND "
                 "o.change=p.change))) FROM snapshots s ORDER BY snapshot_id"));
  std::int64_t before = 0;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    ++report->checked["snapshots"];
    const std::string number = std::to_string(row.Int(0));
    rows.insert(static_cast<std::uint64_t>(row.Int(1)));
    const auto snapshot = snapshots.Resolve(number);
    const Status holds =
        snapshot ? snapshots.Verify(*snapshot) : Status(std::unexpected(snapshot.error()));
    if (!holds) problem("snapshot_mismatch", "snapshot " + number, holds.error().message);
    const auto event = events.find(static_cast<std::uint64_t>(row.Int(1)));
    if (event != events.end() && (!erasures.HasRowTime(event->first, event->second, row.Int(3)) ||
                                  row.Int(2) != before || row.Int(4) != 0)) {
      problem("snapshot_mismatch", "snapshot " + number,
              "its time, the snapshot before it or the order of its parts is not what was kept");
    }
    before = row.Int(0);
  }));
  TRY_ASSIGN(const std::int64_t orphans,
             DatabaseOf(home)->QueryInt(
                 "SELECT count(*) FROM snapshot_parts WHERE snapshot_id NOT IN (SELECT "
                 "snapshot_id FROM snapshots)"));
  if (orphans != 0) problem("snapshot_mismatch", "snapshot_parts", "parts of no snapshot");
  for (const auto& [seq, time] : events) {
    if (rows.contains(seq)) continue;
    problem("snapshot_missing", "event " + std::to_string(seq),
            "the log says that a snapshot was taken, and it is not there");
  }
  return {};
}

}  // namespace arborist::store
