// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/window.h"

#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace arborist::retrieve {
namespace {

class CutAroundHitsTest : public testing::Test {
 protected:
  std::string Cut(const std::string& text, std::size_t code_points) const {
    const Window window = CutAroundHits(text, ranker_, code_points);
    EXPECT_LE(window.begin, window.end);
    EXPECT_LE(window.end, text.size());
    const std::string cut = text.substr(window.begin, window.end - window.begin);
    EXPECT_LE(text::CountCodePoints(cut), code_points);
    return cut;
  }
  Query query_ = ParseQuery("When did the Erie Canal open?", true);
  index::TermStatistics statistics_{.average_length = 100,
                                    .frequency = std::vector<std::int64_t>(query_.terms.size(), 3),
                                    .idf = std::vector<double>(query_.terms.size(), 2.0)};
  RankConstants constants_;
  Ranker ranker_{query_, statistics_, constants_};
};

TEST_F(CutAroundHitsTest, ATextThatFitsStaysWhole) {
  EXPECT_EQ(Cut("The Erie Canal opened. ", 100), "The Erie Canal opened. ");
  EXPECT_EQ(Cut("", 100), "");
}

TEST_F(CutAroundHitsTest, TheHitsStayWhereverTheyStand) {
  const std::string filler = "Nothing of interest stands in this line of words. ";
  for (const int before : {0, 1, 7, 20}) {
    std::string text;
    for (int i = 0; i < before; ++i) text += filler;
    text += "The Erie Canal did open in 1825. ";
    for (int i = before; i < 20; ++i) text += filler;
    for (const std::size_t size : {40U, 150U, 400U}) {
      EXPECT_TRUE(Cut(text, size).contains("The Erie Canal did open in 1825."))
          << before << " " << size << " " << Cut(text, size);
    }
  }
}

TEST_F(CutAroundHitsTest, BothSidesOfTheHitsGetWhatIsLeft) {
  const std::string filler = "Nothing of interest stands in this line of words. ";
  const std::string cut = Cut(filler + filler + "The Erie Canal did open. " + filler + filler, 130);
  EXPECT_TRUE(cut.starts_with("Nothing")) << cut;
  EXPECT_TRUE(cut.ends_with("of words.")) << cut;
}

TEST_F(CutAroundHitsTest, WithoutAHitItIsTheBeginning) {
  EXPECT_EQ(Cut("First one. Second one. Third one.", 12), "First one.");
}

TEST_F(CutAroundHitsTest, ASentenceThatDoesNotFitIsCut) {
  const std::string cut =
      Cut("Short. The Erie Canal did open " + std::string(200, 'x') + " y.", 40);
  EXPECT_EQ(cut, "The Erie Canal did open");
}

TEST_F(CutAroundHitsTest, LinesAreBordersToo) {
  const std::string cut = Cut("heading\none line\nThe Erie Canal did open\nlast line\n", 25);
  EXPECT_EQ(cut, "The Erie Canal did open");
}

TEST_F(CutAroundHitsTest, NoTextMakesItLeaveTheText) {
  for (const char* text : {"....", "\n\n\n\n", "。。。。。", "\xE2\x80\xA6 \xE2\x80\xA6 a", "a"}) {
    for (std::size_t size = 0; size < 6; ++size) Cut(text, size);
  }
}

}  // namespace
}  // namespace arborist::retrieve
