// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/logs_check.h"

#include <gtest/gtest.h>

#include "notary/forger_test.h"
#include "notary/sign.h"
#include "notary/signing_keys.h"
#include "store/sample_store_test.h"

namespace arborist::notary {
namespace {

// Two shards with documents, and a key for the home log. tests/cli has every attack by name; here
// is what a checkpoint must and must not do.
class LogsCheckTest : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PutOne(store::MakeDocument("u:1", "one"), "a");
    PutOne(store::MakeDocument("u:2", "two"), "b");
  }
  std::unique_ptr<store::HomeStore> OpenHome() {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  Result<SignedLog> Sign() {
    const auto home = OpenHome();
    const auto head = home->log().Head();
    EXPECT_TRUE(MakeKey(home_, head->log));
    const auto key = LoadKey(home_);
    EXPECT_TRUE(key) << key.error().message;
    return SignLog(home_, home.get(), OpenCorpus(), *key);
  }
  audit::Checkpoint Anchor() {
    const auto made = Sign();
    EXPECT_TRUE(made) << made.error().message;
    return audit::ReadCheckpoint(made->checkpoint.note).value();
  }
  // keys: whose copies inside the store are hints.
  std::string Kinds(std::vector<audit::Checkpoint> anchors,
                    std::vector<audit::VerifierKey> keys = {}) {
    const auto report = CheckLogs({home_, std::move(anchors), std::move(keys), 1});
    EXPECT_TRUE(report) << report.error().message;
    std::string kinds;
    for (const Finding& finding : report->findings) {
      kinds += (kinds.empty() ? "" : " ") + finding.kind + ":" + finding.log;
    }
    return kinds;
  }
  Forger Home() { return Forger(home_.home_store()); }
};

TEST_F(LogsCheckTest, ACheckpointCoversEveryShardThroughTheHomeLog) {
  const audit::Checkpoint anchor = Anchor();
  const auto report = CheckLogs({.home = home_, .anchors = {anchor}});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok());
  ASSERT_EQ(report->logs.size(), 3u);
  for (const LogState& log : report->logs) EXPECT_EQ(log.anchored, log.events) << log.name;
  EXPECT_EQ(report->logs[0].root, anchor.root);
}
TEST_F(LogsCheckTest, WhatCameLaterIsToldAndNoFault) {
  const audit::Checkpoint anchor = Anchor();
  PutOne(store::MakeDocument("u:3", "three"), "a");
  ASSERT_TRUE(OpenHome()->CatchUp(OpenCorpus().shards()));
  PutOne(store::MakeDocument("u:4", "four"), "a");
  const auto report = CheckLogs({.home = home_, .anchors = {anchor}});
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ok());
  EXPECT_EQ(report->notes.size(), 2u);
  EXPECT_EQ(report->logs[1].anchored, 2u) << "of shard a, as it was signed";
}
TEST_F(LogsCheckTest, SignsTheSameLogOnceAndALongerOneAnew) {
  const auto first = Sign();
  const auto again = Sign();
  ASSERT_TRUE(first && again);
  EXPECT_TRUE(first->made);
  EXPECT_FALSE(again->made);
  EXPECT_EQ(first->checkpoint.note, again->checkpoint.note);
  PutOne(store::MakeDocument("u:3", "three"), "a");
  const auto later = Sign();
  ASSERT_TRUE(later);
  EXPECT_TRUE(later->made);
  EXPECT_GT(later->checkpoint.size, first->checkpoint.size);
  EXPECT_EQ(Problems(), "");
}
TEST_F(LogsCheckTest, ALogThatDoesNotHoldGetsNoSignature) {
  Anchor();
  Home().Rewrite(1);
  EXPECT_EQ(Sign().error().code, ErrorCode::kDoesNotHold);
  Home().Rechain();
  const auto refused = Sign();
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("rechained")) << refused.error().message;
}
TEST_F(LogsCheckTest, WithoutACheckpointARewrittenLogPassesWhichIsWhyOneIsNeeded) {
  const audit::Checkpoint anchor = Anchor();
  Home().Rewrite(1);
  Home().Rechain();
  EXPECT_EQ(Kinds({}), "");
  EXPECT_EQ(Kinds({anchor}), "rechained:home");
}
TEST_F(LogsCheckTest, AForkIsToldFromARewriteByAnEarlierCheckpoint) {
  const audit::Checkpoint early = Anchor();
  PutOne(store::MakeDocument("u:3", "three"), "a");
  const audit::Checkpoint late = Anchor();
  Home().Rewrite(early.size);
  Home().Rechain();
  EXPECT_EQ(Kinds({late}), "rechained:home");
  EXPECT_EQ(Kinds({early}), "");
  EXPECT_EQ(Kinds({early, late}), "forked:home");
  EXPECT_EQ(Kinds({late}, {LoadKey(home_)->verifier()}), "forked:home")
      << "the copy of the earlier one inside the store says so too";
}
TEST_F(LogsCheckTest, TwoHistoriesSignedByOneKeyAreAFork) {
  const audit::Checkpoint anchor = Anchor();
  audit::Checkpoint other = anchor;
  other.root.bytes[0] ^= 1;
  EXPECT_TRUE(Kinds({anchor, other}).starts_with("forked:home"));
}
TEST_F(LogsCheckTest, ADamagedNodeOfTheKeptTreeIsNamed) {
  {
    const auto home = OpenHome();
    const std::vector<store::PlainEvent> events(300,
                                                {.type = "test", .subject = "x", .hashes = {}});
    ASSERT_TRUE(home->AppendEvents(events));
  }
  const audit::Checkpoint anchor = Anchor();
  EXPECT_EQ(Kinds({anchor}), "");
  Home().Sql("UPDATE log_nodes SET root=zeroblob(32)");
  EXPECT_EQ(Kinds({anchor}), "tree_mismatch:home");
}
TEST_F(LogsCheckTest, AHomeWithoutALogIsNotFound) {
  const TemporaryFolder empty;
  const auto report = CheckLogs({.home = {empty.path()}});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace arborist::notary
