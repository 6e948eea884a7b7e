// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "compress/byte_source.h"

namespace arborist::ingest {

// A source for tests: gives a string in steps of a chosen size, then ends or fails.
class StringSource final : public compress::ByteSource {
 public:
  explicit StringSource(std::string bytes, std::size_t step = 1 << 20,
                        std::optional<Error> error = std::nullopt)
      : bytes_(std::move(bytes)), step_(step), error_(std::move(error)) {}

  Result<std::size_t> Read(char* buffer, std::size_t size) override {
    const std::size_t count = std::min({size, step_, bytes_.size() - given_});
    if (count == 0 && error_) return std::unexpected(*error_);
    std::memcpy(buffer, bytes_.data() + given_, count);
    given_ += count;
    return count;
  }
  std::uint64_t consumed() const override { return given_; }

 private:
  std::string bytes_;
  std::size_t step_;
  std::optional<Error> error_;
  std::size_t given_ = 0;
};

}  // namespace arborist::ingest
