// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/sse.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arborist::llm {
namespace {

using Events = std::vector<SseEvent>;

Events Read(std::string_view text, std::size_t piece = std::string_view::npos) {
  SseParser parser(1000);
  Events events;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    const auto status = parser.Feed(text.substr(0, piece), &events);
    EXPECT_TRUE(status) << status.error().message;
  }
  return events;
}

TEST(Sse, ABlankLineEndsAnEvent) {
  EXPECT_EQ(Read("data: a\n\ndata: b\n\n"), (Events{{"", "a"}, {"", "b"}}));
  EXPECT_EQ(Read("\n\n\ndata: a\n\n\n\n"), (Events{{"", "a"}}));
}

TEST(Sse, LinesEndInAnyOfThreeWays) {
  const Events expected{{"", "a"}, {"", "b\nc"}};
  EXPECT_EQ(Read("data: a\n\ndata: b\ndata: c\n\n"), expected);
  EXPECT_EQ(Read("data: a\r\rdata: b\rdata: c\r\r"), expected);
  EXPECT_EQ(Read("data: a\r\n\r\ndata: b\r\ndata: c\r\n\r\n"), expected);
}

TEST(Sse, PiecesDoNotMatter) {
  constexpr std::string_view kText =
      "\xEF\xBB\xBF: hello\r\ndata: a\r\n\r\nevent: x\rdata:b\ndata: c\r\n\n\ndata: \xC3\xA9\n\n";
  const Events whole = Read(kText);
  EXPECT_EQ(whole, (Events{{"", "a"}, {"x", "b\nc"}, {"", "é"}}));
  for (std::size_t piece = 1; piece < kText.size(); ++piece) EXPECT_EQ(Read(kText, piece), whole);
}

TEST(Sse, OneSpaceAfterTheColonIsNotData) {
  EXPECT_EQ(Read("data:a\n\ndata: a\n\ndata:  a\n\ndata:a: b\n\n"),
            (Events{{"", "a"}, {"", "a"}, {"", " a"}, {"", "a: b"}}));
}

TEST(Sse, AFieldWithoutAColonIsEmpty) { EXPECT_EQ(Read("data\ndata\n\n"), (Events{{"", "\n"}})); }

TEST(Sse, CommentsAndOtherFieldsArePassedOver) {
  EXPECT_EQ(Read(": ping\n\nid: 1\nretry: 5\nfoo: bar\n\ndata: a\nid: 2\n\n"), (Events{{"", "a"}}));
}

TEST(Sse, ATypeWithoutDataIsNoEventAndDoesNotLinger) {
  EXPECT_EQ(Read("event: error\n\ndata: a\n\n"), (Events{{"", "a"}}));
}

TEST(Sse, AnEventThatIsNotEndedIsNone) { EXPECT_EQ(Read("data: a\n\ndata: b\n").size(), 1U); }

TEST(Sse, AMarkOfByteOrderIsOneOnlyAtTheStart) {
  EXPECT_EQ(Read("\xEF\xBB\xBF"
                 "data: a\n\n\xEF\xBB\xBF"
                 "data: b\n\n"),
            (Events{{"", "a"}}));
}

TEST(Sse, AnEventHasALimit) {
  Events events;
  SseParser one_line(100);
  EXPECT_EQ(one_line.Feed(std::string(101, 'x'), &events).error().code, ErrorCode::kLimitExceeded);
  SseParser many_lines(100);
  Status status;
  for (int i = 0; status && i < 1000; ++i) status = many_lines.Feed("data: x\n", &events);
  EXPECT_FALSE(status);
  SseParser many_events(100);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(many_events.Feed("data: x\n\n", &events));
  EXPECT_EQ(events.size(), 1000U);
}

}  // namespace
}  // namespace arborist::llm
