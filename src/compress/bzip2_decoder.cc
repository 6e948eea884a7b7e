// SPDX-License-Identifier: AGPL-3.0-only
// bzip2 through libbz2, which outputs a block before it has compared the checksum. Decoded bytes
// are therefore held back until libbz2 asks for more input with room left: then every block that is
// out has been checked (see kFeedBytes). Without that, damaged text could be stored before the
// damage is noticed.
#include "compress/bzip2_decoder.h"

#include <bzlib.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/contained.h"

namespace arborist::compress {

namespace {

// libbz2 gets so few bytes at a time that they cannot contain the end of one block and all of the
// next (the smallest has 22). Whenever it asks for input with room left, all output belongs to
// blocks whose checksums were compared.
constexpr std::size_t kFeedBytes = 16;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

}  // namespace

struct Bzip2Decoder::Stream : bz_stream {};

Bzip2Decoder::Bzip2Decoder() : block_(kBlockBytes) {}

Bzip2Decoder::~Bzip2Decoder() {
  if (stream_ != nullptr) BZ2_bzDecompressEnd(stream_.get());
}

Result<bool> Bzip2Decoder::Decode(std::string_view* input, std::string* out) {
  const std::size_t enough = out->size() + kDecodedPieceBytes;
  while ((!input->empty() || full_) && out->size() < enough) {
    const Status status = Step(input);
    // Hand over checked bytes only when there are many, so that moving the rest is cheap.
    if (!status || input->empty() || verified_ >= kBlockBytes / 2) HandOver(out);
    if (!status) return std::unexpected(status.error());
  }
  return input->empty() && !full_;
}

// Feeds libbz2 once.
Status Bzip2Decoder::Step(std::string_view* input) {
  if (stream_ == nullptr) {
    stream_ = std::make_unique<Stream>();
    DemandMemory(BZ2_bzDecompressInit(stream_.get(), 0, 0) == BZ_OK);
    in_stream_ = true;
  }
  if (used_ == block_.size()) block_.resize(2 * block_.size());
  const auto offered = static_cast<unsigned>(std::min(input->size(), kFeedBytes));
  const auto room = static_cast<unsigned>(std::min<std::size_t>(block_.size() - used_, 1u << 30));
  stream_->next_in = const_cast<char*>(input->data());
  stream_->avail_in = offered;
  stream_->next_out = block_.data() + used_;
  stream_->avail_out = room;
  const int result = BZ2_bzDecompress(stream_.get());
  input->remove_prefix(offered - stream_->avail_in);
  if (result == BZ_OK) {
    used_ += room - stream_->avail_out;
    full_ = stream_->avail_out == 0;
    if (!full_) verified_ = used_;
    return {};
  }
  if (result == BZ_STREAM_END) {
    used_ += room - stream_->avail_out;
    verified_ = used_;
    full_ = false;
    BZ2_bzDecompressEnd(stream_.get());
    stream_.reset();
    in_stream_ = false;
    any_stream_ = true;
    return {};
  }
  if (result == BZ_DATA_ERROR_MAGIC && any_stream_) {
    return Fail(ErrorCode::kInvalidData, "bzip2 data is followed by other bytes");
  }
  if (result == BZ_MEM_ERROR) return Fail(ErrorCode::kEnvironment, "bzip2 data: out of memory");
  return Fail(ErrorCode::kInvalidData, "bzip2 data is damaged");
}

void Bzip2Decoder::HandOver(std::string* out) {
  out->append(block_.data(), verified_);
  std::memmove(block_.data(), block_.data() + verified_, used_ - verified_);
  used_ -= verified_;
  verified_ = 0;
}

}  // namespace arborist::compress
