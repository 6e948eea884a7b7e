// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/emergent.h"

#include "curate/answered_home_test.h"

namespace arborist::curate {
namespace {

class EmergentTest : public AnsweredHome {};

TEST_F(EmergentTest, RanksWhatModelsSayAndTheCorpusLacks) {
  const std::string good = "\"The Erie Canal opened on October 26, 1825.\"\n";
  Ask("When did the Erie Canal open?", good + "Penguins dug it with silver spoons.");
  Ask("When was the Erie Canal opened?",
      good + "\"penguins dug  it with silver spoons.\"\nAlbany paid for all of the digging.");
  Ask("What joined the Hudson River to Lake Erie?",
      good +
          "Zebras once pulled the boats along.\nAlbany paid for all of the digging.\n"
          "Penguins dug it with silver spoons.");
  const auto home = OpenReadOnly();
  store::Records records(home.get());
  const auto list = EmergentRecords(&records, 10);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->size(), 3u);
  EXPECT_EQ(list->front().question, "What joined the Hudson River to Lake Erie?") << "newest first";
  const auto spans = AggregateEmergent(&records);
  ASSERT_EQ(spans->size(), 3u);
  EXPECT_EQ((*spans)[0].text, "Penguins dug it with silver spoons.");
  EXPECT_EQ((*spans)[0].count, 3u);
  EXPECT_EQ((*spans)[1].text, "Albany paid for all of the digging.");
  EXPECT_EQ((*spans)[2].count, 1u);

  Write("albany.txt", "It is well known that Albany paid for all of the digging. Others did not.");
  Ingest();
  const store::Corpus corpus = OpenCorpus();
  CorpusLookup lookup(&corpus);
  const auto lacking = LackingIn(&lookup, *spans, 2);
  ASSERT_TRUE(lacking) << lacking.error().message;
  ASSERT_EQ(lacking->size(), 2u);
  EXPECT_EQ((*lacking)[1].text, "Zebras once pulled the boats along.")
      << "what the corpus holds by now is no gap";
}

TEST_F(EmergentTest, ARecordThatDeclinesSaysNothing) {
  Ask("What is the Erie Canal made of?", "Not in the sources.");
  Ask("Who named the Erie Canal?", "Not in the sources.", judge::AnswerMode::kClaimLatticePointer);
  Ask("When did the Erie Canal open?",
      "\"The Erie Canal opened on October 26, 1825.\"\nPenguins dug it with silver spoons.");
  Ask("Why did Buffalo grow?", "Not in the sources.");
  const auto home = OpenReadOnly();
  store::Records records(home.get());
  const auto list = EmergentRecords(&records, 1);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->size(), 1u) << "nor does it take a place";
  EXPECT_EQ(list->front().question, "When did the Erie Canal open?");
  EXPECT_EQ(EmergentRecords(&records, 10)->size(), 1u);
  const auto spans = AggregateEmergent(&records);
  ASSERT_TRUE(spans) << spans.error().message;
  ASSERT_EQ(spans->size(), 1u);
  EXPECT_EQ(spans->front().text, "Penguins dug it with silver spoons.");
}

}  // namespace
}  // namespace arborist::curate
