// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "compress/byte_source.h"

namespace arborist::compress {

// Stops a compression bomb: data that decodes to far more than its size. Internal to this module.
class ExpansionGuard {
 public:
  explicit ExpansionGuard(const ByteSourceOptions& options)
      : ratio_(std::max<std::uint64_t>(options.max_expansion_ratio, 1)) {}

  // `made` further bytes came out of the first `taken` bytes of the file.
  Status Count(std::uint64_t made, std::uint64_t taken) {
    made_ += made;
    if (made_ <= kFreeExpansionBytes || made_ / ratio_ <= taken) return {};
    return Fail(ErrorCode::kLimitExceeded, "the first " + std::to_string(taken) +
                                               " compressed bytes decode to more than " +
                                               std::to_string(ratio_) + " times as many");
  }

 private:
  std::uint64_t ratio_;
  std::uint64_t made_ = 0;
};

// The error of all decoders for data that stops too early.
inline Error CutError(std::string_view format, std::uint64_t offset) {
  return {ErrorCode::kInvalidData,
          std::string(format) + " data is cut at byte " + std::to_string(offset)};
}

}  // namespace arborist::compress
