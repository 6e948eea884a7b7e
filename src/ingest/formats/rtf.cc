// SPDX-License-Identifier: AGPL-3.0-only
// rtf-text-v1: docs/format/rtf-text.md.
#include "rtf/rtf.h"

#include "ingest/formats/format.h"
#include "ingest/formats/reading_adapter.h"

namespace arborist::ingest {

bool HoldsRtf(const Head& head) { return rtf::LooksLikeRtf(head.bytes); }

Result<Extracted> ReadRtfFile(const Origin&, std::string bytes, const Limits& limits) {
  return ExtractedOf(rtf::ReadRtf(bytes, ReadingLimitsOf(limits)), limits);
}

}  // namespace arborist::ingest
