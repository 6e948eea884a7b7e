// SPDX-License-Identifier: AGPL-3.0-only
// What lexical-v3 calls stated, and what it does not.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "stated/answer.h"

namespace arborist::stated {
namespace {

std::vector<Unit> Read(std::string_view answer, std::string_view context) {
  const SourceIndex source(context);
  Budget budget(answer.size() + context.size());
  return ReadAnswer(answer, source, &budget);
}

bool Stated(std::string_view answer, std::string_view context) {
  const std::vector<Unit> units = Read(answer, context);
  bool all = !units.empty();
  for (const Unit& unit : units) all = all && unit.verdict == Verdict::kStated;
  return all;
}

std::vector<std::string> Marked(std::string_view answer, std::string_view context) {
  std::vector<std::string> words;
  for (const Unit& unit : Read(answer, context)) {
    for (const Extent& extent : unit.unsupported) {
      words.emplace_back(answer.substr(extent.begin, extent.end - extent.begin));
    }
  }
  return words;
}

struct Pair {
  std::string_view answer, context;
};

TEST(Check, SentenceOfThePassageIsStated) {
  EXPECT_TRUE(Stated("The court acquitted the defendant.",
                     "The trial was long. The court acquitted the defendant. He left the town."));
}

TEST(Check, LicensedVariantsAreStated) {
  constexpr Pair kPairs[] = {
      {"Construction of the abbey began in 1132.",
       "Construction of the abbey began in 1132, and the choir was finished in 1176."},
      {"The tower is 1250 feet high.", "The tower is 1,250 feet high and has 86 floors."},
      {"About 70,000 people live on the island.", "About 70 thousand people live on the island."},
      {"The price fell by 15%.", "The price fell by 15 percent."},
      {"The government is planning to build a runway.", "The government plans to build a runway."},
      {"Graz is Austria's second largest city.",
       "Graz is the second largest city of Austria and lies on the river Mur."},
      {"The vaccine contains no mercury.", "The vaccine does not contain mercury."},
      {"In 1871 the star was named after the admiral.",
       "The star was named after the admiral in 1871 by the astronomers."},
      {"On June 12, 1871 the ferry crossed the sound.",
       "The ferry crossed the sound on 12 June 1871."},
      {"The release was made on 7 October 2025.", "The release was made on 2025-10-07."},
      {"The firm bought the patent for 900 pounds.",
       "The firm purchased the patent for 900 pounds."},
      {"The heart operation was a success.", "The operation on the heart was a success."},
      {"Clara Voss won the prize.", "Clara Voss was born in Prague. She won the prize."},
      {"The default value of gc.auto is 6700.", "## gc.auto\n\nThe default value is 6700."},
      {"The roof was repaired by the mason.", "The mason repaired the roof."},
      {"Die Brücke wurde im Jahr 1932 eröffnet.",
       "Die Brücke wurde im Jahr 1932 eröffnet, und der alte Steg wurde abgerissen."},
  };
  for (const Pair& pair : kPairs) EXPECT_TRUE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, WordThatThePassageLacksIsNotStated) {
  constexpr std::string_view kContext = "The court acquitted the defendant in the old hall.";
  EXPECT_FALSE(Stated("The court convicted the defendant in the old hall.", kContext));
  EXPECT_FALSE(Stated("The corrupt court acquitted the defendant in the old hall.", kContext));
  EXPECT_FALSE(Stated("The court acquitted the plaintiff in the old hall.", kContext));
  EXPECT_EQ(Marked("The court convicted the defendant in the old hall.", kContext),
            std::vector<std::string>{"convicted"});
}

TEST(Check, ExpressionsOfSeveralWordsHaveOneMeaning) {
  constexpr Pair kPairs[] = {
      {"The users must renew the key.", "The users have to renew the key."},
      {"The cache is cleared to save space.", "The cache is cleared in order to save space."},
      {"The delay was because of a broken pump.", "The delay was due to a broken pump."},
      {"The parser reads roughly 40 lines.", "The parser reads approximately 40 lines."},
      {"The race is held annually on the lake.", "The race is held every year on the lake."},
      {"The tool supports both Linux and macOS.", "The tool supports Linux and macOS."},
      {"If any step fails, the script issues a warning.",
       "If any step fails, then the script will issue a warning."},
      {"Das Verfahren kann für Briefe und für Akten verwendet werden.",
       "Das Verfahren kann sowohl für Briefe als auch für Akten genutzt werden."},
  };
  for (const Pair& pair : kPairs) EXPECT_TRUE(Stated(pair.answer, pair.context)) << pair.answer;
  constexpr Pair kOthers[] = {
      {"The tenant pays the fee.", "The tenant has to pay the fee."},
      {"The tenant has to pay the fee.", "The tenant pays the fee."},
      {"The users must not renew the key.", "The users do not have to renew the key."},
      {"The tank holds at least 40 litres.", "The tank holds at most 40 litres."},
      {"The tank holds 40 litres.", "The tank holds up to 40 litres."},
      {"The switch turns on the pump.", "The switch turns off the pump."},
      {"Every member owns the barn.", "All the members together own the barn."},
      {"The mill closes.", "If the bill passes, the mill will close."},
  };
  for (const Pair& pair : kOthers) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, VoiceCounts) {
  constexpr Pair kPairs[] = {
      {"The roof was repaired in 1901.", "The mason repaired the roof in 1901."},
      {"The variable must be set before the start.", "You must set the variable before the start."},
      {"The --force option is used to skip the test.", "Use the option --force to skip the test."},
      {"Ilse Brandt, the former treasurer, opened the fair.",
       "The former treasurer Ilse Brandt opened the fair."},
      {"Das Grundstück wurde vom Verein an die Kirche verkauft.",
       "Der Verein verkaufte das Grundstück an die Kirche."},
  };
  for (const Pair& pair : kPairs) EXPECT_TRUE(Stated(pair.answer, pair.context)) << pair.answer;
  constexpr Pair kOthers[] = {
      {"The cat was chased.", "The cat chased the dog."},
      {"The army was attacked in May.", "The army attacked in May and withdrew in June."},
      {"The roof was repaired.", "He came to repair the roof."},
      {"The roof was repaired.", "Few masons repaired the roof."},
      {"The roof was damaged.", "The storm damaged the roof tiles."},
      {"Karl Ott, the treasurer, met the mayor Ilse Brandt.",
       "The treasurer Ilse Brandt met the mayor Karl Ott."},
      {"Die Katze wurde durch den Garten gejagt.", "Die Katze jagte den Hund durch den Garten."},
  };
  for (const Pair& pair : kOthers) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, GermanVerbsKeepTheirClause) {
  constexpr Pair kPairs[] = {
      {"Der Graf schloss das Tor, nachdem der Bote den Brief übergeben hatte.",
       "Nachdem der Bote den Brief übergeben hatte, schloss der Graf das Tor."},
      {"Anna Weber leitet das Institut seit 2004.", "Seit 2004 leitet Anna Weber das Institut."},
      {"Das Programm verändert den Status des Systems nicht.",
       "Das Programm verändert nicht den Status des Systems."},
      {"Apotheken unterliegen dem Gesetz.", "Die Apotheke unterliegt dem Gesetz."},
  };
  for (const Pair& pair : kPairs) EXPECT_TRUE(Stated(pair.answer, pair.context)) << pair.answer;
  EXPECT_FALSE(Stated("Der Hund miaute laut, die Katze bellte leise.",
                      "Der Hund bellte laut, die Katze miaute leise."));
  EXPECT_FALSE(Stated("Der Rat änderte das Gesetz nicht.",
                      "Der Rat änderte nicht die Satzung, sondern das Gesetz."));
}

// The tables do not know every verb by its form: what looks like a sentence is no mere phrase.
TEST(Check, StatementWithAnUnknownVerbIsNoPhrase) {
  constexpr Pair kPairs[] = {
      {"Members pay no fee.", "Honorary members pay no fee."},
      {"The king died.", "The former king died."},
      {"Cats eat fish.", "Cats eat fish only on Fridays."},
      {"Visitors enter the crypt.", "Visitors enter the crypt if a guide is present."},
      {"Bats drink blood.", "According to legend, bats drink blood."},
      {"Pilots hate fog.", "Pilots hate fog unless they fly by radar."},
      {"Cats eat fish", "Cats eat fish only on Fridays."},
      {"Katzen fressen Fisch.", "Katzen fressen Fisch nur freitags."},
      {"Gäste zahlen bar.", "Gäste zahlen bar, falls die Kasse offen ist."},
      {"Fledermäuse trinken Blut.", "Viele glauben, Fledermäuse trinken Blut."},
  };
  for (const Pair& pair : kPairs) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, AccusesOnlyWhereItIsCertain) {
  const auto fault = [](std::string_view answer, std::string_view context) {
    return Read(answer, context).front().fault;
  };
  constexpr std::string_view kContext = "The tank holds 40 litres of brine.";
  EXPECT_EQ(fault("The tank holds 50 litres of brine.", kContext), Fault::kNumber);
  EXPECT_NE(fault("The tank holds 50 litres of brine.", "The tank holds litres of brine."),
            Fault::kNumber);
  EXPECT_EQ(fault("The tank does not hold 40 litres of brine.", kContext), Fault::kNegated);
  EXPECT_NE(fault("If neither door is shut, the lamp is lit.",
                  "If either of the doors is not shut, the lamp is lit."),
            Fault::kNegated);
}

TEST(Check, LookAlikeWordsDiffer) {
  EXPECT_FALSE(Stated("Nigeria exports uranium ore.", "Niger exports uranium ore."));
  EXPECT_FALSE(Stated("Imported letters were found.", "Important letters were found."));
  EXPECT_FALSE(Stated("Vitamin D prevents the illness.", "Vitamin C prevents the illness."));
  EXPECT_FALSE(Stated("The library is written in C#.", "The library is written in C++."));
}

TEST(Check, WhatSurroundsTheWordsCounts) {
  constexpr Pair kPairs[] = {
      {"The tonic cures baldness.", "The advertisement promised that the tonic cures baldness."},
      {"The valley will be flooded.", "If the wall gives way, the valley will be flooded."},
      {"The insurance pays for the repair.",
       "The insurance pays for the repair provided that the driver was sober."},
      {"The duke murdered his brother.",
       "Nothing supports the story that the duke murdered his brother."},
      {"The settlers survived the winter.", "Hardly any of the settlers survived the winter."},
      {"The pilot collided with a balloon.", "The pilot nearly collided with a balloon."},
      {"The patients recovered within a week.", "Some of the patients recovered within a week."},
      {"The town was destroyed by the fire.",
       "Only the eastern half of the town was destroyed by the fire."},
      {"The chancellor opened the laboratory.", "The vice chancellor opened the laboratory."},
      {"The stadium is the largest in the country.",
       "The stadium is the largest in the country after the one in Porto."},
      {"The compound cured diabetes.", "In mice, the compound cured diabetes."},
      {"The star was named after Tromp.",
       "The star was named after Tromp. This explanation was shown to be wrong."},
      {"The earth is flat.", "The following statements are false:\n- The earth is flat."},
      {"The bridge is safe.", "Is the bridge safe? Nobody asked."},
      {"The bridge collapsed in 1999.", "It stands. <!-- The bridge collapsed in 1999. -->"},
  };
  for (const Pair& pair : kPairs) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, NextSentenceOrLeadMayTakeItBack) {
  EXPECT_FALSE(Stated("The painting is a work of Vermeer.",
                      "The painting is a work of Vermeer. At least that is what the label said."));
  EXPECT_FALSE(Stated("Der Zug fährt um 9 Uhr ab.",
                      "Der Zug fährt um 9 Uhr ab. Dieser Hinweis gilt seit März nicht mehr."));
  EXPECT_FALSE(
      Stated("Goldfish forget everything after three seconds.",
             "Common misconceptions:\n\n- Goldfish forget everything after three seconds."));
  EXPECT_TRUE(Stated("SipHash is fast and small.", "* SipHash is a hash. It is fast and small."));
  EXPECT_FALSE(
      Stated("SipHash is fast and small.", "* SipHash is a hash.\n* It is fast and small."));
}

TEST(Check, RolesOrderAndRowsCount) {
  constexpr Pair kPairs[] = {
      {"The landlord accused the plaintiff.", "The plaintiff accused the landlord."},
      {"Borussia was beaten by Valencia.", "Borussia beat Valencia."},
      {"The tax rose from 12 to 8 crowns.", "The tax rose from 8 to 12 crowns."},
      {"The alloy has 60% copper and 40% zinc.", "The alloy has 40% copper and 60% zinc."},
      {"Belmar | 1590 | 7,300", "| Belmar | 1377 | 52,000 |\n| Corvo | 1590 | 7,300 |"},
      {"Name: Ola Berg\nSalary: 95,000",
       "Name: Ola Berg\nSalary: 40,000\n\nName: Per Dahl\nSalary: 95,000"},
      {"Marta broke the record.", "Marta trained Julia. She broke the record."},
      {"Thieves are hanged here.", "Thieves were hanged here."},
  };
  for (const Pair& pair : kPairs) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, EverySentenceOfTheAnswerCounts) {
  constexpr std::string_view kContext =
      "The lens was lit in July 1823. Mayor Jones paid for the oil.";
  EXPECT_TRUE(Stated("The lens was lit in July 1823.", kContext));
  EXPECT_FALSE(Stated("The lens was lit in July 1823.\n\n- Jones: thief", kContext));
  EXPECT_FALSE(Stated("The lens was lit in July 1823 ... NOT!", kContext));
  EXPECT_FALSE(Stated("❌ The lens was lit in July 1823.", kContext));
  EXPECT_FALSE(Stated("The lens was lit in July 1823. The sources do not say who paid.", kContext));
  EXPECT_FALSE(Stated("If you believe it, the lens was lit in July 1823.", kContext));
}

TEST(Check, DirectionControlsAreRefused) {
  EXPECT_FALSE(Stated("The code is \u202E4471\u202C.", "The code is 4471."));
  EXPECT_FALSE(Stated("The code is 44\u200B719.", "The code is 4471."));
  EXPECT_TRUE(Stated("The code is 44\u200B71.", "The code is 4471."));
}

TEST(Check, NegationIsSeenInEveryLanguage) {
  constexpr Pair kPairs[] = {
      {"Die Brücke wurde im Jahr 1932 eröffnet.",
       "Die Brücke wurde nicht im Jahr 1932 eröffnet, sondern nach dem Krieg."},
      {"Le pont a été ouvert en 1932.", "Le pont n'a pas été ouvert en 1932."},
      {"El puente fue abierto en 1932.", "El puente no fue abierto en 1932."},
      {"Il ponte è stato aperto nel 1932.", "Il ponte non è stato aperto nel 1932."},
      {"Bron öppnades 1932.", "Bron öppnades inte 1932."},
      {"这种药能治疗儿童的糖尿病。", "这种药不能治疗儿童的糖尿病。"},
      {"Препарат содержит ртуть.", "Препарат не содержит ртуть."},
  };
  for (const Pair& pair : kPairs) EXPECT_FALSE(Stated(pair.answer, pair.context)) << pair.answer;
}

TEST(Check, LanguageWithoutTablesIsStatedAsAWholeSentence) {
  EXPECT_TRUE(Stated("Bron öppnades inte 1932.", "Bron öppnades inte 1932. Den revs senare."));
  EXPECT_TRUE(Stated("Препарат не содержит ртуть.", "Препарат не содержит ртуть."));
}

TEST(Check, CloseMarksTheWordsThatArePutIn) {
  constexpr std::string_view kContext =
      "A docstring is a string literal that occurs as the first "
      "statement in a module, function or class.";
  const std::vector<Unit> units =
      Read("A docstring is the string literal placed as the last statement of a module.", kContext);
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].verdict, Verdict::kClose);
  EXPECT_EQ(Marked("A docstring is the string literal placed as the last statement of a module.",
                   kContext),
            (std::vector<std::string>{"placed", "last", "of"}));
  EXPECT_TRUE(units[0].place.has_value());
}

TEST(Check, ForeignSentenceIsNotFound) {
  const std::vector<Unit> units =
      Read("The harvest of olives begins in November.", "The court acquitted the defendant.");
  ASSERT_EQ(units.size(), 1u);
  EXPECT_EQ(units[0].verdict, Verdict::kNotFound);
}

TEST(Check, WordsAreNotJoinedAcrossSentences) {
  constexpr std::string_view kContext =
      "The queen opened parliament in a blue coat. The minister was arrested for fraud.";
  EXPECT_FALSE(Stated("The queen was arrested for fraud.", kContext));
  EXPECT_FALSE(Stated("The queen opened parliament and was arrested for fraud.", kContext));
  EXPECT_TRUE(
      Stated("The queen opened parliament, and the minister was arrested for fraud.", kContext));
}

TEST(Check, QuotationsAreWordForWord) {
  constexpr std::string_view kContext =
      "The bank will never ask you to send your password by mail.";
  EXPECT_FALSE(Stated("\"send your password by mail\"", kContext));
  EXPECT_TRUE(Stated("\"The bank will never ask you to send your password by mail.\"", kContext));
  EXPECT_FALSE(Stated("\"The bank never asks you to send your password by mail.\"", kContext));
}

TEST(Check, HeadingSuppliesTheSubjectAndNothingElse) {
  EXPECT_EQ(
      Read("The default value of gc.auto is 6700.", "## gc.auto\n\nThe default value is 6700.")[0]
          .subject_from,
      SubjectFrom::kHeading);
  EXPECT_FALSE(Stated("The default value is gc.auto.", "## gc.auto\n\nThe default value is 6700."));
}

// Found over documents that nobody prepared.
TEST(Check, ManualsAreReadAsTheyAreWritten) {
  constexpr std::string_view kOptions =
      "Options of the command:\n\n-n:\n--numbered: Sort output by the number of commits.\n"
      "--bare: Treat the repository as a bare repository.\n";
  EXPECT_TRUE(Stated("--bare: Treat the repository as a bare repository.", kOptions));
  EXPECT_TRUE(Stated("--numbered: Sort output by the number of commits.", kOptions));
  EXPECT_TRUE(Stated("systemd mounts the file again.",
                     "The file is read at boot. systemd mounts the file again."));
  EXPECT_TRUE(
      Stated("The largest projects are called megaprojects.",
             "It covers delays, bidding, etc. The largest projects are called megaprojects."));
  EXPECT_TRUE(
      Stated("E20 is a blocked drain.",
             "Error codes on the display:\n\n- E10 is a closed tap.\n- E20 is a blocked drain."));
  EXPECT_TRUE(Stated("Guest wifi is called Chestnut.",
                     "The password is not written here.\n\n- Guest wifi is called Chestnut.\n"
                     "- The printer is upstairs."));
  EXPECT_TRUE(
      Stated("Der Druck soll bei 1,5 bar liegen.",
             "Der Druck soll bei 1,5 bar liegen. Fällt er unter 0,8 bar, schaltet die Therme "
             "mit Fehler F22 ab."));
}

TEST(Check, ThaiSentencesArePartedByBlanks) {
  constexpr std::string_view kText = "ลอยกระทงเป็นประเพณีของคนไทย ผู้คนจะนำกระทงไปลอยในแม่น้ำ";
  EXPECT_TRUE(Stated("ผู้คนจะนำกระทงไปลอยในแม่น้ำ", kText));
  EXPECT_FALSE(Stated("ผู้คนจะไม่นำกระทงไปลอยในแม่น้ำ", kText));
  EXPECT_FALSE(Stated("นำกระทงไปลอยในแม่น้ำ", kText)) << "not from a blank on";
  EXPECT_FALSE(Stated("ผู้คนจะนำกระทงไปลอยในแม่น้ำ", "ถ้าฝนตก ผู้คนจะนำกระทงไปลอยในแม่น้ำ"));
}

TEST(Check, ALineThatTurnsItsListStillDoes) {
  constexpr std::string_view kList = "You must not do the following.\n\n- Open the blue valve.\n";
  EXPECT_FALSE(Stated("Open the blue valve.", kList));
  EXPECT_FALSE(
      Stated("Bats are blind animals.", "Common errors are false:\n\n- Bats are blind animals.\n"));
}

TEST(Check, PlacesAreThoseOfTheTextsAsGiven) {
  // The same words decomposed: longer, with other letters in the answer than in the source.
  const std::string first = "Rene\u0301e la\u0308chelt e\u0301te\u0301 oft. ";
  const std::string sentence = "The cafe\u0301 opened in May 1990.";
  const std::string source = first + sentence + " It closed again.";
  const std::vector<Unit> stated = Read("The caf\u00E9 opened in May 1990.", source);
  ASSERT_EQ(stated.size(), 1u);
  EXPECT_EQ(stated[0].verdict, Verdict::kStated);
  ASSERT_TRUE(stated[0].place);
  EXPECT_EQ(source.substr(stated[0].place->begin, stated[0].place->end - stated[0].place->begin),
            sentence);
  EXPECT_EQ(Marked("The cafe\u0301 opened in May 1991.", source),
            Marked("The caf\u00E9 opened in May 1991.", source));
}

TEST(Check, ATitleCountsForItsOwnPassageOfDecomposedText) {
  const std::string before = "e\u0301te\u0301 e\u0301te\u0301 e\u0301te\u0301 e\u0301te\u0301.\n\n";
  const SourceIndex source(before + "It opened in May 1990.",
                      {{0, "Summers"}, {before.size(), "The Caf\u00E9"}});
  ASSERT_EQ(source.sentences().size(), 2u);
  EXPECT_EQ(source.PassageOf(source.sentences()[1]), 1u);
}

}  // namespace
}  // namespace arborist::stated
