// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/event.h"

#include <gtest/gtest.h>

#include "audit/snapshot_event.h"
#include "crypto/sha256.h"

namespace arborist::audit {
namespace {

EventBody Body(std::uint64_t seq, std::int64_t time) {
  return {.log = crypto::Sha256("log"),
          .seq = seq,
          .type = "document_added",
          .time = time,
          .subject = std::string(64, 'a'),
          .actor = "arborist/\"test\"é",
          .hashes = {{"uri", SaltedHash("salt", "u")}, {"source", crypto::Sha256("s")}}};
}

TEST(EventHash, IsOverPreviousHexAndCanonicalBody) {
  const EventHash previous(crypto::Sha256("p"));
  EXPECT_EQ(HashEvent(previous, Body(3, 7)),
            crypto::Sha256(previous.hex() + json::Dump(BodyToJson(Body(3, 7)))));
}

TEST(EventHash, FirstPreviousIs64Zeros) {
  EXPECT_EQ(HashEvent({}, Body(0, 7)),
            crypto::Sha256(std::string(64, '0') + json::Dump(BodyToJson(Body(0, 7)))));
}

class Chain : public testing::Test {
 protected:
  void SetUp() override {
    const EventHash first = HashEvent({}, Body(0, 10));
    ASSERT_TRUE(checker_.Next(Body(0, 10), first));
  }
  std::string Refusal(const EventBody& body) {
    const Status status = checker_.Next(body, HashEvent(checker_.head(), body));
    return status ? "accepted" : status.error().message.substr(0, status.error().message.find(':'));
  }
  ChainChecker checker_;
};

TEST_F(Chain, GrowsByOne) { EXPECT_EQ(Refusal(Body(1, 10)), "accepted"); }
TEST_F(Chain, RefusesAGap) { EXPECT_EQ(Refusal(Body(2, 10)), "seq_gap"); }
TEST_F(Chain, RefusesEarlierTime) { EXPECT_EQ(Refusal(Body(1, 9)), "time_decreased"); }
TEST_F(Chain, RefusesAnotherLog) {
  EventBody body = Body(1, 10);
  body.log = crypto::Sha256("other");
  EXPECT_EQ(Refusal(body), "log_changed");
}
TEST_F(Chain, RefusesAChangedBody) {
  const EventHash hash = HashEvent(checker_.head(), Body(1, 10));
  EventBody body = Body(1, 10);
  body.type = "document_gone";
  const Status status = checker_.Next(body, hash);
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.starts_with("event_hash_mismatch"));
}

// The example of docs/format/snapshot.md.
TEST(SnapshotEvent, BindsRootCountAndParent) {
  const auto root =
      Hash256::FromHexString("34151a54f2e732fd999a1feeaae09d9854e9a2bf3d4d0426e49a524dc5cdf651");
  ASSERT_TRUE(root);
  EXPECT_EQ(HashSnapshotState(*root, 3, std::nullopt).hex(),
            "2fc525a9c4cfad8ee1830a5f7bd11529cb6540d1d440396bfdf40fcf9f1278e5");
  EXPECT_NE(HashSnapshotState(*root, 4, std::nullopt), HashSnapshotState(*root, 3, std::nullopt));
  EXPECT_NE(HashSnapshotState(*root, 3, *root), HashSnapshotState(*root, 3, std::nullopt));
}

}  // namespace
}  // namespace arborist::audit
