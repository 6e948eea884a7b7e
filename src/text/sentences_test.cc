// SPDX-License-Identifier: AGPL-3.0-only
#include "text/sentences.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arborist::text {
namespace {

using Texts = std::vector<std::string>;

Texts Split(std::string_view text) {
  Texts texts;
  for (const Piece& piece : SplitPieces(text)) {
    texts.emplace_back(text.substr(piece.begin, piece.end - piece.begin));
  }
  return texts;
}

TEST(Sentences, EndAtAStopBeforeACapital) {
  EXPECT_EQ(Split("It rained. He left! Did she? Yes."),
            (Texts{"It rained.", "He left!", "Did she?", "Yes."}));
}

TEST(Sentences, DoNotEndAtAbbreviationsInitialsAndDecimals) {
  for (const std::string text :
       {"Mr. Smith met Dr. J. R. Brown on Main St. in Boston.", "The U.S. Army paid 3.5 million.",
        "See e.g. Jones et al. Nature for more.", "Yahoo! is a company.",
        "He waited ... and left."}) {
    EXPECT_EQ(Split(text), Texts{text});
  }
}

TEST(Sentences, EndAtAnAbbreviationBeforeAWordThatStartsOne) {
  EXPECT_EQ(Split("He moved to the U.S. The family followed."),
            (Texts{"He moved to the U.S.", "The family followed."}));
}

TEST(Sentences, KeepClosingQuotesAndNotes) {
  EXPECT_EQ(Split("She said \"No.\" He left.[12] They stayed."),
            (Texts{"She said \"No.\"", "He left.[12]", "They stayed."}));
}

TEST(Sentences, GoOnInTheNextLineWhateverItsWidth) {
  for (const std::string text :
       {"The great bell was cast in July 1723 in the\ntower of Cordouan.",
        "The mill of Oudega was sold for a good price to\nAnna de Vries in 1970.",
        "It was shown in Paris, London, Vienna,\nRome and Berlin."}) {
    EXPECT_EQ(Split(text), Texts{text});
  }
}

TEST(Sentences, EndWithALineThatHasAKeyOrIsAlone) {
  EXPECT_EQ(Split("The pump and what it needs\nWeight: 2.6 kg\nVoltage: 230 V"),
            (Texts{"The pump and what it needs", "Weight: 2.6 kg", "Voltage: 230 V"}));
  EXPECT_EQ(Split("eggs\nbutter\nsugar"), (Texts{"eggs", "butter", "sugar"}));
  EXPECT_EQ(SplitPieces("Weight: 2.6 kg")[0].kind, PieceKind::kItem);
  EXPECT_EQ(SplitPieces("Weight and size")[0].kind, PieceKind::kHeading);
}

TEST(Sentences, EndWhereABlankWasLost) {
  EXPECT_EQ(Split("It closed in the century.First for Women opened."),
            (Texts{"It closed in the century.", "First for Women opened."}));
}

std::vector<PieceKind> Kinds(std::string_view text) {
  std::vector<PieceKind> kinds;
  for (const Piece& piece : SplitPieces(text)) kinds.push_back(piece.kind);
  return kinds;
}

TEST(Sentences, ProgramTextIsNone) {
  using enum PieceKind;
  EXPECT_EQ(
      Kinds("To begin, call it once.\n\n```sh\narborist ingest notes\nadded 12\n```\nThen ask "
            "a question of your own.\n"),
      (std::vector{kSentence, kCode, kCode, kSentence}));
  EXPECT_EQ(
      Kinds("To begin, call it once.\n\n    $ arborist ingest notes\n    added 12\n\nThen ask a "
            "question of your own.\n"),
      (std::vector{kSentence, kCode, kCode, kSentence}));
  EXPECT_EQ(Kinds("\n    A poem may begin its lines so.\n    And it may have many of them.\n"),
            (std::vector{kSentence, kSentence}))
      << "no marks of a program";
}

TEST(Sentences, APassageMayBeginAmidAProgram) {
  using enum PieceKind;
  const std::string rest = "int main() {}\n```\nThis function does nothing at all.\n";
  EXPECT_EQ(Kinds(rest).back(), kSentence);
  EXPECT_EQ(Kinds(rest + "\n```cc\nint two();\n```\n"), (std::vector{kCode, kSentence, kCode}));
}

TEST(Sentences, OfOtherScriptsEndAtTheirOwnMarks) {
  EXPECT_EQ(Split("他来了。她走了！好吗？"), (Texts{"他来了。", "她走了！", "好吗？"}));
  EXPECT_EQ(Split("هل جاء؟ نعم جاء."), (Texts{"هل جاء؟", "نعم جاء."}));
  EXPECT_EQ(Split("वह आया। वह गया।"), (Texts{"वह आया।", "वह गया।"}));
}

TEST(Sentences, ThaiIsCutAtBlanksOnceItIsLong) {
  std::string phrase;
  for (int i = 0; i < 40; ++i) phrase += "กขคงจ";
  EXPECT_EQ(Split(phrase + " " + phrase), (Texts{phrase, phrase}));
}

TEST(Sentences, LinesOfAParagraphBelongTogether) {
  EXPECT_EQ(
      Split("This line is long enough to have been wrapped by its editor,\n"
            "and goes on here."),
      (Texts{"This line is long enough to have been wrapped by its editor,\nand goes on here."}));
}

TEST(Sentences, ItemsHeadingsAndTablesAreKnown) {
  const std::string_view text =
      "== History ==\nIt began in 1900.\n- the first item is here\n| a | b | c |\nShort "
      "title\n\nEnd it.";
  std::vector<PieceKind> kinds;
  for (const Piece& piece : SplitPieces(text)) kinds.push_back(piece.kind);
  EXPECT_EQ(kinds, (std::vector{PieceKind::kHeading, PieceKind::kSentence, PieceKind::kItem,
                                PieceKind::kTable, PieceKind::kHeading, PieceKind::kSentence}));
}

TEST(Sentences, LongerThanAnybodyReadsAreCut) {
  std::string text = "It lists";
  for (int i = 0; i < 1000; ++i) text += " something, and";
  for (const std::string& piece : Split(text)) EXPECT_LE(piece.size(), 1500u);
}

}  // namespace
}  // namespace arborist::text
