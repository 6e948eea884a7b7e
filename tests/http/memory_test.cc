// SPDX-License-Identifier: AGPL-3.0-only
// Programs that run out of memory: it costs the request or the file, never the process.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "http/served.h"
#include "serve/http/raw_client_test.h"

namespace arborist::testing_support {
namespace {

using serve::http::BodyOf;

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::string Repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

// A field of /proc/PID/status, in KiB.
std::int64_t StatusKib(pid_t pid, std::string_view field) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(field)) return std::stoll(line.substr(field.size() + 1));
  }
  return 0;
}

class Memory : public Served {
 protected:
  void SetUp() override {
    if (!kMemoryIsItsOwn) GTEST_SKIP() << "a sanitizer takes memory of its own";
  }
  // From now on the server may take only so much more.
  void Allow(std::size_t bytes) const {
    const auto now = static_cast<rlim_t>(StatusKib(server_->pid(), "VmSize:")) << 10;
    const rlimit most{now + bytes, now + bytes};
    ASSERT_EQ(prlimit(server_->pid(), RLIMIT_AS, &most, nullptr), 0);
  }
  HttpAnswer Post(std::string_view path, const std::string& body) const {
    return Send("POST", path, body, "Content-Type: application/json\r\n");
  }
};

// Bundles that are valid as JSON and worthless otherwise.
std::vector<std::string> LargeBodies() {
  return {"{\"bundle\":[" + Repeated("0,", 28 * kMiB) + "0]}",
          "[" + Repeated("[],", 19 * kMiB) + "0]",
          "{\"bundle\":[" + Repeated("{\"a\":0},", 7 * kMiB) + "0]}",
          "[" + Repeated("\"0123456789abcdef\",", 3 * kMiB) + "0]",
          "{\"a\":\"" + std::string(57 * kMiB, 'a') + "\"}"};
}

TEST_F(Memory, AJsonBodyCostsAFewTimesItselfAtMost) {
  Start({"--quiet"});
  for (const std::string& body : LargeBodies()) {
    const HttpAnswer answer = Post("/api/v1/verify", body);
    EXPECT_TRUE(answer.status == 413 || answer.status == 400) << answer.text.substr(0, 300);
    EXPECT_TRUE(answer.text.contains("\"error\"")) << answer.text.substr(0, 300);
  }
  EXPECT_LT(StatusKib(server_->pid(), "VmHWM:"), 640 << 10) << "KiB";
  const std::string numbers = "{\"answer\":[" + Repeated("0,", 7 * kMiB) + "0]}";
  EXPECT_EQ(Post("/api/v1/check", numbers).status, 413);
  EXPECT_EQ(Post("/mcp", numbers).status, 400);
}

TEST_F(Memory, ARequestThatFindsNoneIsRefusedAlone) {
  Start({"--quiet"});
  ASSERT_EQ(Ask(kWhen).status, 200);
  Allow(120 * kMiB);
  int refused = 0;
  for (const std::string& body : LargeBodies()) {
    for (const char* path : {"/api/v1/verify", "/api/v1/rpc", "/mcp"}) {
      const HttpAnswer answer = Post(path, body);
      refused += answer.status == 503 ? 1 : 0;
      ASSERT_TRUE(server_->Running()) << server_->ErrSoFar();
      EXPECT_EQ(Send("GET", "/health").status, 200);
    }
  }
  EXPECT_GT(refused, 0) << "nothing ran out of memory";
  const HttpAnswer after = Ask("When did the Erie Canal open, once more?");
  EXPECT_EQ(after.status, 200) << after.text;
  EXPECT_EQ(Ask(kWhen).status, 200);
  EXPECT_EQ(End().exit_code, 0);
  ExpectSound();
}

TEST_F(Memory, AFileForWhichThereIsNoneIsSkippedAlone) {
  std::string large;
  for (int i = 0; large.size() < 48 * kMiB; ++i) {
    large += "Sentence number " + std::to_string(i) + " speaks of nothing in particular. ";
  }
  Write("large.txt", large);
  Write("small.txt", "The lamp of Delft was lit in 1801.");
  int skipped = 0;
  // From too little to start with to more than enough.
  for (const int mebibytes : {64, 160, 256, 384, 512, 640, 800, 1000}) {
    const std::string home = (folder_.path() / ("home" + std::to_string(mebibytes))).string();
    Child ingest(
        {"-c", "ulimit -c 0; ulimit -v " + std::to_string(mebibytes << 10) + R"(; exec "$0" "$@")",
         Program().string(), "--home", home, "ingest", "--json",
         (folder_.path() / "docs").string()},
        {}, "/bin/bash");
    const Outcome outcome = ingest.Wait(std::chrono::seconds(60));
    EXPECT_EQ(outcome.signal, 0) << mebibytes << " MiB: " << outcome.err;
    if (outcome.exit_code != 0) continue;
    skipped += outcome.out.contains("out of memory") ? 1 : 0;
    const Outcome found = RunProgram({"--home", home, "search", "Delft", "--json"});
    EXPECT_TRUE(found.out.contains("small.txt")) << mebibytes << " MiB: " << outcome.out;
    const Outcome sound = RunProgram({"--home", home, "fsck", "--full"});
    EXPECT_EQ(sound.exit_code, 0) << sound.out << sound.err;
  }
  EXPECT_GT(skipped, 0) << "the large file always found memory";
}

// Each kind of input goes through a C library of its own: zlib, bzip2, zstd, gumbo, md4c, expat.
TEST_F(Memory, NoKindOfInputEndsAnIngestWithASignal) {
  std::string html = "<title>Delft</title>";
  std::string markdown = "# Delft\n";
  std::string dump = "<mediawiki><siteinfo><base>https://w.example/wiki/A</base></siteinfo>";
  for (int i = 0; i < 6000; ++i) {
    const std::string line = "Lamp number " + std::to_string(i) + " of Delft was lit in 1801. ";
    html += "<p><a href=\"x" + std::to_string(i) + "\">" + line + "</a>";
    markdown += "## " + line + "\n[" + line + "](https://x.example/" + std::to_string(i) + ")\n";
    dump += "<page><title>Lamp " + std::to_string(i) + "</title><ns>0</ns><revision><text>" + line +
            "</text></revision></page>";
  }
  Write("page.html", html);
  Write("page.md", markdown);
  Write("latin.html", "<meta charset=iso-8859-2>" + html);
  Write("dump.xml", dump + "</mediawiki>");
  const std::filesystem::path docs = folder_.path() / "docs";
  const std::string packed = (folder_.path() / "packed").string();
  const Outcome made = Child({"-c",
                              "mkdir \"$1\" && gzip -c \"$0/dump.xml\" >\"$1/a.xml.gz\" && "
                              "bzip2 -c \"$0/dump.xml\" >\"$1/b.xml.bz2\" && "
                              "(zstd -qc \"$0/dump.xml\" >\"$1/c.xml.zst\" || true)",
                              docs.string(), packed},
                             {}, "/bin/bash")
                           .Wait();
  ASSERT_EQ(made.exit_code, 0) << made.err;
  int short_of_it = 0;
  for (int mebibytes = 24; mebibytes <= 600; mebibytes += mebibytes / 6) {
    const std::string home = (folder_.path() / ("home" + std::to_string(mebibytes))).string();
    Child ingest(
        {"-c", "ulimit -c 0; ulimit -v " + std::to_string(mebibytes << 10) + R"(; exec "$0" "$@")",
         Program().string(), "--home", home, "ingest", "--json", docs.string(), packed},
        {}, "/bin/bash");
    const Outcome outcome = ingest.Wait(std::chrono::seconds(120));
    EXPECT_EQ(outcome.signal, 0) << mebibytes << " MiB: " << outcome.err;
    if (outcome.out.contains("out of memory") || outcome.err.contains("out of memory")) {
      ++short_of_it;
    }
    if (outcome.exit_code == 127 || !std::filesystem::exists(home)) continue;  // did not even start
    const Outcome sound = RunProgram({"--home", home, "fsck", "--full"});
    EXPECT_TRUE(sound.exit_code == 0 || sound.exit_code == 3)
        << mebibytes << " MiB: " << sound.out << sound.err;
  }
  EXPECT_GT(short_of_it, 0) << "there was always memory, or never enough to start";
}

// An upload is read where it stands in memory, so a full or missing temporary folder does not
// matter.
TEST_F(Served, AnUploadNeedsNoTemporaryFolder) {
  const std::filesystem::path temporary = folder_.path() / "temporary";
  std::filesystem::create_directory(temporary);
  Start({"--quiet"}, {"TMPDIR=" + temporary.string()});
  const std::string token = "Authorization: Bearer " + MakeToken({"write"}) + "\r\n";
  std::filesystem::remove(temporary);
  const HttpAnswer taken =
      Send("POST", "/api/v1/documents?uri=https://up.example/lamp",
           "The lamp of Delft was lit in 1801.", token + "Content-Type: text/plain\r\n");
  EXPECT_EQ(taken.status, 200) << taken.text;
  EXPECT_EQ(Ask(kWhen).status, 200);
  EXPECT_FALSE(std::filesystem::exists(temporary));
  EXPECT_EQ(End().exit_code, 0);
  ExpectSound();
}

}  // namespace
}  // namespace arborist::testing_support
