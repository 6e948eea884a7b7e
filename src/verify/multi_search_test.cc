// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/multi_search.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace arborist::verify {
namespace {

TEST(FindEach, GivesTheFirstPlaceOfEveryNeedle) {
  const std::vector<std::string_view> needles{"polar", "bipolar", "x", "", "ar ar", "r"};
  EXPECT_EQ(FindEach(needles, "bipolar ar ar polar"),
            (std::vector<std::size_t>{2, 0, std::string_view::npos, 0, 5, 6}));
  EXPECT_TRUE(FindEach({}, "text").empty());
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
    for (int i = 0; i < 20; ++i) words.push_back(letters(6));
    const std::vector<std::size_t> places =
        FindEach(std::vector<std::string_view>(words.begin(), words.end()), text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(places[i], text.find(words[i])) << words[i] << " in " << text;
    }
  }
}

}  // namespace
}  // namespace arborist::verify
