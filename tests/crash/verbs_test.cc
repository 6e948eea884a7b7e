// SPDX-License-Identifier: AGPL-3.0-only
// kill -9 over every verb that writes, at moments that a seed draws.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

#include "support/seed.h"
#include "support/verb_trial.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using testing_support::AskServer;
using testing_support::Child;
using testing_support::Effect;
using testing_support::Outcome;
using testing_support::PreparedHome;
using testing_support::Program;
using testing_support::RunProgram;
using testing_support::Seed;
using testing_support::VerbCase;
using testing_support::VerbCases;
using testing_support::VerbTrial;
using Clock = std::chrono::steady_clock;

class CrashVerbs : public testing::Test {
 protected:
  std::vector<std::string> Arguments(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    return arguments;
  }
  fs::path Home() const { return folder_.path() / "home"; }

  // Runs the verb, killed after so long. Returns what a server answered.
  Outcome Run(const VerbCase& verb, std::chrono::microseconds limit, std::string* answers) const {
    Child child(Arguments(verb.arguments), {}, Program(), verb.input);
    std::thread killer([&] {
      std::this_thread::sleep_for(limit);
      child.Signal(SIGKILL);
    });
    if (!verb.requests.empty()) *answers = AskServer(child.pid(), child.out(), verb.requests);
    killer.join();
    Outcome outcome = child.Wait();
    if (!verb.input.empty()) *answers = outcome.out;
    return outcome;
  }
  Outcome RunToTheEnd(const VerbCase& verb) const {
    Child child(Arguments(verb.arguments), {}, Program(), verb.input);
    if (!verb.requests.empty()) AskServer(child.pid(), child.out(), verb.requests);
    return child.Wait();
  }

  void KillAll(int kills_each) {
    std::mt19937 random(Seed());
    int tried = 0;
    int killed = 0;
    for (const VerbCase& verb : VerbCases(prepared_, folder_.path())) {
      if (verb.effect != Effect::kWrites && verb.effect != Effect::kFollows) continue;
      const auto whole = trial_.RunWhole(verb);
      if (!whole) continue;
      trial_.Begin(verb);
      const auto start = Clock::now();
      RunToTheEnd(verb);
      const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
      for (int i = 0; i < kills_each; ++i) {
        const auto wait = time * static_cast<int>(random() % 1000) / 1000;
        trial_.Begin(verb);
        std::string answers;
        const Outcome outcome = Run(verb, wait, &answers);
        ++tried;
        killed += outcome.signal == SIGKILL;
        const bool done = outcome.exit_code == 0 && verb.requests.empty() && verb.input.empty();
        EXPECT_EQ(trial_.Judge(verb, *whole,
                               done ? VerbTrial::End::kComplete : VerbTrial::End::kEarly, answers),
                  "")
            << verb.what << ": killed after " << wait.count() << " us";
      }
    }
    std::printf("kills: seed %u, %d tried, %d before the end\n", Seed(), tried, killed);
    EXPECT_GT(killed, tried / 4);
  }

  const PreparedHome prepared_;
  TemporaryFolder folder_;
  VerbTrial trial_{&prepared_, Home(),
                   [this](const std::vector<std::string>& arguments) {
                     return RunProgram(Arguments(arguments));
                   },
                   [this](const VerbCase& verb) { return RunToTheEnd(verb); }};
};

TEST_F(CrashVerbs, EveryVerbThatWritesOutlivesAKill) { KillAll(1); }

TEST_F(CrashVerbs, SlowEveryVerbThatWritesOutlivesManyKills) { KillAll(20); }

}  // namespace
}  // namespace arborist
