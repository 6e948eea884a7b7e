// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sqlite/database.h"

namespace arborist::store {

// Takes the constraints and the triggers that keep a log append-only off this connection. Returns
// the SQL that makes the triggers again: without them fsck would see more than the damage under
// test.
inline std::string TakeLogGuards(sqlite::Database* database) {
  std::string triggers;
  {
    auto select = database->Prepare("SELECT sql FROM sqlite_schema WHERE type='trigger'");
    EXPECT_TRUE(select) << select.error().message;
    while (select && select->Step().value_or(false)) {
      triggers += std::string(select->Text(0)) + ";";
    }
  }
  EXPECT_TRUE(
      database->Execute("PRAGMA foreign_keys=OFF; PRAGMA ignore_check_constraints=ON; "
                        "DROP TRIGGER IF EXISTS audit_events_no_update; "
                        "DROP TRIGGER IF EXISTS audit_events_no_delete;"));
  return triggers;
}

}  // namespace arborist::store
