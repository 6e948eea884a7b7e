// SPDX-License-Identifier: AGPL-3.0-only
// Every verb that writes, on a disk that fails: the program says so, nothing that was stored is
// lost, and the same command again ends where an undisturbed one does.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <random>

#include "cli/program.h"
#include "faults/run_verb.h"
#include "support/seed.h"
#include "support/verb_trial.h"

namespace arborist::faults {
namespace {

namespace fs = std::filesystem;
using testing_support::Effect;
using testing_support::Outcome;
using testing_support::PreparedHome;
using testing_support::Seed;
using testing_support::VerbCase;
using testing_support::VerbCases;
using testing_support::VerbTrial;

std::string Describe(const VerbCase& verb, const Plan& plan) {
  return verb.what + ": " + std::string(Name(plan.kind)) + " at " +
         std::string(Name(plan.operation)) + " " + std::to_string(plan.at) + ", seed " +
         std::to_string(plan.seed);
}

bool EndsTheProcess(Kind kind) { return kind == Kind::kKilled || kind == Kind::kPowerCut; }

// Whether a fault of this kind can be at such a call.
bool Fits(Kind kind, Operation operation) {
  const bool writes = operation == Operation::kWrite || operation == Operation::kFileWrite;
  if (operation == Operation::kRead) return kind == Kind::kFails;
  switch (kind) {
    case Kind::kShort:
      return writes;
    case Kind::kFull:
      return writes || operation == Operation::kCreate || operation == Operation::kSharedMemory ||
             operation == Operation::kFileCreate;
    default:
      return kind != Kind::kNone;
  }
}

class Faults : public testing::Test {
 protected:
  static void SetUpTestSuite() { prepared_ = std::make_unique<PreparedHome>(); }
  static void TearDownTestSuite() { prepared_.reset(); }

  std::vector<VerbCase> Cases(std::initializer_list<Effect> effects) const {
    std::vector<VerbCase> cases;
    for (VerbCase& verb : VerbCases(*prepared_, folder_.path())) {
      if (std::ranges::find(effects, verb.effect) != effects.end())
        cases.push_back(std::move(verb));
    }
    return cases;
  }
  VerbCase Case(const std::string& what) const {
    for (VerbCase& verb : VerbCases(*prepared_, folder_.path())) {
      if (verb.what == what) return std::move(verb);
    }
    ADD_FAILURE() << "no case " << what;
    return {};
  }
  fs::path Home() const { return folder_.path() / "home"; }
  Ran Run(std::vector<std::string> arguments, const Plan& plan = {}, const std::string& input = {},
          const std::vector<std::string>& requests = {}) const {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    return RunVerb(arguments, plan, input, requests);
  }
  Ran Run(const VerbCase& verb, const Plan& plan = {}) const {
    return Run(verb.arguments, plan, verb.input, verb.requests);
  }

  // What is wrong with how a verb ended under a fault.
  std::string WrongEnd(const Ran& ran, const Plan& plan) const {
    const Outcome& outcome = ran.outcome;
    const std::string said = "  it said: " + outcome.out.substr(0, 500) + outcome.err + "\n";
    if (EndsTheProcess(plan.kind)) {
      return outcome.signal == SIGKILL ? "" : "  it was to be ended\n" + said;
    }
    if (outcome.signal != 0) return "  signal " + std::to_string(outcome.signal) + "\n" + said;
    if (outcome.exit_code == 0) return "";
    if (outcome.exit_code != 4) {
      return "  exit code " + std::to_string(outcome.exit_code) + "\n" + said;
    }
    for (const char* word : {"damaged", "corrupt", "malformed"}) {
      if (said.contains(word)) return std::string("  it speaks of ") + word + "\n" + said;
    }
    const bool message = outcome.err.contains("arborist: ") || outcome.out.contains("\"error\"") ||
                         outcome.out.contains("not checked");
    return message ? "" : "  no message\n" + said;
  }

  // One fault, and all that must be true after it. Empty: it is.
  std::string Try(const VerbCase& verb, const VerbTrial::Whole& whole, const Plan& plan) {
    trial_.Begin(verb);
    const Ran ran = Run(verb, plan);
    ++tried_[plan.kind];
    // Servers go on after a fault, and end well whatever their requests came to.
    const bool serves = !verb.requests.empty() || !verb.input.empty();
    const auto end =
        ran.ended_with == 0 && !serves ? VerbTrial::End::kComplete : VerbTrial::End::kEarly;
    return WrongEnd(ran, plan) + trial_.Judge(verb, whole, end, ran.answers);
  }

  // What can be tried of a verb whose calls were counted: each kind of fault at each kind of call.
  static std::vector<Plan> PlansFor(const std::array<std::uint64_t, kOperations>& counts) {
    std::vector<Plan> plans;
    for (const Kind kind : {Kind::kFails, Kind::kStaysBad, Kind::kShort, Kind::kFull, Kind::kKilled,
                            Kind::kPowerCut}) {
      for (std::size_t i = 0; i < kOperations; ++i) {
        const auto operation = static_cast<Operation>(i);
        if (counts[i] > 0 && Fits(kind, operation)) {
          plans.push_back({.kind = kind, .operation = operation, .at = counts[i], .seed = 0});
        }
      }
    }
    return plans;
  }

  // Tries so many of them, each at a call that is drawn.
  void TrySome(const VerbCase& verb, std::size_t most, std::size_t each, std::mt19937* random) {
    const auto whole = trial_.RunWhole(verb);
    if (!whole) return;
    std::vector<Plan> plans = PlansFor(counts_);
    std::ranges::shuffle(plans, *random);
    plans.resize(std::min(plans.size(), most - 1));
    // And the power goes when the verb has said that it is done.
    plans.push_back({.kind = Kind::kPowerCut, .operation = Operation::kWrite, .at = 0, .seed = 0});
    for (const Plan& drawn : plans) {
      for (std::size_t i = 0; i < each; ++i) {
        Plan plan = drawn;
        if (drawn.at != 0) plan.at = 1 + (*random)() % drawn.at;
        plan.seed = static_cast<std::uint32_t>((*random)());
        EXPECT_EQ(Try(verb, *whole, plan), "") << Describe(verb, plan);
      }
    }
  }
  void Summary() const {
    int all = 0;
    for (const auto& [kind, count] : tried_) all += count;
    std::printf("faults: seed %u, %d tried", Seed(), all);
    for (const auto& [kind, count] : tried_) {
      std::printf(", %d %s", count, std::string(Name(kind)).c_str());
    }
    std::printf("\n");
  }

  inline static std::unique_ptr<PreparedHome> prepared_;
  TemporaryFolder folder_;
  std::map<Kind, int> tried_;
  std::array<std::uint64_t, kOperations> counts_ = {};  // of the last undisturbed run of a case
  VerbTrial trial_{
      prepared_.get(), Home(),
      [this](const std::vector<std::string>& arguments) { return Run(arguments).outcome; },
      [this](const VerbCase& verb) {
        const Ran ran = Run(verb);
        counts_ = ran.counts;
        return ran.outcome;
      }};
};

TEST_F(Faults, EveryVerbOfTheProgramIsTried) {
  std::set<std::string> tried;
  for (const VerbCase& verb : VerbCases(*prepared_, folder_.path())) tried.insert(verb.verb);
  tried.insert("watch");   // sync until a signal
  tried.insert("doctor");  // opens no store
  const std::vector<std::string> names = cli::VerbNames();
  std::vector<std::string> differ;
  std::ranges::set_symmetric_difference(tried, names, std::back_inserter(differ));
  EXPECT_EQ(differ, std::vector<std::string>{})
      << "tests/support/verb_cases.cc says of each verb what it does to the store";
}

TEST_F(Faults, AVerbThatReadsWritesNothing) {
  for (const VerbCase& verb : Cases({Effect::kReads, Effect::kWritesFile})) {
    trial_.Begin(verb);
    const Ran ran = Run(verb);
    EXPECT_EQ(ran.outcome.exit_code, 0) << verb.what << ran.outcome.out << ran.outcome.err;
    EXPECT_EQ(ran.counts[static_cast<std::size_t>(Operation::kWrite)], 0u) << verb.what;
    const bool file = verb.effect == Effect::kWritesFile;
    EXPECT_EQ(ran.counts[static_cast<std::size_t>(Operation::kFileWrite)], file ? 1u : 0u)
        << verb.what;
  }
}

// A disk that is full or cannot be read from says nothing of the store.
TEST_F(Faults, AVerbThatReadsDoesNotTakeABadDiskForDamage) {
  for (const VerbCase& verb : Cases({Effect::kReads})) {
    for (const Kind kind : {Kind::kFails, Kind::kFull}) {
      for (const Operation operation : {Operation::kCreate, Operation::kSharedMemory}) {
        trial_.Begin(verb);
        const Plan plan{.kind = kind, .operation = operation, .at = 1, .seed = 0};
        const Ran ran = Run(verb, plan);
        EXPECT_EQ(WrongEnd(ran, plan), "") << Describe(verb, plan);
      }
    }
  }
}

TEST_F(Faults, AVerbThatReadsDoesNotTakeAReadThatFailsForDamage) {
  std::mt19937 random(Seed());
  for (const VerbCase& verb : Cases({Effect::kReads})) {
    trial_.Begin(verb);
    const std::uint64_t reads = Run(verb).counts[static_cast<std::size_t>(Operation::kRead)];
    // The logs are all that audit check and verify look at: every read of theirs matters.
    const bool each = verb.verb == "audit check" || verb.verb == "audit verify";
    const std::uint64_t tries = each ? reads : std::min<std::uint64_t>(reads, 6);
    for (std::uint64_t i = 1; i <= tries; ++i) {
      const Plan plan{.kind = Kind::kFails,
                      .operation = Operation::kRead,
                      .at = each ? i : 1 + random() % reads,
                      .seed = 0};
      trial_.Begin(verb);
      const Ran ran = Run(verb, plan);
      ++tried_[plan.kind];
      EXPECT_EQ(WrongEnd(ran, plan), "") << Describe(verb, plan);
    }
  }
  Summary();
}

TEST_F(Faults, EveryVerbThatWritesOutlivesAFault) {
  std::mt19937 random(Seed());
  for (const VerbCase& verb : Cases({Effect::kWrites, Effect::kFollows, Effect::kWritesFile})) {
    TrySome(verb, 2, 1, &random);
  }
  Summary();
}

TEST_F(Faults, SlowEveryVerbThatWritesOutlivesManyFaults) {
  std::mt19937 random(Seed());
  for (const VerbCase& verb : Cases({Effect::kWrites, Effect::kFollows, Effect::kWritesFile})) {
    TrySome(verb, 1000, 2, &random);
  }
  Summary();
}

// Records rest on the document: while one of them could not be deleted the document must stay, for
// its name is what the burn is run again with.
TEST_F(Faults, ABurnThatCannotDeleteRecordsKeepsTheDocument) {
  const VerbCase verb = Case("burn a document and its dependants");
  const auto whole = trial_.RunWhole(verb);
  ASSERT_TRUE(whole);
  for (std::uint64_t at = 1; at <= 12; ++at) {
    const Plan plan{.kind = Kind::kFails, .operation = Operation::kWrite, .at = at, .seed = 0};
    EXPECT_EQ(Try(verb, *whole, plan), "") << Describe(verb, plan);
  }
}

// A commit that is not synced is lost with the power, although the server has answered.
TEST_F(Faults, WhatAServerHasAnsweredOutlivesAPowerCut) {
  const VerbCase verb = Case("serve: checkpoint, query, upload, falsify");
  const auto whole = trial_.RunWhole(verb);
  ASSERT_TRUE(whole);
  const std::uint64_t writes = counts_[static_cast<std::size_t>(Operation::kWrite)];
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Plan plan{.kind = Kind::kPowerCut,
                    .operation = Operation::kWrite,
                    .at = writes / 2 + i * writes / 16,
                    .seed = i};
    EXPECT_EQ(Try(verb, *whole, plan), "") << Describe(verb, plan);
  }
}

// A name is on the disk when its folder is synced, and not before.
TEST_F(Faults, AKeyThatWasMadeOutlivesAPowerCut) {
  const VerbCase verb = Case("key in a new home");
  const auto whole = trial_.RunWhole(verb);
  ASSERT_TRUE(whole);
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const Plan plan{.kind = Kind::kPowerCut, .operation = Operation::kWrite, .at = 0, .seed = seed};
    EXPECT_EQ(Try(verb, *whole, plan), "") << Describe(verb, plan);
  }
}

}  // namespace
}  // namespace arborist::faults
