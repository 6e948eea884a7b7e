// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/result.h"
#include "ingest/ingest.h"

namespace arborist::ingest {

// Says what the ingest would do and writes nothing (IngestOptions::dry_run). The stages of a run
// read and prepare as ever; between Dispatch and the feeder stands what leaves out all but a
// sample, and in place of the writers what counts.
Result<IngestReport> DryRun(const IngestOptions& options, const IngestEnvironment& environment);

}  // namespace arborist::ingest
