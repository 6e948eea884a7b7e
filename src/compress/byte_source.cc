// SPDX-License-Identifier: AGPL-3.0-only
// Opens files as streams, decoded by their first bytes, never by their names. Attacks: a zip bomb
// (ExpansionGuard stops a file that decodes to more than 1,000 times its size), a zstd frame that
// asks for a huge window (at most 128 MiB), and data that is cut or damaged. Bytes in front of
// damage are handed out first and the error after them, each time again, so that nobody mistakes
// half a file for a whole one.
#include "compress/byte_source.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "compress/bzip2_decoder.h"
#include "compress/expansion_guard.h"
#include "compress/parallel_bzip2.h"
#include "compress/raw_file.h"
#include "compress/stream_decoder.h"

namespace arborist::compress {

Result<std::size_t> RawFile::Read(char* buffer, std::size_t size) {
  if (!fd_.valid()) {
    const std::size_t count = std::min<std::size_t>(size, bytes_.size() - offset_);
    std::memcpy(buffer, bytes_.data() + offset_, count);
    offset_ += count;
    return count;
  }
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(fd_.get(), buffer + filled, size - filled, static_cast<off_t>(offset_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(SystemError("cannot read " + path_.string(), errno));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
    offset_ += static_cast<std::uint64_t>(got);
  }
  return filled;
}

void RawFile::Rewind() { offset_ = 0; }

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(RawFile file) : file_(std::move(file)) {}
  Result<std::size_t> Read(char* buffer, std::size_t size) override {
    return file_.Read(buffer, size);
  }
  std::uint64_t consumed() const override { return file_.offset(); }

 private:
  RawFile file_;
};

// Decodes in the thread of the caller.
class DecodingSource final : public ByteSource {
 public:
  DecodingSource(RawFile file, std::unique_ptr<StreamDecoder> decoder,
                 const ByteSourceOptions& options)
      : file_(std::move(file)), decoder_(std::move(decoder)), guard_(options) {}

  Result<std::size_t> Read(char* buffer, std::size_t size) override {
    while (given_ == decoded_.size() && !ended_) {
      if (auto status = Refill(); !status) {
        error_ = std::move(status).error();
        ended_ = true;
      }
    }
    const std::size_t count = std::min(size, decoded_.size() - given_);
    if (count == 0 && size > 0 && error_) return std::unexpected(*error_);
    std::memcpy(buffer, decoded_.data() + given_, count);
    given_ += count;
    return count;
  }

  std::uint64_t consumed() const override { return position(); }

 private:
  std::uint64_t position() const { return file_.offset() - rest_.size(); }

  Status Refill() {
    decoded_.clear();
    given_ = 0;
    if (hungry_) {
      input_.resize(kInputBytes);
      TRY_ASSIGN(const std::size_t count, file_.Read(input_.data(), input_.size()));
      rest_ = std::string_view(input_).substr(0, count);
      if (count == 0) {
        ended_ = true;
        if (!decoder_->complete()) return std::unexpected(CutError(decoder_->name(), position()));
        return {};
      }
    }
    auto hungry = decoder_->Decode(&rest_, &decoded_);
    if (!hungry) {
      Error error = std::move(hungry).error();
      error.message += " at byte " + std::to_string(position());
      return std::unexpected(std::move(error));
    }
    hungry_ = *hungry;
    return guard_.Count(decoded_.size(), position());
  }

  RawFile file_;
  std::unique_ptr<StreamDecoder> decoder_;
  ExpansionGuard guard_;
  std::string input_;
  std::string_view rest_;  // part of input_ that is not decoded yet
  bool hungry_ = true;     // the decoder has used all its input
  std::string decoded_;
  std::size_t given_ = 0;  // bytes of decoded_ that were handed out
  bool ended_ = false;
  std::optional<Error> error_;
};

enum class Format { kPlain, kGzip, kBzip2, kZstd, kXz };

Format DetectFormat(std::string_view head) {
  if (head.starts_with("\x1f\x8b\x08")) return Format::kGzip;
  if (head.starts_with("\x28\xB5\x2F\xFD")) return Format::kZstd;
  if (head.starts_with(std::string_view("\xFD"
                                        "7zXZ\0",
                                        6)))
    return Format::kXz;
  // A skippable frame, which some tools put first.
  if (head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1).starts_with("\x2A\x4D\x18")) {
    return Format::kZstd;
  }
  if (head.size() >= kBzip2HeaderBytes && head.starts_with("BZh") && head[3] >= '1' &&
      head[3] <= '9') {
    constexpr std::string_view kEndMagic = "\x17\x72\x45\x38\x50\x90";  // an empty stream
    const std::string_view magic = head.substr(kBzip2HeaderBytes, kBzip2BlockMagic.size());
    // A file that was cut inside its first header is bzip2 too.
    if (kBzip2BlockMagic.starts_with(magic) || kEndMagic.starts_with(magic)) return Format::kBzip2;
  }
  return Format::kPlain;
}

Result<std::unique_ptr<ByteSource>> SourceOf(RawFile file, const ByteSourceOptions& options) {
  char head[16];
  TRY_ASSIGN(const std::size_t count, file.Read(head, sizeof head));
  file.Rewind();
  std::unique_ptr<StreamDecoder> decoder;
  switch (DetectFormat({head, count})) {
    case Format::kPlain:
      return std::make_unique<PlainSource>(std::move(file));
    case Format::kGzip:
      decoder = std::make_unique<GzipDecoder>();
      break;
    case Format::kZstd:
      decoder = std::make_unique<ZstdDecoder>();
      break;
    case Format::kXz:
      decoder = std::make_unique<XzDecoder>();
      break;
    case Format::kBzip2:
      if (options.threads > 0) return MakeParallelBzip2Source(std::move(file), options);
      decoder = std::make_unique<Bzip2Decoder>();
      break;
  }
  return std::make_unique<DecodingSource>(std::move(file), std::move(decoder), options);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenByteSource(FileDescriptor fd,
                                                   const std::filesystem::path& path,
                                                   const ByteSourceOptions& options) {
  return SourceOf(RawFile(std::move(fd), path), options);
}

Result<std::unique_ptr<ByteSource>> OpenByteSource(const std::filesystem::path& path,
                                                   const ByteSourceOptions& options) {
  TRY_ASSIGN(FileDescriptor fd, OpenRegularFile(path));
  return OpenByteSource(std::move(fd), path, options);
}

Result<std::unique_ptr<ByteSource>> OpenBytes(std::string_view bytes,
                                              const ByteSourceOptions& options) {
  return SourceOf(RawFile(bytes), options);
}

bool IsCompressed(std::string_view head) { return DetectFormat(head) != Format::kPlain; }

bool IsCompressionEnding(std::string_view ending) {
  return ending == "gz" || ending == "bz2" || ending == "zst" || ending == "xz";
}

Result<std::string> ReadHead(ByteSource* source, std::size_t count) {
  std::string head(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const Result<std::size_t> got = source->Read(head.data() + filled, count - filled);
    if (!got && filled == 0) return std::unexpected(got.error());
    if (!got || *got == 0) break;
    filled += *got;
  }
  head.resize(filled);
  return head;
}

Result<std::string> ReadRest(ByteSource* source, std::uint64_t max_bytes) {
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  while (true) {
    TRY_ASSIGN(const std::size_t got, source->Read(buffer.data(), buffer.size()));
    if (got == 0) return bytes;
    if (bytes.size() + got > max_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  "larger than the limit of " + std::to_string(max_bytes) + " bytes");
    }
    bytes.append(buffer.data(), got);
  }
}

}  // namespace arborist::compress
