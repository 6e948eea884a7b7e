// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/burn.h"

#include "crypto/sha256.h"
#include "curate/answered_home_test.h"
#include "curate/derive_synonyms.h"
#include "curate/promote.h"
#include "store/read_moment.h"

namespace arborist::curate {
namespace {

class CurateBurn : public AnsweredHome {
 protected:
  Result<BurnReport> TryBurn(const std::string& name, bool force = false) {
    return Burn({.home = home_,
                 .clock = &clock_,
                 .random = &random_,
                 .actor = "test",
                 .name = name,
                 .force = force});
  }
  std::string RootOf(const std::string& uri) { return OpenCorpus().Resolve(uri)->view.root.hex(); }
  bool HasRecord(const CacheKey& key) {
    const auto home = OpenHome();
    return store::Records(home.get()).Resolve(key.hex()).has_value();
  }
};

TEST_F(CurateBurn, ARecordGoesWithItsText) {
  const CacheKey key = Ask("When did the Erie Canal open?", "\"Quokkas were never asked.\"");
  const CacheKey other = Ask("Why did Buffalo grow quickly?");
  const auto report = TryBurn(key.hex().substr(0, 10));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->subject, key.hex());
  EXPECT_FALSE(report->document);
  EXPECT_FALSE(HasRecord(key));
  EXPECT_TRUE(HasRecord(other));
  EXPECT_EQ(FilesWith("uokka"), "");
  EXPECT_EQ(HomeEvents().back(), "providence_burn");
  EXPECT_EQ(Problems(), "");
}

TEST_F(CurateBurn, ADocumentIsRefusedWhileRecordsRestOnIt) {
  Write("quokka.md", "# Quokkatitle\n\nThe quokkaword canal opened on May 5, 1901, they say.\n");
  Ingest();
  const CacheKey key = Ask("When did the quokkaword canal open?");
  const std::string root = RootOf("doc:quokka.md");
  const auto refused = TryBurn(root);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  EXPECT_TRUE(refused.error().message.contains("1 record (" + key.hex().substr(0, 12)))
      << refused.error().message;
  EXPECT_NE(FilesWith("quokka"), "");

  const auto report = TryBurn(root, true);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->records, 1u);
  EXPECT_FALSE(HasRecord(key));
  EXPECT_FALSE(OpenCorpus().Resolve(root));
  EXPECT_EQ(FilesWith("uokka"), "") << "not in any byte of any file";
  EXPECT_EQ(Problems(), "");
  EXPECT_TRUE(TryBurn(root)->again) << "a second time is no error";
}

TEST_F(CurateBurn, AnAnswerThatRestsOnADocumentAndOnItsCoreCountsOnce) {
  Write("quokka.md", "# Quokkatitle\n\nThe quokkaword canal opened on May 5, 1901, they say.\n");
  Ingest();
  const CacheKey key = Ask("When did the quokkaword canal open?");
  const auto promoted =
      Promote({.home = home_, .clock = &clock_, .random = &random_, .actor = "test", .min_age = 0});
  ASSERT_TRUE(promoted) << promoted.error().message;
  ASSERT_EQ(promoted->promoted, 1u);
  const std::string root = RootOf("doc:quokka.md");
  {
    const store::Corpus corpus = OpenCorpus();
    const auto document = corpus.Resolve(root).value();
    const auto home = OpenHome();
    store::Records records(home.get());
    const Dependants dependants = DependantsOf(corpus, &records, document).value();
    ASSERT_EQ(dependants.cores.size(), 1u);
    store::Record record = records.Resolve(key.hex()).value();
    record.cache_key = CacheKey(crypto::Sha256("another question"));
    ASSERT_TRUE(records.Insert(record, {document.view.root, *dependants.cores.begin()}));
  }
  const auto refused = TryBurn(root);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("dependants: 2 records ("))
      << refused.error().message;
  EXPECT_TRUE(refused.error().message.contains("1 core (")) << refused.error().message;
  const auto report = TryBurn(root, true);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->records, 2u);
}

TEST_F(CurateBurn, ARefusalCountsEveryRecordOfAKey) {
  Write("quokka.md", "# Quokkatitle\n\nThe quokkaword canal opened on May 5, 1901, they say.\n");
  Ingest();
  const CacheKey key = Ask("When did the quokkaword canal open?");
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    ASSERT_TRUE(records.SetState(records.Resolve(key.hex())->record_id, store::RecordState::kStale,
                                 "to be asked again"));
  }
  ASSERT_EQ(Ask("When did the quokkaword canal open?"), key);
  const auto refused = TryBurn(RootOf("doc:quokka.md"));
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("2 records (")) << refused.error().message;
  EXPECT_EQ(TryBurn(RootOf("doc:quokka.md"), true)->records, 2u);
}

TEST_F(CurateBurn, AQuestionThatWasDeclinedBeforeGoesWithItsRecord) {
  const std::string question = "Where do quokkaword vombats sleep?";
  const auto declined = With(nullptr, [&](const ask::Services& services) {
    return ask::Ask(Question("Where do quokkaword penguins sleep?"), services);
  });
  ASSERT_TRUE(declined) << declined.error().message;
  const auto early = With(nullptr, [&](const ask::Services& services) {
    return ask::Ask(Question(question), services);
  });
  ASSERT_TRUE(early) << early.error().message;
  ASSERT_FALSE(early->stored);
  Write("vombat.md", "# Vombat\n\nThe quokkaword vombats sleep in Burrow Hill.\n");
  Ingest();
  const CacheKey key = Ask(question);
  ASSERT_TRUE(TryBurn(key.hex(), true));
  EXPECT_TRUE(FilesWith("quokkaword penguins").contains("providence.db")) << "another stays";
  EXPECT_FALSE(FilesWith("quokkaword vombats").contains("providence.db"));
}

TEST_F(CurateBurn, WordsOfItsTitleAreNoConceptsAnyMore) {
  Write("quokka.md", "# Quokkatitle\n\nThe animal, see [that](setonix.md).\n");
  Write("setonix.md", "# Setonixword\n\nSetonix is [this](quokka.md).\n");
  Ingest();
  {
    const auto home = OpenHome();
    const auto derived = DeriveSynonyms(OpenCorpus(), home.get());
    ASSERT_TRUE(derived) << derived.error().message;
    ASSERT_EQ(derived->added, 2u);
  }
  ASSERT_TRUE(TryBurn(RootOf("doc:quokka.md"), true));
  EXPECT_EQ(FilesWith("uokkatitle"), "");
}

TEST_F(CurateBurn, ADeclinedQuestionIsBurnedOnce) {
  const auto declined = With(nullptr, [&](const ask::Services& services) {
    return ask::Ask(Question("Where do zygomorphic quokkas sleep?"), services);
  });
  ASSERT_TRUE(declined) << declined.error().message;
  ASSERT_FALSE(declined->stored);
  const std::string run = declined->record.dag.root.hex();
  const auto first = TryBurn(run);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_TRUE(first->question);
  EXPECT_FALSE(first->again);
  EXPECT_EQ(FilesWith("uokka"), "");
  const std::vector<std::string> events = HomeEvents();
  EXPECT_EQ(events.back(), "question_burn");

  const auto second = TryBurn(run);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_TRUE(second->question);
  EXPECT_TRUE(second->again);
  EXPECT_EQ(HomeEvents(), events) << "it says so and adds nothing";

  (void)With(nullptr, [&](const ask::Services& services) {
    return ask::Ask(Question("Where do zygomorphic quokkas sleep?"), services);
  });
  EXPECT_FALSE(TryBurn(run)->again) << "asked again, it is there again";
  EXPECT_EQ(FilesWith("uokka"), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(CurateBurn, LinksFromOtherTextsAreDependantsAndStay) {
  Write("target.jsonl",
        R"({"uri":"https://example.org/target","title":"Target","text":"A quokkaword is here."})"
        "\n");
  Write("linker.md", "# Linker\n\nSee [the target](https://example.org/target) for more.\n");
  Ingest();
  const std::string root = RootOf("https://example.org/target");
  const auto refused = TryBurn(root);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("1 text that links to it (doc:linker.md)"))
      << refused.error().message;
  const auto report = TryBurn(root, true);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->links_left, 1u);
  EXPECT_EQ(FilesWith("quokkaword"), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(CurateBurn, AReaderKeepsItFromItsEndAndThenItIsFinished) {
  Write("quokka.txt", "The quokkaword stands here alone.");
  Ingest();
  const std::string root = RootOf("doc:quokka.txt");
  {
    const store::Corpus reading = OpenCorpus();
    const auto held = TryBurn(root);
    ASSERT_FALSE(held);
    EXPECT_EQ(held.error().code, ErrorCode::kEnvironment);
  }
  const auto again = TryBurn(root);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->again);
  EXPECT_TRUE(again->document);
  EXPECT_EQ(FilesWith("quokka"), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(CurateBurn, AReaderKeepsNoQuestionFromGoing) {
  const std::string question = "Where do quokkaword vombats sleep?";
  const auto early = With(nullptr, [&](const ask::Services& services) {
    return ask::Ask(Question(question), services);
  });
  ASSERT_TRUE(early && !early->stored);
  Write("vombat.md", "# Vombat\n\nThe quokkaword vombats sleep in Burrow Hill.\n");
  Ingest();
  const CacheKey key = Ask(question);
  {
    const auto reading = OpenReadOnly();
    const auto moment = store::ReadMoment::Begin(reading.get());
    ASSERT_TRUE(moment && reading->log().Head());
    const auto held = TryBurn(key.hex());
    ASSERT_FALSE(held);
    EXPECT_EQ(held.error().code, ErrorCode::kEnvironment);
  }
  EXPECT_EQ(HomeEvents().back(), "question_burn");
  ASSERT_TRUE(TryBurn(key.hex()));
  EXPECT_FALSE(FilesWith("quokkaword vombats").contains("providence.db"));
}

TEST_F(CurateBurn, UnknownNamesAreNotFoundAndOthersRefused) {
  EXPECT_EQ(TryBurn("00000000").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(TryBurn("doc:canal.txt").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace arborist::curate
