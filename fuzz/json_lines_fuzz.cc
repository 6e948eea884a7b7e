// SPDX-License-Identifier: AGPL-3.0-only
// JSON Lines: the same documents whatever the size of the reads.
#include <vector>

#include "fuzz/fuzz.h"
#include "ingest/formats/json_lines.h"
#include "ingest/string_source_test.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

std::vector<std::string> ReadLines(std::string_view bytes, std::size_t step, std::uint64_t skip) {
  ingest::Limits limits;
  limits.max_document_bytes = 4096;
  ingest::JsonLinesReader reader(std::make_unique<ingest::StringSource>(std::string(bytes), step),
                                 limits);
  reader.SkipUntil(skip);
  std::vector<std::string> documents;
  while (true) {
    const auto next = reader.Next();
    CHECK(next.has_value());  // the source never fails
    if (!*next) break;
    const ingest::SourceDocument& document = **next;
    CHECK(!document.uri.empty() && document.uri.size() <= limits.max_uri_bytes);
    CHECK(document.title.size() <= limits.max_title_bytes);
    CHECK(text::FindInvalidUtf8(document.uri, true) == std::string_view::npos);
    CHECK(text::FindInvalidUtf8(document.text, true) == std::string_view::npos);
    documents.push_back(std::to_string(reader.ordinal()) + " " + document.uri + " " +
                        document.title + " " + document.text + " " + document.source_hash.hex());
  }
  CHECK(skip != 0 || documents.size() + reader.skipped() <= reader.lines());
  (void)reader.TakeSkipped();
  return documents;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::uint8_t how = fuzz::TakeByte(&input);
  const std::vector<std::string> all = ReadLines(input, 1 << 16, 0);
  CHECK(all == ReadLines(input, 1 + how % 61, 0));
  CHECK(ReadLines(input, 1 << 16, how).size() <= all.size());
  return 0;
}
