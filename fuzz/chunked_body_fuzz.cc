// SPDX-License-Identifier: AGPL-3.0-only
// A chunked body means the same in whatever pieces it arrives, and never exceeds its limits. And
// what proxies forward is an address or nothing.
#include "fuzz/fuzz.h"
#include "serve/http/addresses.h"
#include "serve/http/chunked_body.h"

using namespace arborist;

namespace {

struct Read {
  int status = 0;
  bool done = false;
  std::string body;
  std::size_t left = 0;
  bool operator==(const Read&) const = default;
};

Read ReadAll(std::string_view bytes, std::size_t step) {
  constexpr std::size_t kMost = 256;
  serve::http::ChunkedBody chunks({.body_bytes = kMost, .line_bytes = 64, .trailer_bytes = 128});
  Read read;
  while (!bytes.empty() && !chunks.done() && read.status == 0) {
    std::string_view piece = bytes.substr(0, step);
    const std::size_t before = piece.size();
    if (const auto refusal = chunks.Take(&piece)) read.status = refusal->status;
    CHECK(read.status != 0 || chunks.done() || piece.empty());
    bytes.remove_prefix(before - piece.size());
  }
  CHECK(chunks.body().size() <= kMost);
  read.done = chunks.done();
  read.body = chunks.TakeBody();
  read.left = read.status == 0 ? bytes.size() : 0;
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::View(data, size);
  const std::size_t step = 1 + fuzz::TakeByte(&text);
  const Read whole = ReadAll(text, text.size() + 1);
  CHECK(ReadAll(text, step) == whole);
  CHECK(ReadAll(text, 1) == whole);
  const auto trusted = serve::http::AddressSet::Parse({"127.0.0.1", "10.0.0.0/8", "::1"});
  const auto client =
      serve::http::ForwardedClient({{"x-forwarded-for", std::string(text)}}, *trusted);
  if (client) CHECK(serve::http::AddressSet::Parse({*client}));
  (void)serve::http::AddressSet::Parse({std::string(text)});
  return 0;
}
