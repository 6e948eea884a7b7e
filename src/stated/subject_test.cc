// SPDX-License-Identifier: AGPL-3.0-only
// What a heading, the term of an item or a title may supply.
#include "stated/subject.h"

#include <gtest/gtest.h>

#include <string>

#include "stated/answer.h"

namespace arborist::stated {
namespace {

struct Found {
  bool stated = false;
  SubjectFrom from = SubjectFrom::kSentence;
};

Found Read(std::string_view answer, std::string_view text, std::vector<PassageStart> starts = {}) {
  const SourceIndex source(text, std::move(starts));
  Budget budget(answer.size() + text.size());
  const auto units = ReadAnswer(answer, source, &budget);
  if (units.size() != 1) return {};
  return {units[0].verdict == Verdict::kStated, units[0].subject_from};
}

constexpr const char* kOption =
    "# server.port\n\nSpecifies the port of the server. Defaults to 8080. Open the file. The "
    "unit is metres.";

TEST(Subject, OfASentenceThatLeavesItOut) {
  EXPECT_TRUE(Read("server.port specifies the port of the server.", kOption).stated);
  EXPECT_TRUE(Read("server.port defaults to 8080.", kOption).stated);
  EXPECT_FALSE(Read("server.port opens the file.", kOption).stated) << "an imperative";
}

TEST(Subject, WhatItBelongsTo) {
  EXPECT_TRUE(Read("The unit of server.port is metres.", kOption).stated);
  EXPECT_TRUE(Read("The server.port unit is metres.", kOption).stated);
  EXPECT_FALSE(Read("The unit is server.port.", kOption).stated) << "no predicate";
}

TEST(Subject, NeverOneOfTwo) {
  constexpr const char* kText =
      "# Cats\n\nDogs are asleep for twelve hours. They are black. The maker of wheels is ACME.";
  for (const char* answer :
       {"Cats and dogs are asleep for twelve hours.", "Cats are asleep for twelve hours.",
        "Cats' dogs are asleep for twelve hours.", "Cats are black.",
        "The maker of cats and wheels is ACME.", "The maker of cats is ACME."}) {
    EXPECT_FALSE(Read(answer, kText).stated) << answer;
  }
}

TEST(Subject, TheTermOfAnItemNamesIt) {
  constexpr const char* kText =
      "* gc.auto: When there are more loose objects than this, git packs them. The default value "
      "is 6700.\n* gc.log: Where errors go. The default value is a file.";
  EXPECT_TRUE(Read("The default value of gc.auto is 6700.", kText).stated);
  EXPECT_FALSE(Read("The default value of gc.log is 6700.", kText).stated);
}

TEST(Subject, TheTitleNamesItWhereNoHeadingDoes) {
  const Found found = Read("The capacity of the rain tank is 800 litres.",
                           "The capacity is 800 litres.", {{0, "Rain tank"}});
  EXPECT_TRUE(found.stated);
  EXPECT_EQ(found.from, SubjectFrom::kTitle);
  EXPECT_FALSE(Read("The capacity of the rain tank is 800 litres.",
                    "# Boiler\n\nThe capacity is 800 litres.", {{0, "Rain tank"}})
                   .stated);
}

TEST(Subject, AHeadingDoesNotReachIntoTheNextPassage) {
  const std::string first = "# Boiler\n\nIt was installed in 2019.";
  const std::string text = first + "\n\nThe capacity is 800 litres.";
  EXPECT_FALSE(Read("The capacity of the boiler is 800 litres.", text,
                    {{0, ""}, {first.size() + 2, "Rain tank"}})
                   .stated);
}

}  // namespace
}  // namespace arborist::stated
