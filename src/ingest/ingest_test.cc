// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingest.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.h"

namespace arborist::ingest {
namespace {

TEST(IngestNames, RefusesNamesThatAreNotUtf8BeforeAnythingIsMade) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  std::ofstream(folder.path() / "a.txt") << "some text";
  SystemClock clock;
  SystemRandom random;
  IngestOptions prefixed;
  prefixed.uri_prefix = "x:\xFF/";
  IngestOptions named;
  named.uri = "x:\xED\xA0\x80";
  for (IngestOptions options : {prefixed, named}) {
    options.paths = {folder.path() / "a.txt"};
    const auto report = Ingest(options, {.home = home,
                                         .clock = &clock,
                                         .random = &random,
                                         .actor = "test",
                                         .on_progress = {},
                                         .on_note = {}});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kInvalidArgument);
    EXPECT_TRUE(report.error().message.contains("is not UTF-8 at byte 2"))
        << report.error().message;
    EXPECT_FALSE(std::filesystem::exists(home.root));
  }
}

}  // namespace
}  // namespace arborist::ingest
