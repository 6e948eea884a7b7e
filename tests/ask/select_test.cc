// SPDX-License-Identifier: AGPL-3.0-only
// Answers that only point, as a user asks for them.
#include <set>

#include "ask/asking.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Asking;
using testing_support::Endpoint;
using testing_support::Flag;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::Says;
using testing_support::Text;
using testing_support::WriteWhole;

class AskSelect : public Asking {};

Outcome RunVerifier(const std::filesystem::path& file) {
  const std::filesystem::path program =
      testing_support::Program().parent_path() / "arborist-verify";
  return testing_support::Child({file.string()}, {}, program).Wait();
}

TEST_F(AskSelect, TheSourcesSentencesAreShownAndTheLabelSaysWhatItSays) {
  const Endpoint endpoint(Says("E1.1"));
  const Outcome shown = Run(At(endpoint, {"query", kWhen, "--mode", "select"}));
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_TRUE(shown.out.starts_with("+ The Erie Canal opened on October 26, 1825.\n")) << shown.out;
  EXPECT_TRUE(
      shown.out.contains("STRICT: quoted from the source; that it answers the question is "
                         "not checked.\n"))
      << shown.out;
}

TEST_F(AskSelect, TheLabelSaysWhetherAllThatIsPointedToCanBeQuoted) {
  struct Case {
    const char* name;
    const char* answer;
    const char* label;
    bool declined;
  };
  const Case cases[] = {
      {"one", "E1.1", "STRICT", false},
      {"two", "[E1.2], [E1.1]", "STRICT", false},
      {"twice", "E1.1 E1.1", "STRICT", false},
      {"as JSON", R"({"ids":["E1.1"]})", "STRICT", false},
      {"prose", "The Erie Canal opened on October 26, 1825.", "UNGROUNDED", false},
      {"prose with it", "E1.1 says that it opened in 1825.", "UNGROUNDED", false},
      {"unknown", "E1.1, E7.1", "UNGROUNDED", false},
      {"a passage", "E1", "UNGROUNDED", false},
      {"decline", "Not in the sources.", "UNGROUNDED", true},
      {"empty list", R"({"ids":[]})", "UNGROUNDED", true}};
  std::string script;
  for (const Case& one : cases) script += Says(one.answer);
  const Endpoint endpoint(script);
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const json::Value result = QueryAt(endpoint, kWhen, {"--mode", "select", "--burn"});
    EXPECT_EQ(Text(result, "audit_mode"), one.label) << json::Pretty(result);
    EXPECT_EQ(Flag(result, "declined"), one.declined);
    EXPECT_TRUE(Flag(result, "stored"));
    if (std::string_view(one.label) == "UNGROUNDED") {
      EXPECT_FALSE(Text(result, "answer_text").contains("1825")) << "a word of the model's";
    }
  }
  ExpectSound();
}

// What each engine is sent; those that refuse a way are asked in the next one.
TEST_F(AskSelect, AnEndpointIsHeldToTheIdsInTheWaysThatEnginesKnow) {
  const std::string refuses = "{\"status\":400,\"body\":{\"error\":{\"message\":\"no\"}}}\n";
  const std::vector<std::string> ways = {"all", "response_format", "grammar", "none"};
  std::string script = Says("E1.1");
  for (std::size_t refused = 0; refused < ways.size(); ++refused) {
    SCOPED_TRACE(ways[refused]);
    const Endpoint endpoint(script);
    script.insert(0, refuses);
    const json::Value result = QueryAt(endpoint, kWhen, {"--mode", "select", "--burn"});
    EXPECT_EQ(Text(result, "audit_mode"), "STRICT");
    EXPECT_EQ(result.Find("reply")->String("structured_output").value(), ways[refused]);
    const std::vector<json::Value> requests = endpoint.Requests();
    ASSERT_EQ(requests.size(), refused + 1);
    const json::Value& body = *requests.back().Find("body");
    std::set<std::string> found;
    for (const char* key : {"guided_json", "json_schema", "response_format", "grammar"}) {
      const json::Value* sent = body.Find(key);
      if (sent == nullptr) continue;
      found.insert(key);
      EXPECT_TRUE(json::Dump(*sent).contains(ways[refused] == "grammar" ? "E1." : "E1.2")) << key;
    }
    EXPECT_EQ(found.size(), std::vector<std::size_t>({3, 1, 1, 0})[refused]);
  }
}

TEST_F(AskSelect, TheModelReadsEachSentenceBehindItsId) {
  const Endpoint endpoint(Says("E1.1"));
  QueryAt(endpoint, kWhen, {"--mode", "select"});
  const std::vector<json::Value> requests = endpoint.Requests();
  ASSERT_EQ(requests.size(), 1u);
  const std::string sent = json::Dump(requests[0]);
  EXPECT_TRUE(sent.contains("E1.1 The Erie Canal opened on October 26, 1825.\\nE1.2 It joined"))
      << sent;
}

TEST_F(AskSelect, TheBundleIsCheckedWithoutTheStoreAndNoChangeOfItPasses) {
  const Endpoint endpoint(Says("E1.2, E1.1"));
  const json::Value result = QueryAt(endpoint, kWhen, {"--mode", "select"});
  const std::filesystem::path file = folder_.path() / "proof.json";
  ASSERT_EQ(Run({"prove", Text(result, "cache_key"), "-o", file.string()}).exit_code, 0);
  const Outcome valid = RunVerifier(file);
  EXPECT_EQ(valid.exit_code, 0) << valid.out;
  EXPECT_TRUE(valid.out.contains("SOURCE-QUOTED")) << valid.out;
  const std::string bundle = ReadWhole(file);
  for (const auto& [from, to] : {std::pair("\"E1.2, E1.1\"", "\"E1.1, E1.2\""),
                                 {"\"E1.2, E1.1\"", "\"E1.3, E1.1\""},
                                 {"42,\"sentence\"", "41,\"sentence\""},
                                 {"42,\"sentence\"", "42,\"item\""}}) {
    std::string compact = json::Dump(*json::Parse(bundle));
    const std::size_t at = compact.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    compact.replace(at, std::string_view(from).size(), to);
    WriteWhole(file, compact);
    EXPECT_EQ(RunVerifier(file).exit_code, 1) << to;
  }
}

TEST_F(AskSelect, WorksWithoutAModel) {
  const json::Value result = Query(kWhen, {"--mode", "select"});
  EXPECT_EQ(Text(result, "audit_mode"), "STRICT") << json::Pretty(result);
  EXPECT_EQ(Text(result, "rung"), "SOURCE-QUOTED");
  EXPECT_TRUE(Text(result, "answer_text").contains("October 26, 1825"));
}

TEST_F(AskSelect, IsNoWayToCheckAnAnswerFromElsewhere) {
  const std::filesystem::path file = folder_.path() / "a.txt";
  WriteWhole(file, "E1.1");
  const Outcome refused =
      Run({"check", "--mode", "select", "--answer", file.string(), "--context", file.string()});
  EXPECT_EQ(refused.exit_code, 2) << refused.out;
}

}  // namespace
}  // namespace arborist
