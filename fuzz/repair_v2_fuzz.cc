// SPDX-License-Identifier: AGPL-3.0-only
// repair-v2: strict JSON is read as it stands, a prefix of it keeps its finished items, and
// whatever comes out of a broken text stood in it.
#include "fuzz/fuzz.h"
#include "json/lenient.h"

namespace {

using namespace arborist;

// Every string of the value is a piece of the text.
void CheckFound(const json::Value& value, std::string_view text) {
  if (value.is_string()) CHECK(text.find(value.as_string()) != std::string_view::npos);
  if (value.is_array()) {
    for (const json::Value& item : value.as_array()) CheckFound(item, text);
  }
  if (value.is_object()) {
    for (const auto& [key, member] : value.as_object()) {
      CHECK(text.find(key) != std::string_view::npos);
      CheckFound(member, text);
    }
  }
}

// The value of a list cut anywhere is the beginning of the list, and at most one item is not whole.
void CheckPrefix(const json::Array& items, const std::string& spelt, std::size_t cut) {
  const auto part = json::ParseLenient(spelt.substr(0, cut), json::Repair::kRepairV2);
  CHECK(part.has_value() && part->value.is_array());
  const json::Array& got = part->value.as_array();
  CHECK(got.size() <= items.size());
  std::string read = "[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    read += (i == 0 ? "" : ",") + json::Dump(items[i]);
    // Behind its comma or bracket an item is finished.
    if (read.size() < cut) CHECK(i < got.size() && got[i] == items[i]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::View(data, size);
  const auto strict = json::Parse(text);
  const auto lenient = json::ParseLenient(text, json::Repair::kRepairV2);
  if (!lenient) {
    CHECK(!strict.has_value() && !lenient.error().message.empty());
    return 0;
  }
  CHECK(json::Canonical(lenient->value).has_value());
  if (strict) {
    CHECK(lenient->fixups.empty() && lenient->value == *strict);
    if (!strict->is_array() || strict->as_array().empty() || size > 2000) return 0;
    const std::string spelt = json::Dump(*strict);
    for (std::size_t cut = 1; cut <= spelt.size(); ++cut) {
      CheckPrefix(strict->as_array(), spelt, cut);
    }
    return 0;
  }
  CHECK(!lenient->fixups.empty());
  if (text.find_first_of("\\+") == std::string_view::npos) CheckFound(lenient->value, text);
  return 0;
}
