// SPDX-License-Identifier: AGPL-3.0-only
// Decodes a bzip2 file of many streams (as Wikimedia writes them) on several threads. PieceCutter
// cuts the file in front of stream headers; workers decode pieces on speculation, in parallel. A
// header may also occur by chance inside a stream. So a piece is "confirmed" only when the piece
// before it has been decoded and ended exactly there; if that one ended inside a stream, its
// decoder continues with the next piece and the speculative result is dropped. The output is
// therefore always that of decoding from front to back. Each piece queues at most kMaxQueuedBytes
// and there are 2 * threads + 2 pieces, which bounds the memory.
#include "compress/parallel_bzip2.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/contained.h"
#include "base/mutex.h"
#include "compress/bzip2_decoder.h"
#include "compress/expansion_guard.h"

namespace arborist::compress {

namespace {

// Decoded bytes that may wait, per piece.
constexpr std::size_t kMaxQueuedBytes = std::size_t{8} << 20;
constexpr std::size_t kSignatureBytes = kBzip2HeaderBytes + kBzip2BlockMagic.size();

// The offset of the next stream header at or after `from`, or npos.
std::size_t FindStreamHeader(std::string_view bytes, std::size_t from) {
  std::size_t at = from + kBzip2HeaderBytes;
  while (at < bytes.size()) {
    const void* const found = memmem(bytes.data() + at, bytes.size() - at, kBzip2BlockMagic.data(),
                                     kBzip2BlockMagic.size());
    if (found == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    const std::string_view head = bytes.substr(at - kBzip2HeaderBytes, kBzip2HeaderBytes);
    if (head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9') return at - kBzip2HeaderBytes;
    ++at;
  }
  return std::string_view::npos;
}

// Cuts the file into pieces.
class PieceCutter {
 public:
  struct Piece {
    std::string bytes;
    std::uint64_t offset = 0;
    bool starts_stream = false;  // as far as its first bytes tell
  };

  PieceCutter(RawFile file, const PieceSizes& sizes) : file_(std::move(file)), sizes_(sizes) {}

  // The next piece; without bytes at the end of the file.
  Result<Piece> Next() {
    if (buffer_.size() - used_ < sizes_.max_bytes + kSignatureBytes && !at_end_) TRY(Refill());
    const std::string_view rest =
        std::string_view(buffer_).substr(used_, sizes_.max_bytes + kSignatureBytes);
    Piece piece;
    piece.offset = offset_;
    piece.starts_stream = FindStreamHeader(rest.substr(0, kSignatureBytes), 0) == 0;
    const std::size_t size =
        std::min({FindStreamHeader(rest, sizes_.min_bytes), sizes_.max_bytes, rest.size()});
    piece.bytes = rest.substr(0, size);
    used_ += size;
    offset_ += size;
    return piece;
  }

 private:
  Status Refill() {
    buffer_.erase(0, used_);
    used_ = 0;
    const std::size_t before = buffer_.size();
    const std::size_t wanted = 4 * sizes_.max_bytes + kSignatureBytes - before;
    buffer_.resize(before + wanted);
    const auto count = file_.Read(buffer_.data() + before, wanted);
    buffer_.resize(before + (count ? *count : 0));
    TRY(count);
    at_end_ = *count < wanted;
    return {};
  }

  RawFile file_;
  PieceSizes sizes_;
  std::string buffer_;
  std::size_t used_ = 0;      // bytes of buffer_ that are in pieces
  std::uint64_t offset_ = 0;  // of the next piece in the file
  bool at_end_ = false;
};

// A piece in work. The fields after `cancelled` are guarded by the source's mutex, which cannot be
// said to the compiler here, for it is another object's; of `decoder`, the worker that runs the job
// has the use.
struct Job {
  PieceCutter::Piece piece;
  std::atomic<bool> cancelled = false;

  bool confirmed = false;  // the decoder and the place where it starts are certain
  bool started = false;
  bool finished = false;
  std::unique_ptr<Bzip2Decoder> decoder;  // given by the piece before, or made by the worker
  struct Output {
    std::string bytes;
    std::uint64_t offset = 0;  // up to which byte of the file it was decoded
  };
  std::deque<Output> outputs;
  std::size_t queued_bytes = 0;
  std::optional<Error> error;
};

class ParallelBzip2Source final : public ByteSource {
 public:
  ParallelBzip2Source(RawFile file, const ByteSourceOptions& options, const PieceSizes& sizes)
      : cutter_(std::move(file), sizes), guard_(options), max_jobs_(2 * options.threads + 2) {
    try {
      for (unsigned i = 0; i < options.threads; ++i) workers_.emplace_back([this] { Work(); });
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
      // No more threads, or no memory for one: continue with those there are.
    }
  }

  bool has_workers() const { return !workers_.empty(); }

  ~ParallelBzip2Source() override {
    {
      const MutexLock lock(mutex_);
      stopping_ = true;
      for (const auto& job : jobs_) job->cancelled = true;
    }
    changed_.NotifyAll();
  }

  Result<std::size_t> Read(char* buffer, std::size_t size) override {
    if (given_ == current_.bytes.size() && !ended_) {
      if (auto status = Advance(); !status) {
        error_ = std::move(status).error();
        ended_ = true;
      }
    }
    const std::size_t count = std::min(size, current_.bytes.size() - given_);
    if (count == 0 && size > 0 && error_) return std::unexpected(*error_);
    std::memcpy(buffer, current_.bytes.data() + given_, count);
    given_ += count;
    return count;
  }

  std::uint64_t consumed() const override { return current_.offset; }

 private:
  // Takes the next decoded bytes, in order; sets ended_ behind the last ones.
  Status Advance() {
    current_.bytes.clear();
    given_ = 0;
    while (true) {
      TRY(LoadPieces());
      MutexLock lock(mutex_);
      if (jobs_.empty()) {
        ended_ = true;
        if (mid_stream_) return std::unexpected(CutError("bzip2", current_.offset));
        return {};
      }
      Job& job = *jobs_.front();
      while (job.outputs.empty() && !job.finished) changed_.Wait(mutex_);
      if (!job.outputs.empty()) {
        current_ = std::move(job.outputs.front());
        job.outputs.pop_front();
        job.queued_bytes -= current_.bytes.size();
        lock.Unlock();
        changed_.NotifyAll();
        return guard_.Count(current_.bytes.size(), current_.offset);
      }
      if (job.error) return std::unexpected(*job.error);
      current_.offset = job.piece.offset + job.piece.bytes.size();
      // Only the decoder of the last piece is still here: others went on to the next piece.
      mid_stream_ = job.decoder != nullptr && !job.decoder->complete();
      if (jobs_.size() > 1 || !pieces_left_) jobs_.pop_front();
    }
  }

  // Keeps enough pieces in work, and confirms the piece behind each finished one.
  Status LoadPieces() {
    while (pieces_left_ && jobs_size() < max_jobs_) {
      auto piece = cutter_.Next();
      if (!piece) {
        // What was read before the failure is still decoded and handed out.
        pieces_left_ = false;
        read_error_ = std::move(piece).error();
        break;
      }
      if (piece->bytes.empty()) {
        pieces_left_ = false;
        break;
      }
      auto job = std::make_shared<Job>();
      job->piece = std::move(*piece);
      const MutexLock lock(mutex_);
      job->confirmed = jobs_.empty();
      jobs_.push_back(std::move(job));
      ConfirmFollowers();
      changed_.NotifyAll();
    }
    if (read_error_ && jobs_size() == 0) return std::unexpected(*read_error_);
    return {};
  }

  std::size_t jobs_size() {
    const MutexLock lock(mutex_);
    return jobs_.size();
  }

  // Settles how the piece behind each finished and confirmed one must be decoded.
  void ConfirmFollowers() REQUIRES(mutex_) {
    for (std::size_t i = 0; i + 1 < jobs_.size(); ++i) {
      Job& job = *jobs_[i];
      if (!job.confirmed || !job.finished || job.error) return;
      if (jobs_[i + 1]->confirmed) continue;
      if (job.decoder->complete() && jobs_[i + 1]->piece.starts_stream) {
        jobs_[i + 1]->confirmed = true;
        continue;
      }
      // The header occurred inside a stream, or the piece was cut at the fixed size.
      auto follower = std::make_shared<Job>();
      follower->piece = jobs_[i + 1]->piece;  // a copy: a worker may still read the other
      const std::shared_ptr<Job> mistaken = std::exchange(jobs_[i + 1], follower);
      mistaken->cancelled = true;
      follower->confirmed = true;
      follower->decoder = std::move(job.decoder);
    }
  }

  // The first job that a worker can start now.
  std::shared_ptr<Job> NextJob() REQUIRES(mutex_) {
    for (const auto& job : jobs_) {
      if (!job->started && (job->confirmed || job->piece.starts_stream)) return job;
    }
    return nullptr;
  }

  void Work() {
    MutexLock lock(mutex_);
    while (true) {
      std::shared_ptr<Job> job;
      while (!stopping_ && (job = NextJob()) == nullptr) changed_.Wait(mutex_);
      if (stopping_) return;
      job->started = true;
      lock.Unlock();
      Status decoded = Contained([&]() -> Status {
        if (job->decoder == nullptr) job->decoder = std::make_unique<Bzip2Decoder>();
        if (auto error = DecodePiece(job.get())) return std::unexpected(std::move(*error));
        return {};
      });
      lock.Lock();
      job->finished = true;
      if (decoded && !job->cancelled) {
        decoded = Contained([&]() -> Status {
          mutex_.AssumeHeld();
          ConfirmFollowers();
          return {};
        });
      }
      if (!decoded) job->error = std::move(decoded).error();
      changed_.NotifyAll();
    }
  }

  std::optional<Error> DecodePiece(Job* job) {
    std::string_view rest = job->piece.bytes;
    bool hungry = false;
    while (!hungry && !job->cancelled) {
      Job::Output output;
      auto status = job->decoder->Decode(&rest, &output.bytes);
      output.offset = job->piece.offset + job->piece.bytes.size() - rest.size();
      const std::uint64_t offset = output.offset;
      if (!output.bytes.empty()) Deliver(job, std::move(output));
      if (!status) {
        Error error = std::move(status).error();
        error.message += " at byte " + std::to_string(offset);
        return error;
      }
      hungry = *status;
    }
    return std::nullopt;
  }

  // Queues decoded bytes; waits while too many of this piece are unread.
  void Deliver(Job* job, Job::Output output) {
    MutexLock lock(mutex_);
    while (!job->cancelled && job->queued_bytes >= kMaxQueuedBytes) changed_.Wait(mutex_);
    if (job->cancelled) return;
    job->queued_bytes += output.bytes.size();
    job->outputs.push_back(std::move(output));
    lock.Unlock();
    changed_.NotifyAll();
  }

  // Used by the reader's thread only.
  PieceCutter cutter_;
  ExpansionGuard guard_;
  const std::size_t max_jobs_;
  bool pieces_left_ = true;
  std::optional<Error> read_error_;
  Job::Output current_;
  std::size_t given_ = 0;
  bool mid_stream_ = false;
  bool ended_ = false;
  std::optional<Error> error_;

  Mutex mutex_;  // also guards what Job says
  CondVar changed_;
  std::deque<std::shared_ptr<Job>> jobs_ GUARDED_BY(mutex_);
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::jthread> workers_;  // last: they end before what they use
};

}  // namespace

Result<std::unique_ptr<ByteSource>> MakeParallelBzip2Source(RawFile file,
                                                            const ByteSourceOptions& options,
                                                            const PieceSizes& sizes) {
  auto source = std::make_unique<ParallelBzip2Source>(std::move(file), options, sizes);
  if (!source->has_workers()) {
    return Fail(ErrorCode::kEnvironment, "cannot start a thread to decode bzip2 with");
  }
  return source;
}

}  // namespace arborist::compress
