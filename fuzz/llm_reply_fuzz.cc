// SPDX-License-Identifier: AGPL-3.0-only
// What a model endpoint sends, whole or as a stream: an answer with text and a reason for its end,
// or an error of one line that does not hold the key.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "llm/reply.h"
#include "llm/stream_reply.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

constexpr std::string_view kKey = "sk-key";

void Check(const Result<llm::ChatReply>& reply) {
  if (!reply) {
    CHECK(!reply.error().message.empty());
    CHECK(reply.error().message.size() < 1000);
    CHECK(reply.error().message.find(kKey) == std::string::npos);
    CHECK(reply.error().message.find('\n') == std::string::npos);
    CHECK(text::FindInvalidUtf8(reply.error().message) == std::string_view::npos);
    return;
  }
  CHECK(reply->text.find_first_not_of(" \t\r\n") != std::string::npos);
  CHECK(!reply->finish_reason.empty());
  CHECK(text::FindInvalidUtf8(reply->text, true) == std::string_view::npos);
  CHECK((reply->thinking_blocks == 0) == (reply->thinking_bytes == 0));
  CHECK(!reply->text.starts_with("<think>"));
}

Result<llm::ChatReply> ReadStream(std::string_view bytes, std::size_t piece) {
  llm::StreamReader reader{std::string(kKey), 4096};
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    const auto more = reader.Take(bytes.substr(0, piece));
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
  }
  return std::move(reader).Finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::size_t piece = 1 + fuzz::TakeByte(&input) % 61;
  Check(llm::ReadReply(input, kKey));
  const auto whole = ReadStream(input, std::max<std::size_t>(input.size(), 1));
  Check(whole);
  const auto again = ReadStream(input, piece);
  CHECK(again.has_value() == whole.has_value());
  CHECK(!whole || *again == *whole);
  return 0;
}
