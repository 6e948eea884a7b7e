// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>

#include "base/hash256.h"
#include "base/result.h"
#include "run/run_record.h"

namespace arborist::run {

// Performs a kept run again from the texts of its passages (one span each) and compares it with
// what is kept: record hash, answer, label, verdict, stages, and what is shown of its units.
// kDoesNotHold names the first difference. The result has the verdict's wording of this program.
// Used before a record is served.
Result<RunRecord> Repeat(RunRecord kept, const Hash256& record_hash,
                         std::span<const std::string> spans);

// Whether every line of the answer is one of its claims or the evidence under it. Policies of
// version 1 show titles and excerpts unchanged, so a document could add lines of its own.
bool ShowsOnlyItsClaims(const RunRecord& run);

}  // namespace arborist::run
