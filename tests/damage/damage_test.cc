// SPDX-License-Identifier: AGPL-3.0-only
// A flipped bit anywhere in a shard: fsck names it, or the store still says what it said.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "json/value.h"
#include "store/corpus.h"
#include "store/fsck/fsck.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

// All that a reader can learn from a store, as one text; or the error that stopped it.
std::string Everything(const fs::path& home) {
  const auto corpus = store::Corpus::Open({home});
  if (!corpus) return "unreadable: " + corpus.error().message;
  std::string all;
  const auto number = [&](const auto& value) {
    all += value ? std::to_string(*value) + " " : "error ";
  };
  const Status status =
      corpus->ForEachDocument(true, [&](const store::CorpusDocument& document) -> Result<bool> {
        const store::DocumentView& view = document.view;
        all += view.root.hex() + " " + std::string(Name(view.kind)) + " " +
               std::to_string(view.compression_depth) + " " + view.source_type + " " +
               view.schema_version + view.canonicalization_version + view.chunking_version + " " +
               std::to_string(view.leaf_count) + " " + std::to_string(view.text_bytes) + " " +
               (view.current ? "current" : "old");
        for (const auto& location : view.locations) {
          all += "\n " + location.uri + " " + location.title + " " +
                 std::string(Name(location.state)) + " " + location.extraction_version + " " +
                 location.source_hash.hex();
          if (!location.current()) continue;
          const auto links = document.shard->links().From({location.uri});
          for (const std::string& link : links.value_or(std::vector<std::string>{"error"}))
            all += " " + link;
        }
        const auto text = store::DocumentText(document);
        all += "\n" + (text ? *text : "error: " + text.error().message) + "\n";
        for (const Hash256& leaf :
             document.shard->texts().Leaves(view).value_or(std::vector<Hash256>()))
          all += leaf.hex() + "\n";
        return true;
      });
  if (!status) all += "error: " + status.error().message;
  for (const auto& shard : corpus->shards()) {
    const auto stats = shard->index().Stats();
    all += stats ? std::to_string(stats->chunks) + " " + std::to_string(stats->terms) + "\n"
                 : "no stats\n";
    const auto head = shard->Head();
    all += head ? head->head.hex() + "\n" : "no head\n";
    for (const char* uri : {"u:redirect", "u:0", "u:changed", "u:gone"}) {
      const auto target = shard->locations().Resolve(uri);
      all += !target           ? "error"
             : !*target        ? "-"
             : (*target)->root ? (*target)->root->hex()
                               : "to " + (*target)->alias_of;
      all += "\n";
    }
    for (const char* term : {"w1", "w22", "w333", "common", "needl", "nothing"}) {
      const index::Term terms[] = {{term}};
      const auto frequency = shard->index().Frequencies(terms, {});
      number(frequency ? std::optional(frequency->front()) : std::nullopt);
      const auto matches = shard->index().TopK(
          {.tree = {terms[0]}}, {.leaves = {1.25}, .average_length = 100, .expected_rows = 1},
          index::kEveryRow);
      if (!matches) all += "error";
      std::map<std::int64_t, double> sorted;
      for (const auto& match : matches.value_or(index::TopRows()).rows)
        sorted[match.row] = match.score;
      for (const auto& [chunk, score] : sorted)
        all += std::to_string(chunk) + "=" + std::to_string(score) + " ";
      const auto titles = shard->index().Rows({.field = index::Field::kTitle, .tree = {terms[0]}});
      for (const auto& row : titles.value_or(std::vector<std::int64_t>()))
        all += std::to_string(row) + " ";
      all += "\n";
    }
  }
  return all;
}

void MakeStore(const fs::path& folder, const fs::path& home, int shards, int documents) {
  std::mt19937 random(42);
  const auto words = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += "w" + std::to_string(random() % 700) +
              (random() % 9 == 0    ? "\n"
               : random() % 40 == 0 ? " common "
                                    : " ");
    }
    return text;
  };
  std::string xml = "<mediawiki><siteinfo><base>u:x/Main</base></siteinfo>";
  std::string lines;
  const auto add = [&](const std::string& uri, const std::string& title, const std::string& text) {
    lines += json::Dump(json::Object{{"uri", uri}, {"title", title}, {"text", text}}) + "\n";
  };
  for (int i = 0; i < documents; ++i) {
    add("u:" + std::to_string(i), "Title w" + std::to_string(i),
        words(i % 7 == 0 ? 1400 : 20 + random() % 300));
    xml += "<page><title>P" + std::to_string(i) + "</title><revision><text>" +
           (i % 5 == 4 ? "#REDIRECT [[P1]]"
                       : words(100) + "[[P2]] [[P" + std::to_string(i + 1) + "]]") +
           "</text></revision></page>";
  }
  add("u:short", "S", "tiny\n\ntext\nhere");
  add("u:changed", "Before", "the text before the change w333");
  WriteWhole(folder / "a.jsonl", lines);
  WriteWhole(folder / "b.xml", xml + "</mediawiki>");
  WriteWhole(folder / "c.jsonl",
             json::Dump(json::Object{{"uri", "u:changed"},
                                     {"title", "After needl"},
                                     {"text", "the text after the change w1"}}) +
                 "\n");
  WriteWhole(folder / "files/gone.md", "# Gone\n\nthis file will be gone [x](y.md)");
  WriteWhole(folder / "files/stays.md", "# Stays\n\nthis file stays common");
  const auto ingest = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "ingest");
    for (const std::string& argument :
         {std::string("--home"), home.string(), std::string("--shards"), std::to_string(shards),
          std::string("--uri-prefix"), std::string("u:files/"), std::string("--mark-gone")})
      arguments.push_back(argument);
    const auto outcome = RunProgram(arguments);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;
  };
  ingest({folder / "a.jsonl", folder / "b.xml", folder / "files"});
  fs::remove(folder / "files/gone.md");
  ingest({folder / "c.jsonl", folder / "files"});
}

// Which table or index each page belongs to.
std::map<std::int64_t, std::string> PageOwners(const fs::path& shard, std::int64_t* page_size) {
  std::map<std::int64_t, std::string> owners;
  auto database = sqlite::Database::Open(shard, {});
  EXPECT_TRUE(database);
  *page_size = database->QueryInt("PRAGMA page_size").value();
  // The pinned SQLite has no dbstat: the root pages name themselves, all else is "inside".
  auto select = database->Prepare("SELECT rootpage, name FROM sqlite_schema WHERE rootpage>0");
  EXPECT_TRUE(select);
  while (select->Step().value_or(false)) owners[select->Int(0)] = std::string(select->Text(1));
  return owners;
}

struct Verdict {
  bool crashed = false;
  bool named = false;  // fsck found something
  bool same = false;   // the store still says the same
  std::string first_kind;
};

// Runs the checks in a child process, so that a crash or a hang is a result.
Verdict Judge(const fs::path& home, const std::string& expected) {
  int channel[2];
  EXPECT_EQ(::pipe(channel), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::alarm(60);
    const auto report =
        store::Fsck({home}, {.full = true, .max_problems = 20}, [](const std::string&) {});
    std::string line;
    line += report && !report->ok() ? 'N' : '-';
    line += Everything(home) == expected ? 'S' : '-';
    line += !report ? "error" : report->problems.empty() ? "" : report->problems[0].kind;
    const ssize_t put = ::write(channel[1], line.data(), line.size());
    ::_exit(put == static_cast<ssize_t>(line.size()) ? 0 : 1);
  }
  ::close(channel[1]);
  char buffer[256];
  const ssize_t got = ::read(channel[0], buffer, sizeof buffer);
  ::close(channel[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  Verdict verdict;
  verdict.crashed = !WIFEXITED(status) || WEXITSTATUS(status) != 0 || got < 2;
  if (verdict.crashed) return verdict;
  verdict.named = buffer[0] == 'N';
  verdict.same = buffer[1] == 'S';
  verdict.first_kind.assign(buffer + 2, static_cast<std::size_t>(got) - 2);
  return verdict;
}

class Damage : public testing::Test {
 protected:
  void Make(int shards, int documents) {
    const fs::path folder = folder_.path() / std::to_string(shards);
    home_ = folder / "home";
    MakeStore(folder, home_, shards, documents);
    shard_ =
        home_ / "shards" / (shards == 1 ? "main.db" : "main.1of" + std::to_string(shards) + ".db");
    intact_ = ReadWhole(shard_);
    expected_ = Everything(home_);
    ASSERT_FALSE(expected_.contains("error"));
    const Verdict verdict = Judge(home_, expected_);
    ASSERT_TRUE(!verdict.crashed && !verdict.named && verdict.same) << verdict.first_kind;
  }

  // Puts these bytes in place of the shard and counts what is made of it.
  void Try(const std::string& bytes, const std::string& what) {
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(shard_.string() + suffix);
    WriteWhole(shard_, bytes);
    const Verdict verdict = Judge(home_, expected_);
    ++tried_;
    EXPECT_FALSE(verdict.crashed) << what << ": crashed or hung";
    if (verdict.named) {
      ++named_;
      ++kinds_[verdict.first_kind];
    } else if (verdict.same) {
      ++harmless_[what];
    } else if (!verdict.crashed) {
      ++missed_;
      ADD_FAILURE() << what << ": the store says something else and fsck does not see it";
    }
  }
  void Flip(std::size_t at, int bit) {
    std::string bytes = intact_;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    Try(bytes, Place(at));
  }
  std::string Place(std::size_t at) {
    if (owners_.empty()) owners_ = PageOwners(shard_, &page_size_);
    const std::int64_t page = static_cast<std::int64_t>(at) / page_size_ + 1;
    const auto it = owners_.find(page);
    const auto offset = static_cast<std::int64_t>(at) % page_size_;
    return "page " + std::to_string(page) + " (" + (it == owners_.end() ? "inside" : it->second) +
           ") offset " + std::to_string(offset / 1024) + "k";
  }
  void Summary(const char* name) {
    std::size_t harmless = 0;
    for (const auto& [what, count] : harmless_) harmless += count;
    std::printf(
        "%s: %zu tried, %zu named (%.1f %%), %zu harmless, %zu missed\n", name, tried_, named_,
        100.0 * static_cast<double>(named_) / static_cast<double>(std::max<std::size_t>(tried_, 1)),
        harmless, missed_);
    if (std::getenv("ARBORIST_DAMAGE_DETAILS") != nullptr) {
      for (const auto& [kind, count] : kinds_)
        std::printf("  named %s: %zu\n", kind.c_str(), count);
      for (const auto& [what, count] : harmless_)
        std::printf("  harmless %s: %zu\n", what.c_str(), count);
    }
  }

  TemporaryFolder folder_;
  fs::path home_;
  fs::path shard_;
  std::string intact_;
  std::string expected_;
  std::map<std::int64_t, std::string> owners_;
  std::int64_t page_size_ = 0;
  std::size_t tried_ = 0;
  std::size_t named_ = 0;
  std::size_t missed_ = 0;
  std::map<std::string, std::size_t> kinds_;
  std::map<std::string, std::size_t> harmless_;
};

TEST_F(Damage, AFlippedBitIsNamedOrHarmless) {
  Make(1, 12);
  std::mt19937 random(7);
  // Bytes that hold something are few in a small store: every 97th of those, and some of the
  // others.
  std::vector<std::size_t> filled;
  for (std::size_t i = 0; i < intact_.size(); ++i) {
    if (intact_[i] != 0) filled.push_back(i);
  }
  for (std::size_t i = random() % 97; i < filled.size(); i += 97)
    Flip(filled[i], static_cast<int>(random() % 8));
  for (int i = 0; i < 60; ++i) Flip(random() % intact_.size(), static_cast<int>(random() % 8));
  for (std::size_t i = 0; i < 100; i += 3) Flip(i, static_cast<int>(random() % 8));  // the header
  Summary("flipped bits");
}

TEST_F(Damage, SlowEveryFilledByteOfTwoLayouts) {
  for (const int shards : {1, 2}) {
    Make(shards, 12);
    std::mt19937 random(static_cast<unsigned>(shards));
    std::size_t step = 0;
    for (std::size_t i = 0; i < intact_.size(); ++i) {
      if (intact_[i] == 0 ? random() % 200 != 0 : step++ % 4 != 0) continue;
      Flip(i, static_cast<int>(random() % 8));
    }
    Summary("flipped bits");
    owners_.clear();
  }
}

TEST_F(Damage, ATruncatedShardIsNamed) {
  Make(2, 8);
  std::mt19937 random(8);
  for (int i = 0; i < 12; ++i) Try(intact_.substr(0, random() % intact_.size()), "cut");
  Try("", "cut to nothing");
  Try(intact_.substr(0, 16384), "cut to one page");
  EXPECT_EQ(named_, tried_);
  Summary("truncations");
}

TEST_F(Damage, AZeroedOrForeignPageIsNamedOrHarmless) {
  Make(1, 8);
  const std::size_t pages = intact_.size() / 16384;
  for (std::size_t page = 0; page < pages; ++page) {
    std::string bytes = intact_;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(page * 16384), 16384, '\0');
    Try(bytes, "zeroed " + Place(page * 16384));
    bytes = intact_;
    const std::size_t other = (page + 1) % pages;
    bytes.replace(page * 16384, 16384, intact_, other * 16384, 16384);
    Try(bytes, "replaced " + Place(page * 16384));
  }
  Summary("pages");
}

TEST_F(Damage, TheProgramSaysSoWithItsExitCode) {
  Make(1, 4);
  const std::size_t at = intact_.rfind("w1");
  ASSERT_NE(at, std::string::npos);
  std::string bytes = intact_;
  bytes.replace(at, 2, "w2");
  WriteWhole(shard_, bytes);
  const auto outcome = RunProgram({"fsck", "--full", "--json", "--home", home_.string()});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  const auto report = json::Parse(outcome.out);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->Bool("ok").value());
  ASSERT_FALSE(report->List("problems").value()->empty());
  for (const json::Value& problem : *report->List("problems").value()) {
    for (const char* field : {"kind", "shard", "subject", "detail"})
      EXPECT_TRUE(problem.String(field)) << field;
  }
}

}  // namespace
}  // namespace arborist
