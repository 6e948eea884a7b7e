// SPDX-License-Identifier: AGPL-3.0-only
// Synonyms from documents that link to each other.
#include "curate/derive_synonyms.h"

#include "curate/answered_home_test.h"

namespace arborist::curate {
namespace {

class CurateConcepts : public AnsweredHome {
 protected:
  DeriveReport Derive() {
    const auto home = OpenHome();
    const auto report = DeriveSynonyms(OpenCorpus(), home.get());
    EXPECT_TRUE(report) << report.error().message;
    return report.value_or(DeriveReport());
  }
  std::vector<std::string> SynonymsOf(std::string_view word) {
    const auto home = OpenHome();
    return store::Concepts(home.get()).TargetsOf(store::kSynonym, word, 9).value();
  }
  using Words = std::vector<std::string>;
};

TEST_F(CurateConcepts, PagesThatLinkToEachOtherGiveTheWordsOfTheirTitles) {
  Write("motor.md", "# Motorcar\n\nAlso [automobile](automobile.md), fast.\n");
  Write("automobile.md", "# Automobile engine\n\nOr [motorcar](doc:motor.md), the same.\n");
  Ingest();
  const DeriveReport report = Derive();
  EXPECT_EQ(report.links, 2u);
  EXPECT_EQ(report.pairs, 1u);
  EXPECT_EQ(report.added, 4u);
  EXPECT_EQ(SynonymsOf("motorcar"), (Words{"automobile", "engine"}));
  EXPECT_EQ(SynonymsOf("automobile"), Words{"motorcar"});
  EXPECT_EQ(SynonymsOf("engine"), Words{"motorcar"}) << "and not of the same title";
  EXPECT_EQ(Derive().added, 0u) << "doing it again adds nothing";
}

TEST_F(CurateConcepts, ALinkOneWayIsNoPair) {
  Write("motor.md", "# Motorcar\n\nAlso [automobile](automobile.md).\n");
  Write("automobile.md", "# Automobile\n\nNothing leads from here.\n");
  Ingest();
  const DeriveReport report = Derive();
  EXPECT_EQ(report.links, 0u) << "what links nowhere itself need not be looked at";
  EXPECT_EQ(report.pairs, 0u);
  EXPECT_EQ(SynonymsOf("motorcar"), Words{});
}

TEST_F(CurateConcepts, ShortWordsAndWordsThatSayTheKindOfPageAreLeftOut) {
  Write("list.md", "# List of car films\n\nSee [history](history.md).\n");
  Write("history.md", "# History of the wagon\n\nSee [list](list.md).\n");
  Ingest();
  EXPECT_EQ(Derive().added, 0u) << "car is short, list, film and history say the kind of page";
  Write("list.md", "# List of carriage films\n\nSee [history](history.md).\n");
  Ingest();
  EXPECT_EQ(Derive().added, 2u);
  EXPECT_EQ(SynonymsOf("wagon"), Words{"carriage"});
}

TEST_F(CurateConcepts, PurgeTakesAKindAndLeavesWhatWasSaidByHand) {
  Write("motor.md", "# Motorcar\n\nAlso [automobile](automobile.md).\n");
  Write("automobile.md", "# Automobile\n\nOr [motorcar](motor.md).\n");
  Ingest();
  EXPECT_EQ(Derive().added, 2u);
  const auto home = OpenHome();
  store::Concepts concepts(home.get());
  ASSERT_EQ(concepts
                .Add({{.kind = std::string(store::kSynonym),
                       .token = "motorcar",
                       .target = "auto",
                       .evidence_kind = "manual"}})
                .value(),
            1u);
  EXPECT_EQ(concepts.Purge(kLinkReciprocity).value(), 2u);
  EXPECT_EQ(SynonymsOf("motorcar"), Words{"auto"});
}

}  // namespace
}  // namespace arborist::curate
