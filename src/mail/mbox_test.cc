// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/mbox.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arborist::mail {
namespace {

// In pieces of `step` bytes, so that lines are cut everywhere.
std::vector<MboxMessage> Read(std::string_view file, std::size_t step = 7,
                              std::uint64_t max_bytes = 1 << 20) {
  std::size_t pos = 0;
  MboxReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::min({step, size, file.size() - pos});
        file.copy(buffer, count, pos);
        pos += count;
        return count;
      },
      max_bytes);
  std::vector<MboxMessage> out;
  while (true) {
    auto next = reader.Next();
    EXPECT_TRUE(next);
    if (!next || !*next) break;
    out.push_back(std::move(**next));
  }
  EXPECT_EQ(reader.consumed(), file.size());
  return out;
}

constexpr std::string_view kFrom = "From a@b Mon Jun 01 10:00:00 2009\n";

TEST(MboxReader, CutsAtFromLinesBehindEmptyLines) {
  const std::string first = std::string(kFrom) + "Subject: 1\n\nFrom here on it is text.\n\n";
  const std::string file = first + std::string(kFrom) + "Subject: 2\n\nbody\n" + std::string(kFrom);
  for (const std::size_t step : {1UL, 7UL, 1000UL}) {
    const auto messages = Read(file, step);
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(messages[0].bytes, "Subject: 1\n\nFrom here on it is text.\n\n");
    EXPECT_EQ(messages[1].bytes, "Subject: 2\n\nbody\n" + std::string(kFrom));
    EXPECT_EQ(messages[1].offset, first.size());
    EXPECT_EQ(messages[1].number, 2U);
  }
}

TEST(MboxReader, NeedsADateOrAFieldBelow) {
  EXPECT_EQ(Read("From 17@xxx\nSubject: 1\n\nx\n\nFrom 18@xxx\nSubject: 2\n\ny").size(), 2U);
  EXPECT_EQ(Read("From 17@xxx\nSubject: 1\n\nx\n\nFrom there we went home\nby train\n").size(), 1U);
  EXPECT_TRUE(LooksLikeMbox("From a Mon Jun 01 10:00:00 2009\n\ntext"));
  EXPECT_TRUE(LooksLikeMbox("From 17@xxx\nSubject: 1\n"));
  EXPECT_FALSE(LooksLikeMbox("From here on\nit is text"));
  EXPECT_FALSE(LooksLikeMbox("From: a\nTo: b\n"));
}

TEST(MboxReader, UndoesQuotingOnce) {
  const auto messages = Read(std::string(kFrom) + "S: 1\n\n>From x\n>>From y\n> From z\n>>\n");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].bytes, "S: 1\n\nFrom x\n>From y\n> From z\n>>\n");
}

TEST(MboxReader, BelievesALengthOnlyWhereItLands) {
  const std::string body = "text\n\nFrom x Mon Jun 01 10:00:00 2009\nmore\n";
  const auto file = [&](std::size_t length) {
    return std::string(kFrom) + "Content-Length: " + std::to_string(length) + "\n\n" + body + "\n" +
           std::string(kFrom) + "Subject: 2\n\nlast\n";
  };
  ASSERT_EQ(Read(file(body.size())).size(), 2U);
  EXPECT_TRUE(Read(file(body.size()))[0].bytes.ends_with("more\n\n"));
  EXPECT_EQ(Read(file(body.size() - 9)).size(), 3U);
  EXPECT_EQ(Read(file(1000000)).size(), 3U);
}

TEST(MboxReader, PassesOverWhatIsTooLarge) {
  const std::string file = std::string(kFrom) + "S: 1\n\n" + std::string(5000000, 'x') + "\n\n" +
                           std::string(kFrom) + "S: 2\n\nok\n";
  const auto messages = Read(file, 4096, 1000);
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_TRUE(messages[0].over_limit);
  EXPECT_EQ(messages[0].bytes, "");
  EXPECT_EQ(messages[1].bytes, "S: 2\n\nok\n");
}

TEST(MboxReader, ReadsAFileWithoutAFromLine) {
  const auto messages = Read("\n\nSubject: 1\n\nx\n");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].bytes, "Subject: 1\n\nx\n");
  EXPECT_TRUE(Read("").empty());
}

}  // namespace
}  // namespace arborist::mail
