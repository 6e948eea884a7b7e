// SPDX-License-Identifier: AGPL-3.0-only
// Refuses a head that two readers could read in two ways (request smuggling): bare line feeds,
// folded lines, control characters, two headers of a kind of which one counts, Content-Length
// beside Transfer-Encoding, codings other than chunked. Runs before the parser of the library,
// which is more lenient.
#include "serve/http/head.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/ascii.h"

namespace arborist::serve::http {

namespace {

// A header of which two would contradict each other.
constexpr std::array<std::string_view, 14> kSingletons = {"host",
                                                          "content-length",
                                                          "transfer-encoding",
                                                          "authorization",
                                                          "content-type",
                                                          "origin",
                                                          "expect",
                                                          "connection",
                                                          "upgrade",
                                                          "content-encoding",
                                                          "content-range",
                                                          "if-match",
                                                          "range",
                                                          "te"};

bool IsTokenChar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").contains(c);
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

Refusal Bad(std::string message) { return {400, "bad_request", std::move(message)}; }

class HeadCheck {
 public:
  explicit HeadCheck(std::string_view head) : rest_(head) {}

  std::optional<Refusal> Run() {
    std::string_view line;
    if (auto bad = NextLine(&line)) return bad;
    if (auto bad = RequestLine(line)) return bad;
    for (std::size_t count = 0;; ++count) {
      if (auto bad = NextLine(&line)) return bad;
      if (line.empty()) break;
      if (count == kMaxHeaderLines) {
        return Refusal{431, "header_too_large", "there are more than 100 header lines"};
      }
      if (auto bad = Field(line)) return bad;
    }
    if (!rest_.empty()) return Bad("the header does not end where it should");
    return Framing();
  }

 private:
  std::optional<Refusal> NextLine(std::string_view* line) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return Bad("the header is cut off");
    if (end == 0 || rest_[end - 1] != '\r') return Bad("a line does not end with CR LF");
    *line = rest_.substr(0, end - 1);
    rest_.remove_prefix(end + 1);
    if (std::ranges::any_of(*line, IsControl)) {
      return Bad("a control character stands in the header");
    }
    return std::nullopt;
  }

  std::optional<Refusal> RequestLine(std::string_view line) {
    const std::size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == last) {
      return Bad("the request line must be METHOD TARGET HTTP/1.1");
    }
    const std::string_view method = line.substr(0, first), version = line.substr(last + 1);
    for (const char c : method) {
      if (!IsTokenChar(c)) return Bad("the method is not a word");
    }
    if (method.empty()) return Bad("the method is missing");
    for (const char c : line.substr(first + 1, last - first - 1)) {
      if (c <= ' ' || c >= 0x7F) return Bad("the target must be percent-encoded ASCII");
    }
    if (first + 1 == last) return Bad("the target is missing");
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
      return Refusal{505, "version_not_supported", "HTTP/1.1 is spoken here"};
    }
    old_ = version == "HTTP/1.0";
    return std::nullopt;
  }

  std::optional<Refusal> Field(std::string_view line) {
    if (line.front() == ' ' || line.front() == '\t') return Bad("a header line is folded");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return Bad("a header line has no name");
    if (!IsHeaderField(line)) {
      return Bad("the name of a header holds a character that it may not");
    }
    std::string name = LowerAscii(line.substr(0, colon));
    for (const std::string_view single : kSingletons) {
      if (name != single) continue;
      if (!singles_.emplace(name, Trim(line.substr(colon + 1))).second) {
        return Bad("there are two " + name + " headers");
      }
    }
    return std::nullopt;
  }

  const std::string_view* Single(std::string_view name) const {
    const auto found = singles_.find(name);
    return found == singles_.end() ? nullptr : &found->second;
  }

  std::optional<Refusal> Framing() const {
    if (Single("host") == nullptr && !old_) return Bad("the Host header is missing");
    const std::string_view* const length = Single("content-length");
    const std::string_view* const coding = Single("transfer-encoding");
    if (length != nullptr && coding != nullptr) {
      return Bad("Content-Length and Transfer-Encoding contradict each other");
    }
    if (length != nullptr && (length->empty() || length->size() > 18 ||
                              length->find_first_not_of("0123456789") != std::string_view::npos)) {
      return Bad("Content-Length is not a number of bytes");
    }
    if (coding != nullptr && old_) return Bad("HTTP/1.0 has no Transfer-Encoding");
    if (coding != nullptr && LowerAscii(*coding) != "chunked") {
      return Refusal{501, "not_implemented", "the only transfer coding is chunked"};
    }
    if (const std::string_view* expect = Single("expect");
        expect != nullptr && LowerAscii(*expect) != "100-continue") {
      return Refusal{417, "expectation_failed", "the only expectation is 100-continue"};
    }
    if (const std::string_view* encoding = Single("content-encoding");
        encoding != nullptr && LowerAscii(*encoding) != "identity") {
      return Refusal{415, "unsupported_media_type", "send the body without Content-Encoding"};
    }
    return std::nullopt;
  }

  std::string_view rest_;
  bool old_ = false;  // HTTP/1.0
  std::map<std::string, std::string_view, std::less<>> singles_;
};

}  // namespace

bool IsHeaderField(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         std::ranges::all_of(line.substr(0, colon), IsTokenChar);
}

std::optional<Refusal> CheckHead(std::string_view head) { return HeadCheck(head).Run(); }

}  // namespace arborist::serve::http
