// SPDX-License-Identifier: AGPL-3.0-only
// Tar files: bodies are those that stand in the file, and reading step by step changes nothing.
#include "compress/byte_source.h"
#include "fuzz/fuzz.h"
#include "tar/reader.h"

using namespace arborist;

namespace {

// All that a reader gives, as one text.
std::string Listed(std::string_view input, std::uint64_t max_body) {
  const auto source = compress::OpenBytes(input, {.threads = 0, .max_expansion_ratio = 100});
  CHECK(source.has_value());
  tar::Reader reader(source->get());
  std::string listed;
  std::size_t entries = 0;
  while (entries++ < 10000 && listed.size() < (std::size_t{16} << 20)) {
    const auto entry = reader.Next();
    if (!entry) return listed + "error " + entry.error().message;
    if (!*entry) return listed + "end";
    CHECK((*entry)->name.size() <= (std::size_t{1} << 20));
    listed += (*entry)->name;
    if ((*entry)->kind != tar::Kind::kFile) continue;
    const auto body = reader.Body(max_body);
    if (!body) continue;
    CHECK(body->size() <= max_body && body->size() == (*entry)->size);
    listed += *body;
  }
  return listed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::View(data, size);
  CHECK(Listed(input, 1 << 20) == Listed(input, 1 << 20));
  (void)Listed(input, 3);
  (void)tar::LooksLikeTar(input);
  return 0;
}
