// SPDX-License-Identifier: AGPL-3.0-only
// What is served again, what is not, and who may ask at once.
#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include "ask/asking.h"

namespace arborist {
namespace {

using testing_support::Asking;
using testing_support::Child;
using testing_support::Flag;
using testing_support::Outcome;
using testing_support::Text;

class AskCache : public Asking {
 protected:
  // kill -9 at moments spread over the time that a query takes, each to make a record of its own.
  void KillInTheMiddle(int times, unsigned seed);
};

TEST_F(AskCache, TheSameQuestionIsServedAndOtherFlagsMiss) {
  const json::Value first = Query(kWhen);
  EXPECT_FALSE(Flag(first, "cached"));
  const json::Value again = Query("when did   the Erie Canal OPEN");
  EXPECT_TRUE(Flag(again, "cached"));
  for (const char* same : {"cache_key", "record_hash", "run_dag_root", "audit_event_hash"}) {
    EXPECT_EQ(Text(again, same), Text(first, same)) << same;
  }
  const std::vector<std::vector<std::string>> others = {
      {"--mode", "quote"},
      {"--verifier", "reference-v9.8"},
      {"--bind-verifier"},
      {"--dedup", "strict", "--fidelity", "strict"},
      {"--extra-body", "{\"seed\":1}"},
      {"--quantization", "q4"},
      {"--revision", "r2"},
      {"--max-context-chars", "900"},
  };
  for (const auto& flags : others) {
    const json::Value other = Query(kWhen, flags);
    EXPECT_FALSE(Flag(other, "cached")) << flags[0];
    EXPECT_NE(Text(other, "cache_key"), Text(first, "cache_key")) << flags[0];
  }
  EXPECT_TRUE(Flag(Query(kWhen), "cached"));
  EXPECT_EQ(Records(), 1 + others.size());
  ExpectSound();
}

TEST_F(AskCache, WhatWasAnsweredIsShownWhereItIsWordedOtherwise) {
  EXPECT_TRUE(Query(kWhen).Find("answered_question")->is_null());
  EXPECT_TRUE(Query(kWhen).Find("answered_question")->is_null());
  const std::string other = "when did Erie Canal open";
  EXPECT_EQ(Text(Query(other), "answered_question"), kWhen);
  const Outcome shown = Run({"query", other});
  EXPECT_TRUE(shown.out.contains("This answers the question: " + std::string(kWhen))) << shown.out;
  EXPECT_FALSE(Run({"query", kWhen}).out.contains("This answers the question"));
}

TEST_F(AskCache, StrictFidelityFindsOnlyItsOwn) {
  Query(kWhen, {"--dedup", "strict"});
  const json::Value alternate = Query(kWhen);
  EXPECT_TRUE(Flag(alternate, "cached"));
  EXPECT_EQ(Text(alternate, "lookup_path"), "alternate");
  EXPECT_FALSE(Flag(Query(kWhen, {"--fidelity", "strict"}), "cached"));
}

TEST_F(AskCache, AChangedDocumentMakesItStaleAndRollingBackServesItAgain) {
  const json::Value first = Query(kWhen);
  Write("canal.txt", "The Erie Canal opened on May 1, 1830, says this newer text.");
  Ingest();
  const json::Value changed = Query(kWhen);
  EXPECT_FALSE(Flag(changed, "cached"));
  EXPECT_TRUE(Text(changed, "answer_text").contains("1830")) << Text(changed, "answer_text");
  Write("canal.txt", kCanal);
  Ingest();
  const json::Value back = Query(kWhen);
  EXPECT_TRUE(Flag(back, "cached"));
  EXPECT_EQ(Text(back, "record_hash"), Text(first, "record_hash"));
  EXPECT_TRUE(Text(back, "answer_text").contains("1825"));
  ExpectSound();
}

TEST_F(AskCache, BurnDeletesAndAsksAgain) {
  const json::Value first = Query(kWhen);
  const json::Value fresh = Query(kWhen, {"--burn"});
  EXPECT_EQ(fresh.Int("burned_existing").value(), 1);
  EXPECT_FALSE(Flag(fresh, "cached"));
  EXPECT_EQ(Text(fresh, "record_hash"), Text(first, "record_hash")) << "the same run";
  EXPECT_NE(Text(fresh, "audit_event_hash"), Text(first, "audit_event_hash"));
  EXPECT_EQ(Query("Who dug the Erie Canal?", {"--burn"}).Int("burned_existing").value(), 0);
  EXPECT_EQ(Records(), 2u);
  ExpectSound();
}

TEST_F(AskCache, AKeptRecordKeepsItsMarkAndThatIsSaid) {
  EXPECT_FALSE(Run({"query", kWhen, "--chain", "public"}).err.contains("kept before"));
  EXPECT_FALSE(Run({"query", kWhen}).err.contains("kept before"));
  const Outcome outcome = Run({"query", kWhen, "--chain", "private"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.err.contains("as public")) << outcome.err;
  EXPECT_FALSE(Run({"query", kWhen, "--chain", "private", "--burn"}).err.contains("kept before"));
}

TEST_F(AskCache, WhatWasFalsifiedIsKeptOnceAndMeetsNoRequirement) {
  const std::string key = Text(Query(kWhen, {"--require", "strict"}), "cache_key");
  ASSERT_EQ(Run({"falsify", key, "--reason", "names the wrong year"}).exit_code, 0);
  for (int i = 0; i < 3; ++i) {
    const json::Value again = Query(kWhen);
    EXPECT_TRUE(Flag(again, "falsified_before"));
    EXPECT_FALSE(Flag(again, "cached"));
    EXPECT_EQ(Text(again, "audit_mode"), "STRICT");
  }
  EXPECT_EQ(Records(), 1u);
  for (const char* label : {"strict", "hybrid"}) {
    const Outcome refused = Run({"query", kWhen, "--require", label});
    EXPECT_EQ(refused.exit_code, 1) << label;
    EXPECT_TRUE(refused.out.starts_with("This answer was said to be wrong before (falsified)."))
        << refused.out;
    EXPECT_TRUE(refused.err.contains("said to be wrong before")) << refused.err;
    EXPECT_EQ(Run({"query", kWhen, "--require", label, "--json"}).exit_code, 1) << label;
  }
  EXPECT_EQ(Run({"query", kWhen}).exit_code, 0) << "nothing was required";
  const Outcome shown = Run({"providence", "show", key});
  EXPECT_TRUE(shown.out.contains("names the wrong year")) << shown.out;

  ASSERT_EQ(Run({"falsify", key, "--state", "live", "--reason", "it does not"}).exit_code, 0);
  EXPECT_TRUE(Flag(Query(kWhen, {"--require", "strict"}), "cached"));
  const json::Value fresh = Query(kWhen, {"--burn", "--require", "strict"});
  EXPECT_EQ(fresh.Int("burned_existing").value(), 1);
  EXPECT_FALSE(Flag(fresh, "falsified_before")) << "the newest word was live";
  EXPECT_TRUE(Flag(Query(kWhen), "cached"));
  EXPECT_EQ(Records(), 1u);
  ExpectSound();
}

TEST_F(AskCache, SixAtOnceGiveOneRecordAndLoseNoEvent) {
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 6; ++i) {
    // Half ask the same, half each its own.
    const std::string question = i % 2 == 0 ? kWhen : "What joined Lake Erie " + std::to_string(i);
    children.push_back(std::make_unique<Child>(Arguments({"query", question, "--json"})));
  }
  std::vector<std::string> events;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Outcome outcome = children[i]->Wait();
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json::Value result = json::Parse(outcome.out).value();
    if (i % 2 == 0) events.push_back(Text(result, "audit_event_hash"));
  }
  EXPECT_EQ(events[0], events[1]);
  EXPECT_EQ(events[0], events[2]);
  EXPECT_EQ(Records(), 4u);
  ExpectSound();
}

TEST_F(AskCache, BurningAndAskingAtOnceLeavesTheStoreSound) {
  Query(kWhen);
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 6; ++i) {
    std::vector<std::string> arguments{"query", kWhen};
    if (i % 2 == 0) arguments.emplace_back("--burn");
    children.push_back(std::make_unique<Child>(Arguments(std::move(arguments))));
  }
  for (auto& child : children) {
    const Outcome outcome = child->Wait();
    EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 4) << outcome.err;
  }
  EXPECT_LE(Records(), 1u);
  ExpectSound();
  Query(kWhen);
  EXPECT_EQ(Records(), 1u);
}

void AskCache::KillInTheMiddle(int times, unsigned seed) {
  const auto start = std::chrono::steady_clock::now();
  Query(kWhen);
  auto whole = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - start);
  std::mt19937 random(seed);
  std::vector<std::pair<std::string, std::string>> reported;  // by quantization
  int killed = 0;
  for (int i = 0; i < times; ++i) {
    const std::string key = "q" + std::to_string(i);  // a record of its own
    Child child(Arguments({"query", kWhen, "--json", "--quantization", key}));
    std::this_thread::sleep_for(whole * static_cast<int>(random() % 130) / 100);
    child.Signal(SIGKILL);
    const Outcome outcome = child.Wait();
    if (outcome.signal == SIGKILL) {
      ++killed;
    } else {
      whole = whole * 9 / 10;  // the first was slow, on a machine that had other work
    }
    if (const auto result = json::Parse(outcome.out); result && outcome.out.ends_with('\n')) {
      reported.emplace_back(key, Text(*result, "record_hash"));
    }
  }
  EXPECT_GT(killed, 0);
  ExpectSound();
  for (const auto& [key, record] : reported) {
    const json::Value again = Query(kWhen, {"--quantization", key});
    EXPECT_TRUE(Flag(again, "cached")) << "what was reported is not lost";
    EXPECT_EQ(Text(again, "record_hash"), record);
  }
  EXPECT_EQ(Text(Query(kWhen), "audit_mode"), "STRICT");
  ExpectSound();
}

TEST_F(AskCache, KilledAtAnyMomentTheStoreIsSoundAndTheNextQueryWorks) { KillInTheMiddle(30, 1); }
TEST_F(AskCache, SlowKilledAtManyMoments) { KillInTheMiddle(400, 2); }

}  // namespace
}  // namespace arborist
