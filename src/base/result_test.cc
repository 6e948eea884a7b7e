// SPDX-License-Identifier: AGPL-3.0-only
#include "base/result.h"

#include <gtest/gtest.h>

namespace arborist {
namespace {

Status Checked() { return Refuse("root_mismatch", "the path leads to another root"); }

TEST(Refusal, IsToldByItsNameAndNotByTheMessage) {
  const Status status = Checked();
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().refusal == "root_mismatch");
  EXPECT_FALSE(status.error().refusal == "old_root_mismatch");
  EXPECT_EQ(status.error().code, ErrorCode::kDoesNotHold);
  EXPECT_EQ(status.error().message, "root_mismatch: the path leads to another root");
}

TEST(Refusal, StaysKnownWhereANounIsPutInFront) {
  Error error = Checked().error();
  error = std::move(error).In("shard wiki");
  EXPECT_TRUE(error.refusal == "root_mismatch");
  EXPECT_EQ(error.message, "shard wiki: root_mismatch: the path leads to another root");
  EXPECT_EQ(error.detail(), "the path leads to another root");
}

TEST(Refusal, OtherErrorsHaveNone) {
  const Status status = Fail(ErrorCode::kNotFound, "root_mismatch: only a text");
  EXPECT_TRUE(status.error().refusal == Refusal());
  EXPECT_EQ(status.error().detail(), "root_mismatch: only a text");
}

}  // namespace
}  // namespace arborist
