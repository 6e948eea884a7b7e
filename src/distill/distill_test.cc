// SPDX-License-Identifier: AGPL-3.0-only
// From surfaces to cores: the same in any layout, made once, gone when the source goes.
#include "distill/distill.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/distiller.h"
#include "core/first_sentence.h"
#include "distill/fsck_cores.h"
#include "sqlite/damage_test.h"
#include "store/sample_store_test.h"

namespace arborist::distill {
namespace {

using store::MakeDocument;
using store::PreparedDocument;

// Sentences of plain words, other ones for every seed, enough for several chunks.
std::string Sentences(int seed, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "Sentence number " + std::to_string(i) + " of text " + std::to_string(seed) +
            " speaks of thing" + std::to_string((seed * 31 + i) % 97) + " and of place" +
            std::to_string((seed + i * 7) % 53) + ". ";
  }
  return text;
}

class DistillTest : public store::StoreTest {
 protected:
  store::HomePaths Home(const std::string& name, std::uint32_t shards,
                        const std::vector<PreparedDocument>& documents) {
    const store::HomePaths home{home_.root / name};
    std::filesystem::create_directories(home.shards());
    const store::ShardSet set{.name = "set", .count = shards};
    for (std::uint32_t i = 0; i < shards; ++i) {
      auto writer = store::ShardWriter::Open(
          set.ShardAt(home, i), {.clock = &clock_, .random = &random_, .actor = "test"});
      EXPECT_TRUE(writer && (*writer)->Begin());
      for (const PreparedDocument& document : documents) {
        if (set.IndexFor(document.uri) == i) {
          EXPECT_TRUE((*writer)->Put(document));
        }
      }
      EXPECT_TRUE((*writer)->Commit());
    }
    return home;
  }
  DistillReport Distil(const store::HomePaths& home, std::string_view method,
                       std::int64_t depth = 1, unsigned jobs = 2) {
    auto report = Distill({.method = std::string(method), .depth = depth, .jobs = jobs},
                          {.home = home, .clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : DistillReport{.scope_root = {}, .levels = {{}}};
  }
  // Current cores: root to depth and text.
  std::map<std::string, std::pair<std::int64_t, std::string>> Cores(const store::HomePaths& home) {
    std::map<std::string, std::pair<std::int64_t, std::string>> cores;
    const auto corpus = store::Corpus::Open(home);
    EXPECT_TRUE(
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          if (document.view.is_core()) {
            cores[document.view.root.hex()] = {document.view.compression_depth,
                                               store::DocumentText(document).value()};
          }
          return true;
        }));
    return cores;
  }
  static std::string FsckOf(const store::HomePaths& home) {
    auto report = store::Fsck(home, {.full = true}, [](const std::string&) {});
    EXPECT_TRUE(report);
    CheckCores(home, true, &*report);
    std::string lines;
    for (const auto& problem : report->problems)
      lines += problem.kind + " " + problem.subject + ": " + problem.detail + "\n";
    return lines;
  }
  static std::vector<PreparedDocument> Texts(int count) {
    std::vector<PreparedDocument> documents;
    documents.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      documents.push_back(MakeDocument("u:" + std::to_string(i), Sentences(i, 20 + 90 * (i % 3))));
    }
    return documents;
  }
};

TEST_F(DistillTest, FirstSentencesOfTheChunks) {
  const auto home = Home("h", 1, {MakeDocument("u:1", "Mars is red. It has two moons.")});
  const DistillReport report = Distil(home, core::kFirstSentence);
  EXPECT_EQ(report.levels[0].sources, 1u);
  EXPECT_EQ(report.levels[0].added, 1u);
  const auto cores = Cores(home);
  ASSERT_EQ(cores.size(), 1u);
  EXPECT_EQ(cores.begin()->second.second, "Mars is red.");
  EXPECT_EQ(FsckOf(home), "");
}

TEST_F(DistillTest, ASecondRunDoesNothing) {
  const auto home = Home("h", 2, Texts(9));
  for (const auto method : {core::kFirstSentence, core::kKeywords}) {
    Distil(home, method, 3);
    const auto heads = [&] { return store::Corpus::Open(home)->State()->hex(); };
    const std::string before = heads();
    const DistillReport again = Distil(home, method, 3);
    for (const LevelReport& level : again.levels) {
      EXPECT_EQ(level.added + level.superseded, 0u) << method << " depth " << level.depth;
    }
    EXPECT_EQ(heads(), before);
  }
  EXPECT_EQ(FsckOf(home), "");
}

TEST_F(DistillTest, ShardsThreadsAndOrderLeaveNoTrace) {
  auto documents = Texts(24);
  documents.push_back(MakeDocument("u:again", Sentences(1, 110)));  // the text of u:1 once more
  std::set<std::map<std::string, std::pair<std::int64_t, std::string>>> results;
  std::set<std::string> scopes;
  int number = 0;
  for (const auto& [shards, jobs] :
       {std::pair(1u, 1u), std::pair(1u, 4u), std::pair(3u, 2u), std::pair(5u, 3u)}) {
    const auto home = Home("h" + std::to_string(number++), shards, documents);
    Distil(home, core::kFirstSentence, 3, jobs);
    scopes.insert(Distil(home, core::kKeywords, 2, jobs).scope_root->hex());
    results.insert(Cores(home));
    std::reverse(documents.begin(), documents.end());
    EXPECT_EQ(FsckOf(home), "");
  }
  EXPECT_EQ(results.size(), 1u);
  EXPECT_EQ(scopes.size(), 1u);
  EXPECT_GT(results.begin()->size(), 48u);
}

TEST_F(DistillTest, NoWriteAheadLogIsLeftBehind) {
  const auto home = Home("h", 3, Texts(12));
  for (const auto method : {core::kFirstSentence, core::kKeywords}) {
    Distil(home, method, 2);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home.root)) {
      if (!entry.path().string().ends_with("-wal")) continue;
      EXPECT_EQ(entry.file_size(), 0u) << method << " left " << entry.path();
    }
  }
}

TEST_F(DistillTest, ASourceThatIsBurnedMeanwhileGetsNoCore) {
  const auto home = Home("h", 1, {MakeDocument("u:1", Sentences(1, 100))});
  auto writer = store::ShardWriter::Open(home.shard("set"),
                                         {.clock = &clock_, .random = &random_, .actor = "t"});
  const auto source = MakeDocument("u:gone", Sentences(2, 100));
  PreparedDocument core =
      MakeDocument(core::CoreUri(core::kFirstSentence, source.root), "A sentence.", "");
  core.source_type = "first-sentence";
  core.extraction_version = "first-sentence-v1";
  core.compression_depth = 1;
  core.derivation = {.distiller_id = "first-sentence",
                     .distiller_version = "v1",
                     .sources = {{source.root, "{}"}}};
  ASSERT_TRUE((*writer)->Begin());
  EXPECT_EQ((*writer)->Put(core).value(), store::PutOutcome::kRefused);
  ASSERT_TRUE((*writer)->Commit());
}

TEST_F(DistillTest, EachDepthIsMadeFromTheOneBefore) {
  const auto home = Home("h", 1, {MakeDocument("u:1", Sentences(1, 3000))});
  const DistillReport report = Distil(home, core::kFirstSentence, 4);
  std::map<std::int64_t, std::size_t> sizes;
  for (const auto& [root, core] : Cores(home)) sizes[core.first] = core.second.size();
  ASSERT_GE(sizes.size(), 2u);
  for (auto it = std::next(sizes.begin()); it != sizes.end(); ++it)
    EXPECT_LT(it->second, std::prev(it)->second);
  EXPECT_EQ(report.levels.back().added, 0u) << "one sentence has no shorter one";
  EXPECT_EQ(FsckOf(home), "");
}

TEST_F(DistillTest, ASupersededSourceMakesItsCoresStaleAndTheNextRunMakesNewOnes) {
  const auto home = Home("h", 1, {MakeDocument("u:1", Sentences(1, 200))});
  Distil(home, core::kFirstSentence, 2);
  EXPECT_EQ(Cores(home).size(), 2u);
  {
    auto writer = store::ShardWriter::Open(home.shard("set"),
                                           {.clock = &clock_, .random = &random_, .actor = "t"});
    ASSERT_TRUE(writer && (*writer)->Begin());
    ASSERT_TRUE((*writer)->Put(MakeDocument("u:1", Sentences(2, 200))));
    ASSERT_TRUE((*writer)->Commit());
  }
  EXPECT_EQ(Cores(home).size(), 0u);
  EXPECT_EQ(FsckOf(home), "");
  EXPECT_EQ(Distil(home, core::kFirstSentence, 2).levels[0].added, 1u);
  EXPECT_EQ(Cores(home).size(), 2u);
  EXPECT_EQ(FsckOf(home), "");
}

TEST_F(DistillTest, KeywordsAreBoundToTheSnapshot) {
  const auto home = Home(
      "h", 1, {MakeDocument("u:1", "Mars planet red"), MakeDocument("u:2", "Venus planet hot")});
  const auto first = Distil(home, core::kKeywords);
  EXPECT_EQ(first.scope_root->hex(),
            merkle::Root(
                std::vector<Hash256>{std::min<Hash256>(MakeDocument("", "Mars planet red").root,
                                                       MakeDocument("", "Venus planet hot").root),
                                     std::max<Hash256>(MakeDocument("", "Mars planet red").root,
                                                       MakeDocument("", "Venus planet hot").root)})
                .hex());
  const auto cores = Cores(home);
  ASSERT_EQ(cores.size(), 2u);
  for (const auto& [root, core] : cores)
    EXPECT_TRUE(core.second.ends_with("planet")) << core.second;
}

// The words of a text that was evicted cannot be counted, which is no damage.
TEST_F(DistillTest, KeywordsHoldWhenATextOfTheirScopeWasEvicted) {
  const std::vector<PreparedDocument> texts = Texts(3);
  const auto home = Home("h", 1, texts);
  Distil(home, core::kKeywords);
  {
    auto writer = store::ShardWriter::Open(home.shard("set"),
                                           {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(writer && (*writer)->Begin());
    ASSERT_TRUE((*writer)->evictions().Evict(texts[0].root, store::Tier::kWarm));
    ASSERT_TRUE((*writer)->Commit());
  }
  EXPECT_EQ(FsckOf(home), "");
  store::FsckReport report;
  CheckCores(home, true, &report);
  EXPECT_EQ(report.checked.at("keywords_not_made_again"), 3u);
}

TEST_F(DistillTest, ACoreThatWouldBeItsSourceIsNone) {
  const auto home = Home("h", 1, {MakeDocument("u:1", "One sentence only.")});
  const DistillReport report = Distil(home, core::kFirstSentence, 2);
  EXPECT_EQ(report.levels[0].same, 1u);
  EXPECT_EQ(Cores(home).size(), 0u);
}

TEST_F(DistillTest, FsckFindsACoreThatItsSourceDoesNotGive) {
  const auto home = Home("h", 1, {MakeDocument("u:1", Sentences(1, 100))});
  Distil(home, core::kFirstSentence);
  {
    // A core with a sound derivation, and not what the rule says.
    auto writer = store::ShardWriter::Open(home.shard("set"),
                                           {.clock = &clock_, .random = &random_, .actor = "t"});
    const auto reader = store::ShardReader::Open(home.shard("set"));
    const auto source = MakeDocument("u:1", Sentences(1, 100));
    const auto made = (*reader)->derivations().CoresOf(source.root).value();
    ASSERT_EQ(made.size(), 1u);
    PreparedDocument forged = MakeDocument(core::CoreUri(core::kFirstSentence, source.root),
                                           "Mars is made of cheese.", "");
    forged.source_type = "first-sentence";
    forged.extraction_version = "first-sentence-v1";
    forged.compression_depth = 1;
    forged.derivation = (*reader)->derivations().Of(made[0])->at(0).derivation;
    ASSERT_TRUE((*writer)->Begin());
    ASSERT_EQ((*writer)->Put(forged).value(), store::PutOutcome::kSuperseded);
    ASSERT_TRUE((*writer)->Commit());
  }
  EXPECT_TRUE(FsckOf(home).starts_with("core_mismatch")) << FsckOf(home);
}

TEST_F(DistillTest, FsckReportsADamagedSourceAndChecksTheOtherCores) {
  const std::vector<PreparedDocument> texts = Texts(5);
  for (const std::string_view method : {core::kFirstSentence, core::kKeywords}) {
    const auto home = Home(std::string(method), 1, texts);
    Distil(home, method);
    store::FsckReport sound;
    CheckCores(home, true, &sound);
    EXPECT_TRUE(sound.problems.empty());
    EXPECT_EQ(sound.checked.at("cores_made_again"), 5u);
    for (const std::size_t damaged : {0u, 4u}) {
      sqlite::Damage(home.shards() / "set.db",
                     "UPDATE chunks SET content=x'00' WHERE doc_id=(SELECT doc_id FROM documents "
                     "WHERE document_root=x'" +
                         texts[damaged].root.hex() + "')");
    }
    store::FsckReport report;
    CheckCores(home, true, &report);
    const bool counted = method == core::kKeywords;
    ASSERT_EQ(report.problems.size(), counted ? 1u : 2u) << "the words are counted once";
    for (const auto& problem : report.problems) EXPECT_EQ(problem.kind, "core_source_damage");
    EXPECT_EQ(report.checked.at("cores"), 5u);
    EXPECT_EQ(report.checked[counted ? "keywords_not_made_again" : "cores_made_again"],
              counted ? 5u : 3u);
  }
}

TEST_F(DistillTest, RefusesUnknownMethodsAndDepths) {
  const auto home = Home("h", 1, {});
  EXPECT_EQ(Distill({.method = "guess"},
                    {.home = home, .clock = &clock_, .random = &random_, .actor = "t"})
                .error()
                .code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(Distill({.method = "tfidf", .depth = 0},
                    {.home = home, .clock = &clock_, .random = &random_, .actor = "t"})
                .error()
                .code,
            ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace arborist::distill
