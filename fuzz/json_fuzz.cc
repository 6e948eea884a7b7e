// SPDX-License-Identifier: AGPL-3.0-only
// The JSON parser; what it takes has one canonical form, which it reads back to the same value.
#include "fuzz/fuzz.h"
#include "json/value.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const auto value = json::Parse(fuzz::View(data, size));
  const auto unique = json::Parse(fuzz::View(data, size), {.unique_keys = true});
  CHECK(!unique || (value && *unique == *value));
  if (!value) {
    CHECK(!value.error().message.empty());
    return 0;
  }
  const auto canonical = json::Canonical(*value);
  CHECK(canonical.has_value());
  CHECK(text::FindInvalidUtf8(*canonical, true) == std::string_view::npos);
  CHECK(json::Dump(*value) == *canonical);
  // Lone surrogates are written raw, as Python hashes them; a strict reader takes no raw ones.
  if (text::FindInvalidUtf8(*canonical) != std::string_view::npos) return 0;
  const auto again = json::Parse(*canonical);
  CHECK(again.has_value());
  CHECK(*again == *value);
  CHECK(json::Dump(*again) == *canonical);
  const auto pretty = json::Parse(json::Pretty(*value), {.unique_keys = true});
  CHECK(pretty.has_value());
  CHECK(*pretty == *value);
  return 0;
}
