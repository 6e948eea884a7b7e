// SPDX-License-Identifier: AGPL-3.0-only
// Answers that only point to sentences, from the question to the bundle.
#include <gtest/gtest.h>

#include <utility>

#include "ask/answered_home_test.h"
#include "bundle/verify.h"
#include "prove/prove_record.h"
#include "run/assess.h"
#include "run/selected.h"

namespace arborist::ask {
namespace {

using judge::AnswerMode;

class SelectTest : public AnsweredHome {
 protected:
  SelectTest() {
    WriteCanal();
    Write("server.md",
          "# The Erie server\n\nThe server of the Erie museum reads these formats:\n\n- HTML\n"
          "- plain text\n\nStart the Erie server with this command:\n\n```sh\n"
          "serve --port 6700\n```\n");
    Ingest();
  }
  AskResult AskOk(const AskOptions& options) {
    auto result = With(client_, [&](const Services& services) { return Ask(options, services); });
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : AskResult{};
  }
  AskResult Answered(std::string answer) {
    llm::StubClient stub(std::move(answer));
    client_ = &stub;
    AskResult result = AskOk(Question(kWhen, AnswerMode::kSelect));
    client_ = nullptr;
    return result;
  }
  // The pointer to the sentence that holds these words.
  std::string PointerTo(std::string_view words) {
    std::string prompt;
    llm::StubClient stub([&](const llm::ChatRequest& request) {
      prompt = request.messages.back().content;
      return std::string("Not in the sources.");
    });
    client_ = &stub;
    AskOptions options = Question(kWhen, AnswerMode::kSelect);
    options.revision = "another";  // its record is not in the way
    AskOk(options);
    client_ = nullptr;
    const std::size_t at = prompt.find(words);
    const std::size_t line = prompt.rfind('\n', at) + 1;
    return at == std::string::npos ? "" : prompt.substr(line, prompt.find(' ', line) - line);
  }

  static inline const std::string kWhen = "When did the Erie Canal open?";
  llm::ChatClient* client_ = nullptr;
};

TEST_F(SelectTest, TheAnswerIsWhatTheSourceSays) {
  const AskResult result = Answered(PointerTo("opened on October 26"));
  EXPECT_EQ(result.record.audit_mode(), "STRICT") << json::Dump(result.record.verdict);
  EXPECT_EQ(result.record.rung, "SOURCE-QUOTED");
  EXPECT_TRUE(
      result.record.answer_text.starts_with("- The Erie Canal opened on October 26, 1825."));
  ASSERT_EQ(result.record.units.size(), 1u);
  EXPECT_TRUE(result.stored);
  EXPECT_EQ(Problems(), "");
}

TEST_F(SelectTest, ItIsKeptServedAndProved) {
  const AskResult first = Answered(PointerTo("opened on October 26"));
  const AskResult again = Answered("this is not asked for");
  EXPECT_TRUE(again.cached);
  EXPECT_EQ(again.record.answer_text, first.record.answer_text);
  ASSERT_TRUE(first.stored);
  const auto bundle = With(nullptr, [&](const Services& services) {
    return prove::ProveRecord(services.home, *services.corpus, first.stored->cache_key.hex(),
                              false);
  });
  ASSERT_TRUE(bundle) << bundle.error().message;
  const auto report = bundle::VerifyBundleValue(*bundle, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid());
}

TEST_F(SelectTest, NoWordOfTheModelIsShown) {
  const AskResult result = Answered("It opened in 1812, as everybody knows.");
  EXPECT_EQ(result.record.audit_mode(), "UNGROUNDED");
  EXPECT_EQ(result.record.answer_text, run::kNothingSelected);
  EXPECT_TRUE(result.record.units.empty());
  EXPECT_EQ(result.failure_stage, "answer");
}

TEST_F(SelectTest, AnAnswerAsJsonPointsToo) {
  const std::string pointer = PointerTo("joined the Hudson");
  const AskResult result = Answered("{\"ids\": [\"" + pointer + "\"]}");
  EXPECT_EQ(result.record.audit_mode(), "STRICT");
  EXPECT_TRUE(result.record.answer_text.contains("joined the Hudson River"));
}

TEST_F(SelectTest, WithoutAModelTheExtractivePointsToItsClaims) {
  const AskResult result = AskOk(Question(kWhen, AnswerMode::kSelect));
  EXPECT_EQ(result.record.audit_mode(), "STRICT") << json::Dump(result.record.verdict);
  EXPECT_TRUE(result.record.answer_text.contains("October 26, 1825"));
  EXPECT_TRUE(result.record.raw_answer.starts_with("E")) << result.record.raw_answer;
  const AskResult none = AskOk(Question("Who painted the Mona Lisa?", AnswerMode::kSelect));
  EXPECT_TRUE(none.record.declined);
}

// Passages that fill the room of a prompt: with what their pointers take they are longer than it.
TEST_F(SelectTest, WithoutAModelWhatEndsALongPassageIsSaidToo) {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "Calder has house " + std::to_string(i) + ". ";
  Write("calder.txt", text + "The Calder Tower opened on May 5, 1871.");
  Ingest();
  const AskResult result = AskOk(Question("When did the Calder Tower open?", AnswerMode::kSelect));
  EXPECT_FALSE(result.record.declined) << json::Dump(result.record.verdict);
  EXPECT_TRUE(result.record.answer_text.contains("May 5, 1871")) << result.record.answer_text;
}

TEST_F(SelectTest, TheModelIsHeldToTheIdsOfThisRun) {
  llm::StubClient stub("Not in the sources.");
  client_ = &stub;
  AskOk(Question("What does the server of the Erie museum read?", AnswerMode::kSelect));
  ASSERT_EQ(stub.calls().size(), 1u);
  const llm::ChatRequest& request = stub.calls()[0];
  const std::string schema = json::Dump(request.extra_body.at("json_schema"));
  EXPECT_TRUE(schema.contains("\"E1.2\"")) << schema;
  EXPECT_TRUE(schema.contains("\"maxItems\":6")) << schema;
  EXPECT_TRUE(request.messages.back().content.contains("\nE1.3 HTML\n"))
      << request.messages.back().content;
}

TEST_F(SelectTest, AnItemIsShownWithItsLead) {
  llm::StubClient stub([&](const llm::ChatRequest& request) {
    const std::string& prompt = request.messages.back().content;
    const std::size_t line = prompt.rfind('\n', prompt.find(" HTML\n")) + 1;
    return prompt.substr(line, prompt.find(' ', line) - line);
  });
  client_ = &stub;
  const AskResult result =
      AskOk(Question("What does the server of the Erie museum read?", AnswerMode::kSelect));
  EXPECT_EQ(result.record.audit_mode(), "STRICT") << json::Dump(result.record.verdict);
  ASSERT_EQ(result.record.units.size(), 1u);
  EXPECT_EQ(result.record.units[0].String("text"), "HTML");
  const auto context = result.record.units[0].List("context");
  ASSERT_TRUE(context);
  EXPECT_EQ((**context)[0].String("text"), "The server of the Erie museum reads these formats:");
}

// Claims that cite sentences.
class SentenceTagsTest : public SelectTest {
 protected:
  AskOptions Asking(AnswerMode mode) {
    AskOptions options = Question(kWhen, mode);
    options.policy.lattice.tags = evidence::Tags::kSentences;
    return options;
  }
  AskResult Written(AnswerMode mode, std::string answer) {
    llm::StubClient stub(std::move(answer));
    client_ = &stub;
    AskResult result = AskOk(Asking(mode));
    prompt_ = stub.calls().empty() ? "" : stub.calls()[0].messages.front().content;
    client_ = nullptr;
    return result;
  }
  std::string prompt_;
};

TEST_F(SentenceTagsTest, AClaimThatCitesASentenceIsKeptAndProved) {
  const std::string pointer = PointerTo("opened on October 26");
  const AskResult result = Written(AnswerMode::kClaimLatticePointer,
                                   "The Erie Canal opened on October 26, 1825. [" + pointer + "]");
  EXPECT_TRUE(prompt_.contains("[E31.1]")) << prompt_;
  EXPECT_EQ(result.record.audit_mode(), "STRICT") << json::Dump(result.record.verdict);
  EXPECT_TRUE(result.record.answer_text.contains(" [" + pointer + " | "))
      << result.record.answer_text;
  ASSERT_TRUE(result.stored);
  EXPECT_EQ(Problems(), "");
  const auto bundle = With(nullptr, [&](const Services& services) {
    return prove::ProveRecord(services.home, *services.corpus, result.stored->cache_key.hex(),
                              false);
  });
  ASSERT_TRUE(bundle) << bundle.error().message;
  const std::string text = json::Dump(*bundle);
  EXPECT_TRUE(text.contains(R"("citation_rule":"pointed-sentence-v1")"));
  const auto report = bundle::VerifyBundleValue(*bundle, {});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid());
}

TEST_F(SentenceTagsTest, AnotherSentenceDoesNotHold) {
  const AskResult result =
      Written(AnswerMode::kClaimLatticePointer, "The Erie Canal opened on October 26, 1825. [" +
                                                    PointerTo("joined the Hudson") + "]");
  EXPECT_EQ(result.record.audit_mode(), "UNGROUNDED");
}

TEST_F(SentenceTagsTest, WithoutAModelTheClaimsNameTheirSentences) {
  const AskResult lines = AskOk(Asking(AnswerMode::kClaimLatticePointer));
  EXPECT_EQ(lines.record.audit_mode(), "STRICT") << json::Dump(lines.record.verdict);
  EXPECT_TRUE(lines.record.raw_answer.contains(" [E1.")) << lines.record.raw_answer;
  const AskResult object = AskOk(Asking(AnswerMode::kClaimLattice));
  EXPECT_EQ(object.record.audit_mode(), "STRICT") << json::Dump(object.record.verdict);
  EXPECT_TRUE(object.record.raw_answer.contains(R"("E1.)")) << object.record.raw_answer;
}

}  // namespace
}  // namespace arborist::ask
