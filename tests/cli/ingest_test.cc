// SPDX-License-Identifier: AGPL-3.0-only
// `arborist ingest` from end to end, as a user and a script see it.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ingest/resume_mark.h"
#include "json/value.h"
#include "sqlite/database.h"
#include "store/corpus.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;
using Names = std::vector<std::string>;

class CliIngest : public testing::Test {
 protected:
  fs::path in(const std::string& name = "") const {
    return name.empty() ? folder_.path() / "in" : folder_.path() / "in" / name;
  }
  fs::path home() const { return folder_.path() / "home"; }
  void Write(const std::string& name, std::string_view content) const {
    WriteWhole(in(name), content);
  }

  Outcome Ingest(Names arguments) {
    arguments.insert(arguments.begin(), {"ingest", "--home", home().string(), "--jobs", "2"});
    return RunProgram(std::move(arguments));
  }
  // With --json; the report of a run that is expected to end with this code.
  json::Value Report(Names arguments, int exit_code = 0) {
    arguments.emplace_back("--json");
    const Outcome outcome = Ingest(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out << outcome.err;
    const auto report = json::Parse(outcome.out);
    EXPECT_TRUE(report) << outcome.out;
    return report.value_or(json::Value(json::Object{}));
  }
  static std::int64_t Count(const json::Value& report, const char* field) {
    return report.Int(field).value_or(-1);
  }
  // The reason why a file was skipped, or "".
  std::string Reason(const json::Value& report, const std::string& name) const {
    for (const json::Value& item : *report.List("skipped").value()) {
      if (item.String("path").value() == in(name).string()) return item.String("reason").value();
    }
    return "";
  }
  // Names of the current documents, without the folder.
  std::set<std::string> Uris() const {
    std::set<std::string> uris;
    const auto corpus = store::Corpus::Open({home()});
    EXPECT_TRUE(corpus);
    const std::string prefix = "file://" + in().string() + "/";
    EXPECT_TRUE(
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          for (const std::string& uri : document.current_uris()) {
            uris.insert(uri.starts_with(prefix) ? uri.substr(prefix.size()) : uri);
          }
          return true;
        }));
    return uris;
  }
  struct Stored {
    std::string title;
    std::string text;
  };
  Stored Get(const std::string& name) const {
    const auto corpus = store::Corpus::Open({home()});
    EXPECT_TRUE(corpus);
    auto document = corpus->Resolve("file://" + in(name).string());
    if (!document) document = corpus->Resolve(name);
    EXPECT_TRUE(document) << name;
    if (!document) return {};
    return {document->shown().title, store::DocumentText(*document).value()};
  }
  void ExpectSound() {
    const Outcome check = RunProgram({"fsck", "--full", "--home", home().string()});
    EXPECT_EQ(check.exit_code, 0) << check.out;
  }

  TemporaryFolder folder_;
};

TEST_F(CliIngest, TakesAFolderWithItsKindsOfFiles) {
  Write("a.txt", "plain text");
  Write("b.md", "# The title\n\nMarkdown text with [a link](a.txt).");
  Write("c.html", "<title>Page</title><nav>menu</nav><p>Body text</p>");
  Write("d.jsonl",
        "{\"uri\":\"u:1\",\"title\":\"One\",\"text\":\"first "
        "line\"}\n{\"uri\":\"u:2\",\"text\":\"second line\"}\n");
  Write("sub/e.xml",
        "<mediawiki><siteinfo><base>https://w.org/wiki/Main</base></siteinfo><page><title>P "
        "q</title><ns>0</ns>"
        "<revision><text>wiki "
        "text</text></revision></page><page><title>R</title><ns>0</ns><revision><text>"
        "#REDIRECT [[P q]]</text></revision></page></mediawiki>");
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Count(report, "added"), 6);
  EXPECT_EQ(Count(report, "aliases"), 1);
  EXPECT_EQ(Uris(), (std::set<std::string>{"a.txt", "b.md", "c.html", "u:1", "u:2",
                                           "https://w.org/wiki/P_q"}));
  EXPECT_EQ(Get("b.md").title, "The title");
  EXPECT_EQ(Get("c.html").title, "Page");
  EXPECT_EQ(Get("c.html").text, "Body text");
  EXPECT_EQ(Get("https://w.org/wiki/R").text, "wiki text");
  ExpectSound();
}

TEST_F(CliIngest, PrintsTheObjectOfTheContract) {
  Write("a.txt", "plain text");
  Write("empty.txt", "");
  const Outcome outcome = Ingest({in().string(), "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  const json::Value report = json::Parse(outcome.out).value();
  for (const char* field :
       {"added", "unchanged", "superseded", "documents", "chunks", "text_bytes", "store_bytes"}) {
    ASSERT_NE(report.Find(field), nullptr) << field;
    EXPECT_TRUE(report.Find(field)->is_int()) << field;
  }
  EXPECT_TRUE(report.Find("seconds") != nullptr && report.Find("seconds")->is_number());
  EXPECT_TRUE(report.Find("shards") != nullptr && report.Find("shards")->is_array());
  ASSERT_EQ(report.List("skipped").value()->size(), 1u);
  EXPECT_EQ((*report.List("skipped").value())[0],
            json::Value(json::Object{{"path", in("empty.txt").string()}, {"reason", "empty"}}));
  EXPECT_EQ(Count(report, "documents"), 1);
  EXPECT_EQ(Count(report, "text_bytes"), 10);
}

TEST_F(CliIngest, TheSameAgainIsANoOpThatSaysSo) {
  Write("a.txt", "plain text");
  Write("b.jsonl", "{\"uri\":\"u:1\",\"text\":\"first\"}\n{\"uri\":\"u:2\",\"text\":\"second\"}\n");
  Report({in().string()});
  const auto corpus = store::Corpus::Open({home()});
  const auto events = [&] {
    std::int64_t sum = 0;
    for (const auto& shard : corpus->shards()) {
      EXPECT_TRUE(shard->Renew());
      sum += shard->Counts()->events;
    }
    return sum;
  };
  const std::int64_t before = events();
  const json::Value again = Report({in().string()});
  EXPECT_EQ(Count(again, "added"), 0);
  EXPECT_EQ(Count(again, "unchanged"), 3);
  EXPECT_EQ(events(), before);
  Write("a.txt", "other text");
  const json::Value changed = Report({in().string()});
  EXPECT_EQ(Count(changed, "superseded"), 1);
  EXPECT_EQ(Count(changed, "unchanged"), 2);
  EXPECT_EQ(events(), before + 1);
  EXPECT_EQ(Get("a.txt").text, "other text");
  ExpectSound();
}

TEST_F(CliIngest, LeavesOutWhatIsHiddenIgnoredVendoredOrSecret) {
  Write(".gitignore", "*.log\nbuild/\n!keep.log\n");
  Write("a.txt", "a");
  Write("x.log", "ignored");
  Write("keep.log", "kept");
  Write("build/out.txt", "ignored");
  Write(".hidden/b.txt", "hidden");
  Write(".env", "KEY=1");
  Write("node_modules/m/index.js", "vendored");
  Write(".git/config", "version control");
  Write("id_rsa", "secret");
  Write("key.pem", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n");
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Uris(), (std::set<std::string>{"a.txt", "keep.log"}));
  EXPECT_TRUE(Reason(report, "id_rsa").contains("secret"));
  EXPECT_TRUE(Reason(report, "key.pem").contains("secret"));
  EXPECT_FALSE(report.Map("passed_over").value()->empty());
  Report({in().string(), "--all"});
  const std::set<std::string> all = Uris();
  for (const char* name :
       {"x.log", "build/out.txt", ".hidden/b.txt", ".env", "id_rsa", "key.pem"}) {
    EXPECT_TRUE(all.contains(name)) << name;
  }
}

TEST_F(CliIngest, FollowsNoLinksAndOpensNoDevices) {
  Write("a.txt", "a");
  Write("sub/b.txt", "b");
  fs::create_directory_symlink(in(), in("sub/loop"));
  fs::create_symlink("../../outside.txt", in("sub/up.txt"));
  fs::create_symlink("nowhere", in("dangling"));
  WriteWhole(folder_.path() / "outside.txt", "outside");
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  in("socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const bool device =
      ::mknod(in("device").c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0;  // /dev/zero
  const json::Value report = Report({in().string()});
  ::close(socket);
  EXPECT_EQ(Uris(), (std::set<std::string>{"a.txt", "sub/b.txt"}));
  EXPECT_TRUE(Reason(report, "pipe").contains("device, socket or pipe")) << Reason(report, "pipe");
  EXPECT_TRUE(Reason(report, "socket").contains("device, socket or pipe"));
  if (device) {
    EXPECT_TRUE(Reason(report, "device").contains("device, socket or pipe"));
  }
  // Named by itself a special file is refused as well, at once.
  Report({in("pipe").string()}, 2);
  Report({"/dev/zero"}, 2);
}

TEST_F(CliIngest, NamesFilesByTheirNormalPath) {
  Write("sub/a b#%.txt", "text");
  Report({(in() / "sub" / ".." / "sub").string() + "/."});
  EXPECT_EQ(Uris(), (std::set<std::string>{"sub/a%20b%23%25.txt"}));
  Report({in("sub/../sub/a b#%.txt").string()});
  EXPECT_EQ(Uris().size(), 1u);
}

TEST_F(CliIngest, TakesNamesThatAreNotUtf8AndShowsThemSafely) {
  Write("caf\xE9.txt", "text");
  Write("bad\xE9\x1B[31m.txt", "x\xFFy");
  const Outcome outcome = Ingest({in().string(), "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(Uris(), (std::set<std::string>{"caf%E9.txt"}));
  const auto report = json::Parse(outcome.out);
  ASSERT_TRUE(report) << outcome.out;
  EXPECT_EQ(report->List("skipped").value()->size(), 1u);
  const Outcome text = Ingest({in().string()});
  EXPECT_TRUE(text.out.contains("bad\\xe9\\x1b[31m.txt")) << text.out;
  EXPECT_FALSE(text.out.contains('\x1B'));
  ExpectSound();
}

TEST_F(CliIngest, RefusesAPrefixThatIsNotUtf8BeforeAnythingIsWritten) {
  Write("a.txt", "The lens was lit in 1823.");
  const Outcome outcome = Ingest({in("a.txt").string(), "--uri-prefix", "x:\xFF/"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.out << outcome.err;
  EXPECT_TRUE(outcome.err.contains("--uri-prefix takes UTF-8, and byte 2 ")) << outcome.err;
  EXPECT_FALSE(fs::exists(home()));
}

TEST_F(CliIngest, EncodesNamesThatAreNotUtf8BehindAPrefixAndInDumps) {
  Write("sub\xFF/caf\xE9.txt", "The lens was lit in 1823.");
  Write("sub\xFF/page\xE9.html", "<p>The lamp was put out in 1825.</p>");
  Write("sub\xFF/lines\xE9.jsonl",
        "{\"uri\":\"u:1\",\"text\":\"one\"}\n{\"uri\":\"u:\xFF\",\"text\":\"two\"}\n"
        "{\"uri\":\"u:\\ud800\",\"text\":\"three\"}\n");
  for (int i = 0; i < 2; ++i) {
    const json::Value report = Report({in().string(), "--uri-prefix", "x:"});
    EXPECT_EQ(Count(report, i == 0 ? "added" : "unchanged"), 3);
    EXPECT_EQ(Count(report, "skipped_count"), 2) << "lines with a name that is no text";
    EXPECT_EQ(Uris(),
              (std::set<std::string>{"u:1", "x:sub%FF/caf%E9.txt", "x:sub%FF/page%E9.html"}));
  }
  EXPECT_EQ(Get("x:sub%FF/caf%E9.txt").title, "x:sub%FF/caf%E9.txt");
  fs::remove(in("sub\xFF/caf\xE9.txt"));
  EXPECT_EQ(Count(Report({in().string(), "--uri-prefix", "x:", "--mark-gone"}), "gone"), 1);
  for (const char* verb : {"stats", "fsck"})
    EXPECT_EQ(RunProgram({verb, "--home", home().string()}).exit_code, 0) << verb;
  ExpectSound();
}

TEST_F(CliIngest, ReadsEncodings) {
  Write("utf16le.txt", std::string("\xFF\xFEg\0r\0\xFC\0n\0", 10));
  Write("utf16be.txt", std::string("\xFE\xFF\0g\0r\0\xFC\0n", 10));
  Write("bom.txt", "\xEF\xBB\xBFgr\xC3\xBCn");
  Write("cp1252.html", "<meta charset=windows-1252><title>gr\xFCn</title><p>\x93gr\xFCn\x94</p>");
  Write("latin.html", "<p>undeclared gr\xFCn</p>");
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Count(report, "added"), 5);
  for (const char* name : {"utf16le.txt", "utf16be.txt", "bom.txt"})
    EXPECT_EQ(Get(name).text, "gr\xC3\xBCn") << name;
  EXPECT_EQ(Get("cp1252.html").text, "\u201Cgr\u00FCn\u201D");
  EXPECT_EQ(Get("cp1252.html").title, "gr\xC3\xBCn");
  EXPECT_EQ(Get("latin.html").text, "undeclared gr\xC3\xBCn");
}

TEST_F(CliIngest, SkipsWithTheReasonWhatItCannotRead) {
  Write("good.txt", "good");
  Write("bad.txt", "0123456789\xFF rest");
  Write("empty.txt", "");
  Write("spaces.txt", " \n\t ");
  Write("binary.bin", std::string("\x7F"
                                  "ELF\0\0\0\0\1\2\3",
                                  11));
  Write("paper.pdf", "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj\n");
  Write("archive.zip", std::string("PK\3\4\0\0\0\0", 8));
  Write("large.txt", std::string((1 << 20) + 1, 'a'));
  Write("odd.txt", std::string("\xFF\xFEg\0r", 5));
  Write("broken.jsonl", "{\"uri\":\"u:1\",\"text\":\"fine\"}\nnot json\n{\"uri\":\"u:2\"}\n");
  const json::Value report = Report({in().string(), "--max-file-mb", "1"});
  EXPECT_EQ(Uris(), (std::set<std::string>{"good.txt", "u:1"}));
  EXPECT_TRUE(Reason(report, "bad.txt").contains("10")) << Reason(report, "bad.txt");
  EXPECT_EQ(Reason(report, "empty.txt"), "empty");
  EXPECT_NE(Reason(report, "spaces.txt"), "");
  EXPECT_TRUE(Reason(report, "binary.bin").starts_with("not text")) << Reason(report, "binary.bin");
  EXPECT_TRUE(Reason(report, "paper.pdf").starts_with("PDF: damaged"))
      << Reason(report, "paper.pdf");
  EXPECT_EQ(Reason(report, "archive.zip"), "the ZIP file is cut: its directory is missing");
  EXPECT_TRUE(Reason(report, "large.txt").contains("limit")) << Reason(report, "large.txt");
  EXPECT_NE(Reason(report, "odd.txt"), "");
  EXPECT_EQ(Count(report, "skipped_count"),
            static_cast<std::int64_t>(report.List("skipped").value()->size()));
  EXPECT_EQ(Count(report, "skipped_count"), 10);
  ExpectSound();
}

TEST_F(CliIngest, EndsWithTwoWhenNothingCouldBeRead) {
  Write("a.pdf", "%PDF-1.4\n");
  Report({in().string()}, 2);
  Report({in("no-such-file").string()}, 2);
  EXPECT_EQ(RunProgram({"ingest"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"ingest", "x", "--no-such-flag"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"ingest", "x", "--jobs", "0"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"ingest", "x", "--source", "abacus"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"no-such-verb"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"ingest", "--help"}).exit_code, 0);
}

TEST_F(CliIngest, ReadsCompressedInputs) {
  WriteWhole(in("plain.jsonl"), "{\"uri\":\"u:1\",\"text\":\"compressed line\"}\n");
  const std::string plain = in("plain.jsonl").string();
  std::set<std::string> expected{"u:1"};
  int made = 0;
  for (const auto& [tool, suffix] :
       {std::pair{"gzip", "gz"}, std::pair{"bzip2", "bz2"}, std::pair{"zstd", "zst"}}) {
    const std::string target = in("c." + std::string(suffix)).string();
    WriteWhole(in("doc-" + std::string(suffix)), "a text file in " + std::string(suffix));
    const std::string shell = std::string(tool) + " -q -c '" + plain + "' >'" + target +
                              "' 2>/dev/null && " + tool + " -q -c '" +
                              in("doc-" + std::string(suffix)).string() + "' >'" +
                              in("doc.txt." + std::string(suffix)).string() + "'";
    if (std::system(shell.c_str()) != 0) continue;
    fs::remove(in("doc-" + std::string(suffix)));
    expected.insert("doc.txt." + std::string(suffix));
    ++made;
  }
  if (made == 0) GTEST_SKIP() << "no gzip, bzip2 or zstd program";
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Uris(), expected) << json::Dump(report);
  EXPECT_EQ(Count(report, "unchanged"), made);
  EXPECT_EQ(Count(report, "skipped_count"), 0);
}

TEST_F(CliIngest, MarksFilesThatAreGone) {
  Write("a.txt", "a");
  Write("sub/b.txt", "b");
  WriteWhole(folder_.path() / "other/c.txt", "c");
  Report({in().string(), (folder_.path() / "other").string()});
  fs::remove(in("sub/b.txt"));
  fs::remove(folder_.path() / "other/c.txt");
  const json::Value seen = Report({in().string()});
  EXPECT_EQ(Count(seen, "vanished"), 1);
  EXPECT_EQ(Count(seen, "gone"), 0);
  EXPECT_EQ(Uris().size(), 3u);
  const json::Value marked = Report({in().string(), "--mark-gone"});
  EXPECT_EQ(Count(marked, "gone"), 1);
  EXPECT_EQ(Uris().size(), 2u);
  EXPECT_EQ(Count(Report({in().string(), "--mark-gone"}), "vanished"), 0);
  ExpectSound();
}

TEST_F(CliIngest, DoesNotTakeAFileThatIsOnlyLeftOutForGone) {
  Write("a.txt", "a");
  Write("b.md", "b");
  Report({in().string()});
  const json::Value report = Report({in().string(), "--include", "*.md", "--mark-gone"});
  EXPECT_EQ(Count(report, "vanished"), 0);
  EXPECT_EQ(Uris(), (std::set<std::string>{"a.txt", "b.md"}));
}

TEST_F(CliIngest, NamesDocumentsByAPrefix) {
  Write("a.txt", "a");
  Write("sub/b c.md", "[x](../a.txt)");
  Report({in().string(), "--uri-prefix", "https://example.org/docs/"});
  EXPECT_EQ(Uris(), (std::set<std::string>{"https://example.org/docs/a.txt",
                                           "https://example.org/docs/sub/b%20c.md"}));
}

TEST_F(CliIngest, SelectsByPatterns) {
  for (const char* name : {"a.txt", "b.md", "sub/c.md", "sub/deep/d.md", "skip/e.md"})
    Write(name, name);
  Report({in().string(), "--include", "*.md", "--exclude", "skip/", "--exclude", "/sub/deep/*"});
  EXPECT_EQ(Uris(), (std::set<std::string>{"b.md", "sub/c.md"}));
}

TEST_F(CliIngest, StopsAfterTheLimit) {
  std::string lines;
  for (int i = 0; i < 50; ++i)
    lines +=
        "{\"uri\":\"u:" + std::to_string(i) + "\",\"text\":\"line " + std::to_string(i) + "\"}\n";
  Write("a.jsonl", lines);
  EXPECT_EQ(Count(Report({in().string(), "--limit", "7"}), "documents"), 7);
  EXPECT_EQ(Uris().size(), 7u);
  // The rest comes later; a limit leaves no mark behind.
  EXPECT_EQ(Count(Report({in().string()}), "added"), 43);
}

TEST_F(CliIngest, ADamagedResumeMarkCannotMakeADumpSkipAnything) {
  std::string lines;
  for (int i = 0; i < 50; ++i)
    lines +=
        "{\"uri\":\"u:" + std::to_string(i) + "\",\"text\":\"line " + std::to_string(i) + "\"}\n";
  Write("a.jsonl", lines);
  WriteWhole(folder_.path() / "first.txt", "makes the shard");
  struct stat info{};
  ASSERT_EQ(::stat(in("a.jsonl").c_str(), &info), 0);
  const std::string key = ingest::ResumeKey(in("a.jsonl").string());
  const std::string sound =
      ingest::EncodeResumePlace(key, {.ordinal = 10, .size = lines.size(), .mtime = info.st_mtime});
  std::string flipped = sound;
  flipped.replace(flipped.find("\"ordinal\":10"), 12, "\"ordinal\":40");
  for (const auto& [mark, added] : {std::pair(sound, 40), std::pair(flipped, 50)}) {
    fs::remove_all(home());
    Report({(folder_.path() / "first.txt").string(), "--shards", "1"});
    {
      auto shard =
          sqlite::Database::Open(home() / "shards/main.db", {.mode = sqlite::OpenMode::kReadWrite});
      ASSERT_TRUE(shard) << shard.error().message;
      ASSERT_TRUE(shard->Prepare("INSERT INTO meta VALUES(?1,?2,0)")
                      ->BindText(1, key)
                      .BindText(2, mark)
                      .Run());
    }
    const Outcome outcome = Ingest({in().string()});
    EXPECT_TRUE(outcome.out.contains(std::to_string(added) + " added")) << outcome.out;
    EXPECT_EQ(outcome.err.contains("is damaged"), added == 50) << outcome.err;
  }
}

TEST_F(CliIngest, NamesTheLineAndReasonOfALoneSurrogate) {
  Write("a.jsonl", "{\"uri\":\"u:1\",\"text\":\"one\"}\n{\"uri\":\"u:2\",\"text\":\"x\\udc00\"}\n");
  const Outcome outcome = Ingest({in().string()});
  EXPECT_TRUE(outcome.out.contains(
      "a.jsonl: line 2: \"text\" holds a lone surrogate, \\udc00 at byte 1, which is no character"))
      << outcome.out;
}

TEST_F(CliIngest, ADryRunOfALargeInputSaysThatItIsAnEstimate) {
  std::string lines;
  for (int i = 0; lines.size() < (std::size_t{34} << 20); ++i)
    lines += "{\"uri\":\"u:" + std::to_string(i) + "\",\"text\":\"" +
             std::string(20000, static_cast<char>('a' + i % 26)) + "\"}\n";
  Write("a.jsonl", lines);
  const json::Value report = Report({in().string(), "--dry-run"});
  EXPECT_TRUE(report.Bool("is_estimate").value());
  EXPECT_EQ(Count(report, "input_files"), 1);
  EXPECT_EQ(Count(report, "input_bytes"), static_cast<std::int64_t>(lines.size()));
  EXPECT_LT(Count(report, "read_bytes"), Count(report, "input_bytes"));
  const Outcome text = Ingest({in().string(), "--dry-run"});
  EXPECT_TRUE(text.out.contains("would be about: ")) << text.out;
  EXPECT_TRUE(text.out.contains("an estimate: ")) << text.out;
  EXPECT_TRUE(text.out.contains("nothing was written")) << text.out;
  EXPECT_FALSE(fs::exists(home()));
}

TEST_F(CliIngest, ADryRunSaysWhatWouldBeAndWritesNothing) {
  Write("a.txt", "a text");
  Write("b.txt", "");
  const json::Value report = Report({in().string(), "--dry-run"});
  EXPECT_EQ(Count(report, "added"), 1);
  EXPECT_EQ(Count(report, "skipped_count"), 1);
  EXPECT_TRUE(report.Find("estimated_seconds") != nullptr &&
              report.Find("estimated_bytes") != nullptr);
  EXPECT_FALSE(fs::exists(home()));
  Report({in().string()});
  Write("a.txt", "another text");
  const std::string before =
      ReadWhole(home() / "shards/main.1of2.db") + ReadWhole(home() / "shards/main.2of2.db");
  EXPECT_EQ(Count(Report({in().string(), "--dry-run"}), "superseded"), 1);
  EXPECT_EQ(ReadWhole(home() / "shards/main.1of2.db") + ReadWhole(home() / "shards/main.2of2.db"),
            before);
  const Outcome text = Ingest({in().string(), "--dry-run"});
  EXPECT_TRUE(text.out.contains("nothing was written")) << text.out;
}

TEST_F(CliIngest, AShardThatIsGoneIsNotMadeAnew) {
  constexpr int kTexts = 24;  // some of them in each shard, wherever the folder is
  for (int i = 0; i < kTexts; ++i) {
    Write(std::to_string(i) + ".txt", "The mill has the number " + std::to_string(i) + ".");
  }
  Report({in().string()});
  const fs::path shard = home() / "shards" / "main.1of2.db";
  fs::rename(shard, in().parent_path() / "elsewhere.db");
  const Outcome again = Ingest({in().string()});
  EXPECT_EQ(again.exit_code, 4) << again.out;
  EXPECT_TRUE(again.err.contains("main.1of2.db is gone")) << again.err;
  EXPECT_FALSE(fs::exists(shard));
  const Outcome found = RunProgram({"search", "--home", home().string(), "mill"});
  EXPECT_EQ(found.exit_code, 4) << "half of the documents would be searched";
  fs::rename(in().parent_path() / "elsewhere.db", shard);
  EXPECT_EQ(Count(Report({in().string()}), "unchanged"), kTexts);
}

TEST_F(CliIngest, KeepsTheLayoutOfAShardSet) {
  Write("a.txt", "a text");
  Report({in().string(), "--shards", "3"});
  const Outcome outcome = Ingest({in().string(), "--shards", "2"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(outcome.err.contains("was made with 3 shards and keeps that")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  const json::Value error = Report({in().string(), "--shards", "2"}, 2);
  EXPECT_EQ(error.Find("error")->String("code").value(), "conflict");
  Report({in().string(), "--shards", "2", "--shard", "other"});
  EXPECT_EQ(Ingest({in().string(), "--shard", "../up"}).exit_code, 2);
}

TEST_F(CliIngest, EndsWithFourWhenTheHomeCannotBeWritten) {
  Write("a.txt", "a text");
  WriteWhole(folder_.path() / "file", "not a folder");
  const Outcome outcome =
      RunProgram({"ingest", in().string(), "--home", (folder_.path() / "file/home").string()});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("arborist: ")) << outcome.err;
  if (::geteuid() == 0) return;
  fs::create_directories(home());
  fs::permissions(home(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(Ingest({in().string()}).exit_code, 4);
  fs::permissions(home(), fs::perms::owner_all);
}

TEST_F(CliIngest, EndsWithFourWhenTheDiskIsFullAndGoesOnLater) {
  fs::create_directories(home());
  if (::mount("tmpfs", home().c_str(), "tmpfs", 0, "size=3m") != 0)
    GTEST_SKIP() << "cannot mount a small disk";
  std::mt19937 random(3);
  std::string lines;
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    for (int word = 0; word < 200; ++word) text += "w" + std::to_string(random()) + " ";
    lines += json::Dump(json::Object{{"uri", "u:" + std::to_string(i)}, {"text", text}}) + "\n";
  }
  Write("a.jsonl", lines);
  const Outcome outcome = Ingest({in().string(), "--commit-kb", "256"});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.out << outcome.err;
  EXPECT_TRUE(outcome.err.contains("full")) << outcome.err;
  const Outcome check = RunProgram({"fsck", "--full", "--home", home().string()});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
  EXPECT_EQ(::mount("tmpfs", home().c_str(), "tmpfs", MS_REMOUNT, "size=200m"), 0);
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Uris().size(), 4000u) << json::Dump(report);
  ExpectSound();
  EXPECT_EQ(::umount(home().c_str()), 0);
}

TEST_F(CliIngest, ShowsTitlesAndNamesEscaped) {
  Write("a.jsonl",
        "{\"uri\":\"u:1\",\"title\":\"\\u001b[31mred \\u202e rtl\",\"text\":\"text here\"}\n");
  Write("x\x1B[2J.pdf", "%PDF-1.4\n");
  const Outcome outcome = Ingest({in().string(), "--progress", "plain"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_FALSE((outcome.out + outcome.err).contains('\x1B'));
  EXPECT_TRUE(outcome.out.contains("x\\x1b[2J.pdf")) << outcome.out;
  ExpectSound();
}

TEST_F(CliIngest, TheSameDumpGivesTheSameRootsWhateverTheLayout) {
  std::string xml = "<mediawiki><siteinfo><base>https://w.org/wiki/Main</base></siteinfo>";
  for (int i = 0; i < 300; ++i) {
    xml += "<page><title>Page " + std::to_string(i) + "</title><ns>0</ns><revision><text>text " +
           std::to_string(i % 250) + " \xE6\xBC\xA2\xE5\xAD\x97</text></revision></page>";
  }
  Write("a.xml", xml + "</mediawiki>");
  std::vector<std::string> lists;
  for (const auto& [jobs, shards] :
       {std::pair{"1", "1"}, std::pair{"4", "3"}, std::pair{"2", "7"}}) {
    const fs::path home = folder_.path() / (std::string("home") + shards);
    const Outcome outcome = RunProgram(
        {"ingest", in().string(), "--home", home.string(), "--jobs", jobs, "--shards", shards});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto corpus = store::Corpus::Open({home});
    ASSERT_TRUE(corpus);
    std::string list;
    ASSERT_TRUE(
        corpus->ForEachDocument(true, [&](const store::CorpusDocument& document) -> Result<bool> {
          list += document.view.root.hex();
          for (const std::string& uri : document.current_uris()) list += " " + uri;
          list += "\n";
          return true;
        }));
    lists.push_back(list);
  }
  EXPECT_EQ(lists[0], lists[1]);
  EXPECT_EQ(lists[0], lists[2]);
  EXPECT_EQ(std::count(lists[0].begin(), lists[0].end(), '\n'), 250);
}

TEST_F(CliIngest, ADumpThatIsCutIsReadUpToThere) {
  std::string xml = "<mediawiki><siteinfo><base>https://w.org/wiki/Main</base></siteinfo>";
  for (int i = 0; i < 20; ++i) {
    xml += "<page><title>P" + std::to_string(i) +
           "</title><ns>0</ns><revision><text>some text</text></revision></page>";
  }
  Write("a.xml", xml.substr(0, xml.find("<title>P15</title>") + 40));
  const json::Value report = Report({in().string()});
  EXPECT_EQ(Count(report, "documents"), 15);
  EXPECT_TRUE(Reason(report, "a.xml").contains("what stood before it was read"))
      << json::Dump(report);
}

// The real dumps beside the repository, where they are there.
class CliDumps : public CliIngest {
 protected:
  static std::vector<fs::path> Dumps() {
    const char* shared = std::getenv("ARBORIST_SHARED");
    const fs::path folder = fs::path(shared != nullptr ? shared : "../shared") / "data/wikidumps";
    std::vector<fs::path> dumps;
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
      if (entry.is_regular_file() && entry.path().filename().string().contains(".xml"))
        dumps.push_back(entry.path());
    }
    std::sort(dumps.begin(), dumps.end());
    return dumps;
  }
};

TEST_F(CliDumps, RealDumpsAreReadWithAPlausibleNumberOfPages) {
  const auto dumps = Dumps();
  if (dumps.empty())
    GTEST_SKIP() << "no dumps: set ARBORIST_SHARED to the folder that has data/wikidumps";
  std::int64_t all = 0;
  for (const fs::path& dump : dumps) {
    const Outcome outcome = Ingest({dump.string(), "--json"});
    const auto report = json::Parse(outcome.out);
    ASSERT_TRUE(report) << dump << outcome.out << outcome.err;
    EXPECT_EQ(outcome.exit_code, 0) << dump << outcome.out << outcome.err;
    EXPECT_GE(Count(*report, "documents"), 1) << dump;
    all += Count(*report, "documents");
  }
  EXPECT_GT(all, static_cast<std::int64_t>(dumps.size()) * 5);
  ExpectSound();
}

TEST_F(CliDumps, RealDumpsCutAnywhereLoseOnlyTheirEnd) {
  const auto dumps = Dumps();
  if (dumps.empty())
    GTEST_SKIP() << "no dumps: set ARBORIST_SHARED to the folder that has data/wikidumps";
  std::mt19937 random(5);
  for (const fs::path& dump : dumps) {
    const std::string whole = ReadWhole(dump);
    WriteWhole(in(dump.filename().string()),
               std::string_view(whole).substr(0, random() % whole.size()));
  }
  const Outcome outcome = Ingest({in().string(), "--json"});
  const auto report = json::Parse(outcome.out);
  ASSERT_TRUE(report) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_GT(Count(*report, "documents"), 0);
  EXPECT_GE(Count(*report, "skipped_count"), static_cast<std::int64_t>(dumps.size()) / 2);
  ExpectSound();
}

}  // namespace
}  // namespace arborist
