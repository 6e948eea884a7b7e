// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/links.h"

#include <gtest/gtest.h>

#include "serve/mcp/sample_test.h"

namespace arborist::serve::mcp {
namespace {

const std::string kRoot(64, 'a');

TEST(McpLinks, ANameReadsBackAsItself) {
  for (const ResourceName& name : {ResourceName{ResourceKind::kDocument, kRoot, {}},
                                   ResourceName{ResourceKind::kChunk, kRoot, 0},
                                   ResourceName{ResourceKind::kRecord, kRoot, {}},
                                   ResourceName{ResourceKind::kBundle, kRoot, {}},
                                   ResourceName{ResourceKind::kBundle, kRoot, 17}}) {
    const auto read = ReadResourceName(UriOf(name));
    ASSERT_TRUE(read) << UriOf(name);
    EXPECT_EQ(UriOf(*read), UriOf(name));
  }
}

TEST(McpLinks, NothingElseIsAResource) {
  for (const std::string& uri :
       {std::string("file:///etc/passwd"), std::string("http://127.0.0.1/"), std::string(),
        std::string("arborist://"), "arborist://document/" + kRoot.substr(1),
        "arborist://document/" + kRoot + "/0", "arborist://chunk/" + kRoot,
        "arborist://chunk/" + kRoot + "/", "arborist://chunk/" + kRoot + "/-1",
        "arborist://chunk/" + kRoot + "/01", "arborist://chunk/" + kRoot + "/1/2",
        "arborist://chunk/" + kRoot + "/99999999999999999999", "arborist://document/../" + kRoot,
        "arborist://document/" + std::string(64, 'A'), "arborist://home/" + kRoot,
        "ARBORIST://document/" + kRoot}) {
    const auto read = ReadResourceName(uri);
    ASSERT_FALSE(read) << uri;
    EXPECT_EQ(read.error().code, ErrorCode::kNotFound);
  }
}

DocumentRoot Root() { return DocumentRoot(*Hash256::FromHexString(kRoot)); }

std::vector<Link> LinksOf(const std::string& uri) {
  std::vector<Link> links;
  AddPassageLinks({.root = Root(), .chunk_idx = 2, .uri = uri, .title = "A page"}, &links);
  return links;
}

TEST(McpLinks, APassageLinksToItsChunkAndToThePageItCameFrom) {
  const std::vector<Link> links = LinksOf("https://example.org/a");
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].uri, "arborist://chunk/" + kRoot + "/2");
  EXPECT_EQ(links[1].uri, "https://example.org/a");
}

TEST(McpLinks, OnlyAddressesOfTheWebBecomeLinks) {
  for (const char* uri : {"file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
                          "HTTP://upper.example/", "https://example.org/a b",
                          "https://example.org/\n", "//example.org/", "ftp://example.org"}) {
    EXPECT_EQ(LinksOf(uri).size(), 1U) << uri;
  }
}

TEST(McpLinks, EachOnceAndNotWithoutEnd) {
  std::vector<Link> links;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    AddPassageLinks({.root = Root(), .chunk_idx = i % 500, .uri = "", .title = ""}, &links);
  }
  EXPECT_EQ(links.size(), 64U);
}

}  // namespace
}  // namespace arborist::serve::mcp
