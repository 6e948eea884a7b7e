// SPDX-License-Identifier: AGPL-3.0-only
// Server-sent events: the same whatever the pieces they come in, and never longer than allowed.
#include <algorithm>
#include <vector>

#include "fuzz/fuzz.h"
#include "llm/sse.h"

namespace {

using namespace arborist;

constexpr std::size_t kMaxEventBytes = 256;

// The events before the first error, and whether there was one.
std::pair<std::vector<llm::SseEvent>, bool> Read(std::string_view bytes, std::size_t piece) {
  llm::SseParser parser(kMaxEventBytes);
  std::vector<llm::SseEvent> events;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
    if (!parser.Feed(bytes.substr(0, piece), &events)) return {events, true};
  return {events, false};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::size_t piece = 1 + fuzz::TakeByte(&input) % 61;
  const auto whole = Read(input, std::max<std::size_t>(input.size(), 1));
  for (const llm::SseEvent& event : whole.first) {
    CHECK(event.data.size() <= kMaxEventBytes);
    CHECK(event.data.find('\r') == std::string::npos);
    CHECK(event.type.find_first_of("\r\n") == std::string::npos);
  }
  CHECK(Read(input, piece) == whole);
  CHECK(Read(input, 1) == whole);
  return 0;
}
