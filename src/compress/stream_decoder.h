// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct z_stream_s;
struct ZSTD_DCtx_s;

namespace arborist::compress {

// About this many bytes come out of one call of Decode.
inline constexpr std::size_t kDecodedPieceBytes = std::size_t{1} << 20;

// Decodes one format from pieces of input. Internal to this module. Several members (gzip), frames
// (zstd) or streams (bzip2) decode to their contents one after the other. One thread at a time.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;

  // Takes bytes off the front of *input and appends what they decode to. True: the input is used up
  // and all its output is out. False: call again with the rest, after about kDecodedPieceBytes. On
  // an error, which says what is wrong but not where, *out has all good bytes before it and *input
  // starts near the damage.
  virtual Result<bool> Decode(std::string_view* input, std::string* out) = 0;

  // Whether the data may end here.
  virtual bool complete() const = 0;

  virtual std::string_view name() const = 0;
};

class GzipDecoder final : public StreamDecoder {
 public:
  GzipDecoder();
  Result<bool> Decode(std::string_view* input, std::string* out) override;
  bool complete() const override { return state_ != State::kInMember; }
  std::string_view name() const override { return "gzip"; }

 private:
  enum class State { kInMember, kBetween, kPadding };
  struct End {
    void operator()(z_stream_s* stream) const;
  };
  std::unique_ptr<z_stream_s, End> stream_;
  State state_ = State::kInMember;
  bool full_ = false;  // the last step stopped for lack of room, not of input
};

class ZstdDecoder final : public StreamDecoder {
 public:
  ZstdDecoder();
  Result<bool> Decode(std::string_view* input, std::string* out) override;
  bool complete() const override { return complete_; }
  std::string_view name() const override { return "zstd"; }

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  bool complete_ = false;
  bool full_ = false;  // the last step stopped for lack of room, not of input
};

// .xz files of LZMA2 data, which may follow each other, with dictionaries up to 64 MiB and with
// their checksums; padding between them is allowed.
class XzDecoder final : public StreamDecoder {
 public:
  XzDecoder();
  ~XzDecoder() override;
  Result<bool> Decode(std::string_view* input, std::string* out) override;
  bool complete() const override;
  std::string_view name() const override { return "xz"; }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arborist::compress
