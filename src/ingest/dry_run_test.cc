// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.h"
#include "ingest/ingest.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

class DryRunTest : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& content) const {
    fs::create_directories((in() / name).parent_path());
    std::ofstream(in() / name, std::ios::binary) << content;
  }
  fs::path in() const { return folder_.path() / "in"; }
  fs::path home() const { return folder_.path() / "home"; }

  IngestReport Run(std::uint64_t sample_bytes, std::uint64_t limit = 0, bool dry_run = true) {
    IngestOptions options;
    options.paths = {in()};
    options.jobs = 2;
    options.limit = limit;
    options.dry_run = dry_run;
    options.dry_run_sample_bytes = sample_bytes;
    auto report = Ingest(options, {.home = {home()},
                                   .clock = &clock_,
                                   .random = &random_,
                                   .actor = "test",
                                   .on_progress = {},
                                   .on_note = {}});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : IngestReport();
  }

  // Other words for every seed, about so many bytes.
  static std::string Words(int seed, std::size_t bytes) {
    std::string text;
    for (int i = 0; text.size() < bytes; ++i)
      text += "word" + std::to_string((i * 31 + seed * 7919) % 9973) + (i % 13 == 12 ? ". " : " ");
    return text;
  }
  static std::string Line(int number, std::size_t bytes) {
    return R"({"uri":"u:)" + std::to_string(number) + R"(","text":")" + Words(number, bytes) +
           "\"}\n";
  }

  TemporaryFolder folder_;
  SystemClock clock_;
  SystemRandom random_;
};

constexpr std::uint64_t kAll = std::uint64_t{1} << 30;
constexpr std::uint64_t kKiB = 1024;

TEST_F(DryRunTest, ReadsASmallInputInFull) {
  for (int i = 0; i < 20; ++i) Write("f" + std::to_string(i) + ".txt", Words(i, 500));
  Write("empty.txt", "");
  const IngestReport report = Run(kAll);
  EXPECT_EQ(report.added, 20u);
  EXPECT_EQ(report.skipped_count, 1u);
  ASSERT_TRUE(report.dry_run);
  EXPECT_FALSE(report.dry_run->is_estimate);
  EXPECT_EQ(report.dry_run->input_files, 21u);
  EXPECT_EQ(report.dry_run->read_bytes, report.dry_run->input_bytes);
}

TEST_F(DryRunTest, ReadsOnlyTheStartOfALargeJsonLinesFile) {
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += Line(i, 2000);
  Write("a.jsonl", lines);
  const IngestReport exact = Run(kAll);
  EXPECT_EQ(exact.added, 2000u);
  const IngestReport report = Run(512 * kKiB);
  EXPECT_TRUE(report.dry_run->is_estimate);
  EXPECT_EQ(report.dry_run->input_bytes, lines.size());
  EXPECT_LT(report.dry_run->read_bytes, lines.size() / 4);
  EXPECT_NEAR(static_cast<double>(report.added), 2000, 200);
  EXPECT_NEAR(static_cast<double>(report.chunks), static_cast<double>(exact.chunks),
              static_cast<double>(exact.chunks) * 0.1);
  EXPECT_NEAR(static_cast<double>(report.dry_run->estimated_bytes),
              static_cast<double>(exact.dry_run->estimated_bytes),
              static_cast<double>(exact.dry_run->estimated_bytes) * 0.1);
}

TEST_F(DryRunTest, TakesFilesFromAllOverAFolder) {
  // The sizes differ from folder to folder: the first files alone would mislead.
  for (int i = 0; i < 600; ++i)
    Write("d" + std::to_string(i / 100) + "/" + std::to_string(i) + ".txt",
          Words(i, 200 + std::size_t{900} * static_cast<std::size_t>(i / 100)));
  const IngestReport exact = Run(kAll);
  const IngestReport report = Run(100 * kKiB);
  EXPECT_TRUE(report.dry_run->is_estimate);
  EXPECT_EQ(report.dry_run->input_files, 600u);
  EXPECT_LT(report.dry_run->read_files, 60u);
  EXPECT_EQ(report.added, 600u);
  EXPECT_NEAR(static_cast<double>(report.text_bytes), static_cast<double>(exact.text_bytes),
              static_cast<double>(exact.text_bytes) * 0.1);
}

TEST_F(DryRunTest, SaysTheSameTwice) {
  for (int i = 0; i < 300; ++i) Write(std::to_string(i) + ".txt", Words(i, 1000));
  std::string lines;
  for (int i = 0; i < 800; ++i) lines += Line(i, 2000);
  Write("a.jsonl", lines);
  const IngestReport first = Run(128 * kKiB);
  const IngestReport second = Run(128 * kKiB);
  EXPECT_EQ(first.added, second.added);
  EXPECT_EQ(first.chunks, second.chunks);
  EXPECT_EQ(first.dry_run->read_bytes, second.dry_run->read_bytes);
  EXPECT_EQ(first.dry_run->estimated_bytes, second.dry_run->estimated_bytes);
}

TEST_F(DryRunTest, CountsWhatWalkingFindsExactly) {
  for (int i = 0; i < 200; ++i) Write(std::to_string(i) + ".txt", Words(i, 1000));
  for (int i = 0; i < 7; ++i) Write("empty" + std::to_string(i), "");
  Write(".hidden", "x");
  Write(".env", "PASSWORD=x");
  Write("big.bin", std::string(2 << 20, '\0'));
  fs::create_symlink("0.txt", in() / "link");
  const IngestReport report = Run(64 * kKiB);
  EXPECT_TRUE(report.dry_run->is_estimate);
  EXPECT_EQ(report.added, 200u);
  EXPECT_EQ(report.skipped_count, 7u + 3u);  // the binary file, the secret and the link
  EXPECT_EQ(report.passed_over.at("hidden"), 1u);
}

TEST_F(DryRunTest, TellsWhatIsThereAlready) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += Line(i, 1500);
  Write("a.jsonl", lines);
  EXPECT_EQ(Run(kAll, 0, false).added, 1000u);
  const IngestReport report = Run(128 * kKiB);
  EXPECT_EQ(report.added, 0u);
  EXPECT_NEAR(static_cast<double>(report.unchanged), 1000, 100);
  EXPECT_EQ(report.dry_run->estimated_bytes, 0);
}

TEST_F(DryRunTest, ALimitIsASampleOfItsOwn) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += Line(i, 1500);
  Write("a.jsonl", lines);
  const IngestReport report = Run(64 * kKiB, 300);
  EXPECT_EQ(report.added, 300u);
  EXPECT_FALSE(report.dry_run->is_estimate);
}

TEST_F(DryRunTest, WritesNothing) {
  Write("a.txt", Words(1, 100));
  Run(kAll);
  EXPECT_FALSE(fs::exists(home()));
}

}  // namespace
}  // namespace arborist::ingest
