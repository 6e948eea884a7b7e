// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/work_queue.h"
#include "serve/http/exchange.h"

namespace arborist::serve::http {

// The threads behind the lanes. A lane that is full takes nothing more, so that work which nobody
// will wait for does not pile up.
class Lanes {
 public:
  struct Size {
    std::size_t threads = 1;
    std::size_t queue = 16;
  };
  // The end waits for the work under way and drops what waits.
  Lanes(Size read, Size ask, Size write);

  bool Post(Lane lane, std::function<void()> work);  // false: full
  std::size_t Waiting(Lane lane) const;

 private:
  WorkQueue* QueueOf(Lane lane) const;
  std::unique_ptr<WorkQueue> read_, ask_, write_;
};

}  // namespace arborist::serve::http
