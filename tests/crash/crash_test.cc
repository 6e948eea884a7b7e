// SPDX-License-Identifier: AGPL-3.0-only
// kill -9, Ctrl-C, two writers and many readers: nothing that was reported is lost, and running the
// same command again ends where an uninterrupted one does.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "json/value.h"
#include "sqlite/damage_test.h"
#include "store/corpus.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::Child;
using testing_support::Outcome;
using testing_support::RunProgram;
using Clock = std::chrono::steady_clock;

std::string Words(std::mt19937* random, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    const auto number = (*random)() % 4000;
    text += "w" + std::to_string(number * number % 9973) + ((*random)() % 12 == 0 ? ".\n" : " ");
  }
  return text;
}

void WriteJsonLines(const fs::path& path, unsigned seed, int count, const std::string& prefix) {
  std::mt19937 random(seed);
  std::string lines;
  for (int i = 0; i < count; ++i) {
    const std::string text = Words(&random, 200 + random() % 4000);
    lines += json::Dump(json::Object{
        {"uri", prefix + std::to_string(i)}, {"title", "T " + std::to_string(i)}, {"text", text}});
    lines += '\n';
  }
  testing_support::WriteWhole(path, lines);
}

void WriteDump(const fs::path& path, unsigned seed, int count) {
  std::mt19937 random(seed);
  std::string xml = "<mediawiki><siteinfo><base>https://w.org/wiki/Main</base></siteinfo>\n";
  for (int i = 0; i < count; ++i) {
    const bool redirect = i % 10 == 9;
    xml += "<page><title>Page " + std::to_string(i) + "</title><ns>0</ns>" +
           (redirect ? "<redirect title=\"Page 0\" />" : "") + "<revision><text>" +
           (redirect ? "#REDIRECT [[Page 0]]"
                     : Words(&random, 200 + random() % 4000) + " [[Page 1]]") +
           "</text></revision></page>\n";
  }
  testing_support::WriteWhole(path, xml + "</mediawiki>\n");
}

struct Contents {
  std::vector<std::string> documents;  // root, names and titles, in order
  std::size_t locations = 0;           // current ones, redirects too
  bool every_shard_used = true;
};

Contents ReadStore(const fs::path& home) {
  Contents contents;
  const auto corpus = store::Corpus::Open({home});
  EXPECT_TRUE(corpus) << corpus.error().message;
  if (!corpus) return contents;
  for (const auto& shard : corpus->shards()) {
    const auto counts = shard->Counts();
    EXPECT_TRUE(counts);
    contents.locations += static_cast<std::size_t>(counts->locations + counts->aliases);
    contents.every_shard_used = contents.every_shard_used && counts->locations > 0;
  }
  contents.every_shard_used = contents.every_shard_used && !corpus->shards().empty();
  EXPECT_TRUE(
      corpus->ForEachDocument(true, [&](const store::CorpusDocument& document) -> Result<bool> {
        std::string line = document.view.root.hex() + (document.view.current ? " current" : " old");
        for (const auto& location : document.view.locations)
          line += " " + location.uri + "=" + location.title;
        contents.documents.push_back(std::move(line));
        return true;
      }));
  return contents;
}

// The number of documents in the last whole progress line: what the program said was committed.
std::int64_t Reported(const std::string& err) {
  std::int64_t documents = 0;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = err.find('\n', begin);
    if (end == std::string::npos) return documents;
    if (const auto line = json::Parse(err.substr(begin, end - begin)))
      documents = line->Int("documents").value_or(documents);
    begin = end + 1;
  }
}

struct Setting {
  unsigned jobs = 2;
  unsigned shards = 2;
  unsigned commit_kb = 256;
};

std::vector<std::string> Command(const fs::path& home, const fs::path& input,
                                 const Setting& setting) {
  return {"ingest",
          input.string(),
          "--home",
          home.string(),
          "--jobs",
          std::to_string(setting.jobs),
          "--shards",
          std::to_string(setting.shards),
          "--json",
          "--progress",
          "jsonl",
          "--commit-kb",
          std::to_string(setting.commit_kb)};
}

void ExpectSound(const fs::path& home) {
  const Outcome check = RunProgram({"fsck", "--full", "--json", "--home", home.string()});
  EXPECT_EQ(check.exit_code, 0) << check.out << check.err;
}

json::Value Report(const Outcome& outcome) {
  const auto report = json::Parse(outcome.out);
  EXPECT_TRUE(report) << outcome.out << outcome.err;
  return report.value_or(json::Value(json::Object{}));
}

// Ingests the input under kill -9 at random moments, then once to the end.
void KillAndResume(const fs::path& input, const Setting& setting, int kills, unsigned seed,
                   bool check_each) {
  const TemporaryFolder scratch;
  const fs::path whole = scratch.path() / "whole";
  const auto start = Clock::now();
  const Outcome uninterrupted = RunProgram(Command(whole, input, setting));
  const auto time = Clock::now() - start;
  ASSERT_EQ(uninterrupted.exit_code, 0) << uninterrupted.err;
  const Contents expected = ReadStore(whole);

  const fs::path home = scratch.path() / "killed";
  std::mt19937 random(seed);
  std::size_t stored = 0;
  int killed = 0;
  for (int i = 0; i < kills; ++i) {
    Child child(Command(home, input, setting));
    // Between nothing and the whole time; early moments are as likely as late ones.
    const auto wait = std::chrono::duration_cast<std::chrono::microseconds>(time) *
                      static_cast<int>(random() % 1000) / 1000;
    std::this_thread::sleep_for(wait);
    child.Signal(SIGKILL);
    const Outcome outcome = child.Wait();
    killed += outcome.signal == SIGKILL;
    if (!fs::exists(home / "shards")) continue;
    if (check_each || i + 1 == kills) ExpectSound(home);
    const Contents now = ReadStore(home);
    EXPECT_GE(now.locations, stored) << "a committed document was lost";
    EXPECT_GE(now.locations, static_cast<std::size_t>(Reported(outcome.err)))
        << "a reported document was lost";
    stored = now.locations;
  }
  const Contents before = ReadStore(home);
  const Outcome last = RunProgram(Command(home, input, setting));
  ASSERT_EQ(last.exit_code, 0) << last.err;
  const json::Value report = Report(last);
  // A run that was killed before each shard had committed once leaves no place to go on from; then
  // the input is read from its beginning, and only what was missing is added.
  if (before.every_shard_used && report.Int("resumed").value_or(0) == 0) {
    EXPECT_EQ(before.locations + static_cast<std::size_t>(report.Int("added").value_or(0)),
              expected.locations)
        << last.out;
  }
  ExpectSound(home);
  EXPECT_EQ(ReadStore(home).documents, expected.documents);
  EXPECT_GT(killed, 0);
}

TEST(Crash, KilledIngestOfJsonLinesResumes) {
  const TemporaryFolder folder;
  WriteJsonLines(folder.path() / "in.jsonl", 1, 2500, "u:");
  KillAndResume(folder.path() / "in.jsonl", {.jobs = 2, .shards = 2}, 3, 11, true);
}

TEST(Crash, KilledIngestOfADumpResumes) {
  const TemporaryFolder folder;
  WriteDump(folder.path() / "in.xml", 2, 2500);
  KillAndResume(folder.path() / "in.xml", {.jobs = 3, .shards = 1}, 3, 12, true);
}

TEST(Crash, SlowKilledManyTimesWithEveryLayout) {
  const TemporaryFolder folder;
  WriteJsonLines(folder.path() / "in.jsonl", 3, 12000, "u:");
  WriteDump(folder.path() / "in.xml", 4, 12000);
  unsigned seed = 100;
  for (const Setting& setting :
       {Setting{1, 1, 64}, Setting{4, 3, 512}, Setting{2, 2, 24576}, Setting{8, 5, 128}}) {
    KillAndResume(folder.path() / "in.jsonl", setting, 15, ++seed, true);
    KillAndResume(folder.path() / "in.xml", setting, 15, ++seed, true);
  }
}

TEST(Crash, AKillWhileTheStoreIsMadeLeavesNoDamage) {
  const TemporaryFolder folder;
  WriteJsonLines(folder.path() / "in.jsonl", 5, 20, "u:");
  for (int delay_us = 500; delay_us < 30000; delay_us += 3000) {
    const fs::path home = folder.path() / ("home" + std::to_string(delay_us));
    {
      Child child(Command(home, folder.path() / "in.jsonl", {.jobs = 1, .shards = 2}));
      std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
      child.Signal(SIGKILL);
      child.Wait();
    }
    ExpectSound(home);
    const auto corpus = store::Corpus::Open({home});
    EXPECT_TRUE(corpus) << corpus.error().message;
    EXPECT_EQ(
        RunProgram(Command(home, folder.path() / "in.jsonl", {.jobs = 1, .shards = 2})).exit_code,
        0);
    EXPECT_EQ(ReadStore(home).locations, 20u);
  }
}

TEST(Crash, CtrlCEndsWithCodeFourAndTheNextRunGoesOn) {
  constexpr int kDocuments = 17000;  // more than what the pipeline holds at a time
  const TemporaryFolder folder;
  const fs::path input = folder.path() / "in.jsonl";
  WriteJsonLines(input, 6, kDocuments, "u:");
  const Setting setting{.jobs = 1, .shards = 2, .commit_kb = 512};
  for (int attempt = 0; attempt < 5; ++attempt) {
    const fs::path home = folder.path() / ("home" + std::to_string(attempt));
    Child child(Command(home, input, setting));
    while (child.Running() && Reported(child.ErrSoFar()) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    child.Signal(SIGINT);
    const Outcome outcome = child.Wait();
    if (outcome.exit_code == 0) continue;  // it was faster than we
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_TRUE(outcome.err.contains("Run the same command again to go on")) << outcome.err;
    const json::Value report = Report(outcome);
    EXPECT_TRUE(report.Bool("interrupted").value_or(false));
    ExpectSound(home);
    const std::size_t stored = ReadStore(home).locations;
    EXPECT_EQ(static_cast<std::size_t>(report.Int("documents").value_or(-1)), stored);
    EXPECT_LT(stored, std::size_t{kDocuments});
    const Outcome again = RunProgram(Command(home, input, setting));
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_EQ(static_cast<std::size_t>(Report(again).Int("resumed").value_or(0)), stored);
    EXPECT_EQ(ReadStore(home).locations, std::size_t{kDocuments});
    ExpectSound(home);
    return;
  }
  GTEST_SKIP() << "every run ended before the signal";
}

TEST(Crash, TwoWritersOnOneSetTakeTurnsAndLoseNothing) {
  const TemporaryFolder folder;
  const fs::path home = folder.path() / "home";
  WriteJsonLines(folder.path() / "a.jsonl", 7, 900, "a:");
  WriteJsonLines(folder.path() / "b.jsonl", 8, 900, "b:");
  const Setting setting{.jobs = 2, .shards = 3};
  Child first(Command(home, folder.path() / "a.jsonl", setting));
  Child second(Command(home, folder.path() / "b.jsonl", setting));
  Child third(Command(home, folder.path() / "a.jsonl", setting));
  const Outcome outcomes[] = {first.Wait(), second.Wait(), third.Wait()};
  std::int64_t added = 0;
  for (const Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    added += Report(outcome).Int("added").value_or(0);
  }
  EXPECT_EQ(added, 1800);
  EXPECT_EQ(ReadStore(home).locations, 1800u);
  std::int64_t events = 0;
  const auto corpus = store::Corpus::Open({home});
  ASSERT_TRUE(corpus);
  for (const auto& shard : corpus->shards()) {
    events += shard->Counts()->events - 1;
    const std::int64_t dictionaries =
        sqlite::QueryInt(shard->address().shown(), "SELECT count(*) FROM dictionaries");
    EXPECT_LE(dictionaries, 1);
    events -= dictionaries;
  }
  EXPECT_EQ(events, 1800);
  ExpectSound(home);
}

TEST(Crash, ReadersSeeWholeMomentsWhileAWriterWorks) {
  const TemporaryFolder folder;
  const fs::path home = folder.path() / "home";
  WriteJsonLines(folder.path() / "in.jsonl", 9, 2500, "u:");
  Child writer(
      Command(home, folder.path() / "in.jsonl", {.jobs = 1, .shards = 2, .commit_kb = 64}));
  std::size_t most = 0;
  int reads = 0;
  bool running = true;
  while (running) {
    running = writer.Running();
    const auto corpus = store::Corpus::Open({home});
    ASSERT_TRUE(corpus) << corpus.error().message;
    std::size_t seen = 0;
    const Status status =
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          if (seen++ % 50 == 0) {
            const auto text = store::DocumentText(document);
            EXPECT_TRUE(text) << text.error().message;
            EXPECT_EQ(text->size(), document.view.text_bytes);
          }
          return true;
        });
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_GE(seen, most);
    most = std::max(most, seen);
    ++reads;
  }
  EXPECT_EQ(writer.Wait().exit_code, 0);
  EXPECT_EQ(most, 2500u);
  EXPECT_GT(reads, 2);
  ExpectSound(home);
}

}  // namespace
}  // namespace arborist
