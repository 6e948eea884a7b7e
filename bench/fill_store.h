// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/result.h"
#include "ingest/source_document.h"
#include "store/layout.h"

namespace arborist::bench {

// Reads every document of a JSON Lines file (compressed or not).
Status ReadCorpus(const std::filesystem::path& jsonl,
                  const std::function<Status(ingest::SourceDocument)>& visit);

// Puts them into the one shard of a new home, or those that `wanted` wants. Returns how many
// documents went in.
using Wanted = std::function<bool(const ingest::SourceDocument&)>;
Result<std::uint64_t> FillStore(const std::filesystem::path& jsonl, const store::HomePaths& home,
                                const Wanted& wanted = {});

}  // namespace arborist::bench
