// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>

#include "json/lenient.h"

namespace arborist::json {
namespace {

// The value and the fix-ups on one line, or "error".
std::string Read(std::string_view text) {
  const auto result = ParseLenient(text, Repair::kRepairV2);
  if (!result) return "error";
  std::string out = Dump(result->value);
  for (const std::string_view fixup : result->fixups) out += " " + std::string(fixup);
  return out;
}

struct SpeltClaim {
  std::string text;
  std::vector<std::string> evidence_ids;
};

struct Answer {
  std::vector<SpeltClaim> claims;
  std::string json;
  std::vector<std::size_t> ends;  // of each claim in json
};

Answer Spell(std::vector<SpeltClaim> claims, std::string_view space, std::string_view before) {
  Answer answer{.claims = std::move(claims), .json = std::string(before), .ends = {}};
  const auto write = [&](std::initializer_list<std::string_view> tokens) {
    for (const std::string_view token : tokens) answer.json.append(token).append(space);
  };
  write({"{", "\"claims\":", "["});
  for (std::size_t i = 0; i < answer.claims.size(); ++i) {
    if (i > 0) write({","});
    write({"{", "\"text\":"});
    write({Dump(Value(answer.claims[i].text)), ",", "\"evidence_ids\":", "["});
    bool first = true;
    for (const std::string& id : answer.claims[i].evidence_ids) {
      if (!first) write({","});
      write({Dump(Value(id))});
      first = false;
    }
    write({"]"});
    answer.json += "}";
    answer.ends.push_back(answer.json.size());
  }
  write({"", "]"});
  answer.json += "}";
  return answer;
}

std::vector<SpeltClaim> Claims() {
  return {
      {"The Apollo program landed people, six times.", {"E1", "E12"}},
      {"She said \"yes, {no}: [1,2]\" and \\ left \"x\": 1,\n\"y\"}]}", {"E3"}},
      {"", {}},
      {"caf\u00E9 \u201Cquoted\u201D it\u2019s \U0001F600 // not # a /* comment */ ```", {"E4"}},
      {"ends with }]}", {"E5", "E6", "E7"}}};
}

// All complete claims are there, and what was cut is at most one claim more, whose text and ids are
// the beginning of the real ones.
void ExpectCompleteClaims(const Answer& answer, std::size_t cut) {
  SCOPED_TRACE(answer.json.substr(0, cut));
  const auto result = ParseLenient(std::string_view(answer.json).substr(0, cut), Repair::kRepairV2);
  ASSERT_TRUE(result) << result.error().message;
  std::size_t complete = 0;
  while (complete < answer.ends.size() && answer.ends[complete] <= cut) ++complete;
  const Value* list = result->value.Find("claims");
  if (list == nullptr) {
    ASSERT_EQ(complete, 0u);
    ASSERT_EQ(result->value, Value(Object{}));
    return;
  }
  ASSERT_TRUE(list->is_array());
  const Array& claims = list->as_array();
  ASSERT_GE(claims.size(), complete);
  ASSERT_LE(claims.size(), complete + 1);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Value* text = claims[i].Find("text");
    const Value* ids = claims[i].Find("evidence_ids");
    if (i < complete) {
      ASSERT_NE(text, nullptr);
      ASSERT_NE(ids, nullptr);
      ASSERT_EQ(text->as_string(), answer.claims[i].text);
      ASSERT_EQ(ids->as_array().size(), answer.claims[i].evidence_ids.size());
    }
    if (text != nullptr) {
      ASSERT_TRUE(answer.claims[i].text.starts_with(text->as_string())) << text->as_string();
    }
    if (ids == nullptr) continue;
    ASSERT_LE(ids->as_array().size(), answer.claims[i].evidence_ids.size());
    for (std::size_t j = 0; j < ids->as_array().size(); ++j) {
      ASSERT_EQ(ids->as_array()[j].as_string(), answer.claims[i].evidence_ids[j]);
    }
  }
}

TEST(RepairV2, KeepsEveryCompleteClaimOfAStreamCutAnywhere) {
  for (const std::string_view space : {"", " ", "\n  "}) {
    for (const std::string_view before : {"", "```json\n", "Here it is [1]:\n\n"}) {
      const Answer answer = Spell(Claims(), space, before);
      for (std::size_t cut = before.size() + 1; cut <= answer.json.size(); ++cut) {
        ASSERT_NO_FATAL_FAILURE(ExpectCompleteClaims(answer, cut));
      }
    }
  }
}
TEST(RepairV2, NeverDropsAFinishedItem) {
  EXPECT_EQ(Read(R"({"ids":["E1","E2")"), R"({"ids":["E1","E2"]} close_bracket close_brace)");
  EXPECT_EQ(Read(R"([1,2 )"), "[1,2] close_bracket");
  EXPECT_EQ(Read(R"([true,null)"), "[true,null] close_bracket");
}
TEST(RepairV2, ClosesACutTextButDropsHalfAnItemKeyNumberOrWord) {
  EXPECT_EQ(Read(R"({"text":"The Apol)"), R"({"text":"The Apol"} close_string close_brace)");
  EXPECT_EQ(Read(R"({"ids":["E1","E1)"),
            R"({"ids":["E1"]} drop_partial_item close_bracket close_brace)");
  EXPECT_EQ(Read(R"({"a":1,"b)"), R"({"a":1} drop_partial_key close_brace)");
  EXPECT_EQ(Read(R"({"a":1,"b":)"), R"({"a":1} drop_partial_key close_brace)");
  EXPECT_EQ(Read(R"([1,12)"), "[1] drop_partial_value close_bracket");
  EXPECT_EQ(Read(R"({"a":1,"b":fal)"), R"({"a":1} drop_partial_value close_brace)");
  EXPECT_EQ(Read(R"([1,)"), "[1] strip_trailing_comma close_bracket");
}
TEST(RepairV2, DropsHalfAnEscapeAndHalfACharacter) {
  EXPECT_EQ(Read("{\"a\":\"x\\"), "{\"a\":\"x\"} close_string close_brace");
  EXPECT_EQ(Read("{\"a\":\"x\\u00e"), "{\"a\":\"x\"} close_string close_brace");
  EXPECT_EQ(Read("{\"a\":\"x\\ud83d\\ude0"), "{\"a\":\"x\"} close_string close_brace");
  EXPECT_EQ(Read("{\"a\":\"x\xF0\x9F\x98"),
            "{\"a\":\"x\"} drop_partial_character close_string close_brace");
  EXPECT_EQ(Read("{\"a\":\"x\xF0\"}"), "error");
}
TEST(RepairV2, FindsTheAnswerInFencesAndProse) {
  EXPECT_EQ(Read("```json\n{\"a\":1}\n```"), "{\"a\":1} fence");
  EXPECT_EQ(Read("Sure [1]:\n```\n{\"a\":1}\n```\nBye {x}."), "{\"a\":1} prose_trim fence");
  EXPECT_EQ(Read("By [1] and {it}: {\"a\":1} done"), "{\"a\":1} prose_trim");
  EXPECT_EQ(Read("```json\n{\"a\":1\n```"), "{\"a\":1} fence close_brace");
  EXPECT_EQ(Read("\"claims\":[]}"), "{\"claims\":[]} open_brace");
  EXPECT_EQ(Read("no answer here"), "error");
  EXPECT_EQ(Read(""), "error");
}
TEST(RepairV2, CurlyQuotesCountOnlyWhereAStringBegins) {
  EXPECT_EQ(Read("{\u201Ca\u201D:\u201Cb\u201D}"), "{\"a\":\"b\"} curly_quotes");
  EXPECT_EQ(Read("{\"a\":\"\u201Cb\u201D it\u2019s\",}"),
            "{\"a\":\"\u201Cb\u201D it\u2019s\"} trailing_comma");
}
TEST(RepairV2, CommasInsideStringsStay) {
  EXPECT_EQ(Read("[\"a,}\", \"b,]\",]"), "[\"a,}\",\"b,]\"] trailing_comma");
  EXPECT_EQ(Read("[,1,,2]"), "[1,2] extra_comma");
}
TEST(RepairV2, SingleQuotesBareKeysWordsAndComments) {
  EXPECT_EQ(Read("{'a':'it's'}"), "{\"a\":\"it's\"} single_quotes escape_quote");
  EXPECT_EQ(Read("{a:1}"), "{\"a\":1} unquoted_key");
  EXPECT_EQ(Read("{\"a\":some words}"), "{\"a\":\"some words\"} unquoted_value");
  EXPECT_EQ(Read("{\"a\":True,\"b\":None}"), "{\"a\":true,\"b\":null} literal_spelling");
  EXPECT_EQ(Read("{\"a\":1,// x\n/* y */\"b\":2}"), "{\"a\":1,\"b\":2} comment");
  EXPECT_EQ(Read("[.5,5.]"), "[0.5,5.0] number_spelling");
  EXPECT_EQ(Read("[99999999999999999999]"), "[\"99999999999999999999\"] unquoted_value");
  EXPECT_EQ(Read("[1,...,9]"), "[1,9] ellipsis");
}
TEST(RepairV2, MissingCommasAndColons) {
  EXPECT_EQ(Read("[\"a\" \"b\"\n{}]"), "[\"a\",\"b\",{}] missing_comma");
  EXPECT_EQ(Read("{\"a\":\"x\"\n\"b\":1}"), "{\"a\":\"x\",\"b\":1} missing_comma");
  EXPECT_EQ(Read("{\"a\" 1}"), "{\"a\":1} missing_colon");
}
TEST(RepairV2, QuotesInsideATextStayInIt) {
  EXPECT_EQ(Read(R"({"text":"the "old" one, "x": y","n":1})"),
            R"({"n":1,"text":"the \"old\" one, \"x\": y"} escape_quote)");
  EXPECT_EQ(Read("{\"a\":\"line\nline\\d\"}"),
            "{\"a\":\"line\\nline\\\\d\"} control_character invalid_escape");
}
TEST(RepairV2, MissingClosingQuotes) {
  EXPECT_EQ(Read(R"({"a":"b,"c":"d"})"), R"({"a":"b","c":"d"} close_string)");
  EXPECT_EQ(Read(R"({"a":["b"],"c":"d})"), R"({"a":["b"],"c":"d"} close_string)");
  EXPECT_EQ(Read(R"({"a":"f(){})"), R"({"a":"f(){}"} close_string close_brace)");
}
TEST(RepairV2, WrongBracketsCloseWhatTheyCan) {
  EXPECT_EQ(Read(R"({"a":[{"b":1],"c":2})"), R"({"a":[{"b":1}],"c":2} close_brace)");
  EXPECT_EQ(Read(R"({"a":[1,2},"b":3})"), R"({"a":[1,2],"b":3} close_bracket drop_stray_close)");
  EXPECT_EQ(Read(R"({"c":[{"t":1}},{"t":2}]})"), R"({"c":[{"t":1},{"t":2}]} drop_stray_close)");
  EXPECT_EQ(Read(R"({"a":1}}])"), R"({"a":1} prose_trim)");
  EXPECT_EQ(Read(R"({"a":1},"b":2})"), R"({"a":1,"b":2} drop_stray_close)");
  EXPECT_EQ(Read(R"(["a":1])"), R"([{"a":1}] open_brace close_brace)");
}
TEST(RepairV2, SaysSoWhereSpaceIsNotJsons) {
  EXPECT_EQ(Read("\uFEFF{}"), "{} special_whitespace");
  EXPECT_EQ(Read("{}\u00A0"), "{} special_whitespace");
  EXPECT_EQ(Read("[2\f]"), "[2] special_whitespace");
  EXPECT_EQ(Read("[\u3000\"a\"]"), "[\"a\"] special_whitespace");
}
TEST(RepairV2, LastDuplicateKeyWins) {
  EXPECT_EQ(Read(R"({"a":1,"a":2,})"), R"({"a":2} trailing_comma)");
}
TEST(RepairV2, RefusesDeepNestingByName) {
  for (const std::string_view piece : {"[", "{\"a\":", "[\"a\":", "{{"}) {
    std::string text = "\uFEFF";  // which strict JSON refuses
    for (int i = 0; i < 100'000; ++i) text += piece;
    const auto deep = ParseLenient(text, Repair::kRepairV2);
    ASSERT_FALSE(deep) << piece;
    EXPECT_EQ(deep.error().code, ErrorCode::kLimitExceeded) << piece;
  }
}

// What a rule that looks ahead or goes back would walk again and again, were it not bounded.
TEST(RepairV2, TakesTimeInProportionToTheText) {
  for (const std::string_view piece :
       {"\"a\" b ", "\",",     "\": ", "\"a\":\"b,", "\n\"",  ",\n\"", " \"",
        "```\n",    "a:",      "'",    "}",          "],{",   "/*",    "+\"",
        "\\\"",     "{\"a\" ", "...",  "\u201C",     "word ", "1 "}) {
    for (const std::string_view before : {"", "[", "{", "[\"", "{\"a\":\"", "{\"a\":"}) {
      std::string text(before);
      while (text.size() < 300'000) text += piece;
      // Linear takes milliseconds, the square of it minutes.
      const auto start = std::chrono::steady_clock::now();
      Read(text);
      EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10))
          << before << piece;
    }
  }
}

}  // namespace
}  // namespace arborist::json
