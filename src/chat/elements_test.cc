// SPDX-License-Identifier: AGPL-3.0-only
#include "chat/elements.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arborist::chat {
namespace {

// "LIST:BYTES" each; "!" at the end if it ended in an error.
std::vector<std::string> Read(std::string_view json, std::size_t step = 3,
                              std::uint64_t max_bytes = 1000) {
  std::size_t pos = 0;
  ElementReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::min({step, size, json.size() - pos});
        json.copy(buffer, count, pos);
        pos += count;
        return count;
      },
      max_bytes);
  std::vector<std::string> out;
  while (true) {
    auto next = reader.Next();
    if (!next) {
      out.emplace_back("!");
      break;
    }
    if (!*next) break;
    EXPECT_EQ((*next)->number, out.size() + 1);
    out.push_back((*next)->list + ":" + ((*next)->over_limit ? "over" : (*next)->bytes));
  }
  return out;
}
using Elements = std::vector<std::string>;

TEST(ElementReader, CutsAnArrayIntoItsElements) {
  for (const std::size_t step : {1UL, 2UL, 1000UL}) {
    EXPECT_EQ(Read("\xEF\xBB\xBF [ {\"a\":[1,{}]} , \"x]\\\"\", 3]", step),
              (Elements{":{\"a\":[1,{}]} ", ":\"x]\\\"\"", ":3"}));
  }
  EXPECT_EQ(Read("[]"), Elements{});
}

TEST(ElementReader, FindsTheArraysInAnObject) {
  EXPECT_EQ(Read("{\"v\":1,\"c\":[1,2], \"o\":{\"x\":[9]},\"d\":[\"3\"]}"),
            (Elements{"c:1", "c:2", "d:\"3\""}));
  EXPECT_EQ(Read("{}"), Elements{});
}

TEST(ElementReader, PassesOverWhatIsTooLarge) {
  EXPECT_EQ(Read("[1,\"" + std::string(5000, 'x') + "\",2]"), (Elements{":1", ":over", ":2"}));
}

TEST(ElementReader, SaysWhereAFileBreaksOff) {
  EXPECT_EQ(Read("[1,{\"a\":"), (Elements{":1", "!"}));
  EXPECT_EQ(Read("[1"), (Elements{":1", "!"}));
  EXPECT_EQ(Read(""), Elements{"!"});
  EXPECT_EQ(Read("text"), Elements{"!"});
  EXPECT_EQ(Read("[}"), Elements{"!"});
  EXPECT_EQ(Read("{\"a\" 1}"), Elements{"!"});
}

TEST(ElementReader, TakesLinearTime) {
  EXPECT_EQ(Read("[" + std::string(1000000, '[') + std::string(1000000, ']') + "]", 4096),
            Elements{":over"});
}

}  // namespace
}  // namespace arborist::chat
