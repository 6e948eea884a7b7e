// SPDX-License-Identifier: AGPL-3.0-only
// The program as it is run: hostile and real files through the jail. Those of others are found by
// ARBORIST_SHARED.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/files.h"
#include "jail/run.h"
#include "json/value.h"
#include "reading/wire.h"

namespace arborist::reader {
namespace {

using reading::Reading;
using reading::Verdict;

Result<Reading> ReadJailed(std::string_view bytes) {
  TRY_ASSIGN(const std::string answer, jail::RunJailed(ARBORIST_READ_PROGRAM, "pdf", bytes,
                                                       jail::RunLimitsFor(bytes.size())));
  return reading::DecodeReading(answer);
}

std::filesystem::path SharedFiles() {
  const char* const shared = std::getenv("ARBORIST_SHARED");
  return std::filesystem::path(shared == nullptr ? "../shared" : shared) / "data" / "files";
}

std::vector<std::filesystem::path> PdfsIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() == ".pdf") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string BytesOf(const std::filesystem::path& file) {
  auto bytes = ReadFile(file, std::uint64_t{256} << 20);
  EXPECT_TRUE(bytes) << file;
  return bytes.value_or("");
}

TEST(Reader, TellsItsKindsAndItsJail) {
  const auto answer = jail::RunJailed(ARBORIST_READ_PROGRAM, "doctor", "", {});
  ASSERT_TRUE(answer) << answer.error().message;
  const auto report = json::Parse(*answer);
  ASSERT_TRUE(report) << *answer;
  const auto parts = report->List("jail");
  ASSERT_TRUE(parts);
  EXPECT_EQ((*parts)->size(), 4U);
  for (const json::Value& part : **parts) {
    EXPECT_TRUE(part.Bool("in_force")) << *answer;
    EXPECT_FALSE(part.String("name").value_or("").empty());
  }
}

TEST(Reader, KnowsNoOtherKind) {
  const auto answer = jail::RunJailed(ARBORIST_READ_PROGRAM, "abacus", "", {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnsupported);
}

#ifdef ARBORIST_PDF
TEST(Reader, ReadsAPdfFile) {
  const std::string file =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R"
      "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
      "4 0 obj<</Length 34>>stream\nBT /F 12 Tf 20 20 Td (Hello) Tj ET \nendstream endobj\n"
      "trailer<</Root 1 0 R>>\n";
  const auto reading = ReadJailed(file);
  ASSERT_TRUE(reading) << reading.error().message;
  EXPECT_EQ(reading->text, "Hello");
  const auto broken = ReadJailed("%PDF-1.4\n");
  ASSERT_TRUE(broken) << broken.error().message;
  EXPECT_EQ(broken->report.verdict, Verdict::kDamaged);
}

// Each ends in time and memory with a word for it, and the next one is read.
TEST(Reader, EndsWithEveryHostileFile) {
  const std::vector<std::filesystem::path> files = PdfsIn(SharedFiles() / "hostile");
  if (files.empty()) GTEST_SKIP() << "no files of others";
  for (const std::filesystem::path& file : files) {
    const auto begin = std::chrono::steady_clock::now();
    const auto reading = ReadJailed(BytesOf(file));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 25) << file;
    std::string end;
    if (reading) {
      end = std::string(NameOf(reading->report.verdict)) + "; " + reading->report.detail;
    } else {
      EXPECT_TRUE(reading.error().code == ErrorCode::kLimitExceeded ||
                  reading.error().code == ErrorCode::kInvalidData)
          << reading.error().message;
      end = reading.error().message;
    }
    std::printf("%-32s %6.2f s  %s\n", file.filename().c_str(), took.count(), end.c_str());
  }
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 1100L << 10) << "KiB of the largest";
}

// No file of others is silently empty: it has text or a word that says why not.
TEST(Reader, SaysOfEveryRealFileWhatItHas) {
  const std::vector<std::filesystem::path> files = PdfsIn(SharedFiles() / "pdf");
  if (files.empty()) GTEST_SKIP() << "no files of others";
  for (const std::filesystem::path& file : files) {
    const auto reading = ReadJailed(BytesOf(file));
    ASSERT_TRUE(reading) << file << ": " << reading.error().message;
    const bool has_text = reading->report.verdict == Verdict::kRead ||
                          reading->report.verdict == Verdict::kReadInPart;
    EXPECT_EQ(has_text, !reading->text.empty()) << file;
    if (reading->report.verdict == Verdict::kReadInPart) {
      EXPECT_FALSE(reading->report.detail.empty()) << file;
    }
  }
}

TEST(Reader, AsksForPasswords) {
  const std::filesystem::path folder = SharedFiles() / "pdf" / "pypdf";
  for (const char* const name : {"r2-user-password.pdf", "r4-aes-user-password.pdf",
                                 "r6-user-password.pdf", "crazyones-encrypted-256.pdf"}) {
    if (!std::filesystem::exists(folder / name)) GTEST_SKIP() << "no files of others";
    const auto reading = ReadJailed(BytesOf(folder / name));
    ASSERT_TRUE(reading) << name << reading.error().message;
    EXPECT_EQ(reading->report.verdict, Verdict::kNeedsPassword) << name;
  }
  const auto open = ReadJailed(BytesOf(folder / "r3-empty-password.pdf"));
  ASSERT_TRUE(open) << open.error().message;
  EXPECT_EQ(open->report.verdict, Verdict::kRead);
}

using Words = std::map<std::string, int>;

Words WordsOf(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (IsAsciiLetter(c) || IsAsciiDigit(c) || static_cast<unsigned char>(c) >= 0x80) {
      word.push_back(LowerAscii(c));
    } else if (!word.empty()) {
      ++words[word];
      word.clear();
    }
  }
  return words;
}

// The harmonic mean of precision and recall over the bags of words.
double WordF1(const Words& got, const Words& expected) {
  int all = 0;
  int common = 0;
  for (const auto& [word, count] : got) {
    all += count;
    const auto found = expected.find(word);
    if (found != expected.end()) common += std::min(count, found->second);
  }
  for (const auto& [word, count] : expected) all += count;
  return all == 0 ? 1 : 2.0 * common / all;
}

// Expected texts of others; they are themselves the output of tools, so they are not met wholly.
TEST(Reader, GivesTheWordsThatAreExpected) {
  double sum = 0;
  int count = 0;
  for (const std::filesystem::path& file : PdfsIn(SharedFiles() / "pdf")) {
    std::string expected;
    for (const char* const ending : {".expected.md", ".expected.txt"}) {
      if (std::filesystem::exists(file.string() + ending))
        expected = BytesOf(file.string() + ending);
    }
    const auto reading = ReadJailed(BytesOf(file));
    ASSERT_TRUE(reading) << file;
    if (expected.empty() || reading->text.empty()) continue;
    const double f1 = WordF1(WordsOf(reading->text), WordsOf(expected));
    std::printf("%-60s word F1 %.3f\n", file.filename().c_str(), f1);
    EXPECT_GE(f1, 0.85) << file;
    sum += f1;
    ++count;
  }
  if (count == 0) GTEST_SKIP() << "no files of others";
  EXPECT_GE(sum / count, 0.95);
}

// Printed, not judged: the machine may be busy.
TEST(Reader, TellsItsSpeed) {
  const std::vector<std::filesystem::path> files = PdfsIn(SharedFiles() / "pdf");
  if (files.empty()) GTEST_SKIP() << "no files of others";
  const auto seconds = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  };
  const double begin = seconds();
  std::uint64_t pages = 0;
  for (const std::filesystem::path& file : files) {
    const auto reading = ReadJailed(BytesOf(file));
    ASSERT_TRUE(reading) << file;
    pages += reading->report.units;
  }
  const double took = seconds() - begin;
  std::printf("%zu files, %llu pages, %.2f s of processor time: %.0f pages/s\n", files.size(),
              static_cast<unsigned long long>(pages), took, static_cast<double>(pages) / took);
  EXPECT_GT(pages, 0U);
}
#endif

}  // namespace
}  // namespace arborist::reader
