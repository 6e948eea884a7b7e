// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "audit/event.h"
#include "sqlite/database.h"
#include "store/log/guards_test.h"
#include "store/log/sqlite_log.h"

namespace arborist::notary {

// What somebody can do who may write to the files and leaves no trace but what the logs keep.
class Forger {
 public:
  explicit Forger(std::filesystem::path file) : file_(std::move(file)) {}

  void Sql(const std::string& sql) {
    sqlite::Database database = Open();
    const Status done = database.Execute(sql + ";" + triggers_);
    ASSERT_TRUE(done) << sql << ": " << done.error().message;
  }

  // Deletes the newest events.
  void Cut(std::uint64_t events) {
    Sql("DELETE FROM audit_events WHERE seq>(SELECT max(seq) FROM audit_events)-" +
        std::to_string(events));
  }

  // Changes one event: another is said to have acted.
  void Rewrite(std::uint64_t seq) {
    Sql("UPDATE audit_events SET actor_id=type_id WHERE seq=" + std::to_string(seq));
  }

  // Hashes every event anew, so that the chain holds again.
  void Rechain() {
    sqlite::Database database = Open();
    std::vector<EventHash> hashes;
    const store::SqliteLog log(&database, file_, store::LogName::Of::kHome);
    ASSERT_TRUE(log.ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
      hashes.push_back(audit::HashEvent(hashes.empty() ? EventHash() : hashes.back(), event.body));
      return true;
    }));
    ASSERT_TRUE(database.Execute("BEGIN"));
    auto update = database.Prepare("UPDATE audit_events SET event_hash=?2 WHERE seq=?1");
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      ASSERT_TRUE(update->Bind(1, static_cast<std::int64_t>(i)).BindHash(2, hashes[i]).Run());
    }
    ASSERT_TRUE(database.Execute("COMMIT;" + triggers_));
  }

 private:
  sqlite::Database Open() {
    auto database = sqlite::Database::Open(file_, {.mode = sqlite::OpenMode::kReadWrite});
    EXPECT_TRUE(database) << database.error().message;
    triggers_ = store::TakeLogGuards(&*database);
    return std::move(*database);
  }

  std::filesystem::path file_;
  std::string triggers_;  // to be made again
};

}  // namespace arborist::notary
