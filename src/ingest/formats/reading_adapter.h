// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/result.h"
#include "ingest/formats/format.h"
#include "reading/reading.h"

namespace arborist::ingest {

// Between the format readers that return a reading::Reading and the table of formats.

// What is stored of a reading. One without text is an error, whose message is the verdict and its
// detail: "needs a password: the document is encrypted", "damaged: ...", "empty".
Result<Extracted> ExtractedOf(reading::Reading reading, const Limits& limits);

reading::ReadingLimits ReadingLimitsOf(const Limits& limits);

// Reads the HTML inside of other formats by html-text-v1.
reading::HtmlReader HtmlReaderOf(const Limits& limits);

}  // namespace arborist::ingest
