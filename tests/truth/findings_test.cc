// SPDX-License-Identifier: AGPL-3.0-only
// What outsiders found wrong with the label, by the number of the finding. Each answer below was
// STRICT, or was accused, before it was mended.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/check_answer.h"

namespace arborist {
namespace {

struct Pair {
  const char* source;
  const char* answer;
};

judge::CheckReport Check(const Pair& pair) {
  judge::CheckRequest request;
  request.answer = pair.answer;
  request.passages.emplace_back().span = pair.source;
  return judge::Check(request);
}

void ExpectNotStrict(const std::vector<Pair>& pairs) {
  for (const Pair& pair : pairs) {
    EXPECT_NE(Check(pair).audit_mode, judge::AuditMode::kStrict) << pair.answer;
  }
}

TEST(Findings, R7OneSwappedOrInsertedWordIsNotStrict) {
  ExpectNotStrict({
      {"In 1994 the court acquitted the defendant of all charges.",
       "In 1994 the court convicted the defendant of all charges."},
      {"Connect the red cable to the left terminal of the battery.",
       "Connect the black cable to the left terminal of the battery."},
      {"The committee published its report on the bridge in May.",
       "The committee published its misleading report on the bridge in May."},
      {"Nigeria exported two million barrels of oil in 1973.",
       "Niger exported two million barrels of oil in 1973."},
      {"Vitamin C is found in oranges and in peppers.",
       "Vitamin D is found in oranges and in peppers."},
      {"She was the third woman who flew across the Atlantic.",
       "She was the woman who flew across the Atlantic."},
      {"He was vice president of the company from 1988 to 1993.",
       "He was president of the company from 1988 to 1993."},
      {"The former mayor Ida Holm opened the bridge in 1931.",
       "The mayor Ida Holm opened the bridge in 1931."},
  });
}

TEST(Findings, N1OneWordSwapsAreNotStrict) {
  ExpectNotStrict({
      {"The Dataview plugin was created by blacksmithgu.",
       "The Dataview plugin was stolen from blacksmithgu."},
      {"The kubelet restarts the container when the probe fails.",
       "The kubelet deletes the container when the probe fails."},
      {"The borrow checker rejects this program at compile time.",
       "The borrow checker accepts this program at compile time."},
      {"The command keeps the working tree and the index.",
       "The command destroys the working tree and the index."},
  });
}

TEST(Findings, N2NegationIsSeenInOtherLanguages) {
  ExpectNotStrict({
      {"Le conseil n'a pas approuvé le budget de la commune.",
       "Le conseil a approuvé le budget de la commune."},
      {"Il consiglio non ha approvato il bilancio del comune.",
       "Il consiglio ha approvato il bilancio del comune."},
      {"Styrelsen godkände inte budgeten för nästa år.",
       "Styrelsen godkände budgeten för nästa år."},
      {"Meclis yeni bütçeyi kabul etmedi bu yıl.", "Meclis yeni bütçeyi kabul etti bu yıl."},
      {"Valtuusto ei hyväksynyt kunnan talousarviota.",
       "Valtuusto hyväksynyt kunnan talousarviota."},
      {"Apple 公司没有收购 Tesla 公司。", "Apple 公司收购 Tesla 公司。"},
  });
}

TEST(Findings, N3TrueParaphrasesAreNotAccused) {
  const Pair pairs[] = {
      {"gc.auto::\n  When there are more than this many loose objects, git gc --auto packs them. "
       "The "
       "default value is 6700.",
       "The default value of gc.auto is 6700."},
      {"The data stored in a ConfigMap cannot exceed 1 MiB.",
       "A ConfigMap may hold at most 1 MiB of data."},
      {"A cluster should have no more than 110 pods on each node.",
       "There should be no more than 110 pods per node."},
  };
  for (const Pair& pair : pairs) {
    for (const judge::CheckedUnit& unit : Check(pair).units) {
      EXPECT_TRUE(unit.verdict == "stated" || unit.verdict == "close") << pair.answer;
      for (const char* accusation : {"fabricated", "negated", "wrong_number", "misattributed"}) {
        EXPECT_NE(unit.diagnosis, accusation) << pair.answer;
      }
    }
  }
}

TEST(Findings, N7TheExcerptIsThePlaceWhereTheClaimStands) {
  const std::string source =
      "The tower of the church was built of grey stone in 1411 and is tall. It burnt in 1734. The "
      "tower was built again of red brick in 1741.";
  const auto report = Check({source.c_str(), "The tower was built again of red brick in 1741."});
  ASSERT_EQ(report.units.size(), 1U);
  ASSERT_TRUE(report.units[0].place);
  EXPECT_EQ(report.units[0].place->text, "The tower was built again of red brick in 1741.");
}

TEST(Findings, R21TextThatSteersItsDirectionIsNotStrict) {
  ExpectNotStrict({
      {"The fee is 100 crowns for each child.",
       "The fee is \u202E100\u202C crowns for each child."},
      {"The fee is 100 crowns for each child.",
       "\u2066The fee is 100 crowns for each child.\u2069"},
  });
}

TEST(Findings, R22EverySentenceIsAUnitOrPreventsStrict) {
  constexpr const char* kSource = "The mayor of Holm opened the new bridge in 1931.";
  ExpectNotStrict({
      {kSource,
       "\"The mayor of Holm opened the new bridge in 1931.\" The sources do not say how Mayor "
       "Jones "
       "murdered his wife."},
      {kSource,
       "\"The mayor of Holm opened the new bridge in 1931.\" (Source: the police report on Jones)"},
      {kSource, "\"The mayor of Holm opened the new bridge in 1931.\" NOT!"},
      {kSource, "The mayor of Holm opened the new bridge in 1931. Was he a thief?"},
  });
}

}  // namespace
}  // namespace arborist
