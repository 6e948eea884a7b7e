// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/sse.h"

#include <algorithm>

namespace arborist::llm {

Status SseParser::Feed(std::string_view bytes, std::vector<SseEvent>* events) {
  while (!bytes.empty()) {
    if (after_carriage_return_ && bytes.front() == '\n') bytes.remove_prefix(1);
    after_carriage_return_ = false;
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view part = bytes.substr(0, end);
    if (line_.size() + event_.data.size() + part.size() > max_event_bytes_)
      return Fail(ErrorCode::kLimitExceeded,
                  "an event of more than " + std::to_string(max_event_bytes_) + " bytes");
    line_ += part;
    if (end == std::string_view::npos) return {};
    after_carriage_return_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    EndLine(events);
  }
  return {};
}

void SseParser::EndLine(std::vector<SseEvent>* events) {
  std::string_view line = line_;
  if (first_line_ && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  first_line_ = false;
  if (line.empty()) {
    if (has_data_) events->push_back(std::move(event_));
    event_ = {};
    has_data_ = false;
  } else {
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string_view field = line.substr(0, colon);
    std::string_view value = line.substr(std::min(colon + 1, line.size()));
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (field == "data") {
      if (has_data_) event_.data += '\n';
      event_.data += value;
      has_data_ = true;
    } else if (field == "event") {
      event_.type = value;
    }
  }
  line_.clear();
}

}  // namespace arborist::llm
