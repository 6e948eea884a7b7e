// SPDX-License-Identifier: AGPL-3.0-only
#include "support/verb_trial.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace arborist::testing_support {

namespace fs = std::filesystem;

namespace {

std::string Listed(const std::set<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "\n    " + line;
  return text;
}

// Every event of before is there; every fact is one of before or of the verb's end; what both have
// is there.
std::string CompareInventories(const Inventory& before, const Inventory& now,
                               const Inventory& complete) {
  std::set<std::string> lost, strange;
  for (const std::string& event : before.events) {
    if (!now.events.contains(event)) lost.insert("event " + event);
  }
  for (const std::string& fact : before.facts) {
    if (complete.facts.contains(fact) && !now.facts.contains(fact)) lost.insert(fact);
  }
  for (const std::string& fact : now.facts) {
    if (!before.facts.contains(fact) && !complete.facts.contains(fact)) strange.insert(fact);
  }
  std::string text;
  if (!lost.empty()) text += "  lost:" + Listed(lost) + "\n";
  if (!strange.empty()) {
    text += "  neither of before nor of the verb's end:" + Listed(strange) + "\n";
  }
  return text;
}

std::string MissingFacts(const Inventory& now, const Inventory& complete) {
  std::set<std::string> missing;
  for (const std::string& fact : complete.facts) {
    if (!now.facts.contains(fact)) missing.insert(fact);
  }
  return missing.empty() ? "" : "  missing:" + Listed(missing) + "\n";
}

}  // namespace

VerbTrial::VerbTrial(const PreparedHome* prepared, fs::path home, HomeRunner run,
                     CaseRunner run_case)
    : prepared_(prepared),
      home_(std::move(home)),
      run_(std::move(run)),
      run_case_(std::move(run_case)) {}

void VerbTrial::Begin(const VerbCase& verb) const {
  if (verb.start == Start::kEmpty) {
    fs::remove_all(home_);
  } else {
    prepared_->CopyTo(home_);
  }
}

std::optional<VerbTrial::Whole> VerbTrial::RunWhole(const VerbCase& verb) const {
  Whole whole;
  Begin(verb);
  whole.before = Holds();
  Begin(verb);
  const Outcome outcome = run_case_(verb);
  EXPECT_EQ(outcome.exit_code, 0) << verb.what << ": " << outcome.out << outcome.err;
  whole.complete = Holds();
  const std::string unsound = Unsound();
  EXPECT_EQ(unsound, "") << verb.what;
  if (outcome.exit_code != 0 || !unsound.empty()) return std::nullopt;
  return whole;
}

std::string VerbTrial::Unsound() const {
  if (!fs::exists(home_)) return "";
  const Outcome fsck = run_({"fsck", "--full"});
  return fsck.exit_code == 0 ? "" : "  fsck: " + fsck.out + fsck.err;
}

std::string VerbTrial::Judge(const VerbCase& verb, const Whole& whole, End end,
                             std::string_view answers) const {
  std::string wrong;
  if (const std::string fsck = Unsound(); !fsck.empty()) wrong += "  after the first run" + fsck;
  const Inventory now = Holds();
  wrong += CompareInventories(whole.before, now, whole.complete);
  if (end == End::kComplete) wrong += MissingFacts(now, whole.complete);
  for (const std::string& hash : ReportedHashes(answers)) {
    const auto names = [&](const std::string& fact) { return fact.contains(hash); };
    if (std::ranges::none_of(now.facts, names)) wrong += "  reported and not kept: " + hash + "\n";
  }
  const Outcome again = run_case_(verb);
  if (!verb.again.contains(again.exit_code)) {
    wrong += "  again: exit code " + std::to_string(again.exit_code) + " " + again.out + again.err;
  }
  if (const std::string fsck = Unsound(); !fsck.empty()) wrong += "  after the second run" + fsck;
  const Inventory then = Holds();
  const std::string rest =
      CompareInventories(whole.before, then, whole.complete) + MissingFacts(then, whole.complete);
  return rest.empty() ? wrong : wrong + "  after the second run:\n" + rest;
}

}  // namespace arborist::testing_support
