// SPDX-License-Identifier: AGPL-3.0-only
// Reads a chunked body as strictly as a head is read: CR LF behind every line, sizes of up to 16
// hexadecimal digits, no chunk longer than its size, bounded lines and trailers. It may be fed in
// pieces of any length; an incomplete line waits in line_.
#include "serve/http/chunked_body.h"

#include <algorithm>
#include <charconv>

namespace arborist::serve::http {

namespace {

constexpr std::size_t kMaxSizeDigits = 16;

Refusal Bad(std::string message) { return {400, "bad_request", std::move(message)}; }

}  // namespace

bool ChunkedBody::TakeLine(std::string_view* bytes, std::size_t most) {
  const std::size_t room = most + 2 - std::min(line_.size(), most + 2);
  const std::size_t end = bytes->substr(0, room).find('\n');
  const std::size_t count = end == std::string_view::npos ? std::min(room, bytes->size()) : end + 1;
  line_.append(bytes->substr(0, count));
  bytes->remove_prefix(count);
  return end != std::string_view::npos;
}

std::optional<Refusal> ChunkedBody::CheckLine() const {
  if (line_.size() < 2 || line_[line_.size() - 2] != '\r') {
    return Bad("a line between the chunks does not end with CR LF");
  }
  const std::string_view line = std::string_view(line_).substr(0, line_.size() - 2);
  if (std::ranges::any_of(line, IsControl)) {
    return Bad("a control character stands between the chunks");
  }
  return std::nullopt;
}

std::optional<Refusal> ChunkedBody::Take(std::string_view* bytes) {
  while (!bytes->empty() && !done()) {
    if (state_ == State::kData) {
      const std::size_t count = std::min<std::uint64_t>(left_, bytes->size());
      body_.append(bytes->substr(0, count));
      bytes->remove_prefix(count);
      left_ -= count;
      if (left_ == 0) state_ = State::kDataEnd;
      continue;
    }
    if (state_ == State::kDataEnd && line_.empty() && bytes->front() != '\r') {
      return Bad("a chunk is longer than its size says");
    }
    const bool trailer = state_ == State::kTrailer;
    const std::size_t most = state_ == State::kDataEnd ? 0
                             : trailer                 ? limits_.trailer_bytes
                                                       : limits_.line_bytes;
    const bool whole = TakeLine(bytes, most);
    if (!whole && line_.size() >= most + 2) {
      return trailer ? Refusal{431, "header_too_large",
                               "the trailers are larger than " +
                                   std::to_string(limits_.trailer_bytes) + " bytes"}
                     : Bad("a line between the chunks is too long");
    }
    if (!whole) return std::nullopt;
    if (auto bad = CheckLine()) return bad;
    const std::string line = line_.substr(0, line_.size() - 2);
    line_.clear();
    if (auto bad = EndLine(line)) return bad;
  }
  return std::nullopt;
}

std::optional<Refusal> ChunkedBody::EndLine(std::string_view line) {
  if (state_ == State::kSize) return Size(line);
  if (state_ == State::kTrailer) return Trailer(line);
  state_ = State::kSize;  // the empty line behind a chunk
  return std::nullopt;
}

std::optional<Refusal> ChunkedBody::Size(std::string_view line) {
  const std::string_view digits = line.substr(0, line.find(';'));
  std::uint64_t size = 0;
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
  if (digits.empty() || digits.size() > kMaxSizeDigits || error != std::errc() ||
      stop != digits.data() + digits.size() || digits.front() == '-') {
    return Bad("the size of a chunk is not a hexadecimal number");
  }
  if (size > limits_.body_bytes - body_.size()) {
    return Refusal{413, "limit_exceeded",
                   "the body is larger than " + std::to_string(limits_.body_bytes) + " bytes"};
  }
  left_ = size;
  state_ = size == 0 ? State::kTrailer : State::kData;
  return std::nullopt;
}

std::optional<Refusal> ChunkedBody::Trailer(std::string_view line) {
  if (line.empty()) {
    state_ = State::kDone;
    return std::nullopt;
  }
  trailer_bytes_ += line.size() + 2;
  if (trailer_bytes_ > limits_.trailer_bytes || ++trailers_ > kMaxHeaderLines) {
    return Refusal{431, "header_too_large",
                   "the trailers are larger than " + std::to_string(limits_.trailer_bytes) +
                       " bytes or have more than " + std::to_string(kMaxHeaderLines) + " lines"};
  }
  if (!IsHeaderField(line)) return Bad("a trailer is not NAME: VALUE");
  return std::nullopt;
}

}  // namespace arborist::serve::http
