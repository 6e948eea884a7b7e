// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "store/home/concepts.h"

namespace arborist::curate {

// The evidence kind of what DeriveSynonyms stores.
inline constexpr std::string_view kLinkReciprocity = "link_reciprocity_synonym";

struct DeriveReport {
  std::uint64_t links = 0;  // to current documents that have links themselves
  std::uint64_t pairs = 0;  // of documents that link to each other
  std::uint64_t added = 0;  // relations that are new
};

// Documents that link to each other are about related things: every word of one title (four letters
// or more, a few general ones excepted) becomes a synonym of every word of the other. Adds to the
// concepts that are stored; removes none.
Result<DeriveReport> DeriveSynonyms(const store::Corpus& corpus, store::HomeStore* home);

}  // namespace arborist::curate
