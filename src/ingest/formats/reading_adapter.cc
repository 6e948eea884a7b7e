// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/reading_adapter.h"

#include <utility>

namespace arborist::ingest {
namespace {

ErrorCode CodeOf(reading::Verdict verdict) {
  switch (verdict) {
    case reading::Verdict::kOverLimit:
      return ErrorCode::kLimitExceeded;
    case reading::Verdict::kNotSupported:
      return ErrorCode::kUnsupported;
    default:
      return ErrorCode::kInvalidData;
  }
}

}  // namespace

Result<Extracted> ExtractedOf(reading::Reading reading) {
  const bool has_text = reading.report.verdict == reading::Verdict::kRead ||
                        reading.report.verdict == reading::Verdict::kReadInPart;
  if (!has_text) {
    std::string message(NameOf(reading.report.verdict));
    if (!reading.report.detail.empty()) message += ": " + reading.report.detail;
    return Fail(CodeOf(reading.report.verdict), std::move(message));
  }
  return Extracted{.title = std::move(reading.title),
                   .text = std::move(reading.text),
                   .links = std::move(reading.links),
                   .content_date = std::move(reading.content_date)};
}

}  // namespace arborist::ingest
