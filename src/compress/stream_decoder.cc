// SPDX-License-Identifier: AGPL-3.0-only
// gzip through zlib and zstd, as decoders that can be fed in pieces. Both formats may consist of
// several members or frames. gzip files may be padded with zero bytes at the end; any other bytes
// behind a member are an error, because a file with a damaged second member would otherwise look
// complete. zstd windows are limited to 128 MiB: the window is allocated before anything is
// decoded.
#include "compress/stream_decoder.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "base/check.h"
#include "base/contained.h"

namespace arborist::compress {

namespace {

constexpr std::size_t kRoomBytes = std::size_t{128} << 10;
constexpr int kGzipOnly = 16;      // added to zlib's window bits: demands the gzip wrapper
constexpr int kMaxWindowLog = 27;  // 128 MiB, zstd's default; --ultra stays within it

}  // namespace

void GzipDecoder::End::operator()(z_stream_s* stream) const {
  inflateEnd(stream);
  delete stream;
}

GzipDecoder::GzipDecoder() : stream_(new z_stream{}) {
  DemandMemory(inflateInit2(stream_.get(), MAX_WBITS + kGzipOnly) == Z_OK);
}

Result<bool> GzipDecoder::Decode(std::string_view* input, std::string* out) {
  const std::size_t enough = out->size() + kDecodedPieceBytes;
  while ((!input->empty() || full_) && out->size() < enough) {
    if (state_ != State::kInMember) {
      // Between members, or padding with zeros, which tapes and some tools leave behind.
      if (input->front() == '\0') {
        state_ = State::kPadding;
        input->remove_prefix(std::min(input->find_first_not_of('\0'), input->size()));
        continue;
      }
      if (state_ == State::kPadding || input->front() != '\x1f') {
        return Fail(ErrorCode::kInvalidData, "gzip data is followed by other bytes");
      }
      CHECK(inflateReset(stream_.get()) == Z_OK);
      state_ = State::kInMember;
    }
    const std::size_t before = out->size();
    out->resize(before + kRoomBytes);
    const auto offered = static_cast<uInt>(std::min<std::size_t>(input->size(), 1u << 30));
    stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input->data()));
    stream_->avail_in = offered;
    stream_->next_out = reinterpret_cast<Bytef*>(out->data() + before);
    stream_->avail_out = static_cast<uInt>(kRoomBytes);
    const int result = inflate(stream_.get(), Z_NO_FLUSH);
    out->resize(before + kRoomBytes - stream_->avail_out);
    input->remove_prefix(offered - stream_->avail_in);
    full_ = stream_->avail_out == 0 && result != Z_STREAM_END;
    if (result == Z_STREAM_END) {
      state_ = State::kBetween;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      if (result == Z_MEM_ERROR) return Fail(ErrorCode::kEnvironment, "gzip data: out of memory");
      return Fail(ErrorCode::kInvalidData, "gzip data is damaged");
    }
  }
  return input->empty() && !full_;
}

void ZstdDecoder::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

ZstdDecoder::ZstdDecoder() : context_(ZSTD_createDCtx()) {
  DemandMemory(context_ != nullptr);
  CHECK(ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog)) ==
        0);
}

Result<bool> ZstdDecoder::Decode(std::string_view* input, std::string* out) {
  const std::size_t enough = out->size() + kDecodedPieceBytes;
  while ((!input->empty() || full_) && out->size() < enough) {
    const std::size_t before = out->size();
    out->resize(before + kRoomBytes);
    ZSTD_inBuffer in{input->data(), input->size(), 0};
    ZSTD_outBuffer room{out->data() + before, kRoomBytes, 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &room, &in);
    out->resize(before + room.pos);
    input->remove_prefix(in.pos);
    if (ZSTD_isError(result) != 0) {
      switch (ZSTD_getErrorCode(result)) {
        case ZSTD_error_frameParameter_windowTooLarge:
          return Fail(ErrorCode::kLimitExceeded, "zstd data needs a window of more than 128 MiB");
        case ZSTD_error_prefix_unknown:
          return Fail(ErrorCode::kInvalidData, "zstd data is followed by other bytes");
        case ZSTD_error_memory_allocation:
          return Fail(ErrorCode::kEnvironment, "zstd data: out of memory");
        case ZSTD_error_dictionary_wrong:
          return Fail(ErrorCode::kUnsupported, "zstd data needs a dictionary");
        default:
          return Fail(ErrorCode::kInvalidData, "zstd data is damaged");
      }
    }
    full_ = result != 0 && room.pos == room.size;
    complete_ = result == 0;
  }
  return input->empty() && !full_;
}

}  // namespace arborist::compress
