// SPDX-License-Identifier: AGPL-3.0-only
#include "sync/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "crypto/sha256.h"

namespace arborist::sync {
namespace {

using List = std::vector<std::string>;

SourceHash HashOf(const std::string& bytes) { return SourceHash(crypto::Sha256(bytes)); }

// A folder as it was and as it is: URI, inode, time of change, bytes.
class Planned : public testing::Test {
 protected:
  static FileStamp Stamp(std::uint64_t inode, std::int64_t changed, const std::string& bytes,
                         std::int64_t modified = 1) {
    return {.device = 1,
            .inode = inode,
            .size = bytes.size(),
            .modified_ns = modified,
            .changed_ns = changed};
  }
  void Known(const std::string& uri, std::uint64_t inode, const std::string& bytes) {
    known_.push_back({uri, Stamp(inode, 1, bytes), HashOf(bytes)});
  }
  void Found(const std::string& uri, std::uint64_t inode, const std::string& bytes,
             std::int64_t changed = 1, std::int64_t modified = 1) {
    found_.push_back({uri, Stamp(inode, changed, bytes, modified)});
    bytes_[uri] = bytes;
  }
  Plan Make(PlanOptions::Trust trust = PlanOptions::Trust::kStamps) {
    hashed_.clear();
    return MakePlan(known_, found_,
                    {.trust = trust,
                     .hash = [this](const std::string& uri) -> Result<SourceHash> {
                       hashed_.push_back(uri);
                       if (unreadable_ == uri) return Fail(ErrorCode::kPermission, "no right");
                       return HashOf(bytes_.at(uri));
                     },
                     .is_hidden_by_error =
                         [this](const std::string& uri) {
                           return !hidden_.empty() && uri.starts_with(hidden_);
                         }});
  }
  static List Lines(const Plan& plan) {
    List lines;
    for (const PlannedChange& one : plan.changes) {
      std::string line = std::string(Name(one.change)) + " " + one.uri;
      if (!one.old_uri.empty()) line += " was " + one.old_uri;
      if (!one.reason.empty()) line += ": " + one.reason;
      lines.push_back(line);
    }
    return lines;
  }

  std::vector<store::FollowedFile> known_;
  std::vector<FoundFile> found_;
  std::map<std::string, std::string> bytes_;
  List hashed_;
  std::string unreadable_;
  std::string hidden_;
};

TEST_F(Planned, ReadsNothingOfWhatHasItsStamp) {
  Known("a", 1, "apples");
  Known("b", 2, "pears");
  Found("a", 1, "apples");
  Found("b", 2, "pears");
  const Plan plan = Make();
  EXPECT_EQ(Lines(plan), List{});
  EXPECT_EQ(plan.unchanged, 2U);
  EXPECT_EQ(hashed_, List{});
  EXPECT_EQ(Make(PlanOptions::Trust::kBytes).unchanged, 2U);
  EXPECT_EQ(hashed_, (List{"a", "b"}));
}

TEST_F(Planned, TellsNewChangedAndGoneFiles) {
  Known("b", 2, "pears");
  Known("c", 3, "gone away");
  Found("a", 1, "apples");
  Found("b", 2, "PEARS", 2);
  EXPECT_EQ(Lines(Make()), (List{"added a", "changed b", "gone c"}));
}

TEST_F(Planned, BytesThatStayedAreNoChangeWhateverTheTimes) {
  Known("a", 1, "apples");
  Found("a", 9, "apples", 5, 5);
  const Plan plan = Make();
  EXPECT_EQ(Lines(plan), List{});
  ASSERT_EQ(plan.touched.size(), 1U);
  EXPECT_EQ(plan.touched[0].stamp.inode, 9U);
}

// As rsync -t and some editors do it: the size and the time of the content are those of before.
TEST_F(Planned, BytesThatChangedUnderTheOldTimeAreSeen) {
  Known("a", 1, "apples");
  Found("a", 1, "APPLES", 2);
  EXPECT_EQ(Lines(Make()), List{"changed a"});
}

TEST_F(Planned, ARenameIsSeenByTheInodeWithoutReading) {
  Known("a", 1, "apples");
  Known("b", 2, "pears");
  Found("b", 2, "pears");
  Found("new/a", 1, "apples", 7);
  EXPECT_EQ(Lines(Make()), List{"renamed new/a was a"});
  EXPECT_EQ(hashed_, List{});
}

TEST_F(Planned, AMoveToAnotherFileSystemIsSeenByItsBytes) {
  Known("a", 1, "apples");
  Found("z", 77, "apples", 7, 7);
  EXPECT_EQ(Lines(Make()), List{"renamed z was a"});
  EXPECT_EQ(hashed_, List{"z"});
}

TEST_F(Planned, ANewFileOfAnotherSizeIsNotReadToFindARename) {
  Known("a", 1, "apples");
  Found("z", 77, "a longer text");
  EXPECT_EQ(Lines(Make()), (List{"added z", "gone a"}));
  EXPECT_EQ(hashed_, List{});
}

TEST_F(Planned, ACopyIsAnAddedFile) {
  Known("a", 1, "apples");
  Found("a", 1, "apples");
  Found("b", 2, "apples");
  EXPECT_EQ(Lines(Make()), List{"added b"});
}

TEST_F(Planned, OneVanishedFileIsRenamedOnce) {
  Known("a", 1, "apples");
  Found("x", 8, "apples", 2, 2);
  Found("y", 9, "apples", 2, 2);
  EXPECT_EQ(Lines(Make()), (List{"added y", "renamed x was a"}));
}

TEST_F(Planned, TwoFilesThatChangedPlacesAreTwoChanges) {
  Known("a", 1, "apples");
  Known("b", 2, "pears");
  Found("a", 2, "pears", 5);
  Found("b", 1, "apples", 5);
  EXPECT_EQ(Lines(Make()), (List{"changed a", "changed b"}));
}

// The inode of a deleted file is given to the next one.
TEST_F(Planned, AReusedInodeIsNoRename) {
  Known("a", 1, "apples");
  Found("b", 1, "grapes", 9, 9);
  EXPECT_EQ(Lines(Make()), (List{"added b", "gone a"}));
}

TEST_F(Planned, WhatCannotBeReadStays) {
  Known("a", 1, "apples");
  Known("dir/b", 2, "pears");
  Found("a", 1, "APPLES", 3);
  unreadable_ = "a";
  hidden_ = "dir/";
  EXPECT_EQ(Lines(Make()),
            (List{"unreadable a: no right", "unreadable dir/b: its folder could not be listed"}));
}

}  // namespace
}  // namespace arborist::sync
