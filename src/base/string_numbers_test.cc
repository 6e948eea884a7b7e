// SPDX-License-Identifier: AGPL-3.0-only
#include "base/string_numbers.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>

namespace arborist {
namespace {

using Hash = std::function<std::uint32_t(std::size_t)>;

// Adds `count` strings twice; each has its number, and others have none.
void Fill(std::size_t count, const Hash& hash) {
  std::deque<std::string> texts;
  StringNumbers numbers(4);
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back("word" + std::to_string(i));
    ASSERT_EQ(numbers.Add(texts.back(), hash(i)), i);
  }
  ASSERT_EQ(numbers.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(numbers.Add(std::string(texts[i]), hash(i)), i);
    ASSERT_EQ(numbers.Find(texts[i], hash(i)), i);
    ASSERT_EQ(numbers[static_cast<std::uint32_t>(i)], texts[i]);
    ASSERT_EQ(numbers.Find(texts[i] + "s", hash(i)), std::nullopt);
  }
  EXPECT_EQ(numbers.size(), count);
}

TEST(StringNumbers, CountInTheOrderOfAdding) {
  Fill(100'000, [](std::size_t i) { return static_cast<std::uint32_t>(i * 2654435761u); });
  Fill(1000, [](std::size_t i) { return static_cast<std::uint32_t>(i % 7); });
  StringNumbers none(0);
  EXPECT_EQ(none.Find("", 0), std::nullopt);
  EXPECT_EQ(none.Add("", 0), 0u);
  EXPECT_EQ(none.Add("", 0), 0u);
}

// A probe for each string before is more than 10^11 steps.
TEST(StringNumbers, StringsMadeToCollideDoNotCostTheirSquare) {
  constexpr std::size_t kMany = 500'000;
  Fill(kMany, [](std::size_t) { return 7u; });
  Fill(kMany, [](std::size_t i) { return static_cast<std::uint32_t>(i) << 24; });
}

}  // namespace
}  // namespace arborist
