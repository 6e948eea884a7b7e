// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/known_citations.h"

#include <gtest/gtest.h>

namespace arborist::judge {
namespace {

std::vector<evidence::SourceChunk> Passages() {
  std::vector<evidence::SourceChunk> passages(2);
  passages[0].title = "Calder Tower (Norway) [old]";
  passages[0].document_uri = "file:///towers/calder.txt";
  passages[1].title = "Röntgen";
  return passages;
}

std::string Blanked(std::string_view answer) { return BlankKnownCitations(answer, Passages()); }

TEST(KnownCitations, ACitationOfAPassageIsBlanked) {
  EXPECT_EQ(Blanked("Old. (Source: Röntgen) New."), "Old." + std::string(20, ' ') + "New.");
  EXPECT_EQ(Blanked("(QUELLE: Röntgen)").find_first_not_of(' '), std::string::npos);
}

TEST(KnownCitations, ATitleWithParenthesesOfItsOwnIsFound) {
  for (const char* cited :
       {"(Source: Calder Tower (Norway) [old])", "(source: Calder Tower -Norway -old)",
        "(Source: calder.txt)", "(Source: file:///towers/calder.txt)",
        "(Sources: calder.txt; Röntgen)"}) {
    EXPECT_EQ(Blanked(cited).find_first_not_of(' '), std::string::npos) << cited;
  }
}

TEST(KnownCitations, WhatNamesNoPassageStays) {
  for (const char* text :
       {"(Source: the police)", "(Source: )", "(Source: Calder Tower, where Jones murdered Smith)",
        "(Sources: Röntgen; the police)", "(Röntgen)", "(Source: Röntgen", "Source: Röntgen"}) {
    EXPECT_EQ(Blanked(text), text);
  }
}

TEST(KnownCitations, ManyOpeningsAreReadInLinearTime) {
  std::string many;
  for (int i = 0; i < 100000; ++i) many += "(Source:";
  EXPECT_EQ(Blanked(many), many);
}

}  // namespace
}  // namespace arborist::judge
