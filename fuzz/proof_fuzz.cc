// SPDX-License-Identifier: AGPL-3.0-only
// Merkle proofs: as JSON from outside, and proofs of a real tree with one thing changed.
#include <vector>

#include "fuzz/fuzz.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"

namespace {

using namespace arborist;

void CheckJson(std::string_view input) {
  const auto value = json::Parse(input);
  if (!value) return;
  const auto parsed = merkle::ProofFromJson(*value);
  if (!parsed) return;
  const bool folds = merkle::VerifyFold(parsed->proof).has_value();
  if (parsed->leaf_count && merkle::Verify(parsed->proof, *parsed->leaf_count)) CHECK(folds);
  const auto again = merkle::ProofFromJson(merkle::ProofToJson(parsed->proof, parsed->leaf_count));
  CHECK(again && again->proof == parsed->proof && again->leaf_count == parsed->leaf_count);
}

// A tree of up to 40 leaves; whatever the input does to a proof or its count, only the untouched
// one (or one that says the same) passes.
void CheckTree(std::string_view input) {
  const std::size_t count = 1 + fuzz::TakeByte(&input) % 40u;
  std::vector<Hash256> leaves;
  leaves.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    leaves.push_back(merkle::HashLeaf("leaf " + std::to_string(i)));
  const std::size_t index = fuzz::TakeByte(&input) % count;
  const merkle::Proof proof = merkle::Prove(leaves, index);
  CHECK(merkle::Verify(proof, count).has_value() && merkle::VerifyFold(proof).has_value());
  merkle::Proof changed = proof;
  std::uint64_t claimed = count;
  while (!input.empty()) {
    const std::uint8_t what = fuzz::TakeByte(&input);
    const std::uint8_t value = fuzz::TakeByte(&input);
    switch (what % 7) {
      case 0:
        changed.leaf_index = value;
        break;
      case 1:
        if (!changed.siblings.empty()) changed.siblings.pop_back();
        break;
      case 2:
        changed.siblings.push_back({changed.root, (value & 1) != 0});
        break;
      case 3:
        if (!changed.siblings.empty())
          changed.siblings[value % changed.siblings.size()].is_left ^= true;
        break;
      case 4:
        if (!changed.siblings.empty())
          changed.siblings[value % changed.siblings.size()].hash.bytes[value % 32] ^= 1;
        break;
      case 5:
        changed.leaf.bytes[value % 32] ^= 1;
        break;
      default:
        claimed = value;
        break;
    }
  }
  if (!merkle::Verify(changed, claimed)) return;
  CHECK(merkle::VerifyFold(changed).has_value());
  CHECK(changed.leaf_index < claimed && changed.siblings.size() == merkle::PathLength(claimed));
  if (claimed == count) CHECK(changed == proof || changed.leaf == leaves[changed.leaf_index]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input = fuzz::View(data, size);
  CheckJson(input);
  if (!input.starts_with('{')) CheckTree(input);
  return 0;
}
