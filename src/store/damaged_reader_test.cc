// SPDX-License-Identifier: AGPL-3.0-only
// A search in a damaged shard says so.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class DamagedReader : public StoreTest {};

// The table of lengths is a single page of rows 1, 2 and 3; the first gets the number 127, which is
// larger than that of the last row.
TEST_F(DamagedReader, RefusesLengthsOutOfOrder) {
  for (const char* uri : {"u:1", "u:2", "u:3"}) {
    PutOne(MakeDocument(uri, std::string("a canal of ") + uri));
  }
  ASSERT_EQ(Hits("canal"), 3U);
  const std::int64_t page =
      QueryInt("SELECT rootpage FROM sqlite_schema WHERE name='chunks_fts_docsize'");
  std::fstream file(ShardPath(), std::ios::binary | std::ios::in | std::ios::out);
  const auto byte = [&](std::int64_t at) {
    file.seekg((page - 1) * 16384 + at);
    return static_cast<std::uint8_t>(file.get());
  };
  ASSERT_EQ(byte(0), 0x0D) << "a leaf of a table";
  const std::int64_t cell = byte(8) * 256 + byte(9);
  ASSERT_EQ(byte(cell + 1), 1) << "the number of the first row";
  file.seekp((page - 1) * 16384 + cell + 1);
  file.put('\x7F');
  file.close();
  const auto top = OpenReader()->index().TopK(
      {.tree = {index::Term{"canal"}}}, {.leaves = {1.0}, .average_length = 10, .expected_rows = 3},
      index::kEveryRow);
  ASSERT_FALSE(top);
  EXPECT_EQ(top.error().code, ErrorCode::kCorrupt) << top.error().message;
}

}  // namespace
}  // namespace arborist::store
