// SPDX-License-Identifier: AGPL-3.0-only
// The reference repair against its plain transcription: the same value, fix-ups and refusals.
#include "fuzz/fuzz.h"
#include "json/lenient.h"
#include "json/naive_lenient_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view text = fuzz::View(data, size);
  const auto fast = json::ParseLenient(text);
  if (fast) CHECK(json::Canonical(fast->value).has_value());
  if (size > 400) return 0;  // the plain one takes the cube of it
  const auto plain = json::naive::ParseLenient(text);
  CHECK(fast.has_value() == plain.has_value());
  if (fast) CHECK(*fast == *plain);
  return 0;
}
