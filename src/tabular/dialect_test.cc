// SPDX-License-Identifier: AGPL-3.0-only
#include "tabular/dialect.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::tabular {
namespace {

TEST(ParseRecord, ClosesAQuoteOnlyBeforeADelimiter) {
  Record fields;
  std::size_t used = 0;
  const auto parse = [&](std::string_view text, Lines lines = Lines::kMany,
                         Source source = Source::kAtEnd) {
    return ParseRecord(text, source, {}, lines, &fields, &used);
  };
  EXPECT_EQ(parse("a, \"b \"c\" d\" ,e\r\nnext"), Parsed::kRecord);
  EXPECT_EQ(fields, (Record{"a", "b \"c\" d", "e"}));
  EXPECT_EQ(used, 17U);
  EXPECT_EQ(parse("\"a\nb\",c"), Parsed::kRecord);
  EXPECT_EQ(fields, (Record{"a\nb", "c"}));
  EXPECT_EQ(parse("\"a\nb,c"), Parsed::kUnclosed);
  EXPECT_EQ(parse("\"a\nb,c", Lines::kOne), Parsed::kRecord);
  EXPECT_EQ(fields, (Record{"\"a"}));
  EXPECT_EQ(parse("a,b", Lines::kMany, Source::kGoesOn), Parsed::kNeedsMore);
  EXPECT_EQ(parse("a,b\r", Lines::kMany, Source::kGoesOn), Parsed::kNeedsMore);
  EXPECT_EQ(parse("\"a\"", Lines::kMany, Source::kGoesOn), Parsed::kNeedsMore);
  EXPECT_EQ(parse("\"" + std::string(kMaxFieldBytes + 2, 'x'), Lines::kMany, Source::kGoesOn),
            Parsed::kUnclosed);
}

TEST(IsValue, TellsNumbersAndDatesFromNames) {
  for (const std::string_view value : {"12", "-1.5e-3", "1.234,56", "12 %", "31.12.2024",
                                       "2024-01-31T10:00:00Z", "10:30", "€ 5", "5 EUR"})
    EXPECT_TRUE(IsValue(value)) << value;
  for (const std::string_view name : {"", "abc", "Q1", "column 4", "a-b", "-", "3 apples and more"})
    EXPECT_FALSE(IsValue(name)) << name;
}

TEST(FindLayout, FindsTheDialectByTrial) {
  EXPECT_EQ(FindLayout("a;b,c;d\n1;2,5;3\n", Source::kAtEnd).dialect.delimiter, ';');
  EXPECT_EQ(FindLayout("a,b\n1,2\n", Source::kAtEnd).width, 2U);
  EXPECT_EQ(FindLayout("# a comment\na,b\n1,2\n", Source::kAtEnd).preamble, 1U);
  EXPECT_FALSE(FindLayout("a\nb\n", Source::kAtEnd).is_table);
  EXPECT_FALSE(FindLayout("", Source::kAtEnd).is_table);
}

}  // namespace
}  // namespace arborist::tabular
