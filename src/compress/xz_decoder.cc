// SPDX-License-Identifier: AGPL-3.0-only
// xz through liblzma. A file asks for a dictionary, which is memory: beyond kMaxMemory it is
// refused. liblzma checks the CRC of a block after its bytes are out, so the last bytes before
// damage may be wrong; the reader of a damaged file is told of the damage behind them.
#include <lzma.h>

#include <algorithm>

#include "base/contained.h"
#include "compress/stream_decoder.h"

namespace arborist::compress {

namespace {

constexpr std::uint64_t kMaxMemory = std::uint64_t{80} << 20;  // for a dictionary of 64 MiB
constexpr std::size_t kXzRoomBytes = std::size_t{128} << 10;

Error XzError(lzma_ret code) {
  switch (code) {
    case LZMA_MEMLIMIT_ERROR:
      return {ErrorCode::kLimitExceeded, "xz data needs more than 80 MiB to decode"};
    case LZMA_MEM_ERROR:
      return {ErrorCode::kEnvironment, "xz data: out of memory"};
    case LZMA_FORMAT_ERROR:
      return {ErrorCode::kInvalidData, "xz data is of another format"};
    case LZMA_OPTIONS_ERROR:
      return {ErrorCode::kUnsupported, "xz data uses a filter that is not known"};
    default:
      return {ErrorCode::kInvalidData, "xz data is damaged"};
  }
}

}  // namespace

struct XzDecoder::State {
  lzma_stream stream = LZMA_STREAM_INIT;
  bool full = false;      // the last step stopped for lack of room, not of input
  bool complete = false;  // the data may end here
};

XzDecoder::XzDecoder() : state_(std::make_unique<State>()) {
  DemandMemory(lzma_stream_decoder(&state_->stream, kMaxMemory, LZMA_CONCATENATED) == LZMA_OK);
}

XzDecoder::~XzDecoder() { lzma_end(&state_->stream); }

bool XzDecoder::complete() const {
  if (state_->complete) return true;
  // With LZMA_CONCATENATED only the end of the input tells whether another stream follows.
  lzma_stream& stream = state_->stream;
  std::uint8_t none = 0;
  stream.next_in = nullptr;
  stream.avail_in = 0;
  stream.next_out = &none;
  stream.avail_out = 1;
  return lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END;
}

Result<bool> XzDecoder::Decode(std::string_view* input, std::string* out) {
  lzma_stream& stream = state_->stream;
  const std::size_t enough = out->size() + kDecodedPieceBytes;
  while ((!input->empty() || state_->full) && out->size() < enough) {
    const std::size_t before = out->size();
    out->resize(before + kXzRoomBytes);
    stream.next_in = reinterpret_cast<const std::uint8_t*>(input->data());
    stream.avail_in = input->size();
    stream.next_out = reinterpret_cast<std::uint8_t*>(out->data() + before);
    stream.avail_out = kXzRoomBytes;
    const lzma_ret result = lzma_code(&stream, LZMA_RUN);
    out->resize(before + kXzRoomBytes - stream.avail_out);
    input->remove_prefix(input->size() - stream.avail_in);
    state_->full = stream.avail_out == 0 && result == LZMA_OK;
    if (result != LZMA_OK && result != LZMA_BUF_ERROR) return std::unexpected(XzError(result));
  }
  return input->empty() && !state_->full;
}

}  // namespace arborist::compress
