// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "retrieve/gather.h"

// What tests of gathering ask of it.
namespace arborist::retrieve {

inline Gathered GatherFrom(const store::Corpus& corpus, const GatherOptions& options) {
  auto gathered = Gatherer(&corpus).Gather(options);
  EXPECT_TRUE(gathered) << gathered.error().message;
  return gathered ? std::move(*gathered) : Gathered{};
}

inline std::vector<std::string> TitlesOf(const Gathered& gathered) {
  std::vector<std::string> titles;
  titles.reserve(gathered.sources.size());
  for (const ContextDocument& source : gathered.sources) titles.push_back(source.title);
  return titles;
}

inline bool Has(const std::vector<std::string>& titles, const std::string& title) {
  return std::find(titles.begin(), titles.end(), title) != titles.end();
}

}  // namespace arborist::retrieve
