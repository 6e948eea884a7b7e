// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/result.h"
#include "ingest/formats/format.h"
#include "reading/reading.h"

namespace arborist::ingest {

// A reading as a document. An error if its verdict gives no text: the verdict's words and the
// detail.
Result<Extracted> ExtractedOf(reading::Reading reading);

}  // namespace arborist::ingest
