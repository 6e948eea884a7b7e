// SPDX-License-Identifier: AGPL-3.0-only
// A writer on a damaged shard says so and changes nothing.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class DamagedWriter : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PutOne(MakeDocument("u:1", "one"));
    PutOne(MakeDocument("u:2", "two"));
  }
  Result<std::unique_ptr<ShardWriter>> TryOpen() {
    return ShardWriter::Open(Address(), {.clock = &clock_, .random = &random_, .actor = "test"});
  }
  // What comes of putting a new text at u:1, or of the opening before it.
  Status TryPut() {
    TRY_ASSIGN(const auto writer, TryOpen());
    TRY(writer->Begin());
    TRY(writer->Put(MakeDocument("u:1", "another one")));
    return writer->Commit();
  }
  void ExpectCorrupt() {
    const Status status = TryPut();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::kCorrupt) << status.error().message;
  }
  void OverwriteRootPage(const std::string& table) {
    const std::int64_t page =
        QueryInt("SELECT rootpage FROM sqlite_schema WHERE name='" + table + "'");
    std::fstream file(ShardPath(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp((page - 1) * 16384);
    file << std::string(200, '\xFF');
  }
};

TEST_F(DamagedWriter, RefusesALocationWhoseDocumentIsMissing) {
  Sql("DELETE FROM documents WHERE doc_id=1");
  ExpectCorrupt();
  EXPECT_EQ(Events(), 3);
}

TEST_F(DamagedWriter, RefusesALocationWithADamagedHash) {
  Sql("UPDATE locations SET source_hash=x'00'");
  ExpectCorrupt();
  EXPECT_EQ(Events(), 3);
}

TEST_F(DamagedWriter, RefusesALogWithoutAnId) {
  Sql("DELETE FROM schema_meta WHERE key='log'");
  ExpectCorrupt();
}

TEST_F(DamagedWriter, RefusesALogWithADamagedHead) {
  Sql("UPDATE audit_events SET event_hash=x'00' WHERE seq=2");
  ExpectCorrupt();
}

TEST_F(DamagedWriter, RefusesDamagedPages) {
  for (const char* table : {"edges", "locations", "documents", "audit_events"}) {
    const std::string name = ShardPath().string();
    std::filesystem::copy_file(name, name + ".copy");
    OverwriteRootPage(table);
    ExpectCorrupt();
    std::filesystem::rename(name + ".copy", name);
  }
  EXPECT_EQ(Events(), 3);
  EXPECT_TRUE(TryPut());  // the copy was sound
}

}  // namespace
}  // namespace arborist::store
