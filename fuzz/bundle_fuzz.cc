// SPDX-License-Identifier: AGPL-3.0-only
// Proof bundles: any file is checked or refused, and what is valid stays so when written anew.
#include "bundle/bundle.h"
#include "bundle/verify.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto report = bundle::VerifyBundle(input);
  if (!report || !report->valid()) return 0;
  const auto value = json::Parse(input);
  CHECK(value.has_value());
  const auto again = bundle::VerifyBundle(bundle::ToFileText(*value));
  CHECK(again.has_value() && again->valid());
  return 0;
}
