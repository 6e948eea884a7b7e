// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>

#include "base/hash256.h"
#include "base/result.h"
#include "run/run_record.h"

namespace arborist::run {

// A kept run made again from the texts of its passages, one span each, and held against what is
// kept: its record-v1 hash, answer, label, verdict and stages, and what is shown of its units.
// kDoesNotHold names the first that differs. What comes back has the verdict's wording as this
// program says it.
Result<RunRecord> Repeat(RunRecord kept, const Hash256& record_hash,
                         std::span<const std::string> spans);

// Whether every line of the answer is one of its claims or evidence of it. Policies of version 1
// show titles and excerpts as they are, so that a document can write lines of its own among the
// claims.
bool ShowsOnlyItsClaims(const RunRecord& run);

}  // namespace arborist::run
