// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace arborist::serve::http {

// Why a request is turned away before any handler sees it.
struct Refusal {
  int status = 400;
  std::string code;
  std::string message;
};

inline constexpr std::size_t kMaxHeaderLines = 100;

// Holds a header, from the request line to the empty line, against what two readers could take in
// two ways. What passes means the same to every HTTP/1.1 parser in front of us or behind, ours
// included: lines end with CRLF, none is folded, names are tokens right before their colon, no
// control characters; one Host, one Content-Length or one "Transfer-Encoding: chunked", not both.
std::optional<Refusal> CheckHead(std::string_view head);

// A character that no line of a header or between chunks may hold.
constexpr bool IsControl(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
}
// Whether a line is NAME: VALUE, the name a token right before its colon.
bool IsHeaderField(std::string_view line);

}  // namespace arborist::serve::http
