// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/media_type.h"

#include <gtest/gtest.h>

namespace arborist::crawl {
namespace {

TEST(MediaType, ReadsNameAndCharset) {
  const MediaType type = ReadMediaType(" Text/HTML ; x=y; Charset=\"ISO-8859-1\"; charset=no");
  EXPECT_EQ(type.name, "text/html");
  EXPECT_EQ(type.charset, "ISO-8859-1");
  EXPECT_EQ(ReadMediaType("").name, "");
  EXPECT_EQ(ReadMediaType("text/plain").charset, "");
  EXPECT_EQ(ReadMediaType(";;;charset=").charset, "");
}

std::string Reading(std::string_view type, std::string_view url = "http://h/a") {
  const MediaReading reading = ReadingOf(type, *net::ParseUrl(url));
  switch (reading.use) {
    case MediaUse::kDocument:
      return std::string(reading.format->name);
    case MediaUse::kLinks:
      return "links";
    case MediaUse::kUnknown:
      return "unknown";
    case MediaUse::kNone:
      return "none";
  }
  return {};
}

TEST(MediaType, DecidesWhatAPageIsGoodFor) {
  EXPECT_EQ(Reading("text/html", "http://h/a.txt"), "html");
  EXPECT_EQ(Reading("application/xhtml+xml"), "html");
  EXPECT_EQ(Reading("text/plain"), "text");
  EXPECT_EQ(Reading("text/plain", "http://h/README.md"), "markdown");
  EXPECT_EQ(Reading("application/octet-stream", "http://h/README.md"), "markdown");
  EXPECT_EQ(Reading("application/octet-stream", "http://h/a.bin"), "none");
  EXPECT_EQ(Reading("application/rss+xml"), "links");
  EXPECT_EQ(Reading("text/xml"), "links");
  EXPECT_EQ(Reading("image/png"), "none");
  EXPECT_EQ(Reading("application/x-ndjson"), "none");
  EXPECT_EQ(Reading(""), "unknown");
}

}  // namespace
}  // namespace arborist::crawl
