// SPDX-License-Identifier: AGPL-3.0-only
#include "stated/reading.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "stated/fold.h"
#include "stated/lemma.h"

namespace arborist::stated {
namespace {

std::vector<std::string> Keys(std::string_view text) {
  const Reading reading(text, Part::kSource, Language::kEnglish);
  std::vector<std::string> keys;
  for (const Token& token : reading.tokens()) {
    if (token.must) keys.emplace_back(token.key);
  }
  return keys;
}

std::vector<std::string> Sentences(std::string_view text) {
  const Reading reading(text, Part::kSource);
  std::vector<std::string> sentences;
  for (const Sentence& s : reading.sentences()) {
    sentences.emplace_back(text.substr(s.begin, s.end - s.begin));
  }
  return sentences;
}

using Strings = std::vector<std::string>;

TEST(Reading, NumbersHaveValues) {
  EXPECT_EQ(Keys("1,250"), Strings{"1250"});
  EXPECT_EQ(Keys("3.2 billion"), Strings{"3200000000"});
  EXPECT_EQ(Keys("twenty-five"), Strings{"25"});
  EXPECT_EQ(Keys("15 percent"), Strings{"15%"});
  EXPECT_EQ(Keys("15 per cent"), Strings{"15%"});
  EXPECT_EQ(Keys("$300"), Strings{"300"});
}

TEST(Reading, PartsOfADateShareAGroup) {
  for (const std::string_view text :
       {"12 June 1871", "June 12, 1871", "1871-06-12", "12.06.1871"}) {
    const Reading reading(text, Part::kSource, Language::kEnglish);
    ASSERT_EQ(reading.tokens().size(), 3u) << text;
    for (const Token& token : reading.tokens()) {
      EXPECT_NE(token.group, 0u) << text;
      EXPECT_EQ(token.group, reading.tokens()[0].group) << text;
    }
  }
}

TEST(Reading, SentencesEndWhereTheyEnd) {
  EXPECT_EQ(Sentences("Dr. Hahn came. He saw No. 5."),
            (Strings{"Dr. Hahn came.", "He saw No. 5."}));
  EXPECT_EQ(Sentences("It weighs 3.5 kg. It is red."),
            (Strings{"It weighs 3.5 kg.", "It is red."}));
  EXPECT_EQ(Sentences("One line that is\nbroken here. Two."),
            (Strings{"One line that is\nbroken here.", "Two."}));
}

TEST(Reading, RowsItemsAndRecordsStandAlone) {
  EXPECT_EQ(Sentences("| a | b |\n| c | d |").size(), 2u);
  EXPECT_EQ(Sentences("- one\n- two").size(), 2u);
  EXPECT_EQ(Sentences("Name: Ola\nSalary: 5\n\nName: Per\nSalary: 7").size(), 2u);
}

TEST(Reading, ItemsKnowTheLineThatIntroducesThem) {
  const Reading reading("These are false:\n- one thing\n- another thing", Part::kSource);
  ASSERT_EQ(reading.sentences().size(), 3u);
  EXPECT_EQ(reading.sentences()[1].lead, 0u);
  EXPECT_EQ(reading.sentences()[2].lead, 0u);
}

TEST(Reading, LanguageIsToldByFunctionWords) {
  EXPECT_EQ(Reading("The house is on the hill.", Part::kSource).language(), Language::kEnglish);
  EXPECT_EQ(Reading("Das Haus steht auf dem Hügel.", Part::kSource).language(), Language::kGerman);
  EXPECT_EQ(Reading("Bron öppnades 1932.", Part::kSource).language(), Language::kUnknown);
}

std::string EnglishLemmaOf(std::string_view word) {
  Letters letters;
  Token token;
  token.Spell(word);
  return std::string(Lemma(token, Language::kEnglish, &letters));
}

TEST(Lemma, FormsOfAWordHaveOne) {
  for (const auto& [one, other] :
       std::vector<std::pair<std::string, std::string>>{{"plans", "planning"},
                                                        {"built", "builds"},
                                                        {"cities", "city"},
                                                        {"stopped", "stop"},
                                                        {"made", "makes"},
                                                        {"carried", "carries"},
                                                        {"children", "child"},
                                                        {"boxes", "box"}}) {
    EXPECT_EQ(EnglishLemmaOf(one), EnglishLemmaOf(other)) << one;
  }
  for (const auto& [one, other] :
       std::vector<std::pair<std::string, std::string>>{{"important", "imported"},
                                                        {"author", "authority"},
                                                        {"news", "new"},
                                                        {"morals", "morale"},
                                                        {"string", "str"}}) {
    EXPECT_NE(EnglishLemmaOf(one), EnglishLemmaOf(other)) << one;
  }
}

std::size_t OriginalAt(const Folded& folded, std::size_t at) {
  const Extent original = folded.OriginalOf({at, at});
  EXPECT_EQ(original.begin, original.end);
  return original.begin;
}

TEST(Fold, OffsetsLeadBack) {
  const Folded folded = Fold("He said\u201Cno\u201D[1] to it.");
  EXPECT_EQ(folded.text, "He said\"no\" to it.");
  EXPECT_EQ(OriginalAt(folded, folded.text.size()),
            std::string("He said\u201Cno\u201D[1] to it.").size());
  EXPECT_EQ(OriginalAt(folded, folded.text.find(" to")),
            std::string("He said\u201Cno\u201D[1] to it.").find(" to"));
  EXPECT_TRUE(Fold("\u202Ea").steers_direction);
}

TEST(Fold, OffsetsLeadBackToDecomposedText) {
  const std::string given = "Re\u0301ne\u0301e said\u201Cno\u201D[1] to the cafe\u0301.";
  const Folded folded = Fold(given);
  EXPECT_EQ(folded.text, "R\u00E9n\u00E9e said\"no\" to the caf\u00E9.");
  for (const std::string_view part : {"e said", " to", "the", "."}) {
    EXPECT_EQ(OriginalAt(folded, folded.text.find(part)), given.find(part)) << part;
  }
  EXPECT_EQ(OriginalAt(folded, folded.text.rfind("\u00E9")), given.rfind("e\u0301"));
  EXPECT_EQ(OriginalAt(folded, folded.text.size()), given.size());

  // The marks change places, so that a part of the three is the three.
  const Folded marks = Fold("xa\u0301\u0323b");
  EXPECT_EQ(marks.text, "x\u1EA1\u0301b");
  for (const std::size_t inside : {1u, 4u}) {
    const Extent part = marks.OriginalOf({inside, inside == 1 ? 4u : 6u});
    EXPECT_EQ(part.begin, 1u);
    EXPECT_EQ(part.end, 6u);
  }
}

}  // namespace
}  // namespace arborist::stated
