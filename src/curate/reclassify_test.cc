// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/reclassify.h"

#include <algorithm>

#include "curate/answered_home_test.h"
#include "curate/explain.h"
#include "run/assess.h"

namespace arborist::curate {
namespace {

class ReclassifyTest : public AnsweredHome {
 protected:
  // Makes the record of a key say what another verifier might have said.
  void Judge(const CacheKey& key, judge::AuditMode mode) {
    const LoadedRun run = Load(key);
    run::Assessment assessment = run::Assess(*run.inputs, run.run.raw_answer);
    assessment.report.audit_mode = mode;
    assessment.report.rung = Name(mode);
    assessment.verdict.as_object()["audit_mode"] = Name(mode);
    const auto finished = run::Finish({.inputs = &*run.inputs,
                                       .assessment = &assessment,
                                       .sources = run.run.sources,
                                       .retrieval_plan = run.run.retrieval_plan,
                                       .corpus_profile = run.run.corpus_profile,
                                       .reply = run.run.reply});
    ASSERT_TRUE(finished) << finished.error().message;
    store::Record record = run.record;
    record.record_hash = finished->record_hash;
    record.run_dag_root = finished->record.dag.root;
    record.audit_mode = finished->record.audit_mode();
    record.rung = finished->record.rung;
    record.body = json::Dump(ToJson(finished->record));
    std::vector<DocumentRoot> roots;
    roots.reserve(run.run.sources.size());
    for (const auto& source : run.run.sources) roots.push_back(source.document.root);
    const auto home = OpenHome();
    store::Records records(home.get());
    ASSERT_TRUE(records.Burn(run.record.record_id, true));
    ASSERT_TRUE(records.Insert(std::move(record), roots));
  }
  Reclassified Again(const CacheKey& key, bool dry_run = false) {
    const LoadedRun run = Load(key);
    const store::Corpus corpus = OpenCorpus();
    const auto home = OpenHome();
    store::Records records(home.get());
    CorpusLookup lookup(&corpus);
    auto result = Reclassify(run, &lookup, &records, dry_run);
    EXPECT_TRUE(result) << result.error().message;
    return std::move(*result);
  }
  std::size_t Reclassifications() {
    const auto events = HomeEvents();
    return static_cast<std::size_t>(std::ranges::count(events, "providence_reclassify"));
  }
};

const std::string kWhen = "When did the Erie Canal open?";

TEST_F(ReclassifyTest, ALabelThatRisesMakesOneRevisionWithOneEvent) {
  const CacheKey key = Ask(kWhen);
  Judge(key, judge::AuditMode::kHybrid);
  EXPECT_EQ(Again(key, true).outcome, Outcome::kRaised);
  EXPECT_EQ(Reclassifications(), 0u) << "only tried";
  const Hash256 old_root = Load(key).record.run_dag_root;
  const Reclassified result = Again(key);
  EXPECT_EQ(result.outcome, Outcome::kRaised);
  EXPECT_EQ(result.from, "HYBRID");
  EXPECT_EQ(result.to, "STRICT");
  EXPECT_EQ(Reclassifications(), 1u);
  const LoadedRun now = Load(key);
  EXPECT_EQ(now.record.revision, 2);
  EXPECT_EQ(now.record.audit_mode, "STRICT");
  EXPECT_NE(now.record.run_dag_root, old_root);
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    const auto explanation = Explain(now, &records);
    EXPECT_TRUE(explanation->holds()) << "the revision can be proved like any record";
    bool bound = false;
    ASSERT_TRUE(home->log().ReadEvents(
        now.record.event_seq, store::kNewestEvent, [&](const store::StoredEvent& event) {
          bound = event.body.hashes.at("previous_run_dag") == old_root &&
                  event.body.hashes.at("run_dag") == now.record.run_dag_root;
          return false;
        }));
    EXPECT_TRUE(bound) << "the event binds both";
  }
  EXPECT_EQ(Again(key).outcome, Outcome::kSame) << "and there is nothing more to do";
  EXPECT_EQ(Reclassifications(), 1u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(ReclassifyTest, AFallIsReportedAndNeverWritten) {
  const CacheKey key =
      Ask(kWhen, "\"The Erie Canal opened on October 26, 1825.\" \"Penguins dug it with spoons.\"");
  Judge(key, judge::AuditMode::kStrict);
  const Reclassified result = Again(key);
  EXPECT_EQ(result.outcome, Outcome::kWouldFall);
  EXPECT_EQ(result.to, "HYBRID");
  EXPECT_EQ(Load(key).record.audit_mode, "STRICT");
  EXPECT_EQ(Reclassifications(), 0u);
}

TEST_F(ReclassifyTest, AQuoteThatTheCorpusHoldsByNowRaisesTheLabelAndIsProved) {
  const CacheKey key =
      Ask(kWhen, "\"The Erie Canal opened on October 26, 1825.\" \"Albany paid for the digging.\"");
  EXPECT_EQ(Again(key).outcome, Outcome::kSame);
  Write("albany.txt", "Albany paid for the digging. Others did not.");
  Ingest();
  const LoadedRun before = Load(key);
  const Reclassified result = Again(key);
  EXPECT_EQ(result.outcome, Outcome::kRaised);
  EXPECT_EQ(result.to, "STRICT");
  EXPECT_EQ(result.passages_added, 1u);
  EXPECT_EQ(Reclassifications(), 1u);
  const LoadedRun now = Load(key);
  EXPECT_EQ(now.record.revision, 2);
  EXPECT_EQ(now.run.passages.size(), before.run.passages.size() + 1);
  EXPECT_EQ(now.run.passages.back().document_uri, "doc:albany.txt");
  EXPECT_EQ(run::MessagesToHash(*now.inputs), run::MessagesToHash(*before.inputs))
      << "the model never saw it";
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    const auto explanation = Explain(now, &records);
    EXPECT_TRUE(explanation->holds());
    const auto context = std::ranges::find(explanation->stages, "context", &StageView::name);
    ASSERT_NE(context, explanation->stages.end());
    ASSERT_GE(context->facts.size(), 3u);
    EXPECT_TRUE(context->facts[1].text.starts_with(std::to_string(before.run.sources.size())))
        << context->facts[1].text;
    EXPECT_EQ(context->facts[2].text, "1 document, added when the answer was judged again");
  }
  EXPECT_EQ(Again(key).outcome, Outcome::kSame) << "and there is nothing more to do";
  EXPECT_EQ(Problems(), "");
  // It rests on that text now: without it the record is not served.
  Write("albany.txt", "Nobody knows who paid.");
  Ingest();
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    const store::Corpus corpus = OpenCorpus();
    ASSERT_TRUE(records.CatchUp(corpus));
    EXPECT_FALSE(*records.FindLive(key));
  }
}

TEST_F(ReclassifyTest, ADeclineIsNoQuoteThatTheCorpusCouldHold) {
  const CacheKey key = Ask(kWhen, "Not in the sources.");
  Write("rules.txt", "The program may say this. Not in the sources. Then it claims nothing.");
  Ingest();
  const Reclassified result = Again(key);
  EXPECT_EQ(result.outcome, Outcome::kSame);
  EXPECT_EQ(result.to, "UNGROUNDED");
  EXPECT_TRUE(result.now_in_corpus.empty());
}

TEST_F(ReclassifyTest, AClaimWithAPointerKeepsToThePassageItNames) {
  const CacheKey key = Ask(kWhen,
                           "The Erie Canal opened on October 26, 1825. [E1]\n"
                           "Albany paid for the digging. [E1]",
                           judge::AnswerMode::kClaimLatticePointer);
  EXPECT_TRUE(Again(key).now_in_corpus.empty());
  Write("albany.txt", "Albany paid for the digging. Others did not.");
  Ingest();
  const Reclassified result = Again(key);
  EXPECT_EQ(result.outcome, Outcome::kSame);
  EXPECT_EQ(result.passages_added, 0u);
  ASSERT_EQ(result.now_in_corpus.size(), 1u);
  EXPECT_EQ(result.now_in_corpus[0].first, "Albany paid for the digging.");
  EXPECT_EQ(result.now_in_corpus[0].second.document_uri, "doc:albany.txt");
}

}  // namespace
}  // namespace arborist::curate
