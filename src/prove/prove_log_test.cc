// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove_log.h"

#include "audit/checkpoint.h"
#include "bundle/verify.h"
#include "merkle/log_proof.h"
#include "prove/asked_home_test.h"
#include "prove/prove.h"
#include "prove/prove_record.h"
#include "store/log/checkpoints.h"
#include "store/log/nodes.h"

namespace arborist::prove {
namespace {

class ProveLogTest : public AskedHome {
 protected:
  // As arborist audit checkpoint does, which is tested where it lives.
  std::string Sign() {
    const auto home = OpenHome();
    EXPECT_TRUE(home->CatchUp(OpenCorpus().shards()));
    const store::LogHead head = home->log().Head().value();
    if (!key_) key_.emplace(audit::SigningKey::Generate(audit::OriginOf(head.log)));
    const store::LogNodes nodes(&home->log(), home.get(), head.log);
    const Hash256 root = merkle::LogRoot(head.size, nodes.Subtrees()).value();
    const std::string note =
        audit::SignCheckpoint({audit::OriginOf(head.log), head.size, root, {}}, *key_);
    EXPECT_TRUE(store::Checkpoints(home.get()).Keep({head.size, root, note, 0}));
    return note;
  }
  std::string Judge(const Result<json::Value>& made) {
    if (!made) return made.error().message;
    bundle::VerifyOptions options;
    if (key_) options.key = key_->verifier();
    const auto report = bundle::VerifyBundle(bundle::ToFileText(*made), options);
    if (!report) return report.error().message;
    std::string out;
    for (const bundle::Check& check : report->checks) {
      if (check.state == bundle::CheckState::kOk || check.state == bundle::CheckState::kSkipped) {
        continue;
      }
      out += check.name + " " + check.detail + " ";
    }
    return out;
  }
  Result<json::Value> Passage() {
    const auto home = OpenHome();
    return ProvePassage(OpenCorpus(), "t:canal.txt", 0, home.get());
  }
  std::optional<audit::SigningKey> key_;
};

TEST_F(ProveLogTest, PassagesDocumentsRecordsAndEventsReachTheSignature) {
  const store::Record record = Ask(kWhen);
  Sign();
  const auto home = OpenHome();
  EXPECT_EQ(Judge(Passage()), "");
  EXPECT_EQ(Judge(ProveDocument(OpenCorpus(), "t:buffalo.txt", home.get())), "");
  EXPECT_EQ(Judge(ProveRecord(home.get(), OpenCorpus(), record.cache_key.hex(), false)), "");
  EXPECT_EQ(Judge(ProveRecord(home.get(), OpenCorpus(), record.cache_key.hex(), true)), "");
  EXPECT_EQ(Judge(ProveEvent(home_, "home", record.event_seq)), "");
  const std::string shard = OpenCorpus().shards()[0]->name();
  EXPECT_EQ(Judge(ProveEvent(home_, shard, 0)), "");
}
TEST_F(ProveLogTest, WithoutACheckpointTheBundleHoldsAndHasNone) {
  const auto made = Passage();
  EXPECT_EQ(Judge(made), "");
  EXPECT_NE(made->Find("log")->Find("home"), nullptr);
  EXPECT_EQ(made->Find("log")->Find("checkpoint"), nullptr);
  EXPECT_EQ(ProvePassage(OpenCorpus(), "t:canal.txt", 0)->Find("log"), nullptr)
      << "nor a log at all where there is no home store";
}
TEST_F(ProveLogTest, WhatIsNewerThanTheCheckpointIsNotAnchoredYet) {
  Sign();
  Write("late.txt", "A text that came later.");
  Ingest();
  const auto home = OpenHome();
  const auto late = ProveDocument(OpenCorpus(), "t:late.txt", home.get());
  ASSERT_TRUE(late) << late.error().message;
  EXPECT_EQ(late->Find("log")->Find("checkpoint"), nullptr);
  EXPECT_EQ(Judge(Passage()), "") << "the older one still is";
  Sign();
  EXPECT_EQ(Judge(ProveDocument(OpenCorpus(), "t:late.txt", home.get())), "");
}
TEST_F(ProveLogTest, ALaterCheckpointIsProvedToContinueAnOlder) {
  const std::string older = Sign();
  Ask(kWhen);
  const std::string newer = Sign();
  const auto home = OpenHome();
  EXPECT_EQ(Judge(ProveConsistency(home.get(), older, newer)), "");
  EXPECT_EQ(ProveConsistency(home.get(), newer, older).error().code, ErrorCode::kDoesNotHold);
  audit::Checkpoint other = audit::ReadCheckpoint(older).value();
  other.root.bytes[0] ^= 1;
  const auto refused = ProveConsistency(home.get(), audit::SignCheckpoint(other, *key_), newer);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kDoesNotHold);
}
TEST_F(ProveLogTest, ALogOrEventThatIsNotThereIsNotFound) {
  EXPECT_EQ(ProveEvent(home_, "nowhere", 0).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ProveEvent(home_, "../x", 0).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(ProveEvent(home_, "home", 9999).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace arborist::prove
