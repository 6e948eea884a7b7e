// SPDX-License-Identifier: AGPL-3.0-only
// An endpoint that is slow, broken, hostile or not who it says it is.
#include <set>

#include "ask/asking.h"

namespace arborist {
namespace {

using testing_support::Asking;
using testing_support::Endpoint;
using testing_support::Flag;
using testing_support::Outcome;
using testing_support::Says;
using testing_support::Text;

constexpr const char* kGood = "The Erie Canal opened on October 26, 1825. [E1]";
constexpr const char* kKey = "sk-very-secret-0123456789";

class AskEndpoint : public Asking {
 protected:
  Outcome Ask(const Endpoint& endpoint, std::vector<std::string> flags = {}) const {
    flags.insert(flags.begin(), {"query", kWhen});
    return Run(At(endpoint, std::move(flags)), {std::string("ARBORIST_API_KEY=") + kKey});
  }
  // One line that says what was wrong, nothing on stdout, no record, no key anywhere.
  void ExpectFails(const std::string& script, int exit_code, const std::string& words,
                   std::vector<std::string> flags = {}) {
    SCOPED_TRACE(script.substr(0, 100));
    const Endpoint endpoint(script);
    const Outcome outcome = Ask(endpoint, std::move(flags));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("arborist: ")) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    EXPECT_TRUE(outcome.err.contains(words)) << outcome.err;
    EXPECT_FALSE(outcome.err.contains(kKey)) << outcome.err;
    EXPECT_EQ(Records(), 0u);
  }
};

TEST_F(AskEndpoint, ThatStallsOrDripsIsGivenUpAfterTheTimeout) {
  ExpectFails("{\"stall_forever\":true}\n", 4, "within 1000 ms", {"--timeout", "1"});
  ExpectFails(
      "{\"answer\":\"" + std::string(kGood) + "\",\"piece_bytes\":1,\"piece_pause_ms\":100}\n", 4,
      "within 1000 ms", {"--timeout", "1"});
  ExpectSound();
}

TEST_F(AskEndpoint, ThatFailsOrTalksNonsenseIsAnErrorWithoutARecord) {
  ExpectFails("{\"answer\":\"x\",\"cut_after\":20}\n", 4, "cut off");
  ExpectFails("{\"stream\":[\"The Erie\",\" Canal\"],\"cut_after\":60,\"chunked\":true}\n", 4,
              "cut off", {"--stream"});
  ExpectFails("{\"status\":500,\"body\":\"oops\"}\n", 4, "500");
  ExpectFails("{\"status\":401,\"body\":\"no\"}\n", 4, "ARBORIST_API_KEY");
  ExpectFails("{\"status\":404,\"body\":\"no such model\"}\n", 4, "the model's name");
  ExpectFails("{\"body\":\"<html>not JSON</html>\"}\n", 4, "JSON");
  ExpectFails("{\"body\":\"{\\\"choices\\\":[]}\"}\n", 4, "choice");
  ExpectFails("{\"answer\":\"\"}\n", 4, "no text");
  ExpectFails("{\"answer\":null}\n", 4, "");
  ExpectFails("{\"filler_header_bytes\":200000,\"answer\":\"x\"}\n", 4, "header");
  ExpectFails("{\"raw\":\"\"}\n", 4, "");
  ExpectFails(
      "{\"raw\":\"HTTP/1.1 200 OK\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\n\"}\n", 4,
      "");
  ExpectSound();
}

TEST_F(AskEndpoint, ThatStreamsForeverMeetsTheByteCap) {
  const std::string piece(60000, 'x');
  ExpectFails(
      "{\"forever\":true,\"chunked\":true,\"headers\":{\"Content-Type\":\"text/event-stream\"},"
      "\"body\":\"data: {\\\"choices\\\":[{\\\"index\\\":0,\\\"delta\\\":{\\\"content\\\":\\\"" +
          piece + "\\\"}}]}\\n\\n\"}\n",
      4, "bytes", {"--stream"});
  ExpectFails("{\"forever\":true,\"chunked\":true,\"body\":\"" + piece + "\"}\n", 4, "bytes");
  ExpectSound();
}

TEST_F(AskEndpoint, ThatIsBusyIsAskedAgainAndOneThatIsBusyTooLongIsNot) {
  const Endpoint passing(
      "{\"status\":429,\"headers\":{\"Retry-After\":\"0\"}}\n{\"status\":502}\n" + Says(kGood));
  const json::Value result = QueryAt(passing, kWhen);
  EXPECT_EQ(Text(result, "audit_mode"), "STRICT");
  EXPECT_EQ(result.Find("reply")->Int("attempts").value(), 3);
  EXPECT_EQ(passing.Requests().size(), 3u);

  const Endpoint closed("{\"status\":429,\"headers\":{\"Retry-After\":\"7200\"},\"times\":5}\n");
  const Outcome outcome = Run(At(closed, {"query", "Who dug the Erie Canal by hand?"}));
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(outcome.err.contains("7200")) << outcome.err;
  EXPECT_EQ(closed.Requests().size(), 1u);
  EXPECT_EQ(Records(), 1u);
}

TEST_F(AskEndpoint, ThatIsNotThereIsNamedWithAdvice) {
  std::string url;
  {
    const Endpoint gone("");
    url = gone.url();
  }
  const Outcome outcome = Run({"query", kWhen, "--endpoint", url, "--model", "m"});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(outcome.err.contains("127.0.0.1")) << outcome.err;
  const Outcome json = Run({"query", kWhen, "--endpoint", url, "--model", "m", "--json"});
  const auto error = json::Parse(json.err.empty() ? json.out : json.err);
  ASSERT_TRUE(error) << json.out << json.err;
  EXPECT_EQ(error->Find("error")->String("code").value(), "environment");
  EXPECT_EQ(Records(), 0u);
}

TEST_F(AskEndpoint, GetsTheKeyButNoRedirectTargetDoes) {
  const Endpoint elsewhere(Says(kGood));
  const Endpoint endpoint(Says(kGood) + "{\"status\":307,\"headers\":{\"Location\":\"" +
                          elsewhere.url() + "/chat/completions\"}}\n");
  Outcome outcome = Ask(endpoint, {"--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_FALSE((outcome.out + outcome.err).contains(kKey));
  EXPECT_EQ(endpoint.Requests()[0].Find("headers")->String("authorization").value(),
            std::string("Bearer ") + kKey);
  outcome = Ask(endpoint, {"--mode", "quote"});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_TRUE(outcome.err.contains("redirect")) << outcome.err;
  EXPECT_FALSE(outcome.err.contains(kKey));
  EXPECT_EQ(elsewhere.Log(), "") << "not even the question went there";
  for (const auto& file : std::filesystem::recursive_directory_iterator(home_)) {
    if (file.is_regular_file()) {
      EXPECT_FALSE(testing_support::ReadWhole(file.path()).contains(kKey)) << file.path();
    }
  }
  ExpectSound();
}

TEST_F(AskEndpoint, ThatEchoesTheKeyInItsErrorDoesNotGetItPrinted) {
  ExpectFails(std::string("{\"status\":400,\"body\":\"bad key ") + kKey + "\"}\n", 4, "400");
}

TEST_F(AskEndpoint, AStandInIsRecordedAsSuchAndNotServedOnceTheModelIsBack) {
  const Endpoint endpoint(Says(kGood, "stand-in") +
                          Says("The Erie Canal joined the Hudson River to Lake Erie. [E1]") +
                          Says(kGood));
  const json::Value first = QueryAt(endpoint, kWhen);
  EXPECT_EQ(Text(*first.Find("model"), "model_id"), "asked-model");
  EXPECT_EQ(Text(*first.Find("model"), "revision"), "stand-in");
  EXPECT_TRUE(Flag(QueryAt(endpoint, kWhen), "cached")) << "who answers now is not known to differ";
  QueryAt(endpoint, "What did the Erie Canal join?");
  const json::Value again = QueryAt(endpoint, kWhen);
  EXPECT_FALSE(Flag(again, "cached"));
  EXPECT_EQ(Text(*again.Find("model"), "revision"), "asked-model");
  EXPECT_NE(Text(again, "cache_key"), Text(first, "cache_key"));
  EXPECT_EQ(endpoint.Requests().size(), 3u);
  EXPECT_EQ(Records(), 3u);
  ExpectSound();
}

TEST_F(AskEndpoint, BurnFindsTheOlderRecordAlsoWhereTheModelsRevisionIsNotKnownYet) {
  const Endpoint first(Says(kGood, "asked-model-rev7"));
  const json::Value before = QueryAt(first, kWhen);
  const Endpoint moved(Says("It joined the Hudson River to Lake Erie. [E1]", "asked-model-rev7"));
  const json::Value after = QueryAt(moved, kWhen, {"--burn"});
  EXPECT_EQ(Text(after, "cache_key"), Text(before, "cache_key"));
  EXPECT_EQ(after.Int("burned_existing").value(), 1);
  EXPECT_FALSE(Flag(after, "cached"));
  EXPECT_TRUE(Text(after, "answer_text").contains("Hudson")) << Text(after, "answer_text");
  EXPECT_EQ(Records(), 1u);
  ExpectSound();
}

TEST_F(AskEndpoint, ThatFailsLeavesTheRecordThatWasToBeBurned) {
  const Endpoint endpoint(Says(kGood) + "{\"status\":500,\"body\":\"oops\"}\n");
  const json::Value before = QueryAt(endpoint, kWhen);
  EXPECT_EQ(Ask(endpoint, {"--burn"}).exit_code, 4);
  const json::Value after = QueryAt(endpoint, kWhen);
  EXPECT_TRUE(Flag(after, "cached"));
  EXPECT_EQ(Text(after, "audit_event_hash"), Text(before, "audit_event_hash"));
  EXPECT_EQ(Records(), 1u);
  ExpectSound();
}

TEST_F(AskEndpoint, AStreamedReplyIsTheSameRun) {
  const Endpoint endpoint(
      "{\"stream\":[\"The Erie Canal opened on \",\"October 26, 1825. [E1]\"],\"model\":"
      "\"asked-model\",\"chunked\":true,\"piece_bytes\":7}\n" +
      Says(kGood));
  const json::Value streamed = QueryAt(endpoint, kWhen, {"--stream"});
  EXPECT_EQ(Text(streamed, "audit_mode"), "STRICT");
  const json::Value whole = QueryAt(endpoint, kWhen, {"--burn"});
  EXPECT_EQ(Text(whole, "run_dag_root"), Text(streamed, "run_dag_root"));
  EXPECT_EQ(Text(whole, "record_hash"), Text(streamed, "record_hash"));
}

TEST_F(AskEndpoint, ThatRefusesTheJsonSchemaIsAskedInTheWaysOtherEnginesKnow) {
  const std::string refuses =
      "{\"status\":400,\"body\":{\"error\":{\"message\":\"no grammar\"}}}\n";
  const std::string says = Says(
      R"({"claims":[{"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1"]}]})");
  const std::vector<std::string> ways = {"all", "response_format", "grammar", "none"};
  const std::vector<std::string> keys = {"guided_json", "json_schema", "response_format",
                                         "grammar"};
  const std::vector<std::set<std::string>> sent = {
      {"guided_json", "json_schema", "response_format"}, {"response_format"}, {"grammar"}, {}};
  std::string script = says;
  for (std::size_t refused = 0; refused < ways.size(); ++refused) {
    SCOPED_TRACE(ways[refused]);
    const Endpoint endpoint(script);
    script.insert(0, refuses);
    const json::Value result = QueryAt(endpoint, kWhen, {"--mode", "claim_lattice", "--burn"});
    EXPECT_EQ(Text(result, "audit_mode"), "STRICT");
    const json::Value* reply = result.Find("reply");
    ASSERT_NE(reply, nullptr);
    EXPECT_EQ(reply->String("structured_output").value(), ways[refused]);
    EXPECT_EQ(reply->Int("attempts").value(), static_cast<std::int64_t>(refused) + 1);
    const std::vector<json::Value> requests = endpoint.Requests();
    ASSERT_EQ(requests.size(), refused + 1);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      std::set<std::string> found;
      for (const std::string& key : keys) {
        if (requests[i].Find("body")->Find(key) != nullptr) found.insert(key);
      }
      EXPECT_EQ(found, sent[i]);
    }
  }
  const Endpoint endpoint(script);
  const Outcome told = Ask(endpoint, {"--mode", "claim_lattice", "--burn"});
  EXPECT_EQ(told.exit_code, 4) << "all of them refused, and the script is at its end: " << told.out;
  EXPECT_TRUE(told.err.contains("no grammar")) << told.err;
  ExpectSound();
}

TEST_F(AskEndpoint, IsNotAskedAgainInTheModesWithoutASchema) {
  const Endpoint endpoint("{\"status\":400,\"body\":\"no\"}\n" + Says(kGood));
  EXPECT_EQ(Ask(endpoint).exit_code, 4);
  EXPECT_EQ(endpoint.Requests().size(), 1u);
}

TEST_F(AskEndpoint, AnAnswerThatWasCutOffIsSaidToBe) {
  const Endpoint endpoint(R"({"answer":"The Erie Canal opened on October 26, 1825. [E1]\nIt joi",)"
                          R"("finish_reason":"length"})"
                          "\n");
  const Outcome told = Ask(endpoint);
  EXPECT_EQ(told.exit_code, 0) << told.err;
  EXPECT_TRUE(told.out.contains("cut off at the policy's max_tokens")) << told.out;
}

TEST_F(AskEndpoint, CtrlCEndsAWaitAtOnceWithoutARecord) {
  const Endpoint endpoint("{\"stall_forever\":true}\n");
  testing_support::Child child(Arguments(At(endpoint, {"query", kWhen})));
  while (child.Running() && endpoint.Log().empty()) {
  }
  child.Signal(SIGINT);
  const Outcome outcome = child.Wait(std::chrono::seconds(5));
  EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
  EXPECT_EQ(Records(), 0u);
  ExpectSound();
}

}  // namespace
}  // namespace arborist
