// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove_snapshot.h"

#include <gtest/gtest.h>

#include "bundle/verify.h"
#include "store/home/snapshots.h"
#include "store/sample_store_test.h"

namespace arborist::prove {
namespace {

using store::MakeDocument;
using store::ManyWords;

class ProveSnapshotTest : public store::StoreTest {
 protected:
  std::unique_ptr<store::HomeStore> OpenHome() {
    auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return home ? std::move(*home) : nullptr;
  }
  store::Snapshot Take() {
    const auto home = OpenHome();
    return store::Snapshots(home.get()).Create(OpenCorpus(), "").value();
  }
  Result<json::Value> Prove(std::string_view document, std::string_view snapshot) {
    const auto home = OpenHome();
    return ProveMember(home.get(), OpenCorpus(), document, snapshot);
  }
  void PutSome(int count) {
    for (int i = 0; i < count; ++i) {
      PutOne(MakeDocument("u:" + std::to_string(i), ManyWords(i, 600 * (i + 1))));
    }
  }
};

TEST_F(ProveSnapshotTest, EveryMemberHasABundleThatStandsAlone) {
  PutSome(5);
  const store::Snapshot first = Take();
  PutOne(MakeDocument("u:new", "a new one"));
  const store::Snapshot second = Take();
  for (int i = 0; i < 5; ++i) {
    for (const store::Snapshot& snapshot : {first, second}) {
      const auto made = Prove("u:" + std::to_string(i), snapshot.root.hex());
      ASSERT_TRUE(made) << made.error().message;
      const auto report =
          bundle::VerifyBundle(bundle::ToFileText(*made), {.trusted_root = snapshot.root});
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_TRUE(report->valid());
      EXPECT_EQ(report->checks.back().detail, snapshot.root.hex() + " is the root of the snapshot");
    }
  }
}

TEST_F(ProveSnapshotTest, WhatIsNotInItIsNotProved) {
  PutSome(2);
  const store::Snapshot first = Take();
  PutOne(MakeDocument("u:new", "a new one"));
  Take();
  EXPECT_TRUE(Prove("u:new", "latest"));
  const auto refused = Prove("u:new", "1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kDoesNotHold);
  EXPECT_EQ(Prove("u:none", "1").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Prove("u:1", "9").error().code, ErrorCode::kNotFound);
}

TEST_F(ProveSnapshotTest, ABurnedRootIsStillProvedToHaveBeenThere) {
  PutSome(3);
  const store::PreparedDocument secret = MakeDocument("u:secret", "a secret");
  PutOne(secret);
  Take();
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    ASSERT_TRUE(writer->burns().Burn(secret.root).value());
    ASSERT_TRUE(writer->Commit());
  }
  const auto made = Prove(secret.root.hex(), "1");
  ASSERT_TRUE(made) << made.error().message;
  const auto report = bundle::VerifyBundleValue(*made);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->valid());
  EXPECT_FALSE(bundle::ToFileText(*made).contains("a secret"));
}

TEST_F(ProveSnapshotTest, DamageNeverBecomesAProof) {
  PutSome(3);
  Take();
  Sql("UPDATE snapshots SET doc_count=4", home_.home_store());
  const auto refused = Prove("u:1", "latest");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace arborist::prove
