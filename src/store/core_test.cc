// SPDX-License-Identifier: AGPL-3.0-only
// Cores in the store: kept plain, out of the index of texts, bound by the log, gone with their
// source.
#include <gtest/gtest.h>

#include "store/home/snapshot_root.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class CoreTest : public StoreTest {
 protected:
  static PreparedDocument Core(const std::string& uri, const std::string& text,
                               const PreparedDocument& source, std::int64_t depth = 1,
                               const std::string& type = "first-sentence") {
    PreparedDocument core = MakeDocument(uri, text, "");
    core.source_type = type;
    core.extraction_version = type + "-v1";
    core.compression_depth = depth;
    core.derivation = document::Derivation{.distiller_id = type,
                                           .distiller_version = "v1",
                                           .scope_root = std::nullopt,
                                           .sources = {{source.root, "{\"leaf_count\":1}"}}};
    return core;
  }
  bool IsCurrent(const DocumentRoot& root) {
    return OpenReader()->documents().Find(root).value()->current;
  }

  PreparedDocument source_ = MakeDocument("u:1", "Apples grow on trees. They are eaten.");
};

TEST_F(CoreTest, IsADocumentWithADerivationAndOneEvent) {
  PutOne(source_);
  const std::int64_t events = Events();
  const PreparedDocument core = Core("core:1", "Apples grow on trees.", source_);
  EXPECT_EQ(PutOne(core), PutOutcome::kAdded);
  EXPECT_EQ(Events(), events + 1);
  EXPECT_EQ(LastEventType(), "core_derived");
  const auto view = OpenReader()->documents().Find(core.root).value();
  ASSERT_TRUE(view);
  EXPECT_EQ(view->kind, document::Kind::kCore);
  EXPECT_EQ(view->compression_depth, 1);
  const auto derivations = OpenReader()->derivations().Of(core.root).value();
  ASSERT_EQ(derivations.size(), 1u);
  EXPECT_EQ(derivations[0].derivation.sources[0].root, source_.root);
  EXPECT_EQ(derivations[0].derivation.sources[0].proof, "{\"leaf_count\":1}");
  EXPECT_EQ(OpenReader()->derivations().CoresOf(source_.root).value(), std::vector{core.root});
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(PutOne(core), PutOutcome::kUnchanged);
  EXPECT_EQ(Events(), events + 1);
}

TEST_F(CoreTest, ATextSearchDoesNotSeeIt) {
  PutOne(source_);
  const index::TextStats before = OpenReader()->index().Stats().value();
  PutOne(Core("core:1", "Apples grow on trees.", source_));
  EXPECT_EQ(Hits("apple"), 1u);
  EXPECT_EQ(OpenReader()->index().Stats()->chunks, before.chunks);
  EXPECT_EQ(OpenReader()->index().Stats()->terms, before.terms);
  EXPECT_FALSE(OpenReader()->index().HasRows(index::Field::kKeywords).value());
}

TEST_F(CoreTest, KeywordsLeadToTheSource) {
  PutOne(source_);
  PutOne(Core("core:1", "apple tree", source_, 1, "tfidf"));
  const auto reader = OpenReader();
  EXPECT_TRUE(reader->index().HasRows(index::Field::kKeywords).value());
  const auto rows = reader->index()
                        .Rows({.field = index::Field::kKeywords, .tree = {index::Term{"apple"}}})
                        .value();
  ASSERT_EQ(rows.size(), 1u);
  const auto sources = reader->derivations().KeywordSources(ChunkId{rows[0]}).value();
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_EQ(sources[0].root, source_.root);
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, ASupersededSourceTakesItsCoresThroughEveryDepth) {
  PutOne(source_);
  const PreparedDocument one = Core("core:1", "apple tree", source_, 1, "tfidf");
  const PreparedDocument two = Core("core:2", "apple", one, 2, "tfidf");
  PutOne(one);
  PutOne(two);
  PutOne(MakeDocument("u:1", "Pears grow on trees too."));
  EXPECT_FALSE(IsCurrent(one.root));
  EXPECT_FALSE(IsCurrent(two.root));
  EXPECT_FALSE(OpenReader()->index().HasRows(index::Field::kKeywords).value());
  EXPECT_EQ(Problems(), "");
  // The text comes back: who distils again finds its core again.
  PutOne(source_);
  EXPECT_EQ(PutOne(one), PutOutcome::kAdded);
  EXPECT_TRUE(IsCurrent(one.root));
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, ACoreOfTwoTextsStaysWhileOneStays) {
  const PreparedDocument other = MakeDocument("u:2", "Apples grow on trees. Birds nest there.");
  PutOne(source_);
  PutOne(other);
  const PreparedDocument core = Core("core:1", "Apples grow on trees.", source_);
  PutOne(core);
  EXPECT_EQ(PutOne(Core("core:2", "Apples grow on trees.", other)), PutOutcome::kAdded);
  EXPECT_EQ(OpenReader()->derivations().Of(core.root)->size(), 2u);
  Gone("u:1");
  EXPECT_TRUE(IsCurrent(core.root));
  Gone("u:2");
  EXPECT_FALSE(IsCurrent(core.root));
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, ATextThatIsASurfaceIsNoCoreAndBecomesOneAgainNever) {
  PutOne(source_);
  PutOne(MakeDocument("u:2", "Apples grow on trees."));
  EXPECT_EQ(PutOne(Core("core:1", "Apples grow on trees.", source_)), PutOutcome::kRefused);
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, ACoreWhoseTextIsFoundAtASourceBecomesASurface) {
  PutOne(source_);
  const PreparedDocument core = Core("core:1", "Apples grow on trees.", source_);
  PutOne(core);
  PutOne(MakeDocument("u:2", "Apples grow on trees."));
  EXPECT_EQ(OpenReader()->documents().Find(core.root).value()->kind, document::Kind::kSurface);
  EXPECT_EQ(Hits("apple"), 2u);
  EXPECT_EQ(CurrentSurfaceRoots(OpenCorpus())->size(), 2u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, ANewScopeIsANewEventAndTheSameDocument) {
  PutOne(source_);
  PreparedDocument core = Core("core:1", "apple tree", source_, 1, "tfidf");
  PutOne(core);
  core.derivation->scope_root = crypto::Sha256("scope");
  core.source_hash = SourceHash(crypto::Sha256("other inputs"));
  EXPECT_EQ(PutOne(core), PutOutcome::kUnchanged);
  EXPECT_EQ(LastEventType(), "core_derived");
  EXPECT_EQ(OpenReader()->derivations().Of(core.root)->at(0).derivation.scope_root,
            crypto::Sha256("scope"));
  EXPECT_EQ(Problems(), "");
}

TEST_F(CoreTest, FsckNamesWhatIsWrongWithADerivation) {
  PutOne(source_);
  PutOne(Core("core:1", "apple tree", source_, 1, "tfidf"));
  Sql("UPDATE derivations SET distiller_version='v9'");
  EXPECT_EQ(Kinds(), std::vector<std::string>{"derivation_mismatch"});
  Sql("DELETE FROM derivations");
  EXPECT_EQ(Kinds(), std::vector<std::string>{"derivation_missing"});
}

TEST_F(CoreTest, FsckNamesAnIndexOfKeywordsThatDoesNotFit) {
  PutOne(source_);
  PutOne(Core("core:1", "apple tree", source_, 1, "tfidf"));
  Sql("DELETE FROM keywords_fts");
  EXPECT_EQ(Kinds(), (std::vector<std::string>{"keyword_row_missing", "keyword_terms_mismatch"}));
}

TEST_F(CoreTest, BurningLeavesNothingOfACore) {
  PutOne(source_);
  const PreparedDocument core = Core("core:1", "apple tree", source_, 1, "tfidf");
  PutOne(core);
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  ASSERT_TRUE(writer->burns().Burn(core.root).value());
  ASSERT_TRUE(writer->Commit());
  EXPECT_EQ(QueryInt("SELECT count(*) FROM derivations"), 0);
  EXPECT_EQ(QueryInt("SELECT count(*) FROM keywords_fts_docsize"), 0);
  EXPECT_EQ(Problems(), "");
}

}  // namespace
}  // namespace arborist::store
