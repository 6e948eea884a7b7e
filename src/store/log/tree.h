// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "merkle/log_tree.h"
#include "store/log/log_view.h"

namespace arborist::store {

// Brings the RFC 6962 tree of a log up to its first `size` events. Reads only those that the tree
// has not yet.
Status ExtendTree(const LogView& log, std::uint64_t size, merkle::LogTree* tree);

// A tree as it is kept in a row: the hashes of its frontier behind each other.
std::string EncodeFrontier(const merkle::LogTree& tree);
// Nothing when the row is not that of a tree of this size with this root.
std::optional<merkle::LogTree> DecodeFrontier(std::uint64_t size, const Hash256& root,
                                              std::string_view frontier);

}  // namespace arborist::store
