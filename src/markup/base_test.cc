// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/base.h"

#include <gtest/gtest.h>

#include "document/extraction.h"

namespace arborist::markup {
namespace {

TEST(Base, NamesReadBack) {
  for (const Base base :
       {Base::kIdentity, Base::kWikitextV1, Base::kMarkdownV1, Base::kRestV1, Base::kAsciiDocV1}) {
    EXPECT_EQ(BaseFromName(Name(base)), base);
  }
  EXPECT_FALSE(BaseFromName("markdown-base-v2"));
  EXPECT_FALSE(BaseFromName(""));
}

TEST(Base, EachMakesItsOwn) {
  constexpr std::string_view kText = "''i'' *a* ``c``";
  EXPECT_EQ(ToBase(Base::kIdentity, kText), kText);
  EXPECT_EQ(ToBase(Base::kWikitextV1, kText), "i *a* ``c``");
  EXPECT_EQ(ToBase(Base::kMarkdownV1, kText), "''i'' a c");
  EXPECT_EQ(ToBase(Base::kRestV1, kText), "''i'' a c");
  EXPECT_EQ(ToBase(Base::kAsciiDocV1, kText), "''i'' a c");
}

TEST(Base, FollowsFromTheExtractionAndFromWhatThePolicyHas) {
  EXPECT_EQ(BaseOf(document::kMarkdownExtraction, BaseSet::kAll), Base::kMarkdownV1);
  EXPECT_EQ(BaseOf(document::kRestExtraction, BaseSet::kAll), Base::kRestV1);
  EXPECT_EQ(BaseOf(document::kAsciiDocExtraction, BaseSet::kAll), Base::kAsciiDocV1);
  EXPECT_EQ(BaseOf(document::kMarkdownLineExtraction, BaseSet::kAll), Base::kMarkdownV1);
  EXPECT_EQ(BaseOf(document::kRestLineExtraction, BaseSet::kAll), Base::kRestV1);
  EXPECT_EQ(BaseOf(document::kAsciiDocLineExtraction, BaseSet::kAll), Base::kAsciiDocV1);
  EXPECT_EQ(BaseOf(document::kMarkdownExtraction, BaseSet::kWikitext), Base::kIdentity);
  for (const BaseSet set : {BaseSet::kWikitext, BaseSet::kAll}) {
    EXPECT_EQ(BaseOf(document::kWikitextExtraction, set), Base::kWikitextV1);
    for (const std::string_view plain :
         {document::kPlainExtraction, document::kHtmlExtraction, document::kJsonLinesExtraction}) {
      EXPECT_EQ(BaseOf(plain, set), Base::kIdentity);
    }
  }
}

}  // namespace
}  // namespace arborist::markup
