// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/chunked_body.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

struct Read {
  int status = 0;  // of the refusal
  bool done = false;
  std::string body;
  std::string rest;
};

// step: how many bytes come at a time.
Read ReadAll(std::string_view bytes, std::size_t step = 100000) {
  ChunkedBody chunks({.body_bytes = 100, .line_bytes = 64, .trailer_bytes = 64});
  Read read;
  while (!bytes.empty() && !chunks.done()) {
    std::string_view piece = bytes.substr(0, step);
    const std::size_t before = piece.size();
    if (const auto refusal = chunks.Take(&piece)) {
      read.status = refusal->status;
      return read;
    }
    if (!chunks.done()) {
      EXPECT_TRUE(piece.empty());
    }
    bytes.remove_prefix(before - piece.size());
  }
  read.done = chunks.done();
  read.body = chunks.TakeBody();
  read.rest = bytes;
  return read;
}

TEST(ChunkedBody, IsReadInAnyPieces) {
  const std::string_view text =
      "3\r\nabc\r\nA;x=\"y\"\r\n0123456789\r\n000\r\nX: y\r\nZ:\r\n\r\nGET";
  for (std::size_t step = 1; step < text.size(); ++step) {
    const Read read = ReadAll(text, step);
    EXPECT_EQ(read.status, 0) << step;
    EXPECT_TRUE(read.done) << step;
    EXPECT_EQ(read.body, "abc0123456789") << step;
    EXPECT_EQ(read.rest, "GET") << "what follows belongs to the next request";
  }
}

TEST(ChunkedBody, RefusesWhatTwoReadersTakeInTwoWays) {
  for (const std::string_view text : {"-1\r\n",
                                      "+1\r\na",
                                      "0x1\r\na",
                                      " 1\r\na",
                                      "1 \r\na",
                                      "\r\n",
                                      "g\r\n",
                                      "1\na\r\n0\r\n\r\n",
                                      "1\r\nab\r\n",
                                      "1\r\na\n0\r\n\r\n",
                                      "1\r\na\r0\r\n\r\n",
                                      "00000000000000001\r\na",
                                      "10000000000000000\r\n",
                                      "1\r\na\r\n0\r\nX y\r\n\r\n",
                                      "0\r\n: y\r\n\r\n",
                                      "0\r\n X: y\r\n\r\n",
                                      "0\r\nX: a\rb\r\n\r\n",
                                      "0\n\r\n",
                                      "0\r\n\n",
                                      "1;a\rb\r\na"}) {
    for (const std::size_t step : {std::size_t{1}, text.size()}) {
      EXPECT_EQ(ReadAll(text, step).status, 400) << text << " in steps of " << step;
    }
  }
  EXPECT_EQ(ReadAll(std::string_view("1;a\0b\r\na", 8)).status, 400);
}

TEST(ChunkedBody, LimitsBodyLinesAndTrailers) {
  EXPECT_TRUE(ReadAll("64\r\n" + std::string(100, 'a') + "\r\n0\r\n\r\n").done);
  EXPECT_EQ(ReadAll("65\r\n").status, 413) << "before any of it has come";
  EXPECT_EQ(ReadAll("64\r\n" + std::string(100, 'a') + "\r\n1\r\n").status, 413);
  EXPECT_EQ(ReadAll("ffffffffffffffff\r\n").status, 413);
  EXPECT_EQ(ReadAll("1;" + std::string(100, 'x')).status, 400);
  EXPECT_EQ(ReadAll("0\r\nX: " + std::string(100, 'x')).status, 431);
  std::string trailers = "0\r\n";
  for (int i = 0; i < 20; ++i) trailers += "X: y\r\n";
  EXPECT_EQ(ReadAll(trailers).status, 431) << "all trailers together";
}

TEST(ChunkedBody, ThatIsCutOffIsNotDone) {
  for (const std::string_view text :
       {"", "3", "3\r\n", "3\r\nab", "3\r\nabc", "3\r\nabc\r\n0\r\n"}) {
    EXPECT_FALSE(ReadAll(text).done) << text;
    EXPECT_EQ(ReadAll(text).status, 0) << text;
  }
}

}  // namespace
}  // namespace arborist::serve::http
