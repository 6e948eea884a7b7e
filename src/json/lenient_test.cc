// SPDX-License-Identifier: AGPL-3.0-only
#include "json/lenient.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "json/naive_lenient_test.h"

namespace arborist::json {
namespace {

// The value and the fix-ups on one line, or "error".
std::string Read(std::string_view text) {
  const auto result = ParseLenient(text);
  if (!result) return "error";
  std::string out = Dump(result->value);
  for (const std::string_view fixup : result->fixups) out += " " + std::string(fixup);
  return out;
}

TEST(ReferenceRepair, StrictJsonHasNoFixups) {
  EXPECT_EQ(Read(R"( {"a":[1,2]} )"), R"({"a":[1,2]})");
}
TEST(ReferenceRepair, PeelsAFenceThatWrapsTheWholeText) {
  EXPECT_EQ(Read("```json\n{\"a\":1}\n```"), "{\"a\":1} fence");
  EXPECT_EQ(Read("\u00A0```\n\n5\n \n``` \n"), "5 fence");
  EXPECT_EQ(Read("```JSON\n5\n```"), "error");
  EXPECT_EQ(Read("````\n5\n````"), "error");
}
TEST(ReferenceRepair, FenceNeedsTwoLineFeeds) {
  EXPECT_EQ(Read("```\n```"), "error");
  EXPECT_EQ(Read("```json {}```"), "{} prose_trim");
}
TEST(ReferenceRepair, TrimsProseToTheOutermostBrackets) {
  EXPECT_EQ(Read("Here: {\"a\":1}\n\nBye."), "{\"a\":1} prose_trim");
  EXPECT_EQ(Read("Here is null"), "error");
  EXPECT_EQ(Read("] [1"), "error");
}
TEST(ReferenceRepair, ReplacesCurlyQuotesEverywhere) {
  EXPECT_EQ(Read("{\u201Ca\u201D:\u201Db\u201C}"), "{\"a\":\"b\"} curly_quotes");
  EXPECT_EQ(Read("[\"it\u2019s\",]"), "[\"it's\"] curly_quotes trailing_comma");
}
TEST(ReferenceRepair, DropsCommasBeforeClosingBracketsInStringsToo) {
  EXPECT_EQ(Read("[1,\u2028]"), "error");  // the space stays, and JSON does not know it
  EXPECT_EQ(Read("[1, ]"), "[1] trailing_comma");
  EXPECT_EQ(Read("[\",}\",]"), "[\"}\"] trailing_comma");
  EXPECT_EQ(Read("[1,,]"), "error");
}
TEST(ReferenceRepair, ClosesWhatWasCut) {
  EXPECT_EQ(
      Read(R"({"claims":[{"text":"The Apollo)"),
      R"({"claims":[{"text":"The Apollo"}]} close_string close_brace close_bracket close_brace)");
  EXPECT_EQ(Read(R"({"a":1,"b":)"), R"({"a":1} drop_partial_key close_brace)");
  EXPECT_EQ(Read(R"({"a":1,"b)"), R"({"a":1} close_string drop_partial_key close_brace)");
  EXPECT_EQ(Read(R"([1, 2 ,)"), "[1,2] strip_trailing_comma close_bracket");
}
TEST(ReferenceRepair, TakesAFinishedLastItemForAKey) {
  EXPECT_EQ(Read(R"({"ids":["E1","E2")"),
            R"({"ids":["E1"]} drop_partial_key close_bracket close_brace)");
}
TEST(ReferenceRepair, AnUnfinishedEscapeLeavesOnlyWithItsKey) {
  EXPECT_EQ(Read(R"({"a":1,"b\)"), R"({"a":1} close_string drop_partial_key close_brace)");
  EXPECT_EQ(Read(R"({"a":"b\)"), "error");
}
TEST(ReferenceRepair, RefusesWhatParseRefuses) {
  EXPECT_EQ(Read("[NaN]"), "error");
  EXPECT_EQ(Read("[1e999]"), "error");
  EXPECT_EQ(Read("[9223372036854775808]"), "error");
  EXPECT_EQ(Read("[\"a\nb\"]"), "error");
  EXPECT_EQ(Read("[\xFF]"), "error");
  EXPECT_EQ(Read(""), "error");
}
TEST(ReferenceRepair, TooDeepIsNotRepaired) {
  const auto deep = ParseLenient(std::string(100000, '['));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::kLimitExceeded);
}
TEST(ReferenceRepair, LastDuplicateKeyWins) {
  EXPECT_EQ(Read(R"({"a":1,"a":2,})"), R"({"a":2} trailing_comma)");
}

// Each of these makes a search that starts anew after every cut walk the text again and again.
TEST(ReferenceRepair, TakesTimeInProportionToTheText) {
  const std::size_t count = 400'000;
  const auto repeat = [&](std::string_view piece) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += piece;
    return out;
  };
  EXPECT_EQ(Read("[1" + repeat(",\"a\":")), "[1] drop_partial_key close_bracket");
  EXPECT_EQ(Read("[1" + repeat(",\"a\"")), "[1] drop_partial_key close_bracket");
  EXPECT_EQ(Read("[1" + repeat(" ,")), "[1] strip_trailing_comma close_bracket");
  EXPECT_EQ(Read("[1" + repeat(",\n") + "]"), "error");
  EXPECT_EQ(Read("```\n" + repeat("\n")), "error");
  EXPECT_EQ(Read("```\n" + repeat(" \n") + "```"), "error");
  EXPECT_EQ(Read(repeat("```\n")), "error");
}

// Pieces that the rules look at, glued together at random or put into an answer at random.
class Pieces {
 public:
  explicit Pieces(std::uint32_t seed) : random_(seed) {}

  std::string Next() {
    std::string text;
    if (Below(2) == 0) {
      for (std::size_t n = Below(14); n > 0; --n) text += Piece();
    } else {
      static constexpr std::array<std::string_view, 3> kAnswers = {
          R"({"claims":[{"text":"a, b","evidence_ids":["E1","E2"]},{"text":"c\n","evidence_ids":[]}]})",
          R"([1,2,"x",])", R"({"a":{"b":[1,2,{"c":"d"}]}, "e" : null})"};
      text = kAnswers[Below(kAnswers.size())];
      for (std::size_t n = Below(4); n > 0; --n) {
        const std::size_t at = text.empty() ? 0 : Below(text.size());
        if (static_cast<unsigned char>(text[at]) < 0x80) text.replace(at, Below(2), Piece());
      }
      if (Below(2) == 0) text.resize(Below(text.size() + 1));
    }
    if (Below(4) == 0) text = "```json\n" + text + "\n```";
    if (Below(6) == 0) text = "Here: " + text + "\n bye";
    return text;
  }

 private:
  std::size_t Below(std::size_t limit) { return random_() % limit; }

  std::string_view Piece() {
    static constexpr std::array<std::string_view, 38> kPieces = {
        "{",    "}",       "[",     "]",      "\"",     "\"",          "\"",     ",",
        ",",    ":",       ":",     " ",      "\n",     "\\",          "```",    "```json",
        "“",    "”",       "‘",     "’",      "\u00A0", "\u2028",      "\u3000", "a",
        "1",    "-",       "2.5",   "1e999",  "true",   "NaN",         "😀",     "\t",
        "\x1C", "{\"a\":", "\"b\"", "[\"x\"", "\\u00",  "\xED\xA0\x80"};
    return kPieces[Below(kPieces.size())];
  }

  std::mt19937 random_;
};

TEST(ReferenceRepair, EqualsThePlainTranscription) {
  Pieces pieces(37);
  int read = 0;
  for (int i = 0; i < 60'000; ++i) {
    const std::string text = pieces.Next();
    const auto fast = ParseLenient(text);
    const auto plain = naive::ParseLenient(text);
    ASSERT_EQ(fast.has_value(), plain.has_value()) << text;
    if (!fast) continue;
    ++read;
    ASSERT_EQ(*fast, *plain) << text;
  }
  EXPECT_GT(read, 10'000);
}

TEST(Repair, HasNames) {
  EXPECT_EQ(RepairFromName("reference-v9.8"), Repair::kReferenceV98);
  EXPECT_EQ(RepairFromName("repair-v2"), Repair::kRepairV2);
  EXPECT_EQ(RepairFromName("repair-v3"), std::nullopt);
}

}  // namespace
}  // namespace arborist::json
