// SPDX-License-Identifier: AGPL-3.0-only
// The answer of the program that reads hostile files. What is taken keeps its promises and is
// encoded to the same again.
#include "fuzz/fuzz.h"
#include "reading/wire.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const auto reading = reading::DecodeReading(fuzz::View(data, size));
  if (!reading) return 0;
  CHECK(text::FindInvalidUtf8(reading->text) == std::string_view::npos);
  CHECK(!reading->text.contains('\0'));
  CHECK(!reading->title.contains('\n'));
  for (const reading::Anchor& anchor : reading->anchors)
    CHECK(anchor.begin <= reading->text.size());
  const std::string encoded = reading::EncodeReading(*reading);
  const auto again = reading::DecodeReading(encoded);
  CHECK(again.has_value());
  CHECK(reading::EncodeReading(*again) == encoded);
  return 0;
}
