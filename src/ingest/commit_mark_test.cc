// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/commit_mark.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::ingest {
namespace {

CommitMark Sample() {
  return {.commits = {*git::ObjectId::FromHexString(std::string(40, '1')),
                      *git::ObjectId::FromHexString(std::string(40, '2'))},
          .whole = true,
          .rules = "r"};
}

TEST(CommitMark, ComesBackAsItWas) {
  const std::string text = EncodeCommitMark("commit:x", Sample());
  EXPECT_EQ(DecodeCommitMark("commit:x", text).value(), Sample());
}

TEST(CommitMark, OneThatWasChangedOrMovedIsRefused) {
  const std::string text = EncodeCommitMark("commit:x", Sample());
  EXPECT_FALSE(DecodeCommitMark("commit:y", text));
  for (const auto& [from, to] : {std::pair("true", "false"), std::pair("1111", "1112"),
                                 std::pair("\"r\"", "\"s\""), std::pair("check", "chack")}) {
    std::string bad = text;
    bad.replace(bad.find(from), std::string_view(from).size(), to);
    EXPECT_FALSE(DecodeCommitMark("commit:x", bad)) << bad;
  }
  EXPECT_FALSE(DecodeCommitMark("commit:x", "[]"));
  EXPECT_FALSE(DecodeCommitMark("commit:x", ""));
}

TEST(CommitMark, TheSameRepositoryUnderAnotherPrefixHasAnother) {
  EXPECT_NE(CommitKey("file:///r", ""), CommitKey("file:///r", "https://x/"));
}

}  // namespace
}  // namespace arborist::ingest
