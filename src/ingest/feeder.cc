// SPDX-License-Identifier: AGPL-3.0-only
// A stream is read in this thread, document by document, while the pool prepares the ones before. A
// batch of them carries the mark of how far the stream is with it; the writer commits both in one
// transaction. The mark at the end of a stream is empty and says that it is finished.
#include "ingest/feeder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ingest/title.h"

namespace arborist::ingest {

namespace {

constexpr std::uint64_t kBatchTextBytes = std::uint64_t{512} << 10;
constexpr std::size_t kBatchDocuments = 256;
constexpr std::chrono::milliseconds kProgressInterval{200};

Error Stop() { return {ErrorCode::kCancelled, "stopped"}; }

// The documents of a stream on their way into tasks.
class StreamBatch {
 public:
  // marks: whether tasks carry marks.
  StreamBatch(const OriginPtr& origin, const StreamReader& reader, bool marks, Pipeline* pipeline)
      : origin_(origin),
        reader_(reader),
        marks_(marks),
        key_(ResumeKey(origin->name())),
        pipeline_(pipeline) {}

  // False: the pipeline was cancelled.
  bool Add(SourceDocument document) {
    bytes_ += document.text.size() + document.uri.size();
    documents_.push_back(std::move(document));
    return (bytes_ < kBatchTextBytes && documents_.size() < kBatchDocuments) || Push();
  }

  bool Push() {
    if (documents_.empty()) return true;
    Task task{
        .stream = origin_, .documents = std::exchange(documents_, {}), .unread = {}, .mark = {}};
    if (marks_) {
      task.mark = ResumeMark{key_, EncodeResumePlace(key_, {.ordinal = reader_.ordinal(),
                                                            .size = *origin_->size(),
                                                            .mtime = *origin_->modified_at()})};
    }
    return pipeline_->Push(std::move(task), std::exchange(bytes_, 0));
  }

  bool PushEnd() {
    if (!marks_) return true;
    return pipeline_->Push(
        {.stream = origin_, .documents = {}, .unread = {}, .mark = ResumeMark{key_, ""}}, 1);
  }

 private:
  const OriginPtr& origin_;
  const StreamReader& reader_;
  const bool marks_;
  const std::string key_;
  Pipeline* const pipeline_;
  std::vector<SourceDocument> documents_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

bool Feeder::stopped() const {
  return options_.environment.stop != nullptr && options_.environment.stop->load();
}

bool Feeder::LimitReached() const {
  return options_.ingest.limit != 0 && taken_ >= options_.ingest.limit;
}

bool Feeder::IsFull() const { return stopped() || LimitReached() || pipeline_->cancelled(); }

bool Feeder::Wants(const Origin& origin) {
  // The same path may be given twice. What has no URI goes by its name.
  if (!seen_.insert(origin.uri().empty() ? origin.name() : origin.uri()).second) return false;
  ShowProgress(origin.name(), bytes_done_);
  if (origin.depth() == 0) bytes_done_ += origin.size_or_zero();
  return true;
}

void Feeder::Refuse(const Origin& origin, const Detected& why) { Skip(origin, ReasonOf(why)); }

void Feeder::Skip(const Origin& origin, std::string reason) {
  documents_->Skip(&origin, origin.name(), std::move(reason));
}

void Feeder::SkipInside(const Origin& archive, std::string path, std::string reason) {
  documents_->Skip(&archive, archive.name() + ": " + path, std::move(reason));
}

Status Feeder::TakeDocument(OriginPtr origin, const Format& format) {
  batch_bytes_ += std::max<std::uint64_t>(origin->size_or_zero(), 1);
  batch_.push_back({.origin = std::move(origin), .format = &format});
  ++taken_;
  if (batch_bytes_ < kBatchTextBytes && batch_.size() < kBatchDocuments) return {};
  return PushUnread() ? Status() : std::unexpected(Stop());
}

Status Feeder::TakeStream(const OriginPtr& origin, StreamReader* reader) {
  if (!PushUnread()) return std::unexpected(Stop());
  const bool marks = options_.marks != nullptr && options_.ingest.limit == 0 && origin->size() &&
                     origin->modified_at();
  if (marks) {
    const std::uint64_t point = options_.marks->PointOf(*origin, options_.environment.on_note);
    reader->SkipUntil(point);
    report_->CountResumed(point);
  }
  StreamBatch batch(origin, *reader, marks, pipeline_);
  TRY(TransferAll(
      *origin, reader,
      [&](SourceDocument document) -> Result<bool> {
        ++taken_;
        if (FoldTitle(&document.title)) {
          if (document.title.empty()) document.title = document.uri;
          report_->CountFoldedTitle();
        }
        ShowProgress(document.title, bytes_done_ - origin->size_or_zero() + reader->consumed());
        if (!batch.Add(std::move(document))) return std::unexpected(Stop());
        return !stopped() && !LimitReached();
      },
      [&](std::string place, std::string reason) {
        documents_->Skip(origin.get(), std::move(place), std::move(reason));
      }));
  if (!batch.Push() || (!stopped() && !batch.PushEnd())) return std::unexpected(Stop());
  const StreamReader::PassedOver over = reader->passed_over();
  report_->PassOver(over.reason, over.count);
  return {};
}

Status Feeder::End() {
  if (!PushUnread() && !pipeline_->cancelled()) return std::unexpected(Stop());
  return {};
}

bool Feeder::PushUnread() {
  if (batch_.empty()) return true;
  Task task{.stream = nullptr, .documents = {}, .unread = std::exchange(batch_, {}), .mark = {}};
  return pipeline_->Push(std::move(task), std::exchange(batch_bytes_, 0));
}

void Feeder::ShowProgress(const std::string& current, std::uint64_t input_bytes) {
  const auto& show = options_.environment.on_progress;
  if (!show) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - shown_ < kProgressInterval) return;
  shown_ = now;
  const DocumentSink::Done done = documents_->done();
  show({.documents = done.documents,
        .text_bytes = done.text_bytes,
        .input_bytes = input_bytes,
        .input_total = options_.input_bytes,
        .current = current});
}

}  // namespace arborist::ingest
