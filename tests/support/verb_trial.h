// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/verb_cases.h"

namespace arborist::testing_support {

// Verbs that are ended before their time, and what must be true of the store then: fsck --full
// holds, every event of before is there, everything is as before or as after the verb, and the same
// command again completes.
class VerbTrial {
 public:
  // Runs a case undisturbed on a home.
  using CaseRunner = std::function<Outcome(const VerbCase&)>;

  // The home is made anew for each case; `run` and `run_case` use it.
  VerbTrial(const PreparedHome* prepared, std::filesystem::path home, HomeRunner run,
            CaseRunner run_case);

  // Puts the home there that the case starts from.
  void Begin(const VerbCase& verb) const;

  // What an undisturbed run does.
  struct Whole {
    Inventory before;
    Inventory complete;
  };
  // Nothing: it failed, and so did the test.
  std::optional<Whole> RunWhole(const VerbCase& verb) const;

  enum class End : std::uint8_t { kEarly, kComplete };
  // What is wrong after a run that ended so, and had answered this if it is a server. Empty:
  // nothing. Runs the verb again.
  std::string Judge(const VerbCase& verb, const Whole& whole, End end,
                    std::string_view answers = {}) const;

 private:
  std::string Unsound() const;
  Inventory Holds() const { return TakeInventory(home_, run_); }

  const PreparedHome* prepared_;
  std::filesystem::path home_;
  HomeRunner run_;
  CaseRunner run_case_;
};

}  // namespace arborist::testing_support
