// SPDX-License-Identifier: AGPL-3.0-only
// Chunks as zstd frames with a checksum and, once it is trained, a dictionary of the shard. The
// checksum matters because a leaf hashes only the normalised text: damage to white space would go
// unseen. Decompress reads the content size from the frame header and refuses it before it
// allocates, so a damaged or hostile row cannot take more memory than max_bytes.
#include "compress/chunk_codec.h"

// The fast COVER trainer is exported by the library, but declared only with this.
#define ZDICT_STATIC_LINKING_ONLY
#include <zdict.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <vector>

#include "base/check.h"
#include "base/contained.h"

namespace arborist::compress {

namespace {

constexpr int kLevel = 3;
// More memory than zstd needs for a dictionary of the size that we train.
constexpr std::size_t kDictionaryMemoryBytes = std::size_t{2} << 20;
constexpr std::string_view kMagic = "\x28\xB5\x2F\xFD";

ZDICT_fastCover_params_t TrainingParameters() {
  ZDICT_fastCover_params_t parameters{};
  parameters.k = 200;    // bytes of a segment; prose repeats in phrases
  parameters.d = 8;      // bytes that are counted as one unit
  parameters.f = 18;     // 2^f counters: one MiB, which stays in the cache
  parameters.accel = 1;  // counts every position
  parameters.splitPoint = 1.0;
  parameters.zParams.compressionLevel = kLevel;
  return parameters;
}

}  // namespace

Result<std::string> TrainDictionary(std::span<const std::string> samples,
                                    std::size_t max_dictionary_bytes) {
  std::string all;
  std::vector<std::size_t> sizes;
  sizes.reserve(samples.size());
  for (const std::string& sample : samples) {
    if (sample.empty()) continue;
    all += sample;
    sizes.push_back(sample.size());
  }
  if (max_dictionary_bytes < ZDICT_DICTSIZE_MIN || sizes.size() < 8 ||
      all.size() < std::size_t{10} * ZDICT_DICTSIZE_MIN) {
    return Fail(ErrorCode::kInvalidArgument, "too little text to train a dictionary on");
  }
  std::string dictionary(max_dictionary_bytes, '\0');
  const std::size_t size = ZDICT_trainFromBuffer_fastCover(
      dictionary.data(), dictionary.size(), all.data(), sizes.data(),
      static_cast<unsigned>(sizes.size()), TrainingParameters());
  if (ZDICT_isError(size) != 0) {
    return Fail(ErrorCode::kInvalidArgument,
                std::string("cannot train a dictionary: ") + ZDICT_getErrorName(size));
  }
  dictionary.resize(size);
  return dictionary;
}

void Dictionary::Free::operator()(ZSTD_CDict_s* dictionary) const { ZSTD_freeCDict(dictionary); }
void Dictionary::Free::operator()(ZSTD_DDict_s* dictionary) const { ZSTD_freeDDict(dictionary); }

unsigned Dictionary::IdOf(std::string_view bytes) {
  return ZSTD_getDictID_fromDict(bytes.data(), bytes.size());
}

Result<Dictionary> Dictionary::Load(std::string_view bytes) {
  Dictionary dictionary;
  dictionary.id_ = IdOf(bytes);
  if (dictionary.id_ == 0) {
    return Fail(ErrorCode::kCorrupt, "the compression dictionary is damaged: it has no id");
  }
  dictionary.compression_.reset(ZSTD_createCDict(bytes.data(), bytes.size(), kLevel));
  dictionary.decompression_.reset(ZSTD_createDDict(bytes.data(), bytes.size()));
  if (dictionary.compression_ == nullptr || dictionary.decompression_ == nullptr) {
    // zstd does not say which of two reasons it had. If memory is short, this throws.
    (void)std::string(kDictionaryMemoryBytes, '\0');
    return Fail(ErrorCode::kCorrupt, "the compression dictionary is damaged");
  }
  return dictionary;
}

void ChunkCodec::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void ChunkCodec::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

ChunkCodec::ChunkCodec(const Dictionary* dictionary)
    : dictionary_(dictionary), compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {
  DemandMemory(compressor_ != nullptr && decompressor_ != nullptr);
  // A leaf hashes the text with white space collapsed; the checksum also detects damage to that.
  CHECK(ZSTD_isError(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel, kLevel)) ==
        0);
  CHECK(ZSTD_isError(ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_checksumFlag, 1)) == 0);
  if (dictionary_ != nullptr) {
    CHECK(ZSTD_isError(ZSTD_CCtx_refCDict(compressor_.get(), dictionary_->compression_.get())) ==
          0);
  }
}

bool ChunkCodec::IsCompressed(std::string_view stored) { return stored.starts_with(kMagic); }

std::string ChunkCodec::Compress(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t bound = ZSTD_compressBound(text.size());
  if (frame_.size() < bound) frame_.resize(bound);
  const std::size_t size =
      ZSTD_compress2(compressor_.get(), frame_.data(), frame_.size(), text.data(), text.size());
  DemandMemory(ZSTD_isError(size) == 0);  // with this bound it can only lack memory
  return frame_.substr(0, size);
}

Result<std::string> ChunkCodec::Decompress(std::string_view stored, std::size_t max_bytes) {
  const auto too_large = [&] {
    return Fail(ErrorCode::kLimitExceeded,
                "a stored chunk is larger than " + std::to_string(max_bytes) + " bytes");
  };
  if (!IsCompressed(stored)) {
    if (stored.size() > max_bytes) return too_large();
    return std::string(stored);
  }
  const unsigned needed = ZSTD_getDictID_fromFrame(stored.data(), stored.size());
  const unsigned held = dictionary_ == nullptr ? 0 : dictionary_->id();
  if (needed != 0 && needed != held) {
    return Fail(ErrorCode::kCorrupt, "a stored chunk needs compression dictionary " +
                                         std::to_string(needed) + ", this store has " +
                                         (held == 0 ? "none" : std::to_string(held)));
  }
  const unsigned long long size = ZSTD_getFrameContentSize(stored.data(), stored.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return Fail(ErrorCode::kCorrupt, "a stored chunk is damaged: its frame header is not ours");
  }
  if (size > max_bytes) return too_large();
  std::string text(static_cast<std::size_t>(size), '\0');
  const std::size_t made =
      needed == 0
          ? ZSTD_decompressDCtx(decompressor_.get(), text.data(), text.size(), stored.data(),
                                stored.size())
          : ZSTD_decompress_usingDDict(decompressor_.get(), text.data(), text.size(), stored.data(),
                                       stored.size(), dictionary_->decompression_.get());
  if (ZSTD_isError(made) != 0) {
    DemandMemory(ZSTD_getErrorCode(made) != ZSTD_error_memory_allocation);
    return Fail(ErrorCode::kCorrupt,
                std::string("a stored chunk is damaged: ") + ZSTD_getErrorName(made));
  }
  if (made != text.size()) return Fail(ErrorCode::kCorrupt, "a stored chunk is damaged: too short");
  return text;
}

}  // namespace arborist::compress
