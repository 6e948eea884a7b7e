// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/tree.h"

namespace arborist::store {

Status ExtendTree(const LogView& log, std::uint64_t size, merkle::LogTree* tree) {
  return log.ReadHashes(tree->size(), size,
                        [&](const EventHash& hash) { tree->Append(AsText(hash.view())); });
}

std::string EncodeFrontier(const merkle::LogTree& tree) {
  std::string bytes;
  for (const Hash256& hash : tree.frontier()) bytes += AsText(hash.view());
  return bytes;
}

std::optional<merkle::LogTree> DecodeFrontier(std::uint64_t size, const Hash256& root,
                                              std::string_view frontier) {
  if (frontier.size() % 32 != 0) return std::nullopt;
  std::vector<Hash256> hashes;
  for (; !frontier.empty(); frontier.remove_prefix(32)) {
    const auto hash = Hash256::FromBytes(AsBytes(frontier.substr(0, 32)));
    if (!hash) return std::nullopt;
    hashes.push_back(*hash);
  }
  auto tree = merkle::LogTree::FromFrontier(size, hashes);
  if (!tree || tree->Root() != root) return std::nullopt;
  return std::move(*tree);
}

}  // namespace arborist::store
