// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

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
  Lanes(Size read, Size ask, Size write);
  ~Lanes();  // what runs is ended, what waits is dropped

  bool Post(Lane lane, std::function<void()> work);  // false: full or closed
  std::size_t Waiting(Lane lane) const;

 private:
  class Pool;
  Pool* PoolOf(Lane lane) const;
  std::unique_ptr<Pool> read_, ask_, write_;
};

}  // namespace arborist::serve::http
