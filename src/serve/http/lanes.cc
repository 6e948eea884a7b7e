// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/lanes.h"

#include <utility>

#include "base/check.h"

namespace arborist::serve::http {

Lanes::Lanes(Size read, Size ask, Size write)
    : read_(std::make_unique<WorkQueue>(read.threads, read.queue)),
      ask_(std::make_unique<WorkQueue>(ask.threads, ask.queue)),
      write_(std::make_unique<WorkQueue>(write.threads, write.queue)) {}

WorkQueue* Lanes::QueueOf(Lane lane) const {
  CHECK(lane != Lane::kInline);
  return lane == Lane::kRead ? read_.get() : lane == Lane::kAsk ? ask_.get() : write_.get();
}

bool Lanes::Post(Lane lane, std::function<void()> work) {
  return QueueOf(lane)->Post(std::move(work));
}
std::size_t Lanes::Waiting(Lane lane) const { return QueueOf(lane)->Waiting(); }

}  // namespace arborist::serve::http
