// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/head.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

struct Case {
  const char* name;
  std::string_view head;
  int status;  // 0: passes
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

using std::string_view_literals::operator""sv;

class Head : public testing::TestWithParam<Case> {};

TEST_P(Head, IsJudged) {
  const auto refusal = CheckHead(GetParam().head);
  EXPECT_EQ(refusal ? refusal->status : 0, GetParam().status)
      << (refusal ? refusal->message : "passed");
}

constexpr Case kCases[] = {
    {"Plain", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
    {"OldWithoutHost", "GET / HTTP/1.0\r\n\r\n", 0},
    {"EmptyValue", "GET / HTTP/1.1\r\nHost: a\r\nX-A:\r\n\r\n", 0},
    {"Chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n", 0},
    {"HighBytesInAValue", "GET / HTTP/1.1\r\nHost: a\r\nX: \xC3\xA4\r\n\r\n", 0},
    {"NoHost", "GET / HTTP/1.1\r\n\r\n", 400},
    {"TwoHosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400},
    {"BareLf", "GET / HTTP/1.1\nHost: a\n\n", 400},
    {"BareLfInside", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400},
    {"BareCr", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400},
    {"Folded", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400},
    {"FoldedByTab", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\tc\r\n\r\n", 400},
    {"FirstLineFolded", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400},
    {"SpaceBeforeColon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
    {"NoColon", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400},
    {"NoName", "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400},
    {"Nul", "GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n"sv, 400},
    {"LengthAndCoding",
     "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
    {"CodingAndLength",
     "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", 400},
    {"TwoLengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
     400},
    {"TwoEqualLengths",
     "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n", 400},
    {"LengthList", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\n", 400},
    {"NegativeLength", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400},
    {"PlusLength", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400},
    {"HexLength", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x10\r\n\r\n", 400},
    {"HugeLength", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
     400},
    {"OtherCoding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
    {"DisguisedCoding",
     "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \x0B"
     "chunked\r\n\r\n",
     400},
    {"TwoCodings",
     "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n",
     400},
    {"OldWithCoding", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
    {"TwoTokens", "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n", 400},
    {"Version2", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
    {"Version09", "GET /\r\n\r\n", 400},
    {"VersionTail", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400},
    {"SpaceInTarget", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"RawUtf8InTarget", "GET /\xC3\xA4 HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"EmptyLineFirst", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
    {"MoreBehind", "GET / HTTP/1.1\r\nHost: a\r\n\r\nX", 400},
    {"CutOff", "GET / HTTP/1.1\r\nHost: a\r\n", 400},
    {"Expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417},
    {"EncodedBody", "POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n\r\n", 415},
};

INSTANTIATE_TEST_SUITE_P(All, Head, testing::ValuesIn(kCases),
                         [](const auto& c) { return std::string(c.param.name); });

TEST(Head, MayHaveAHundredLines) {
  const auto with = [](int lines) {
    std::string head = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (int i = 1; i < lines; ++i) head += "X-" + std::to_string(i) + ": b\r\n";
    return head + "\r\n";
  };
  EXPECT_FALSE(CheckHead(with(100)));
  EXPECT_EQ(CheckHead(with(101))->status, 431);
}

}  // namespace
}  // namespace arborist::serve::http
