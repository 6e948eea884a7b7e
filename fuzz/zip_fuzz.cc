// SPDX-License-Identifier: AGPL-3.0-only
// A ZIP file, every entry of it: names are UTF-8, and the reads together stay within the limit.
#include "fuzz/fuzz.h"
#include "text/utf8.h"
#include "zip/archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  reading::ReadingLimits limits;
  limits.max_entries = 100;
  limits.base_expanded_bytes = 1 << 20;
  limits.expanded_per_byte = 10;
  const std::string_view bytes = fuzz::View(data, size);
  (void)zip::FirstEntryOf(bytes);
  auto archive = zip::Archive::Open(bytes, limits);
  if (!archive) return 0;
  CHECK(archive->entries().size() <= limits.max_entries);
  std::uint64_t made = 0;
  for (const zip::Entry& entry : archive->entries()) {
    CHECK(text::FindInvalidUtf8(entry.name) == std::string_view::npos);
    CHECK(archive->Find(entry.name) != nullptr);
    const auto read = archive->Stream(entry, [&](std::string_view piece) -> Status {
      made += piece.size();
      return {};
    });
    (void)read;
  }
  CHECK(made <= limits.base_expanded_bytes + limits.expanded_per_byte * size);
  return 0;
}
