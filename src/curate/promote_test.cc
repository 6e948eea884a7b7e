// SPDX-License-Identifier: AGPL-3.0-only
// Self-providence: what may become a document, once, and when it goes again.
#include "curate/promote.h"

#include "core/distiller.h"
#include "curate/answered_home_test.h"
#include "curate/burn.h"
#include "distill/fsck_cores.h"
#include "retrieve/gather.h"
#include "store/home/promotions.h"
#include "store/home/snapshot_root.h"

namespace arborist::curate {
namespace {

class CuratePromote : public AnsweredHome {
 protected:
  PromoteReport Promoted(std::int64_t min_age = 0) {
    auto report = Promote(
        {.home = home_, .clock = &clock_, .random = &random_, .actor = "test", .min_age = min_age});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : PromoteReport();
  }
  std::vector<std::string> Current() {
    std::vector<std::string> uris;
    const store::Corpus corpus = OpenCorpus();
    for (const auto& shard : corpus.shards()) {
      const auto some = store::CurrentPromotions(shard.get()).value();
      uris.insert(uris.end(), some.begin(), some.end());
    }
    return uris;
  }
  std::string CoreProblems() {
    store::FsckReport report;
    distill::CheckCores(home_, true, &report);
    std::string lines = Problems();
    for (const auto& problem : report.problems) lines += problem.kind + " " + problem.detail + "\n";
    return lines;
  }
};

TEST_F(CuratePromote, AStrictAnswerOfAgeBecomesADocumentThatLeadsBack) {
  const CacheKey key = Ask("When did the Erie Canal open?");
  const auto surfaces = store::CurrentSurfaceRoots(OpenCorpus()).value();
  EXPECT_EQ(Promoted().promoted, 1u);
  ASSERT_EQ(Current().size(), 1u);
  const store::Corpus corpus = OpenCorpus();
  const auto document = corpus.Resolve(Current()[0]).value();
  EXPECT_EQ(document.view.kind, document::Kind::kCore);
  EXPECT_EQ(document.view.source_type, "providence");
  EXPECT_EQ(document.shown().title, "When did the Erie Canal open?");
  const auto derivations = document.shard->derivations().Of(document.view.root).value();
  ASSERT_EQ(derivations.size(), 1u);
  ASSERT_FALSE(derivations[0].derivation.sources.empty());
  EXPECT_TRUE(derivations[0].derivation.sources[0].proof.contains(key.hex()));
  EXPECT_EQ(store::CurrentSurfaceRoots(corpus).value(), surfaces);
  EXPECT_EQ(CoreProblems(), "");
}

TEST_F(CuratePromote, NeverTwice) {
  Ask("When did the Erie Canal open?");
  Promoted();
  const std::string state = OpenCorpus().State()->hex();
  const PromoteReport again = Promoted();
  EXPECT_EQ(again.promoted, 0u);
  EXPECT_EQ(again.unchanged, 1u);
  EXPECT_EQ(OpenCorpus().State()->hex(), state);
}

TEST_F(CuratePromote, NeitherTheYoungNorTheDoubtful) {
  Ask("When did the Erie Canal open?");
  EXPECT_EQ(Promoted(kMinAgeSeconds).left_out.at("too young"), 1u);
  Ask("What did the Erie Canal join?", "Penguins dug it with silver spoons.");
  const PromoteReport report = Promoted(kMinAgeSeconds);
  EXPECT_EQ(report.promoted, 0u);
  EXPECT_TRUE(Current().empty());
}

TEST_F(CuratePromote, NeverFromAFalsifiedRecordAndRetiredWhenItIs) {
  const CacheKey key = Ask("When did the Erie Canal open?");
  Promoted();
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    ASSERT_TRUE(records.SetState(records.FindLive(key).value()->record_id,
                                 store::RecordState::kFailed, "wrong"));
  }
  const PromoteReport report = Promoted();
  EXPECT_EQ(report.retired, 1u);
  EXPECT_EQ(report.promoted, 0u);
  EXPECT_TRUE(Current().empty());
  EXPECT_EQ(CoreProblems(), "");
}

TEST_F(CuratePromote, GoesWithTheSource) {
  Ask("When did the Erie Canal open?");
  Promoted();
  Write("canal.txt", "There is no canal any more.");
  Ingest();
  Promoted();
  EXPECT_TRUE(Current().empty());
  EXPECT_EQ(CoreProblems(), "");
}

TEST_F(CuratePromote, IsNoPrimarySource) {
  Ask("When did the Erie Canal open?");
  Promoted();
  const store::Corpus corpus = OpenCorpus();
  const auto gathered =
      retrieve::Gatherer(&corpus).Gather({.question = "When did the Erie Canal open?"});
  ASSERT_TRUE(gathered);
  bool seen = false;
  for (const retrieve::ContextDocument& source : gathered->sources) {
    if (source.source_type != core::kProvidence) continue;
    seen = true;
    EXPECT_NE(source.source_role, "primary_answer_source");
  }
  EXPECT_TRUE(seen);
}

TEST_F(CuratePromote, BurningTheRecordTakesTheDocument) {
  const CacheKey key = Ask("When did the Erie Canal open?", "\"Workers dug it by hand\" quokka.");
  const CacheKey strict = Ask("Who dug the Erie Canal by hand?");
  Promoted();
  ASSERT_EQ(Current().size(), 1u);
  const BurnRequest request{.home = home_,
                            .clock = &clock_,
                            .random = &random_,
                            .actor = "test",
                            .name = strict.hex(),
                            .force = false};
  const auto refused = Burn(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  BurnRequest forced = request;
  forced.force = true;
  const auto report = Burn(forced);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->roots.size(), 1u);
  EXPECT_TRUE(Current().empty());
  EXPECT_EQ(CoreProblems(), "");
  EXPECT_TRUE(OpenHome() != nullptr && key != strict);
}

// The record is deleted in the home store, the document in its shard. A burn that ended between the
// two is finished by the same call.
TEST_F(CuratePromote, ABurnThatEndedBeforeTheDocumentIsFinished) {
  const CacheKey key = Ask("Who dug the Erie Canal by hand?");
  const CacheKey other = Ask("When did the Erie Canal open?");
  Promoted();
  ASSERT_EQ(Current().size(), 2u);
  {
    const auto home = OpenHome();
    ASSERT_TRUE(store::Records(home.get()).BurnKeys(std::array{key}, true));
  }
  BurnRequest request{.home = home_,
                      .clock = &clock_,
                      .random = &random_,
                      .actor = "test",
                      .name = key.hex().substr(0, 12),
                      .force = false};
  const auto refused = Burn(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  ASSERT_EQ(Current().size(), 2u);
  request.force = true;
  const auto finished = Burn(request);
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_EQ(finished->subject, key.hex());
  EXPECT_FALSE(finished->again);
  EXPECT_EQ(finished->roots.size(), 1u);
  EXPECT_EQ(Current().size(), 1u);
  EXPECT_EQ(CoreProblems(), "");
  const auto again = Burn(request);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->again);
  EXPECT_EQ(Current().size(), 1u);
  EXPECT_NE(key, other);
}

// A retired document is burned as well: only where it stands is past.
TEST_F(CuratePromote, ABurnThatEndedBeforeTheDocumentWasRetiredIsFinished) {
  const CacheKey key = Ask("Who dug the Erie Canal by hand?");
  Promoted();
  ASSERT_EQ(Current().size(), 1u);
  const DocumentRoot root = OpenCorpus().Resolve(Current()[0])->view.root;
  {
    const auto home = OpenHome();
    ASSERT_TRUE(store::Records(home.get()).BurnKeys(std::array{key}, true));
  }
  EXPECT_EQ(Promoted().retired, 1u);
  ASSERT_TRUE(OpenCorpus().Find(root).value());
  const auto finished = Burn({.home = home_,
                              .clock = &clock_,
                              .random = &random_,
                              .actor = "test",
                              .name = key.hex(),
                              .force = true});
  ASSERT_TRUE(finished) << finished.error().message;
  EXPECT_FALSE(OpenCorpus().Find(root).value());
  EXPECT_EQ(CoreProblems(), "");
}

}  // namespace
}  // namespace arborist::curate
