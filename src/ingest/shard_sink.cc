// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/shard_sink.h"

#include <chrono>
#include <utility>

#include "base/check.h"
#include "base/contained.h"
#include "ingest/dispatch.h"
#include "ingest/prepare.h"

namespace arborist::ingest {

namespace {

// A transaction is as large as the options say, or as old as this: larger ones only hold more
// memory and lose more work when the process is killed.
constexpr std::int64_t kCommitMilliseconds = 3000;

std::int64_t NowMilliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

ShardSink::ShardSink(std::unique_ptr<store::ShardWriter> writer, Options options)
    : options_(std::move(options)), writer_(std::move(writer)), thread_([this] { Run(); }) {}

ShardSink::~ShardSink() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }
}

void ShardSink::Deliver(Delivery delivery) {
  const MutexLock lock(mutex_);
  queue_.push_back(std::move(delivery));
  changed_.NotifyAll();
}

Result<std::unique_ptr<store::ShardWriter>> ShardSink::Finish() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
  TRY(result_);
  return std::move(writer_);
}

void ShardSink::Run() {
  while (true) {
    Delivery delivery;
    {
      const MutexLock lock(mutex_);
      while (!closed_ && queue_.empty()) changed_.Wait(mutex_);
      if (queue_.empty()) break;
      delivery = std::move(queue_.front());
      queue_.pop_front();
    }
    if (!result_) continue;  // drain, so that the tickets go back
    // After an exception the transaction is not known to be whole: it is never committed.
    result_ = Contained([&] { return Write(std::move(delivery)); });
    if (!result_) options_.on_failure();
  }
  if (result_) {
    result_ = Contained([this]() -> Status {
      if (writer_->in_transaction()) TRY(CommitNow());
      return writer_->Finish();  // here, so that the shards do it side by side
    });
  }
  if (!result_) options_.on_failure();
}

Status ShardSink::Write(Delivery delivery) {
  if (!writer_->in_transaction()) {
    TRY(writer_->Begin());
    begun_ms_ = NowMilliseconds();
  }
  if (delivery.dictionary) TRY(writer_->dictionary().Set(*delivery.dictionary));
  for (WriteItem& item : delivery.items) TRY(WriteItemNow(std::move(item)));
  if (delivery.mark) TRY(writer_->meta().Set(delivery.mark->key, delivery.mark->value));
  if (pending_.text_bytes >= options_.commit_text_bytes ||
      NowMilliseconds() - begun_ms_ >= kCommitMilliseconds) {
    return CommitNow();
  }
  return {};
}

Result<store::PreparedDocument> ShardSink::PrepareLate(WriteItem::Content content) {
  if (const auto* unread = std::get_if<Unread>(&content)) {
    // Its children were taken in when these bytes were read first.
    TRY_ASSIGN(DocumentRead read, ReadDocument(*unread->origin, *unread->format, options_.limits));
    return Prepare(std::move(*read.document), &late_codec_, options_.limits);
  }
  return Prepare(std::get<SourceDocument>(std::move(content)), &late_codec_, options_.limits);
}

Status ShardSink::WriteItemNow(WriteItem item) {
  std::string uri = item.uri;
  const auto refuse = [&](Error error) -> Status {
    // Damage and a full disk end the run; what is wrong with one document does not.
    if (error.code == ErrorCode::kEnvironment || error.code == ErrorCode::kCorrupt ||
        error.code == ErrorCode::kPermission || error.code == ErrorCode::kConflict) {
      return std::unexpected(std::move(error).In("shard " + writer_->name()));
    }
    pending_.refused.emplace_back(std::move(uri), std::move(error.message));
    return {};
  };
  if (!std::holds_alternative<store::PreparedDocument>(item.content)) {
    TRY_ASSIGN(const bool unchanged, writer_->IsUnchanged(item.uri, item.source_hash));
    if (unchanged) {
      TRY(writer_->Touch(item.uri));
      ++pending_.unchanged;
      TRY_ASSIGN(const bool evicted, writer_->evictions().IsEvicted(item.uri));
      pending_.evicted += evicted ? 1 : 0;
      return {};
    }
    auto prepared = PrepareLate(std::move(item.content));
    if (!prepared) return refuse(std::move(prepared).error());
    item.content = std::move(*prepared);
  }
  const auto& document = std::get<store::PreparedDocument>(item.content);
  auto outcome = writer_->Put(
      document, options_.reextract ? store::SameBytes::kPutAgain : store::SameBytes::kSkip);
  if (!outcome) return refuse(std::move(outcome).error());
  pending_.text_bytes += document.text_bytes;
  switch (*outcome) {
    case store::PutOutcome::kAdded:
      ++pending_.added;
      pending_.chunks += document.chunks.size();
      break;
    case store::PutOutcome::kSuperseded:
      ++pending_.superseded;
      pending_.chunks += document.chunks.size();
      break;
    case store::PutOutcome::kRevised:
      ++pending_.revised;
      pending_.chunks += document.chunks.size();
      break;
    case store::PutOutcome::kUnchanged: {
      ++pending_.unchanged;
      TRY_ASSIGN(const bool evicted, writer_->evictions().IsEvicted(document.uri));
      pending_.evicted += evicted ? 1 : 0;
      break;
    }
    case store::PutOutcome::kAlias:
      ++pending_.aliases;
      break;
    case store::PutOutcome::kRefused:
      CHECK(false && "only a core is refused, and a source has none");
      break;
  }
  return {};
}

Status ShardSink::CommitNow() {
  TRY_IN("shard " + writer_->name(), writer_->Commit());
  options_.on_commit(pending_);
  pending_ = {};
  return {};
}

}  // namespace arborist::ingest
