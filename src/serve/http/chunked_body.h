// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/head.h"

namespace arborist::serve::http {

// Takes a chunked body apart (RFC 9112, 7.1), in whatever pieces it arrives. It refuses what two
// readers could take in two ways: a size is hexadecimal digits alone, a line ends with CR LF and
// holds no control character. Extensions and trailers count against their limits and are dropped.
class ChunkedBody {
 public:
  struct Limits {
    std::size_t body_bytes = 0;
    std::size_t line_bytes = 4096;     // a chunk's size with its extensions
    std::size_t trailer_bytes = 4096;  // all trailers together
  };
  explicit ChunkedBody(const Limits& limits) : limits_(limits) {}

  // Takes bytes from the front of `bytes` until they end or the body does.
  std::optional<Refusal> Take(std::string_view* bytes);
  bool done() const { return state_ == State::kDone; }
  const std::string& body() const { return body_; }
  std::string TakeBody() { return std::move(body_); }

 private:
  enum class State : std::uint8_t { kSize, kData, kDataEnd, kTrailer, kDone };

  // Takes bytes of a line; true when the line is whole.
  bool TakeLine(std::string_view* bytes, std::size_t most);
  std::optional<Refusal> CheckLine() const;
  std::optional<Refusal> EndLine(std::string_view line);
  std::optional<Refusal> Size(std::string_view line);
  std::optional<Refusal> Trailer(std::string_view line);

  const Limits limits_;
  State state_ = State::kSize;
  std::string line_;          // what has come of the line
  std::uint64_t left_ = 0;    // of the chunk
  std::size_t trailers_ = 0;  // lines
  std::size_t trailer_bytes_ = 0;
  std::string body_;
};

}  // namespace arborist::serve::http
