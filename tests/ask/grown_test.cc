// SPDX-License-Identifier: AGPL-3.0-only
// A kept answer of a model, judged again when the corpus has grown; and a question that the model
// puts into the corpus's language first.
#include <algorithm>

#include "ask/asking.h"

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

class AskGrown : public Asking {
 protected:
  std::size_t Events(const std::string& type) const {
    const Outcome log = Run({"audit", "log", "--log", "home", "--type", type, "--json"});
    return static_cast<std::size_t>(std::ranges::count(log.out, '\n'));
  }
};

TEST_F(AskGrown, AQuoteThatCameIntoTheCorpusRaisesTheLabelAndTheProofHolds) {
  const Endpoint endpoint(Says(
      "\"The Erie Canal opened on October 26, 1825.\" \"Albany paid for most of the digging.\""));
  const json::Value first = QueryAt(endpoint, kWhen, {"--mode", "quote"});
  EXPECT_EQ(Text(first, "audit_mode"), "HYBRID");
  const std::string key = Text(first, "cache_key");
  EXPECT_EQ(Run({"reclassify"}).exit_code, 0);
  EXPECT_EQ(Events("providence_reclassify"), 0u) << "nothing is new";

  Write("albany.txt", "Albany paid for most of the digging. Others did not.");
  Ingest();
  const Outcome judged = Run({"reclassify", "--json"});
  ASSERT_EQ(judged.exit_code, 0) << judged.err;
  const auto result = json::Parse(judged.out);
  ASSERT_TRUE(result) << judged.out;
  EXPECT_EQ(Text(*result, "outcome"), "raised");
  EXPECT_EQ(Text(*result, "to"), "STRICT");
  EXPECT_EQ(result->Int("passages_added").value(), 1);
  EXPECT_EQ(Events("providence_reclassify"), 1u);
  EXPECT_EQ(Run({"reclassify"}).exit_code, 0);
  EXPECT_EQ(Events("providence_reclassify"), 1u) << "one event a change";
  EXPECT_EQ(endpoint.Requests().size(), 1u) << "no model was asked";

  const std::string bundle = folder_.path() / "bundle.json";
  const Outcome proved = Run({"prove", key, "-o", bundle});
  ASSERT_EQ(proved.exit_code, 0) << proved.err;
  const Outcome verified = Run({"verify", bundle});
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  EXPECT_TRUE(verified.out.contains("the model did not see")) << verified.out;
  EXPECT_TRUE(verified.out.contains("; 1 document, added when the answer was judged again, not"))
      << verified.out;
  const Outcome redacted = Run({"prove", key, "--redact", "-o", bundle + ".redacted"});
  ASSERT_EQ(redacted.exit_code, 0) << redacted.err;
  EXPECT_EQ(Run({"verify", bundle + ".redacted"}).exit_code, 0);

  // The passage cannot pass for one that the model was given, nor be left out of the count.
  for (const std::string& file : {bundle, bundle + ".redacted"}) {
    json::Value forged = json::Parse(ReadWhole(file)).value();
    forged.as_object()["statement"].as_object()["run"].as_object().erase("added");
    WriteWhole(bundle + ".forged", json::Dump(forged));
    EXPECT_EQ(Run({"verify", bundle + ".forged"}).exit_code, 1) << file;
  }
  const json::Value again = QueryAt(endpoint, kWhen, {"--mode", "quote"});
  EXPECT_TRUE(Flag(again, "cached"));
  EXPECT_EQ(Text(again, "audit_mode"), "STRICT");
  ExpectSound();

  // It rests on that text by now.
  Write("albany.txt", "Nobody knows who paid.");
  Ingest();
  EXPECT_TRUE(Run({"providence", "list"}).out.contains("stale"));
  ExpectSound();
}

TEST_F(AskGrown, TheModelTranslatesAQuestionForRetrievalAlone) {
  const std::string question = "Wann wurde der Kanal eröffnet?";
  const Endpoint endpoint(Says("When did the Erie Canal open?\n(I translated it.)") +
                          Says("The Erie Canal opened on October 26, 1825. [E1]"));
  const json::Value result = QueryAt(endpoint, question, {"--translate-to", "English"});
  EXPECT_TRUE(Text(result, "answer_text").contains("October 26, 1825"));
  const std::vector<json::Value> requests = endpoint.Requests();
  ASSERT_EQ(requests.size(), 2u);
  const std::string translation = json::Dump(requests[0]), answer = json::Dump(requests[1]);
  EXPECT_TRUE(translation.contains("eröffnet") && translation.contains("English")) << translation;
  EXPECT_FALSE(translation.contains("Hudson")) << "no passage is sent with it";
  EXPECT_TRUE(answer.contains("eröffnet") && answer.contains("Hudson")) << answer;
  const Outcome shown = Run({"explain", Text(result, "cache_key"), "--json"});
  EXPECT_TRUE(shown.out.contains("When did the Erie Canal open?")) << shown.out;
  EXPECT_FALSE(shown.out.contains("I translated it")) << "one line and no more";
  EXPECT_TRUE(Flag(QueryAt(endpoint, question, {"--translate-to", "English"}), "cached"));
  EXPECT_EQ(endpoint.Requests().size(), 2u) << "not even the translation is made again";
  EXPECT_EQ(Run({"prove", Text(result, "cache_key")}).exit_code, 0);
  ExpectSound();
}

TEST_F(AskGrown, ATranslatorThatFailsOrTalksNonsenseLeavesNoRecord) {
  for (const std::string& script :
       {std::string("{\"status\":500,\"body\":\"oops\"}\n"), Says("  \n "),
        Says(std::string(70000, 'x')), Says("When did \x1b[2J it open?"),
        std::string("{\"answer\":\"x\",\"cut_after\":20}\n")}) {
    SCOPED_TRACE(script.substr(0, 60));
    const Endpoint endpoint(script);
    const Outcome outcome = Run(At(endpoint, {"query", kWhen, "--translate-to", "English"}));
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(outcome.err.contains('\x1b'));
    EXPECT_EQ(Records(), 0u);
  }
  const Outcome alone = Run({"query", kWhen, "--translate-to", "English"});
  EXPECT_EQ(alone.exit_code, 2) << "there is no model to translate: " << alone.err;
  ExpectSound();
}

// -- questions that got no answer

TEST_F(AskGrown, AQuestionThatWasTurnedAwayGetsNoHintOfPassages) {
  const Outcome told = Run({"query", "List all canals", "--reject-broad"});
  EXPECT_TRUE(told.out.contains("no source was searched")) << told.out;
  EXPECT_FALSE(told.out.contains("hint:")) << told.out;
  const Outcome answered = Run({"query", "List all canals"});
  EXPECT_TRUE(answered.out.contains("hint: broad question")) << answered.out;
}

TEST_F(AskGrown, AQuestionThatWasDeclinedStandsInTheLogUntilItIsBurned) {
  const json::Value none = Query("Which zeppelin carried xylophones?");
  EXPECT_TRUE(Flag(none, "declined"));
  const json::Value broad = Query("List all wars", {"--reject-broad"});
  EXPECT_EQ(Text(broad, "lookup_path"), "preflight");
  EXPECT_EQ(Records(), 0u);
  const Outcome log = Run({"audit", "log", "--type", "question_*", "--texts"});
  EXPECT_TRUE(log.out.contains("question_unanswered")) << log.out;
  EXPECT_TRUE(log.out.contains("Which zeppelin carried xylophones?")) << log.out;
  EXPECT_TRUE(log.out.contains("question_rejected")) << log.out;
  EXPECT_TRUE(log.out.contains("BROAD_QUANTIFIER_REJECTED")) << log.out;
  ExpectSound();

  const Outcome burned = Run({"burn", Text(none, "run_dag_root")});
  EXPECT_EQ(burned.exit_code, 0) << burned.err;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(home_)) {
    if (entry.is_regular_file()) {
      EXPECT_FALSE(ReadWhole(entry.path()).contains("zeppelin")) << entry.path();
    }
  }
  EXPECT_EQ(Events("question_unanswered"), 1u) << "that it was asked remains";
  EXPECT_EQ(Events("question_burn"), 1u);
  ExpectSound();
}

}  // namespace
}  // namespace arborist
