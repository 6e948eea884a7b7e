// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "base/temporary_folder.h"
#include "compress/encoders_test.h"
#include "ingest/ingest.h"
#include "ingest/read_sources.h"
#include "store/corpus.h"
#include "tar/tar_test.h"
#include "zip/made_zip_test.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

class Archives : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& bytes) {
    fs::create_directories((in_ / name).parent_path());
    std::ofstream(in_ / name, std::ios::binary) << bytes;
  }

  IngestReport Run(IngestOptions options = {}) {
    options.paths = {in_};
    auto report = Ingest(options, {.home = home_,
                                   .clock = &clock_,
                                   .random = &random_,
                                   .actor = "test",
                                   .on_progress = {},
                                   .on_note = {}});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : IngestReport();
  }

  static IngestOptions MarkingGone() {
    IngestOptions options;
    options.mark_gone = true;
    return options;
  }
  static IngestOptions Dry() {
    IngestOptions options;
    options.dry_run = true;
    return options;
  }

  // The current documents: what follows the folder in their URI, and their text.
  std::map<std::string, std::string> Stored() {
    std::map<std::string, std::string> stored;
    auto corpus = store::Corpus::Open(home_);
    EXPECT_TRUE(corpus);
    const auto visited =
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          const std::string uri = document.shown().uri;
          TRY_ASSIGN(const std::string text, store::DocumentText(document));
          stored[uri.substr(uri.find("/in/") + 4)] = text;
          return true;
        });
    EXPECT_TRUE(visited);
    return stored;
  }
  static std::map<std::string, std::string> Reasons(const IngestReport& report) {
    std::map<std::string, std::string> reasons;
    for (const SkippedInput& one : report.skipped)
      reasons[one.path.substr(one.path.find("/in/") + 4)] = one.reason;
    return reasons;
  }
  using Map = std::map<std::string, std::string>;

  const TemporaryFolder folder_;
  const fs::path in_ = folder_.path() / "in";
  const store::HomePaths home_{folder_.path() / "home"};
  SystemClock clock_;
  SystemRandom random_;
};

TEST_F(Archives, AreReadAsFolders) {
  const std::string bytes =
      tar::File("./doc/a.md", "# Apples\n\nRed.") + tar::File("b c.txt", "Pears.") + tar::End();
  Write("a.tar", bytes);
  Write("b.tar.gz", compress::Gzip(bytes));
  Write("c.tar.xz", compress::Xz(bytes));
  Write("d.tar.zst", compress::Zstd(bytes));
  Write("e.tar.bz2", compress::Bzip2(bytes));
  const IngestReport report = Run();
  EXPECT_EQ(report.added, 10U);
  EXPECT_EQ(Reasons(report), Map{});
  const Map stored = Stored();
  EXPECT_EQ(stored.size(), 2U) << "one document a text, whatever its places";
  auto corpus = store::Corpus::Open(home_);
  const auto found = corpus->Resolve("file://" + in_.string() + "/c.tar.xz#/b%20c.txt");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->view.locations.size(), 5U);
  EXPECT_EQ(found->shown().title, "b c");
}

TEST_F(Archives, OfZipAreReadAlike) {
  zip::MadeZip archive;
  archive.Add("doc/a.md", "# Apples\n\nRed.");
  archive.Add("win\\b.txt", "Pears.");
  archive.Add(".git/config", "x");
  archive.Add("../up.txt", "x");
  archive.Add("empty/", "");
  Write("a.zip", archive.Bytes());
  const IngestReport report = Run();
  EXPECT_EQ(Stored(),
            (Map{{"a.zip#/doc/a.md", "# Apples\n\nRed."}, {"a.zip#/win/b.txt", "Pears."}}));
  EXPECT_EQ(Reasons(report), (Map{{"a.zip: ../up.txt", "its path leads out of the archive"}}));
}

TEST_F(Archives, TheSameBytesUnderTwoNamesOfAZipAreReadOnce) {
  zip::MadeZip archive;
  archive.Add("a.txt", "Apples.");
  archive.AddAgain("b.txt");
  Write("a.zip", archive.Bytes());
  EXPECT_EQ(Reasons(Run()), (Map{{"a.zip: b.txt", "it shares bytes with another member"}}));
}

// An attachment is a document of its own, which the mail holds as an archive holds its members.
TEST_F(Archives, AttachmentsOfMailAreTakenInWithIt) {
  Write("m.eml",
        "From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: Fruit\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nSee the list.\r\n"
        "--b\r\nContent-Type: text/markdown; name=\"list.md\"\r\n"
        "Content-Disposition: attachment; filename=\"list.md\"\r\n\r\n# Fruit\r\n\r\nApples.\r\n"
        "--b--\r\n");
  Run();
  const Map stored = Stored();
  ASSERT_EQ(stored.size(), 2U);
  EXPECT_TRUE(stored.at("m.eml").contains("See the list."));
  ASSERT_TRUE(stored.contains("m.eml#part=2"));
  EXPECT_TRUE(stored.at("m.eml#part=2").contains("Apples."));
  EXPECT_EQ(Run(MarkingGone()).gone, 0U) << "of a mail that is unchanged";
  Write("m.eml",
        "From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: Fruit\r\n\r\n"
        "No list any more.\r\n");
  EXPECT_EQ(Run(MarkingGone()).gone, 1U);
  EXPECT_EQ(Stored().size(), 1U);
}

TEST_F(Archives, LeaveOutWhatAWalkLeavesOut) {
  Write("a.tar", tar::File(".env", "KEY=1") + tar::File(".git/config", "x") +
                     tar::File("node_modules/x.js", "x") + tar::File(".hidden/x", "x") +
                     tar::Header("link", 0, '2') + tar::File("../up.txt", "x") +
                     tar::File("a/../../up.txt", "x") + tar::File("logo.png", "\x89PNG\r\n\x1A\n") +
                     tar::File("good.txt", "Good.") + tar::End());
  const IngestReport report = Run();
  EXPECT_EQ(Stored(), (Map{{"a.tar#/good.txt", "Good."}}));
  EXPECT_EQ(Reasons(report), (Map{{"a.tar: .env", "looks like a secret (--all takes it)"},
                                  {"a.tar: link", "a symbolic link"},
                                  {"a.tar: ../up.txt", "its path leads out of the archive"},
                                  {"a.tar: a/../../up.txt", "its path leads out of the archive"},
                                  {"a.tar: logo.png", "not text: an image"}}));
  EXPECT_EQ(report.passed_over,
            (std::map<std::string, std::uint64_t>{
                {"version control", 1}, {"dependencies or build output", 1}, {"hidden", 1}}));
}

TEST_F(Archives, InArchivesAreReadToADepth) {
  std::string bytes = tar::File("deep.txt", "Deep.") + tar::End();
  for (int i = 0; i < 4; ++i)
    bytes = tar::File("n!.tar", bytes) + tar::File("at" + std::to_string(i), "At.") + tar::End();
  Write("a.tar", bytes);
  const IngestReport report = Run();
  EXPECT_EQ(Stored(), (Map{{"a.tar#/at3", "At."}}));
  EXPECT_EQ(
      Reasons(report),
      (Map{{"a.tar: n!.tar: n!.tar: n!.tar", "an archive inside 3 others, which is the limit"}}));
  auto corpus = store::Corpus::Open(home_);
  EXPECT_TRUE(corpus->Resolve("file://" + in_.string() + "/a.tar#/n%21.tar!/n%21.tar!/at1"));
}

TEST_F(Archives, ADamagedOneGivesWhatStandsBeforeTheDamage) {
  const std::string bytes = tar::File("a.txt", "Apples.") + tar::File("b.txt", "Pears.");
  Write("a.tar", bytes.substr(0, 1500));
  Write("b.txt", "The next file.");
  const IngestReport report = Run();
  EXPECT_EQ(Stored(), (Map{{"a.tar#/a.txt", "Apples."}, {"b.txt", "The next file."}}));
  EXPECT_EQ(Reasons(report),
            (Map{{"a.tar", "tar: it ends within a header; what stood before it was read"}}));
}

TEST_F(Archives, MembersAreUnchangedSupersededAndGone) {
  Write("a.tar", tar::File("a.txt", "One.") + tar::File("b.txt", "Two.") +
                     tar::File("c.txt", "Three.") + tar::End());
  Run();
  IngestReport again = Run(MarkingGone());
  EXPECT_EQ(again.unchanged, 3U);
  EXPECT_EQ(again.gone, 0U);
  Write("a.tar", tar::File("a.txt", "One.") + tar::File("b.txt", "Another.") + tar::End());
  again = Run();
  EXPECT_EQ(again.unchanged, 1U);
  EXPECT_EQ(again.superseded, 1U);
  EXPECT_EQ(again.vanished, 1U);
  EXPECT_EQ(Stored().size(), 3U) << "nothing is retired unasked";
  EXPECT_EQ(Run(MarkingGone()).gone, 1U);
  EXPECT_EQ(Stored(), (Map{{"a.tar#/a.txt", "One."}, {"a.tar#/b.txt", "Another."}}));
  fs::remove(in_ / "a.tar");
  Write("other.txt", "Other.");
  EXPECT_EQ(Run(MarkingGone()).gone, 2U);
}

// What could not be read to its end says nothing of what is behind.
TEST_F(Archives, ADamagedOneRetiresNothing) {
  const std::string bytes = tar::File("a.txt", "One.") + tar::File("b.txt", "Two.") + tar::End();
  Write("a.tar", bytes);
  Run();
  Write("a.tar", bytes.substr(0, 1100));
  EXPECT_EQ(Run(MarkingGone()).gone, 0U);
  EXPECT_EQ(Stored().size(), 2U);
}

TEST_F(Archives, AMemberIsReadAgainByItsUri) {
  Write("a.tar.gz",
        compress::Gzip(tar::File("d/x.tar", tar::File("a b.md", "# T\n\nText.") + tar::End()) +
                       tar::End()));
  Run();
  const std::string uri = "file://" + in_.string() + "/a.tar.gz#/d/x.tar!/a%20b.md";
  const auto again = ReadAgain(uri, "markdown-v1", {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->uri, uri);
  EXPECT_EQ(again->text, "# T\n\nText.");
  const auto missing = ReadAgain(uri + "x", "markdown-v1", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST_F(Archives, ADryRunCountsTheirMembers) {
  Write("a.tar", tar::File("a.txt", "One.") + tar::File("b.txt", "Two.") + tar::End());
  EXPECT_EQ(Run(Dry()).added, 2U);
}

}  // namespace
}  // namespace arborist::ingest
