// SPDX-License-Identifier: AGPL-3.0-only
// Every format against the files of ARBORIST_SHARED: the text that others expect, the facts that
// their tests state, and that hostile files end in time with a named verdict.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "base/files.h"
#include "files/measure.h"
#include "files/words.h"
#include "golden/data_files.h"
#include "reading/fault_test.h"
#include "zip/archive.h"

namespace arborist::files {
namespace {

std::filesystem::path Folder() { return golden::SharedFolder() / "data" / "files"; }

class FormatOnFiles : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(Folder() / "manifest.jsonl")) {
      GTEST_SKIP() << "no " << Folder() << "; set ARBORIST_SHARED";
    }
  }
  const MeasuredFormat& format() const { return MeasuredFormats()[GetParam()]; }
};

TEST_P(FormatOnFiles, HasTheWordsAndFactsThatAreExpected) {
  const auto result = Measure(Folder(), format());
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_FALSE(result->files.empty());
  EXPECT_GE(result->MeanScore(), format().least_score);
  EXPECT_GE(result->ShareOfFacts(), format().least_facts);
  for (const FileResult& file : result->files) {
    EXPECT_EQ(reading::FaultOf(file.reading), "") << file.path;
  }
}

TEST_P(FormatOnFiles, EndsOnHostileFilesAndNamesWhy) {
  const auto result = MeasureHostile(Folder(), format());
  ASSERT_TRUE(result) << result.error().message;
  for (const FileResult& file : result->files) {
    EXPECT_LT(file.time, std::chrono::seconds(25)) << file.path;
    EXPECT_EQ(reading::FaultOf(file.reading), "") << file.path;
    if (file.reading.text.empty() && file.reading.report.verdict != reading::Verdict::kEmpty) {
      EXPECT_NE(file.reading.report.detail, "") << file.path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FormatOnFiles,
                         testing::Range<std::size_t>(0, MeasuredFormats().size()),
                         [](const auto& one) {
                           return std::string(MeasuredFormats()[one.param].name);
                         });

// No entry of a hostile archive gives more than the archive may expand to, whatever it claims.
TEST(HostileZips, StayWithinTheirLimits) {
  const std::filesystem::path folder = Folder() / "hostile" / "zip";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder << "; set ARBORIST_SHARED";
  const reading::ReadingLimits limits;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const auto bytes = ReadFile(file.path(), std::uint64_t{1} << 30);
    ASSERT_TRUE(bytes) << file.path();
    const auto begin = std::chrono::steady_clock::now();
    auto archive = zip::Archive::Open(*bytes, limits);
    std::uint64_t made = 0;
    std::size_t refused = 0;
    if (archive) {
      for (const zip::Entry& entry : archive->entries()) {
        const auto read = archive->Stream(entry, [&](std::string_view piece) -> Status {
          made += piece.size();
          return {};
        });
        if (!read) ++refused;
      }
    }
    EXPECT_LE(made, limits.base_expanded_bytes + limits.expanded_per_byte * bytes->size());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(25)) << file.path();
    const std::string name = file.path().filename().string();
    EXPECT_EQ(static_cast<bool>(archive),
              name != "no-central-directory.zip" && name != "truncated.zip")
        << name;
    if (name == "bomb-overlap.zip") {
      EXPECT_GT(refused, 0U);
    }
  }
}

TEST(Words, CompareAsMultisets) {
  EXPECT_EQ(WordF1(WordsOf("a b b"), WordsOf("B, a; b")), 1);
  EXPECT_EQ(WordF1(WordsOf("a b"), WordsOf("a")), 2.0 / 3);
  EXPECT_EQ(WordF1({}, {}), 1);
  EXPECT_EQ(WordF1({}, WordsOf("a")), 0);
  EXPECT_EQ(WordsOf("\u6771\u4EAC 12"), (std::vector<std::string>{"\u6771", "\u4EAC", "12"}));
}

TEST(Words, OfMarkdownAreWithoutItsMarks) {
  EXPECT_EQ(WordsOf(PlainExpected("x.md", "**bo**ld a\\_b [t](http://x) <!-- image -->&lt;")),
            (std::vector<std::string>{"bold", "a", "b", "t"}));
}

}  // namespace
}  // namespace arborist::files
