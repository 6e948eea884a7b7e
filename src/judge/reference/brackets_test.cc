// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/brackets.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::judge {
namespace {

// The part between | and | with what goes with it.
std::string Shown(std::string marked) {
  Extent part;
  part.begin = marked.find('|');
  marked.erase(part.begin, 1);
  part.end = marked.find('|');
  marked.erase(part.end, 1);
  const Extent whole = WithPartners(marked, part);
  return marked.substr(whole.begin, whole.end - whole.begin);
}

TEST(Brackets, AClosingOneStaysWithItsOpeningOne) {
  EXPECT_EQ(Shown("|Signed by Lars Holm (minutes|). Next."), "Signed by Lars Holm (minutes)");
  EXPECT_EQ(Shown("|The lessee (\"the Tenant|\") pays."), "The lessee (\"the Tenant\")");
  EXPECT_EQ(Shown("|He said “go now|.” And left."), "He said “go now.”");
  EXPECT_EQ(Shown("|Er sagte „geh|“."), "Er sagte „geh“");
  EXPECT_EQ(Shown("|彼は「行け|」と言った"), "彼は「行け」");
}

TEST(Brackets, AnOpeningOneStaysWithItsClosingOne) {
  EXPECT_EQ(Shown("It is. (\"|The Tenant\") pays for oil|."), "(\"The Tenant\") pays for oil");
  EXPECT_EQ(Shown("«|Va» dit-il|."), "«Va» dit-il");
}

TEST(Brackets, WhatHasNoPartnerInsideStaysOutside) {
  EXPECT_EQ(Shown("(|It opened in 1825|). Next."), "It opened in 1825");
  EXPECT_EQ(Shown("\"|It opened in 1825|.\""), "It opened in 1825");
  EXPECT_EQ(Shown("|It opened (in 1825) early|)."), "It opened (in 1825) early");
  EXPECT_EQ(Shown("|It opened (in| 1825)."), "It opened (in") << "not beside it";
  EXPECT_EQ(Shown("|The builders’ hut|’ s"), "The builders’ hut");
  EXPECT_EQ(Shown("|It opened (in|"), "It opened (in");
}

}  // namespace
}  // namespace arborist::judge
