// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace arborist::mail {

// Fills up to `size` bytes and returns how many; 0 is the end.
using ReadBytes = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

struct MboxMessage {
  std::string bytes;         // without the "From " line, ">From" undone once
  std::uint64_t offset = 0;  // of its "From " line in the file
  std::uint64_t number = 0;  // from 1
  bool over_limit = false;   // it is larger than the reader takes, and `bytes` is empty
};

// The messages of an mbox one after the other, with one of them in memory. A message ends before a
// line "From " behind an empty line that names a day and a time or has a field below it, or where
// its Content-Length says if such a line or the end of the file is there. For one thread. Linear.
class MboxReader {
 public:
  MboxReader(ReadBytes read, std::uint64_t max_message_bytes)
      : read_(std::move(read)), max_(max_message_bytes) {}

  // Nothing at the end. An error of the source is final and comes again.
  Result<std::optional<MboxMessage>> Next();

  // Bytes of the file behind what Next returned.
  std::uint64_t consumed() const { return base_ + begin_; }

 private:
  // Positions count from begin_, which Fill may move to the front of the buffer.
  std::size_t Size() const { return end_ - begin_; }
  char At(std::size_t pos) const { return buffer_[begin_ + pos]; }
  std::string_view View(std::size_t begin, std::size_t end) const {
    return std::string_view(buffer_).substr(begin_ + begin, end - begin);
  }
  // Reads more; false at the end.
  Result<bool> Fill();
  Status FillTo(std::size_t size);
  // Behind the line feed of the line at pos; at the end of the file its end.
  Result<std::size_t> LineEnd(std::size_t pos);
  Result<bool> IsEnvelope(std::size_t pos);
  Result<std::size_t> EndByLength(std::size_t body);
  Result<std::size_t> MessageEnd(bool* over_limit);

  ReadBytes read_;
  std::uint64_t max_;
  std::string buffer_;
  std::size_t begin_ = 0;   // of what was not handed out
  std::size_t end_ = 0;     // of what was read
  std::uint64_t base_ = 0;  // offset of the buffer in the file
  std::uint64_t number_ = 0;
  bool at_end_ = false;
};

// Whether bytes begin like an mbox.
bool LooksLikeMbox(std::string_view head);

}  // namespace arborist::mail
