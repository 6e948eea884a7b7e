// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arborist::llm {

struct SseEvent {
  std::string type;  // of the "event" field; empty: none
  std::string data;  // its "data" lines, joined by line feeds
  bool operator==(const SseEvent&) const = default;
};

// Server-sent events after the WHATWG specification: lines end in LF, CR or CRLF, a blank line ends
// an event, one without data is none, comments and unknown fields are ignored. Bytes may come in
// any pieces. An event whose blank line has not come is none. One thread at a time.
class SseParser {
 public:
  explicit SseParser(std::size_t max_event_bytes) : max_event_bytes_(max_event_bytes) {}

  // Appends the events that these bytes complete. kLimitExceeded for an event that is too long.
  Status Feed(std::string_view bytes, std::vector<SseEvent>* events);

 private:
  void EndLine(std::vector<SseEvent>* events);

  std::size_t max_event_bytes_;
  std::string line_;
  SseEvent event_;
  bool has_data_ = false;
  bool after_carriage_return_ = false;
  bool first_line_ = true;
};

}  // namespace arborist::llm
