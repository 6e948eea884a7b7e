// SPDX-License-Identifier: AGPL-3.0-only
// Damage to what readers noted of texts.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/fsck/fsck.h"
#include "store/log/bindings.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

reading::Notes Pages(const std::string& label) {
  reading::Notes notes;
  notes.anchors = {{0, reading::AnchorKind::kPage, label, "page=1"}};
  return notes;
}

// u:1 has a page, u:2 no notes.
class FsckReadings : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PreparedDocument first = MakeDocument("u:1", "some apples");
    first.notes = PrepareNotes(Pages("page 1"));
    PutOne(first);
    PutOne(MakeDocument("u:2", "some pears"));
    ASSERT_EQ(Problems(), "");
  }
  void Expect(const std::vector<std::string>& kinds) { EXPECT_EQ(Kinds(), kinds) << Problems(); }
};

TEST_F(FsckReadings, NamesNotesThatAreNotThoseOfTheLog) {
  const std::string good = reading::NotesText(Pages("page 1"));
  Sql("UPDATE readings SET notes=CAST('" + reading::NotesText(Pages("page 2")) + "' AS BLOB)");
  Expect({"reading_mismatch"});
  Sql("UPDATE readings SET notes=CAST('" + good + " ' AS BLOB)");
  Expect({"reading_mismatch"});
  Sql("UPDATE readings SET notes=CAST('" + good + "' AS BLOB)");
  Expect({});
  Sql("DELETE FROM readings");
  Expect({"reading_mismatch"});
}

TEST_F(FsckReadings, NamesNotesWithoutALocation) {
  Sql("INSERT INTO readings VALUES(99,CAST('{}' AS BLOB))");
  Expect({"orphan_reading"});
}

TEST_F(FsckReadings, NamesNotesThatNoEventSpeaksOf) {
  Sql("INSERT INTO readings SELECT location_id, (SELECT notes FROM readings) FROM locations WHERE "
      "uri='u:2' AND state='current'");
  Expect({"reading_mismatch"});
}

}  // namespace
}  // namespace arborist::store
