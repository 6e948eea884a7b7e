// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ask/answered_home_test.h"
#include "sqlite/damage_test.h"

namespace arborist::prove {

// A home with documents, of which questions have been asked.
class AskedHome : public ask::AnsweredHome {
 protected:
  AskedHome() {
    ingest_.uri_prefix = "t:";
    ingest_.mark_gone = true;
    ingest_.shards = 1;
    WriteCanal();
    std::string canal = "The Erie Canal opened on October 26, 1825. Its locks are ";
    for (int i = 0; i < 900; ++i) canal += "lock" + std::to_string(i) + " ";
    Write("canal.txt", canal);
    Ingest();
  }

  // The record of the answer.
  store::Record Ask(const std::string& question,
                    judge::AnswerMode mode = judge::AnswerMode::kClaimLatticePointer) {
    return Recorded(Question(question, mode));
  }
  void Damage(const std::string& sql) { sqlite::Damage(home_.home_store(), sql); }
};

inline const std::string kWhen = "When did the Erie Canal open?";

}  // namespace arborist::prove
