// SPDX-License-Identifier: AGPL-3.0-only
// A claim of a claim pack carries the warrant of its primary source into a run, and the proof of it
// into the record.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "ask/ask.h"
#include "base/temporary_folder.h"
#include "bundle/verify.h"
#include "distill/claim_pack.h"
#include "ingest/ingest.h"
#include "llm/stub_client.h"
#include "prove/prove_record.h"
#include "store/fsck/fsck.h"

namespace arborist::ask {
namespace {

class Warrants : public testing::Test {
 protected:
  Warrants() : home_{folder_.path() / "home"} {
    std::filesystem::create_directories(folder_.path() / "docs");
    std::ofstream(folder_.path() / "docs" / "canal.txt")
        << "The Erie Canal opened on October 26, 1825. It joined the Hudson River to Lake Erie. "
           "Workers dug it by hand for eight years, and many of them came from far away to do so.";
    ingest::IngestOptions options;
    options.paths = {folder_.path() / "docs"};
    options.uri_prefix = "t:";
    EXPECT_TRUE(ingest::Ingest(options, {.home = home_,
                                         .clock = &clock_,
                                         .random = &random_,
                                         .actor = "test",
                                         .stop = nullptr,
                                         .on_progress = {},
                                         .on_note = {}}));
    const auto claims = distill::TakeClaims(
        R"({"claim":"The Erie Canal joined the Hudson River to Lake Erie.","source":"t:canal.txt",)"
        R"("passage":"The Erie Canal opened on October 26, 1825. It joined the Hudson River to )"
        R"(Lake Erie."})",
        {.home = home_, .clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(claims && claims->added == 1)
        << (claims && !claims->refused.empty() ? claims->refused[0].reason : "");
  }
  AskResult Ask(const std::string& answer) {
    const auto corpus = store::Corpus::Open(home_);
    const auto home =
        store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    llm::StubClient client(answer);
    AskOptions options;
    options.question = "What did the Erie Canal join?";
    options.policy.answer_mode = judge::AnswerMode::kClaimLatticePointer;
    options.policy.verifier = judge::Verifier::kReferenceV98;
    options.policy.context_chars =
        run::DefaultContextChars(judge::AnswerMode::kClaimLatticePointer);
    Services services;
    services.corpus = &*corpus;
    services.home = home->get();
    services.client = &client;
    services.model_id = "model-" + std::to_string(++asked_);
    services.microseconds = [] { return 0; };
    auto result = ask::Ask(options, services);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : AskResult{};
  }
  // The pointer of the claim, and of the text it rests on.
  std::pair<std::string, std::string> Pointers() {
    const AskResult result = Ask("Nothing to say here. [E1]");
    std::pair<std::string, std::string> pointers;
    for (std::size_t i = 0; i < result.record.passages.size(); ++i) {
      const bool claim = std::ranges::any_of(result.record.sources, [&](const auto& source) {
        return source.document.root == result.record.passages[i].ref.document_root &&
               !source.warrant.is_null();
      });
      (claim ? pointers.first : pointers.second) = "[E" + std::to_string(i + 1) + "]";
    }
    return pointers;
  }
  TemporaryFolder folder_;
  store::HomePaths home_;
  SystemClock clock_;
  SystemRandom random_;
  int asked_ = 0;  // each time another model, so that no record is served again
};

std::string Violations(const AskResult& result) {
  return json::Dump(*result.record.Verdict("violations"));
}

TEST_F(Warrants, ACitedClaimIsProvenWhereATextAloneIsNot) {
  const auto [claim, text] = Pointers();
  ASSERT_FALSE(claim.empty());
  ASSERT_FALSE(text.empty());
  const std::string answer = "The Erie Canal joined the Hudson River to Lake Erie in 1999. ";
  const AskResult alone = Ask(answer + text);
  EXPECT_TRUE(Violations(alone).contains("WARRANT_MISSING")) << Violations(alone);
  EXPECT_EQ(json::Dump(*alone.record.Verdict("warrant_proven_claim_idxs")), "[]");
  const AskResult chained = Ask(answer + claim);
  EXPECT_FALSE(Violations(chained).contains("WARRANT_MISSING")) << Violations(chained);
  EXPECT_EQ(json::Dump(*chained.record.Verdict("warrant_proven_claim_idxs")), "[0]");
}

TEST_F(Warrants, TheRecordProvesItAndNoOtherSourceBorrowsIt) {
  const auto [claim, text] = Pointers();
  const AskResult result =
      Ask("The Erie Canal joined the Hudson River to Lake Erie in 1999. " + claim);
  ASSERT_TRUE(result.stored);
  const auto corpus = store::Corpus::Open(home_);
  const auto home =
      store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
  auto made = prove::ProveRecord(home->get(), *corpus, result.stored->cache_key.hex(), false);
  ASSERT_TRUE(made) << made.error().message;
  json::Array& sources =
      made->as_object()["statement"].as_object()["run"].as_object()["sources"].as_array();
  ASSERT_EQ(sources.size(), 2u);
  const std::size_t at = sources[0].Find("warrant") != nullptr ? 0 : 1;
  const json::Value warrant = *sources[at].Find("warrant");
  const auto refused = [&] {
    const auto bent = bundle::VerifyBundleValue(*made);
    return bent && std::ranges::any_of(bent->checks, [](const bundle::Check& check) {
             return check.name == "sources" && check.detail.contains("warrant_unproved");
           });
  };
  for (const char* member : {"derivations", "documents"}) {  // a hostile file may lack all of them
    sources[at].as_object()["warrant"].as_object()[member] = json::Array{};
    EXPECT_TRUE(refused()) << member;
    sources[at].as_object()["warrant"] = warrant;
  }
  sources[1 - at].as_object().emplace("warrant", warrant);
  const auto report = bundle::VerifyBundleValue(*made);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->valid());
  EXPECT_TRUE(std::ranges::any_of(report->checks, [](const bundle::Check& check) {
    return check.name == "sources" && check.detail.contains("warrant_unproved");
  }));
  const auto redacted =
      prove::ProveRecord(home->get(), *corpus, result.stored->cache_key.hex(), true);
  ASSERT_TRUE(redacted) << redacted.error().message;
  EXPECT_FALSE(json::Dump(*redacted).contains("Hudson"));
}

}  // namespace
}  // namespace arborist::ask
