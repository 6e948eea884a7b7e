// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/rotate.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "notary/signing_keys.h"
#include "store/sample_store_test.h"

namespace arborist::notary {
namespace {

class RotateTest : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PutOne(store::MakeDocument("u:1", "one"), "a");
    home_store_ = std::move(
        *store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"}));
    EXPECT_TRUE(MakeKey(home_, home_store_->log().Head()->log));
  }
  Rotation Rotate() {
    auto made = RotateKey(home_, home_store_.get(), OpenCorpus());
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
  }
  int Events() {
    int count = 0;
    EXPECT_TRUE(
        home_store_->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
          count += event.body.type == "key_rotated" ? 1 : 0;
          return true;
        }));
    return count;
  }
  std::unique_ptr<store::HomeStore> home_store_;
};

TEST_F(RotateTest, TheNewerKeyKnowsEveryOneBeforeIt) {
  const audit::VerifierKey first = LoadKey(home_)->verifier();
  Rotate();
  Rotate();
  const audit::VerifierKey third = LoadKey(home_)->verifier();
  const auto line = WithPredecessors(home_, third);
  ASSERT_EQ(line.size(), 3u);
  EXPECT_EQ(line.back().ToText(), first.ToText());
  EXPECT_EQ(WithPredecessors(home_, first).size(), 1u);
  EXPECT_EQ(Events(), 2);
  EXPECT_EQ(SignedCopies(home_store_.get(), line)->size(), 3u)
      << "one by each; nothing happened between the second's first and its last";
}

TEST_F(RotateTest, OneThatWasKilledBehindItsEventIsFinished) {
  const std::string older = ReadFile(SecretKeyFile(home_), 4096).value();
  const Rotation made = Rotate();
  // As it was when the event was there and the new secret not yet in its place.
  const std::string newer = ReadFile(SecretKeyFile(home_), 4096).value();
  ASSERT_TRUE(WriteFileAtomically(NextKeyFile(home_), newer, 0600));
  ASSERT_TRUE(WriteFileAtomically(SecretKeyFile(home_), older, 0600));
  const Rotation again = Rotate();
  EXPECT_EQ(again.handover.newer.ToText(), made.handover.newer.ToText());
  EXPECT_EQ(ReadFile(SecretKeyFile(home_), 4096).value(), newer);
  EXPECT_FALSE(std::filesystem::exists(NextKeyFile(home_)));
  EXPECT_EQ(Events(), 1);
}

TEST_F(RotateTest, OneThatWasKilledBeforeItsEventBeginsAnew) {
  const audit::SigningKey stray = audit::SigningKey::Generate(LoadKey(home_)->verifier().name);
  ASSERT_TRUE(WriteKeyFile(NextKeyFile(home_), stray));
  const Rotation made = Rotate();
  EXPECT_NE(made.handover.newer.ToText(), stray.verifier().ToText());
  EXPECT_FALSE(std::filesystem::exists(NextKeyFile(home_)));
  EXPECT_EQ(Events(), 1);
}

TEST_F(RotateTest, ThePublicHalfFollowsTheSecret) {
  Rotate();
  ASSERT_TRUE(WriteFileAtomically(PublicKeyFile(home_), "stale\n"));
  ASSERT_TRUE(MakeKey(home_, home_store_->log().Head()->log));
  EXPECT_EQ(ReadVerifierKey(PublicKeyFile(home_))->ToText(), LoadKey(home_)->verifier().ToText());
}

}  // namespace
}  // namespace arborist::notary
