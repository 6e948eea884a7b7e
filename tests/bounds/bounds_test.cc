// SPDX-License-Identifier: AGPL-3.0-only
// Every pure function that a request can reach, over texts of many kinds made to cost more than
// they are long: twice the text is about twice the work. Counted, never timed.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bounds/bounds.h"
#include "bounds/counter.h"

namespace arborist::bounds {
namespace {

// n log n gives 2.2; a square gives 4.
constexpr double kMostGrowth = 2.6;
// Two doublings in a row must keep to it. A budget (base/budget.h) lets a fixed number of steps go
// before it counts bytes: a text may need a few doublings to be past that.
constexpr std::size_t kDoublings = 5;

std::size_t FirstBytes() {
  const char* const set = std::getenv("ARBORIST_BOUNDS_BYTES");
  return set != nullptr ? std::strtoul(set, nullptr, 10) : 1024;
}

std::uint64_t StepsOf(const Subject& subject, const std::string& text) {
  const std::uint64_t before = Steps();
  subject.run(text);
  return Steps() - before;
}

// Empty: it keeps to the bound. Else the counts.
std::string Excess(const Subject& subject, const Family& family) {
  std::size_t bytes = FirstBytes();
  std::uint64_t last = StepsOf(subject, family.make(bytes));
  std::string counts = std::to_string(last);
  int kept = 0;
  for (std::size_t i = 0; i < kDoublings; ++i) {
    bytes *= 2;
    const std::uint64_t steps = StepsOf(subject, family.make(bytes));
    counts += " " + std::to_string(steps);
    kept = static_cast<double>(steps) <= kMostGrowth * static_cast<double>(last) ? kept + 1 : 0;
    if (kept == 2) return {};
    last = steps;
  }
  // Behind the last doubling: what the budgets allow is linear, whatever the way there was.
  if (last <= subject.most_per_byte * bytes) return {};
  return counts;
}

class Bounds : public testing::TestWithParam<Subject> {};

TEST_P(Bounds, TwiceTheTextIsAboutTwiceTheWork) {
  for (const Family& family : Families()) {
    const std::string excess = Excess(GetParam(), family);
    EXPECT_EQ(excess, "") << GetParam().name << " over " << family.name << ", steps from "
                          << FirstBytes() << " bytes on, each time twice as many";
  }
}

INSTANTIATE_TEST_SUITE_P(, Bounds, testing::ValuesIn(Subjects()),
                         [](const testing::TestParamInfo<Subject>& subject) {
                           std::string name;
                           for (const char c : subject.param.name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
                           }
                           return name;
                         });

// The test itself: it sees a square, in our code and in the C library's.
TEST(BoundsTest, SeesASquare) {
  const Family letters{"letters", [](std::size_t bytes) { return std::string(bytes, 'a'); }};
  const Subject copies{"copies", [](const std::string& text) {
                         std::string grown;
                         for (std::size_t i = 0; i < text.size(); i += 16) {
                           grown.insert(0, text, i, 16);
                         }
                       }};
  EXPECT_NE(Excess(copies, letters), "");
}

}  // namespace
}  // namespace arborist::bounds
