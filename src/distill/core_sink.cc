// SPDX-License-Identifier: AGPL-3.0-only
// The writer thread of one shard. A page of cores is queued by Deliver and written by the thread in
// the order of the queue; a transaction is committed after every 16384 cores, so that a killed run
// loses little and the write-ahead log stays small. After the first error the thread writes nothing
// more, but still calls `done` of every page: the producer counts its free places by these calls
// and would wait for ever otherwise.
#include "distill/core_sink.h"

#include <utility>

#include "base/contained.h"

namespace arborist::distill {

namespace {

constexpr std::uint64_t kCommitCores = 16384;  // in one transaction

}  // namespace

CoreSink::CoreSink(store::ShardAddress shard, store::ShardWriter::Options options,
                   std::function<void()> on_failure)
    : shard_(std::move(shard)),
      options_(std::move(options)),
      on_failure_(std::move(on_failure)),
      thread_([this] { Run(); }) {}

CoreSink::~CoreSink() {
  const MutexLock lock(mutex_);
  closed_ = abandoned_ = true;
  changed_.NotifyAll();
}

void CoreSink::Deliver(std::vector<store::PreparedDocument> cores, std::function<void()> done) {
  const MutexLock lock(mutex_);
  queue_.push_back({std::move(cores), std::move(done)});
  changed_.NotifyAll();
}

Result<CoreSink::Written> CoreSink::Close() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
  TRY(result_);
  return written_;
}

Status CoreSink::Finish() {
  if (writer_) TRY(writer_->Finish());
  writer_.reset();
  return {};
}

void CoreSink::Run() {
  while (true) {
    Delivery delivery;
    {
      const MutexLock lock(mutex_);
      while (!closed_ && queue_.empty()) changed_.Wait(mutex_);
      if (abandoned_) return;
      if (queue_.empty()) break;
      delivery = std::move(queue_.front());
      queue_.pop_front();
    }
    if (result_) {
      result_ = Contained([&] { return Write(delivery.cores); });
      if (!result_) on_failure_();
    }
    delivery.done();
  }
  if (result_ && writer_ && writer_->in_transaction()) {
    result_ = Contained([this] { return writer_->Commit(); });
  }
}

Status CoreSink::Write(const std::vector<store::PreparedDocument>& cores) {
  if (!writer_) {
    TRY_ASSIGN(writer_, store::ShardWriter::Open(shard_, options_));
  }
  if (!writer_->in_transaction()) TRY(writer_->Begin());
  for (const store::PreparedDocument& core : cores) {
    TRY_ASSIGN(const store::PutOutcome outcome, writer_->Put(core));
    switch (outcome) {
      case store::PutOutcome::kAdded:
        ++written_.added;
        break;
      case store::PutOutcome::kSuperseded:
      case store::PutOutcome::kRevised:
        ++written_.superseded;
        break;
      case store::PutOutcome::kRefused:
        ++written_.refused;
        break;
      case store::PutOutcome::kUnchanged:
      case store::PutOutcome::kAlias:
        ++written_.unchanged;
        break;
    }
  }
  uncommitted_ += cores.size();
  if (uncommitted_ < kCommitCores) return {};
  uncommitted_ = 0;
  return writer_->Commit();
}

}  // namespace arborist::distill
