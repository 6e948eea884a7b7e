// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compress/stream_decoder.h"

namespace arborist::compress {

// Begins every block and, behind "BZh1" to "BZh9", every stream that is not empty.
inline constexpr std::string_view kBzip2BlockMagic = "\x31\x41\x59\x26\x53\x59";
inline constexpr std::size_t kBzip2HeaderBytes = 4;  // "BZh" and a digit

// Decodes bzip2 and hands out only blocks whose checksums hold: libbz2 outputs a block before it
// compares the checksum, so the bytes of the current block are held back.
class Bzip2Decoder final : public StreamDecoder {
 public:
  Bzip2Decoder();
  ~Bzip2Decoder() override;
  Result<bool> Decode(std::string_view* input, std::string* out) override;
  bool complete() const override { return !in_stream_; }
  std::string_view name() const override { return "bzip2"; }

 private:
  struct Stream;
  Status Step(std::string_view* input);
  void HandOver(std::string* out);

  std::unique_ptr<Stream> stream_;
  std::vector<char> block_;   // decoded bytes; grows while a block does not fit
  std::size_t used_ = 0;      // bytes in block_
  std::size_t verified_ = 0;  // bytes of blocks whose checksum was compared
  bool full_ = false;         // the last step stopped for lack of room, not of input
  bool in_stream_ = false;    // past the first byte of a stream and before its end
  bool any_stream_ = false;   // at least one stream has ended
};

}  // namespace arborist::compress
