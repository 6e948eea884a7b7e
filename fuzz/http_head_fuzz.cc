// SPDX-License-Identifier: AGPL-3.0-only
// What stands in front of Beast's parser: the header's check, the target's decoding, the host's
// name.
#include "fuzz/fuzz.h"
#include "serve/http/access.h"
#include "serve/http/head.h"
#include "serve/http/target.h"

using namespace arborist;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::View(data, size);
  if (!serve::http::CheckHead(text)) {
    // What passes has CR LF at the end of every line, and an empty one at its own.
    CHECK(text.ends_with("\r\n\r\n"));
    for (std::size_t at = text.find('\n'); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
      CHECK(at > 0 && text[at - 1] == '\r');
    }
  }
  if (const auto target = serve::http::ParseTarget(text)) {
    CHECK(target->path.starts_with('/'));
    CHECK(!target->path.contains("/../") && !target->path.contains('\0'));
  }
  CHECK(text.starts_with(serve::http::HostWithoutPort(text)));
  return 0;
}
