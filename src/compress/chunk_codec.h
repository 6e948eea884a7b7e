// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;
struct ZSTD_CDict_s;
struct ZSTD_DDict_s;

namespace arborist::compress {

// Trains a zstd dictionary on samples. Equal samples in equal order give equal bytes. Cheap on
// purpose (one pass of the fast COVER trainer with fixed parameters), for it runs once, inside an
// ingest. kInvalidArgument for too few or too small samples; the caller then works without a
// dictionary.
Result<std::string> TrainDictionary(std::span<const std::string> samples,
                                    std::size_t max_dictionary_bytes);

// A trained dictionary, ready for use. Immutable; shared by the codecs of all threads, and must
// outlive them.
class Dictionary {
 public:
  // Loads the bytes that TrainDictionary returned. Others are refused: only a trained dictionary
  // has the id by which a row that needs another one is recognised.
  static Result<Dictionary> Load(std::string_view bytes);

  unsigned id() const { return id_; }
  static unsigned IdOf(std::string_view bytes);  // 0: no trained dictionary

 private:
  friend class ChunkCodec;
  struct Free {
    void operator()(ZSTD_CDict_s* dictionary) const;
    void operator()(ZSTD_DDict_s* dictionary) const;
  };
  Dictionary() = default;

  std::unique_ptr<ZSTD_CDict_s, Free> compression_;
  std::unique_ptr<ZSTD_DDict_s, Free> decompression_;
  unsigned id_ = 0;
};

// The stored form of chunk texts: a zstd frame with a checksum, even where it is a few bytes longer
// than the text, so that no damage goes unseen. Bytes without zstd's magic number are read as plain
// text. One codec per thread: it reuses its working memory. The dictionary is borrowed.
class ChunkCodec {
 public:
  explicit ChunkCodec(const Dictionary* dictionary = nullptr);

  std::string Compress(std::string_view text);
  static bool IsCompressed(std::string_view stored);

  // kCorrupt for damage or another dictionary; kLimitExceeded for more than max_bytes, which is
  // known before memory is taken.
  Result<std::string> Decompress(std::string_view stored, std::size_t max_bytes);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
    void operator()(ZSTD_DCtx_s* context) const;
  };
  const Dictionary* dictionary_;
  std::unique_ptr<ZSTD_CCtx_s, Free> compressor_;
  std::unique_ptr<ZSTD_DCtx_s, Free> decompressor_;
  std::string frame_;  // buffer for compressing
};

}  // namespace arborist::compress
