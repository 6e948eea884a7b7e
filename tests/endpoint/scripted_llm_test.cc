// SPDX-License-Identifier: AGPL-3.0-only
// The program arborist_scripted_llm, and OpenAiClient against it.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "base/temporary_folder.h"
#include "endpoint/script.h"
#include "json/value.h"
#include "llm/openai_client.h"
#include "support/process.h"

namespace arborist {
namespace {

using namespace std::chrono_literals;
using testing_support::Child;

class ScriptedLlm : public ::testing::Test {
 protected:
  void Start(std::string_view script) {
    testing_support::WriteWhole(folder_.path() / "script", script);
    program_ = std::make_unique<Child>(
        std::vector<std::string>{folder_.path() / "script", folder_.path() / "log"},
        std::vector<std::string>{},
        testing_support::Program().parent_path() / "tests" / "arborist_scripted_llm");
    while (program_->Running() && !program_->OutSoFar().ends_with('\n'))
      std::this_thread::sleep_for(2ms);
  }
  Result<llm::ChatReply> Ask(bool stream) {
    const std::string port = program_->OutSoFar();
    auto client =
        llm::OpenAiClient::Open({.base_url = "http://127.0.0.1:" + port.substr(0, port.size() - 1),
                                 .timeout = 5s,
                                 .backoff_base = 1ms},
                                clock_, sleeper_);
    EXPECT_TRUE(client) << client.error().message;
    return client->Complete({.messages = {{"user", "Q?"}}, .model = "asked", .stream = stream});
  }

  TemporaryFolder folder_;
  std::unique_ptr<Child> program_;
  SystemClock clock_;
  SystemSleeper sleeper_;
};

TEST_F(ScriptedLlm, AnswersInTurnAndLogsWhatItWasAsked) {
  Start(R"({"answer":"One."}
{"status":503,"headers":{"Retry-After":"0"},"times":2}
{"stream":["Tw","o."],"model":"other","chunked":true,"piece_bytes":3}
{"stream":["Thr","ee."],"cut_after":40}
)");
  EXPECT_EQ(Ask(false)->text, "One.");
  const auto two = Ask(true);
  ASSERT_TRUE(two) << two.error().message;
  EXPECT_EQ(two->text, "Two.");
  EXPECT_EQ(two->model, "other");
  EXPECT_EQ(two->attempts, 3);
  EXPECT_EQ(Ask(true).error().code, ErrorCode::kEnvironment);
  EXPECT_FALSE(Ask(false));  // the script has ended

  const std::string log = testing_support::ReadWhole(folder_.path() / "log");
  EXPECT_EQ(std::ranges::count(log, '\n'), 6);
  const auto first = json::Parse(log.substr(0, log.find('\n')));
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->String("target"), "/v1/chat/completions");
  EXPECT_EQ(first->Find("body")->String("model"), "asked");
}

TEST_F(ScriptedLlm, ASlipOfThePenIsAnError) {
  Start("{\"answer\":\"x\"}\n{\"anwser\":\"x\"}\n");
  const auto outcome = program_->Wait();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("line 2: unknown field \"anwser\""), std::string::npos) << outcome.err;
}

TEST(Script, SaysWhatIsWrong) {
  for (const auto* line :
       {"{", "[]", R"({"status":"x"})", R"({"status":-1})", R"({"stream":1})", R"({"forever":1})",
        R"({"headers":[]})", R"({"headers":{"a":1}})", R"({"raw":1})", R"({"times":-1})"})
    EXPECT_FALSE(scripted_llm::ReadScript(line)) << line;
}

TEST(Script, CanDoAllThatTheServerCan) {
  const auto script = scripted_llm::ReadScript(
      R"({"status":201,"body":{"a":1},"headers":{"A":"b"},"stall_ms":1,"stall_forever":true,)"
      R"("piece_bytes":2,"piece_pause_ms":3,"chunked":true,"cut_after":4,"forever":true,)"
      R"("filler_header_bytes":5,"raw":"r","times":2})");
  ASSERT_TRUE(script) << script.error().message;
  ASSERT_EQ(script->size(), 2U);
  const net::ScriptedReply& reply = script->back();
  EXPECT_EQ(reply.status, 201);
  EXPECT_EQ(reply.body, R"({"a":1})");
  EXPECT_EQ(reply.headers.back().second, "b");
  EXPECT_EQ(reply.stall, 1ms);
  EXPECT_TRUE(reply.stall_forever && reply.chunked && reply.forever);
  EXPECT_EQ(reply.piece_bytes, 2U);
  EXPECT_EQ(reply.piece_pause, 3ms);
  EXPECT_EQ(reply.cut_after, 4U);
  EXPECT_EQ(reply.filler_header_bytes, 5U);
  EXPECT_EQ(reply.raw, "r");
}

}  // namespace
}  // namespace arborist
