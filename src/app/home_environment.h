// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <string>

#include "base/clock.h"
#include "base/sleeper.h"
#include "store/home/home.h"
#include "store/layout.h"

namespace arborist {
class WorkerPool;
}

namespace arborist::app {

// Where a home is, and what is used to work in it. What it points to must outlive every home that
// is opened with it.
struct HomeEnvironment {
  store::HomePaths paths;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  Sleeper* sleeper = nullptr;               // between the tries of a model; for Home::OpenModel
  std::string actor;                        // of the events that are written
  const std::atomic<bool>* stop = nullptr;  // ends model calls under way
  WorkerPool* workers = nullptr;            // that search; null: each home has its own

  store::HomeStore::Options store() const {
    return {.clock = clock, .random = random, .actor = actor};
  }
};

}  // namespace arborist::app
