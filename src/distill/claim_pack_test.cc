// SPDX-License-Identifier: AGPL-3.0-only
// Claim packs: a claim comes in with a passage that says so, or not at all.
#include "distill/claim_pack.h"

#include <gtest/gtest.h>

#include "core/distiller.h"
#include "distill/fsck_cores.h"
#include "store/home/snapshot_root.h"
#include "store/sample_store_test.h"

namespace arborist::distill {
namespace {

class ClaimPack : public store::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    PutOne(store::MakeDocument(
        "u:canal", "The Erie Canal opened on October 26, 1825. It joined two waters.", "Canal"));
  }
  ClaimReport Take(const std::string& lines) {
    auto report =
        TakeClaims(lines, {.home = home_, .clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : ClaimReport();
  }
  std::string FsckAll() {
    auto report = Check();
    CheckCores(home_, true, &report);
    std::string lines;
    for (const auto& problem : report.problems) lines += problem.kind + " " + problem.detail + "\n";
    return lines;
  }
  const std::string good_ = R"({"claim":"The Erie Canal opened in 1825.","source":"u:canal",)"
                            R"("passage":"The Erie Canal opened on October 26, 1825."})"
                            "\n";
};

TEST_F(ClaimPack, AClaimIsACoreWithAPrimarySource) {
  EXPECT_EQ(Take(good_).added, 1u);
  const auto corpus = OpenCorpus();
  const auto source = corpus.Resolve("u:canal").value();
  const auto cores = OpenReader()->derivations().CoresOf(source.view.root).value();
  ASSERT_EQ(cores.size(), 1u);
  const auto core = corpus.Find(cores[0]).value();
  EXPECT_EQ(core->view.source_type, "claim-pack");
  EXPECT_EQ(core->view.compression_depth, 0);
  EXPECT_EQ(core->shown().title, "Canal");
  EXPECT_EQ(Hits("erie"), 2u) << "a claim is found like any text";
  EXPECT_EQ(store::CurrentSurfaceRoots(corpus)->size(), 1u);
  EXPECT_EQ(FsckAll(), "");
}

TEST_F(ClaimPack, TheSameAgainIsUnchanged) {
  Take(good_);
  const std::int64_t events = Events();
  const ClaimReport again = Take(good_ + "\n" + good_);
  EXPECT_EQ(again.added, 0u);
  EXPECT_EQ(again.unchanged, 2u);
  EXPECT_EQ(Events(), events);
}

TEST_F(ClaimPack, RefusesWithTheReason) {
  const auto reason = [&](const std::string& line) {
    const ClaimReport report = Take(line);
    EXPECT_EQ(report.added, 0u) << line;
    return report.refused.size() == 1 ? report.refused[0].reason : "";
  };
  EXPECT_TRUE(reason(R"({"claim":"It opened in 1825.","source":"u:canal","passage":"It opened."})")
                  .starts_with("not_verbatim"));
  EXPECT_TRUE(reason(R"({"claim":"The Erie Canal opened in 1925.","source":"u:canal",)"
                     R"("passage":"The Erie Canal opened on October 26, 1825."})")
                  .starts_with("unsupported"));
  EXPECT_TRUE(reason(R"({"claim":"x y z","source":"u:none","passage":"x"})").contains("u:none"));
  EXPECT_TRUE(reason(R"({"claim":"x","source":"u:canal"})").contains("passage"));
  EXPECT_TRUE(reason(R"({"claim":" ","source":"u:canal","passage":"x"})").contains("claim"));
  EXPECT_NE(reason(R"({"claim":"The canal failed.",)" + good_.substr(1)), "") << "one claim twice";
  EXPECT_TRUE(reason("[1]").contains("object"));
  EXPECT_NE(reason("{"), "");
  EXPECT_EQ(FsckAll(), "");
}

TEST_F(ClaimPack, AClaimIsNoPrimarySource) {
  Take(good_);
  const auto source = OpenCorpus().Resolve("u:canal").value();
  const std::string root = OpenReader()->derivations().CoresOf(source.view.root)->at(0).hex();
  const ClaimReport report = Take(R"({"claim":"The canal opened in 1825.","source":")" + root +
                                  R"(","passage":"The Erie Canal opened in 1825."})");
  ASSERT_EQ(report.refused.size(), 1u);
  EXPECT_TRUE(report.refused[0].reason.contains("core"));
}

TEST_F(ClaimPack, AClaimGoesWithItsSource) {
  Take(good_);
  Gone("u:canal");
  EXPECT_EQ(Hits("erie"), 0u);
  EXPECT_EQ(Take(good_).refused.size(), 1u);
  EXPECT_EQ(FsckAll(), "");
}

TEST_F(ClaimPack, APassageMayStandAcrossACut) {
  std::string text;
  for (int i = 0; i < 509; ++i) text += "word ";
  text += "The Erie Canal opened on October 26, 1825. More words follow here.";
  PutOne(store::MakeDocument("u:cut", text));
  const ClaimReport report = Take(R"({"claim":"The Erie Canal opened in 1825.","source":"u:cut",)"
                                  R"("passage":"The Erie Canal opened on October 26, 1825."})");
  EXPECT_EQ(report.added, 1u) << (report.refused.empty() ? "" : report.refused[0].reason);
  EXPECT_EQ(FsckAll(), "");
}

}  // namespace
}  // namespace arborist::distill
