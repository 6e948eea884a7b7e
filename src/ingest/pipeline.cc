// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/pipeline.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/contained.h"
#include "ingest/preparer.h"

namespace arborist::ingest {

namespace {

// Text under way through the pipeline; with what is made of it about three times as much memory.
constexpr std::uint64_t kMaxTextInFlight = std::uint64_t{24} << 20;

}  // namespace

Pipeline::Pipeline(Preparer* preparer)
    : pool_(preparer->workers(), kMaxTextInFlight, [preparer](unsigned worker, Task task) {
        return preparer->Prepare(worker, std::move(task));
      }) {}

Status Pipeline::Run(const std::function<Status()>& read, DocumentSink* sink) {
  Status routed;
  Status done;
  {
    const std::jthread router([&] { routed = Route(sink); });
    done = Contained(read);
    if (!done) Cancel();
    pool_.Close();
  }
  TRY(routed);
  return done;
}

bool Pipeline::Push(Task task, std::uint64_t cost) {
  return pool_.Push(std::move(task), std::max<std::uint64_t>(cost, 1));
}

void Pipeline::Cancel() {
  cancelled_ = true;
  pool_.Cancel();
}

Status Pipeline::Route(DocumentSink* sink) {
  Status routed = Contained([&]() -> Status {
    while (auto taken = pool_.Take()) {
      const std::uint64_t cost = taken->cost;
      std::shared_ptr<void> ticket(nullptr, [this, cost](void*) { pool_.Release(cost); });
      sink->Take(std::move(taken->out), std::move(ticket));
    }
    if (!cancelled_) sink->End();
    return {};
  });
  if (!routed) Cancel();
  return routed;
}

}  // namespace arborist::ingest
