// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/concept_terms.h"

#include <gtest/gtest.h>

namespace arborist::retrieve {
namespace {

TEST(ComparesThings, ByAWordOfItsOwn) {
  for (const char* question : {"Mars vs Venus", "mars VERSUS venus?", "Is Mars or Venus hotter?",
                               "What is the difference between them", "either of the two"}) {
    EXPECT_TRUE(ComparesThings(question)) << question;
  }
  for (const char* question :
       {"Who is the orator?", "vsevolod", "What is Mars?", "", "the doctor of \xC3\xA9or"}) {
    EXPECT_FALSE(ComparesThings(question)) << question;
  }
}

TEST(IsRival, DropsTitlesOfTheRivalAlone) {
  const ConceptTerms concepts{.synonyms = {}, .rivals = {"jupiter"}};
  EXPECT_TRUE(IsRival("Jupiter", "How far is Mars?", concepts));
  EXPECT_FALSE(IsRival("Mars and Jupiter", "How far is Mars?", concepts));
  EXPECT_FALSE(IsRival("Saturn", "How far is Mars?", concepts));
  EXPECT_FALSE(IsRival("Jupiter", "Is Mars or Jupiter nearer?", concepts));
  EXPECT_FALSE(IsRival("Jupiter", "How far is Mars?", {}));
}

}  // namespace
}  // namespace arborist::retrieve
