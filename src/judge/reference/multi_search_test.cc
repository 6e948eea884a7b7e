// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/multi_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace arborist::judge {
namespace {

TEST(FindEach, GivesTheFirstPlaceOfEveryNeedle) {
  const std::vector<std::string_view> needles{"polar", "bipolar", "x", "", "ar ar", "r"};
  std::size_t work = 0;
  EXPECT_EQ(FindEach(needles, "bipolar ar ar polar", &work),
            (std::vector<std::size_t>{2, 0, std::string_view::npos, 0, 5, 6}));
  EXPECT_TRUE(FindEach({}, "text", &work).empty());
}
TEST(FindEach, EqualsOneSearchAfterAnother) {
  std::mt19937 random(7);
  const auto letters = [&](std::size_t longest) {
    std::string word(random() % (longest + 1), 'a');
    for (char& c : word) c = static_cast<char>('a' + random() % 3);
    return word;
  };
  for (int round = 0; round < 300; ++round) {
    const std::string text = letters(60);
    std::vector<std::string> words;
    words.reserve(20);
    for (int i = 0; i < 20; ++i) words.push_back(letters(6));
    std::size_t work = 0;
    const std::vector<std::size_t> places =
        FindEach(std::vector<std::string_view>(words.begin(), words.end()), text, &work);
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(places[i], text.find(words[i])) << words[i] << " in " << text;
    }
  }
}

TEST(FindEach, NeedlesThatShareABeginningCostNoMoreThanTheirLength) {
  const std::string text(20'000, 'a');
  std::vector<std::string> words;
  std::size_t bytes = text.size();
  for (int i = 0; i < 300; ++i) {
    words.push_back(std::string(static_cast<std::size_t>(40 + i), 'a') + "b");
    bytes += words.back().size();
  }
  std::size_t work = 0;
  for (const std::size_t place :
       FindEach(std::vector<std::string_view>(words.begin(), words.end()), text, &work)) {
    EXPECT_EQ(place, std::string_view::npos);
  }
  EXPECT_LE(work, 8 * bytes);
}

}  // namespace
}  // namespace arborist::judge
