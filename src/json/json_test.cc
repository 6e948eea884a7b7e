// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <limits>

#include "json/memory_limit.h"
#include "json/value.h"

namespace arborist::json {
namespace {

std::string Round(std::string_view text) {
  const auto value = Parse(text);
  return value ? Dump(*value) : "error: " + value.error().message;
}

TEST(CanonicalJson, SortsKeysByCodePointWithoutSpaces) {
  EXPECT_EQ(Round(R"({"b": 1, "a": [true, null], "😀": 1, "￿": 2, "é": 0})"),
            R"({"a":[true,null],"b":1,"é":0,"￿":2,"😀":1})");
}
TEST(CanonicalJson, FloatsArePythonsRepr) {
  EXPECT_EQ(FormatFloat(1e-5), "1e-05");
  EXPECT_EQ(FormatFloat(1e16), "1e+16");
  EXPECT_EQ(FormatFloat(1e15), "1000000000000000.0");
  EXPECT_EQ(FormatFloat(-0.0), "-0.0");
  EXPECT_EQ(FormatFloat(0.0001), "0.0001");
  EXPECT_EQ(FormatFloat(5e-324), "5e-324");
  EXPECT_EQ(FormatFloat(123456.789), "123456.789");
  EXPECT_EQ(FormatFloat(1.7976931348623157e308), "1.7976931348623157e+308");
}
TEST(CanonicalJson, IntegersAndFloatsStayApart) {
  EXPECT_EQ(Round("[1, 1.0, -0, 1e2]"), "[1,1.0,0,100.0]");
}
TEST(CanonicalJson, ControlsAsPythonWritesThem) {
  EXPECT_EQ(Round(R"("\u0000\u001f\n\u007f\/")"), "\"\\u0000\\u001f\\n\x7f/\"");
}
TEST(CanonicalJson, RefusesNaNAndInfinity) {
  EXPECT_FALSE(Canonical(Value(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_FALSE(Canonical(Value(Array{Value(std::numeric_limits<double>::infinity())})));
}
TEST(Parse, LoneSurrogatesSurvive) {
  EXPECT_EQ(Round(R"("\ud800")"), "\"\xED\xA0\x80\"");
  EXPECT_EQ(Round(R"("\ud83d\ude00")"), "\"😀\"");
  EXPECT_EQ(Round(R"("\ud800\u0041")"),
            "\"\xED\xA0\x80"
            "A\"");
}
TEST(DumpLine, EscapesWhatSomeReadersTakeForALineEnd) {
  const Value value("a\u0085b\u2028c\u2029d\u2027\u202a\u0084");
  EXPECT_EQ(DumpLine(value), "\"a\\u0085b\\u2028c\\u2029d\u2027\u202a\u0084\"");
  EXPECT_EQ(*Parse(DumpLine(value)), value);
}
TEST(DumpLine, EscapesLoneSurrogatesAndLittleElse) {
  const std::string text = R"({"\udc00k":["\ud800","a\udfffb","\ud7ff\ue000","😀é\u001f"]})";
  const Value value = *Parse(text);
  const std::string dumped = DumpLine(value);
  EXPECT_EQ(dumped,
            "{\"\\udc00k\":[\"\\ud800\",\"a\\udfffb\",\"\xED\x9F\xBF\xEE\x80\x80\","
            "\"😀é\\u001f\"]}");
  EXPECT_EQ(*Parse(dumped), value);
  EXPECT_EQ(*Parse(Pretty(value)), value);
  EXPECT_EQ(*Parse(Dump(value)), value);
}
TEST(DumpLine, WritesEverySurrogateByItsNumber) {
  for (int c = 0xD800; c <= 0xDFFF; ++c) {
    static constexpr char kHex[] = "0123456789abcdef";
    const std::string escape = {
        '"', '\\', 'u', 'd', kHex[(c >> 8) & 15], kHex[(c >> 4) & 15], kHex[c & 15], '"'};
    EXPECT_EQ(DumpLine(*Parse(escape)), escape);
  }
}
TEST(Parse, LastDuplicateKeyWins) {
  EXPECT_EQ(Round(R"({"a":1,"a":2})"), R"({"a":2})");
  EXPECT_EQ(Round(R"({"b":1,"a":1,"b":2,"c":0,"a":2,"b":3})"), R"({"a":2,"b":3,"c":0})");
}
TEST(Parse, RefusesAKeyThatStandsTwiceWhereItIsAskedTo) {
  const auto refusal = [](std::string_view text) {
    const auto value = Parse(text, {.unique_keys = true});
    return value ? std::string() : value.error().message;
  };
  EXPECT_EQ(refusal(R"({"a":1,"a":1})"),
            "JSON: the member \"a\" stands twice in the object that ends at byte 13");
  EXPECT_EQ(Parse(R"({"a":1,"a":1})", {.unique_keys = true}).error().code, ErrorCode::kInvalidData);
  for (const std::string_view text :
       {R"({"b":1,"a":2,"c":3,"b":4})", R"({"x":[1,{"y":{"b":null,"a":0,"b":null}}]})",
        R"({"b":1,"\u0062":2})", R"([{"\u0062":1,"a":0,"b":2}])", R"({"b":{"b":1},"b":1})"}) {
    EXPECT_TRUE(refusal(text).contains("the member \"b\" stands twice")) << text << refusal(text);
  }
  EXPECT_TRUE(refusal(R"({"":1,"":2})").contains("the member \"\" stands twice"));
  EXPECT_TRUE(refusal(R"({"\ud83d\ude00":1,"😀":2})").contains("\"😀\""));
  EXPECT_TRUE(refusal(R"({"\ud800":1,"\uD800":2})").contains("\"\\ud800\""));
  const std::string name(1'000'000, 'n');
  EXPECT_LT(refusal("{\"" + name + "\":1,\"" + name + "\":2}").size(), 200u);
}
TEST(Parse, TakesOneKeyInManyObjectsWhereNoneMayStandTwice) {
  const std::string_view text =
      R"({"b":{"b":1,"a":2},"a":[{"b":1},{"b":2},{}],"B":3,"é":4,"e\u0301":5})";
  const auto value = Parse(text, {.unique_keys = true});
  ASSERT_TRUE(value) << value.error().message;
  EXPECT_EQ(*value, *Parse(text));
}
// Backwards and each key twice: a key at a time this would move members 10^10 times.
TEST(Parse, ManyKeysInAnyOrder) {
  constexpr int kKeys = 200'000;
  std::string text = "{";
  for (int i = 2 * kKeys; i-- > 0;) {
    text += '"' + std::to_string(1'000'000 + i % kKeys) + "\":" + std::to_string(i / kKeys) + ',';
  }
  text.back() = '}';
  const auto value = Parse(text);
  ASSERT_TRUE(value) << value.error().message;
  ASSERT_EQ(value->as_object().size(), static_cast<std::size_t>(kKeys));
  EXPECT_EQ(value->as_object().begin()->first, "1000000");
  for (const auto& [key, last] : value->as_object()) ASSERT_EQ(last, Value(0)) << key;
}
TEST(Parse, RefusesNumbersItCannotHold) {
  EXPECT_FALSE(Parse("9223372036854775808"));
  EXPECT_FALSE(Parse("1e999"));
  EXPECT_FALSE(Parse("123456789e301234567890"));
  EXPECT_FALSE(Parse("NaN"));
  EXPECT_EQ(Round("-9223372036854775808"), "-9223372036854775808");
}
TEST(Parse, NumbersTooSmallAreZero) {
  EXPECT_EQ(Round("1e-999"), "0.0");
  EXPECT_EQ(Round("-123.4e-400"), "-0.0");
  EXPECT_EQ(Round("1e-99999999999999999999"), "0.0");
}
TEST(Parse, RefusesDeepNestingByName) {
  const auto deep = Parse(std::string(100000, '['));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::kLimitExceeded);
}
TEST(Parse, HoldsTheValueToItsMemory) {
  const auto repeated = [](std::string_view item, std::size_t times) {
    std::string text = "[";
    for (std::size_t i = 0; i < times; ++i) text.append(item).append(",");
    text.back() = ']';
    return text;
  };
  constexpr std::size_t kText = std::size_t{1} << 18;
  // Each takes more than twice the memory of its text.
  for (const std::string_view item :
       {"0", "[]", "{}", "[0]", "{\"a\":0}", "[[[[0]]]]", "\"\"", "\"sixteen bytes...\""}) {
    const std::string text = repeated(item, kText / (item.size() + 1));
    const auto value = ParseWithin(2 * kText, text);
    ASSERT_FALSE(value) << item;
    EXPECT_EQ(value.error().code, ErrorCode::kLimitExceeded) << item;
    EXPECT_TRUE(ParseWithin(256 * kText, text)) << item;
  }
  const std::string plain = "\"" + std::string(kText, 'a') + "\"";
  EXPECT_TRUE(ParseWithin(2 * kText, plain)) << "text costs no more than itself";
  std::string escaped = "\"";
  for (std::size_t i = 0; i < kText / 2; ++i) escaped += "\\n";
  EXPECT_TRUE(ParseWithin(2 * kText, escaped + "\""));
  EXPECT_FALSE(ParseWithin(kText / 2, plain));
}
TEST(Parse, RefusesWithTheOffset) {
  EXPECT_EQ(Parse("[1,]").error().message, "JSON: no value starts so at byte 3");
  EXPECT_FALSE(Parse("\"a\nb\""));
  EXPECT_FALSE(Parse("{\"a\" 1}"));
  EXPECT_FALSE(Parse("01"));
  EXPECT_FALSE(Parse("\"\xFF\""));
  EXPECT_FALSE(Parse(""));
}
TEST(Fields, ErrorsNameTheField) {
  const Value value = *Parse(R"({"n":1})");
  EXPECT_EQ(value.String("n").error().message, "field n must be a string");
  EXPECT_EQ(value.Int("m").error().message, "field m must be an integer");
}

TEST(Json, TextForOtherProgramsIsValidUtf8) {
  EXPECT_EQ(ToValidUtf8(Dump(Object{{"a", "caf\xC3\xA9"}})), "{\"a\":\"caf\xC3\xA9\"}");
  EXPECT_EQ(ToValidUtf8(Dump(Value("x\xE9y\xED"))), "\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"");
  EXPECT_EQ(ToValidUtf8(Dump(*Parse("\"\\ud800 \\udfff\""))), "\"\\ud800 \\udfff\"");
}

}  // namespace
}  // namespace arborist::json
