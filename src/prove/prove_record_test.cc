// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove_record.h"

#include "bundle/verify.h"
#include "prove/asked_home_test.h"

namespace arborist::prove {
namespace {

class ProveRecordTest : public AskedHome {
 protected:
  Result<json::Value> Prove(std::string_view key, bool redact = false) {
    const auto home = OpenHome();
    return ProveRecord(home.get(), OpenCorpus(), key, redact);
  }
  static std::string Failures(const json::Value& made) {
    const auto report = bundle::VerifyBundle(bundle::ToFileText(made));
    if (!report) return report.error().message;
    std::string out;
    for (const bundle::Check& check : report->checks) {
      if (check.state != bundle::CheckState::kOk) out += check.name + " ";
    }
    return out;
  }
};

TEST_F(ProveRecordTest, EveryModeGivesABundleThatHolds) {
  for (const auto mode : {judge::AnswerMode::kQuote, judge::AnswerMode::kClaimLatticePointer,
                          judge::AnswerMode::kClaimLattice}) {
    const store::Record record = Ask(kWhen, mode);
    const auto made = Prove(record.cache_key.hex());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(Failures(*made), "");
    EXPECT_EQ(*made->Find("statement")->Find("record_hash"), json::Value(record.record_hash.hex()));
  }
}
TEST_F(ProveRecordTest, APrefixWillDoAndAnotherKeyIsNotFound) {
  const store::Record record = Ask(kWhen);
  EXPECT_TRUE(Prove(record.cache_key.hex().substr(0, 8)));
  EXPECT_EQ(Prove("00000000").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Prove("xyz").error().code, ErrorCode::kInvalidArgument);
}
TEST_F(ProveRecordTest, StatementIsTheSameBytesWhateverTheLayoutAndTheHome) {
  std::vector<std::string> statements;
  std::vector<std::string> logs;
  for (const std::uint32_t shards : {1u, 3u}) {
    std::filesystem::remove_all(home_.root);
    ingest_.shards = shards;
    Ingest();
    if (shards == 3u) Ask("Why did Buffalo grow?");
    const auto made = Prove(Ask(kWhen).cache_key.hex());
    ASSERT_TRUE(made) << made.error().message;
    statements.push_back(json::Dump(*made->Find("statement")));
    logs.push_back(json::Dump(*made->Find("log")));
  }
  EXPECT_EQ(statements[0], statements[1]);
  EXPECT_NE(logs[0], logs[1]);
}
TEST_F(ProveRecordTest, RedactedHoldsNoTextAndStillHolds) {
  const auto made = Prove(Ask(kWhen).cache_key.hex(), true);
  ASSERT_TRUE(made) << made.error().message;
  const std::string file = bundle::ToFileText(*made);
  EXPECT_EQ(file.find("1825"), std::string::npos);
  EXPECT_EQ(file.find("Erie"), std::string::npos);
  EXPECT_TRUE(bundle::VerifyBundle(file)->valid());
}
TEST_F(ProveRecordTest, AStaleRecordIsStillProvedFromItsOldDocuments) {
  const store::Record record = Ask(kWhen);
  Write("canal.txt", "The Erie Canal is another text now.");
  Ingest();
  const auto made = Prove(record.cache_key.hex());
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(Failures(*made), "");
  const auto home = OpenHome();
  EXPECT_EQ(store::Records(home.get()).Resolve(record.cache_key.hex())->state,
            store::RecordState::kStale)
      << "it has caught up";
}
TEST_F(ProveRecordTest, ALaterEventIsProvedInALargerTree) {
  const store::Record first = Ask(kWhen);
  const auto before = Prove(first.cache_key.hex());
  Ask("Why did Buffalo grow?");
  const auto after = Prove(first.cache_key.hex());
  ASSERT_TRUE(before && after);
  EXPECT_EQ(*before->Find("statement"), *after->Find("statement"));
  EXPECT_LT(before->Find("log")->Find("tree")->Find("size")->as_int(),
            after->Find("log")->Find("tree")->Find("size")->as_int());
}
TEST_F(ProveRecordTest, DamageNeverBecomesAProof) {
  const store::Record record = Ask(kWhen);
  Damage("UPDATE records SET body=replace(body, '1825', '1826')");
  const auto made = Prove(record.cache_key.hex());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kCorrupt) << made.error().message;
  EXPECT_TRUE(made.error().message.contains("no proof was made")) << made.error().message;
}
TEST_F(ProveRecordTest, DamagedChunksNeverBecomeAProof) {
  const store::Record record = Ask(kWhen);
  for (const auto& file : std::filesystem::directory_iterator(home_.shards())) {
    if (file.path().extension() != ".db") continue;
    sqlite::Damage(
        file.path(),
        "UPDATE chunks SET content = (SELECT content FROM chunks ORDER BY chunk_id LIMIT 1)");
  }
  for (const bool redact : {false, true}) {
    const auto made = Prove(record.cache_key.hex(), redact);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::kCorrupt) << made.error().message;
  }
}
TEST_F(ProveRecordTest, ADocumentThatIsGoneIsNamed) {
  const store::Record record = Ask(kWhen);
  std::filesystem::remove_all(home_.shards());
  std::filesystem::create_directories(home_.shards());
  const auto home = OpenHome();
  const auto read = store::Records(home.get()).Resolve(record.cache_key.hex());
  const auto made = GatherRecord(home.get(), OpenCorpus(), *read);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(made.error().message.contains("no longer in the store")) << made.error().message;
}
TEST_F(ProveRecordTest, DigitsThatBeginAKeyAndARootAreAmbiguous) {
  const store::Record record = Ask(kWhen);
  const std::string key = record.cache_key.hex();
  const auto home = OpenHome();
  EXPECT_EQ(*WhatIs(home.get(), OpenCorpus(), key), Named::kRecord);
  EXPECT_EQ(*WhatIs(home.get(), OpenCorpus(), key.substr(0, 9)), Named::kRecord);
  EXPECT_EQ(*WhatIs(home.get(), OpenCorpus(), "t:canal.txt"), Named::kDocument);
  EXPECT_EQ(*WhatIs(nullptr, OpenCorpus(), key), Named::kDocument);
  const std::string root = OpenCorpus().Resolve("t:canal.txt")->view.root.hex();
  EXPECT_EQ(*WhatIs(home.get(), OpenCorpus(), root), Named::kDocument);
  Damage("UPDATE records SET cache_key=x'" + root.substr(0, 16) + key.substr(16) + "'");
  const auto both = WhatIs(home.get(), OpenCorpus(), root.substr(0, 12));
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().code, ErrorCode::kAmbiguous);
  EXPECT_EQ(*WhatIs(home.get(), OpenCorpus(), root), Named::kDocument) << "all digits decide";
}

}  // namespace
}  // namespace arborist::prove
