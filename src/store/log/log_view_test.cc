// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/log_view.h"

#include <gtest/gtest.h>

#include "store/home/home.h"
#include "store/home/recorded_heads.h"
#include "store/log/chain_check.h"
#include "store/read_moment.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

using Numbers = std::vector<std::uint64_t>;

class LogViewTest : public StoreTest {
 protected:
  std::unique_ptr<HomeStore> OpenHome() {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  std::vector<LogName> Names() {
    auto names = LogNames(home_);
    EXPECT_TRUE(names) << names.error().message;
    return std::move(*names);
  }
  static Numbers Seqs(const LogView& log, std::uint64_t from, std::uint64_t to) {
    Numbers seqs;
    EXPECT_TRUE(log.ReadEvents(from, to, [&](const StoredEvent& event) {
      seqs.push_back(event.body.seq);
      return true;
    }));
    return seqs;
  }
  static std::string TextOf(const LogView& log, std::uint64_t seq, const std::string& name) {
    std::string text;
    const std::uint64_t seqs[] = {seq};
    EXPECT_TRUE(log.ReadTexts(seqs, [&](std::uint64_t of, LogView::Texts texts) {
      EXPECT_EQ(of, seq);
      text = texts[name];
    }));
    return text;
  }
};

TEST_F(LogViewTest, ARangeOfEventsIsGivenInOrder) {
  for (const char* uri : {"u:1", "u:2", "u:3"}) PutOne(MakeDocument(uri, uri));
  const auto reader = OpenReader();
  const LogView& log = reader->log();
  const LogHead head = log.Head().value();
  EXPECT_EQ(head.size, 4u);
  EXPECT_EQ(Seqs(log, 0, kNewestEvent), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(Seqs(log, 1, 3), (Numbers{1, 2}));
  EXPECT_EQ(Seqs(log, 3, 3), Numbers{});
  EXPECT_EQ(Seqs(log, 0, 0), Numbers{});
  EXPECT_EQ(Seqs(log, kNewestEvent, kNewestEvent), Numbers{});
  EXPECT_EQ(log.EventAt(3)->hash, head.head);
  for (const std::uint64_t beyond : {std::uint64_t{4}, kNewestEvent}) {
    EXPECT_EQ(log.EventAt(beyond).error().code, ErrorCode::kNotFound);
  }
  std::vector<EventHash> hashes;
  EXPECT_TRUE(log.ReadHashes(2, 4, [&](const EventHash& hash) { hashes.push_back(hash); }));
  EXPECT_EQ(hashes, (std::vector<EventHash>{log.EventAt(2)->hash, head.head}));
  EXPECT_EQ(log.ReadHashes(2, 5, [](const EventHash&) {}).error().code, ErrorCode::kCorrupt);
}

TEST_F(LogViewTest, TheTextOfALocationIsReadFromItsRow) {
  PutOne(MakeDocument("u:1", "one", "The first"));
  const auto log = OpenLog(home_, LogName::Shard("main"));
  ASSERT_TRUE(log) << log.error().message;
  EXPECT_TRUE(TextOf(**log, 1, "location").contains("The first"));
  EXPECT_EQ(TextOf(**log, 0, "location"), "") << "the event that began the log has none";
}

TEST_F(LogViewTest, AnEventIsFoundByTheBeginningOfItsHash) {
  PutOne(MakeDocument("u:1", "one"));
  const auto reader = OpenReader();
  const std::string hex = reader->log().EventAt(1)->hash.hex();
  EXPECT_EQ(reader->log().FindByHash(hex, 2).value(), Numbers{1});
  EXPECT_EQ(reader->log().FindByHash(hex.substr(0, 8), 2).value(), Numbers{1});
  EXPECT_EQ(reader->log().FindByHash("", 1)->size(), 1u) << "any, and no more than wanted";
  EXPECT_FALSE(reader->log().FindByHash("no digits", 2));
  EXPECT_FALSE(reader->log().FindByHash(hex + "0", 2));
}

TEST_F(LogViewTest, RowsThatSpeakOfAnEventThatWasCutOffAreFound) {
  PutOne(MakeDocument("u:1", "one"));
  PutOne(MakeDocument("u:2", "two"));
  OpenHome();
  for (const LogName& name : Names()) {
    EXPECT_FALSE(OpenLog(home_, name).value()->RowsSpeakOfLater().value()) << name.text;
  }
  EXPECT_FALSE(OpenReader()->log().RowsSpeakOfLater().value()) << "also within a snapshot";
  Sql("DELETE FROM audit_events WHERE seq=2");
  EXPECT_TRUE(OpenLog(home_, LogName::Shard("main")).value()->RowsSpeakOfLater().value());
  ASSERT_TRUE(OpenHome()->CatchUp({}));
  Sql("INSERT INTO checkpoints VALUES(9,zeroblob(32),'note',0)", home_.home_store());
  EXPECT_TRUE(OpenLog(home_, LogName()).value()->RowsSpeakOfLater().value());
}

TEST_F(LogViewTest, TheChainIsCheckedWhereverTheViewIsFrom) {
  PutOne(MakeDocument("u:1", "one"));
  OpenHome();
  for (const LogName& name : Names()) {
    const auto chain = OpenLog(home_, name).value()->CheckChain({});
    ASSERT_TRUE(chain) << chain.error().message;
    EXPECT_FALSE(chain->broken);
    EXPECT_EQ(chain->holds, chain->head.size);
  }
  EXPECT_EQ(OpenReader()->log().CheckChain({})->head.head, OpenReader()->log().Head()->head);
}

TEST_F(LogViewTest, TheLogsOfAHomeHaveNames) {
  const auto names = [&] {
    std::string texts;
    for (const LogName& name : Names()) texts += name.text + " ";
    return texts;
  };
  EXPECT_EQ(names(), "");
  PutOne(MakeDocument("u:1", "one"), "home");
  PutOne(MakeDocument("u:1", "one"), "a");
  EXPECT_EQ(names(), "a home ");
  OpenHome();
  EXPECT_EQ(names(), "home a home ");
  EXPECT_NE(OpenLog(home_, LogName()).value()->Head()->log,
            OpenLog(home_, LogName::Shard("home")).value()->Head()->log);
  EXPECT_FALSE(OpenLog(home_, LogName::Shard("nowhere")));
}

TEST_F(LogViewTest, EventsAreAppendedTogether) {
  const auto home = OpenHome();
  const Hash256 hash = crypto::Sha256("x");
  const PlainEvent events[] = {{"one", "x", {{"hash", hash}}}, {"two", "y", {}}};
  ASSERT_TRUE(home->AppendEvents(events));
  ASSERT_TRUE(home->MakeDurable());
  EXPECT_EQ(home->log().EventAt(1)->body.hashes.at("hash"), hash);
  EXPECT_EQ(home->log().EventAt(2)->body.subject, "y");
  EXPECT_EQ(Problems(), "");
}

TEST_F(LogViewTest, AMomentHidesWhatOthersWriteMeanwhile) {
  const auto writing = OpenHome();
  const auto reading = HomeStore::OpenToRead(home_).value();
  const PlainEvent event{"one", "x", {}};
  {
    const auto moment = ReadMoment::Begin(reading.get());
    ASSERT_TRUE(moment) << moment.error().message;
    EXPECT_EQ(reading->log().Head()->size, 1u);
    ASSERT_TRUE(writing->AppendEvents({&event, 1}));
    {
      const auto inner = ReadMoment::Begin(reading.get());
      EXPECT_EQ(reading->log().Head()->size, 1u);
    }
    EXPECT_EQ(reading->log().Head()->size, 1u) << "an inner one does not end it";
  }
  EXPECT_EQ(reading->log().Head()->size, 2u);
}

TEST_F(LogViewTest, AHomeThatCannotBeReadAsItStandsIsNone) {
  EXPECT_EQ(HomeStore::OpenAsItStands(home_).value(), nullptr) << "there is none yet";
  OpenHome();
  EXPECT_NE(HomeStore::OpenAsItStands(home_).value(), nullptr);
  Sql("PRAGMA user_version=99", home_.home_store());
  EXPECT_EQ(HomeStore::OpenAsItStands(home_).value(), nullptr);
  EXPECT_FALSE(HomeStore::OpenToRead(home_));
}

TEST_F(LogViewTest, TheRecordedSizeOfAShardIsTheOneThatItsEventBinds) {
  const auto home = OpenHome();
  RecordedHeads heads(home.get());
  EXPECT_FALSE(heads.LastSeen("main").value());
  EXPECT_FALSE(heads.NewestBefore(kNewestEvent, "main").value());
  PutOne(MakeDocument("u:1", "one"));
  ASSERT_TRUE(home->CatchUp(OpenCorpus().shards()));
  PutOne(MakeDocument("u:2", "two"));
  ASSERT_TRUE(home->CatchUp(OpenCorpus().shards()));
  EXPECT_EQ(heads.Sizes().value(), (std::map<std::uint64_t, std::uint64_t>{{1, 2}, {2, 3}}));
  EXPECT_EQ(heads.LastSeen("main").value()->size, 3u);
  EXPECT_EQ(heads.LastSeen("main").value()->head, OpenReader()->log().Head()->head);
  EXPECT_EQ(heads.NewestBefore(3, "main").value()->size, 3u);
  EXPECT_EQ(heads.NewestBefore(2, "main").value()->size, 2u);
  EXPECT_EQ(heads.NewestBefore(2, "main").value()->seq, 1u);
  EXPECT_FALSE(heads.NewestBefore(3, "other").value());
  Sql("UPDATE head_sizes SET size=1 WHERE seq=2", home_.home_store());
  EXPECT_FALSE(heads.NewestBefore(3, "main").value());
}

}  // namespace
}  // namespace arborist::store
