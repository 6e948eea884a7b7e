// SPDX-License-Identifier: AGPL-3.0-only
// XML as a tree: the same whatever the size of the pieces, and never more than is allowed.
#include "fuzz/fuzz.h"
#include "xml/tree.h"

namespace {

using namespace arborist;

std::uint16_t NumberOf(std::string_view uri) { return static_cast<std::uint16_t>(uri.size()); }

std::string Dumped(std::string_view xml, std::size_t step) {
  xml::TreeBuilder builder(NumberOf, {.max_depth = 50, .max_attributes = 20}, 1 << 20);
  for (std::size_t at = 0; at < xml.size(); at += step) {
    if (!builder.Feed(xml.substr(at, step))) return "refused";
  }
  const auto tree = builder.Finish();
  if (!tree) return "refused";
  std::string out;
  std::size_t depth = 0;
  const auto walk = [&](const auto& self, xml::Node node) -> void {
    CHECK(++depth <= 51);
    out += node.is_text() ? node.text() : node.local();
    out += '(';
    for (const xml::Node child : node.children()) {
      CHECK(child.parent());
      self(self, child);
    }
    out += ')';
    --depth;
  };
  if (tree->root()) walk(walk, tree->root());
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::size_t step = 1 + fuzz::TakeByte(&input) % 61;
  CHECK(Dumped(input, 1 << 16) == Dumped(input, step));
  return 0;
}
