// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/reading_adapter.h"

#include <utility>

#include "ingest/formats/html.h"

namespace arborist::ingest {

namespace {

ErrorCode CodeOf(reading::Verdict verdict) {
  switch (verdict) {
    case reading::Verdict::kOverLimit:
      return ErrorCode::kLimitExceeded;
    case reading::Verdict::kNeedsPassword:
    case reading::Verdict::kNotSupported:
      return ErrorCode::kUnsupported;
    case reading::Verdict::kRead:
    case reading::Verdict::kReadInPart:
    case reading::Verdict::kNoTextLayer:
    case reading::Verdict::kUnreadableText:
    case reading::Verdict::kDamaged:
    case reading::Verdict::kEmpty:
      return ErrorCode::kInvalidData;
  }
  std::unreachable();
}

}  // namespace

Result<Extracted> ExtractedOf(reading::Reading reading, const Limits& limits) {
  reading::Report& report = reading.report;
  if (reading.text.empty()) {
    std::string reason(reading::NameOf(report.verdict));
    if (!report.detail.empty()) reason += ": " + report.detail;
    return Fail(CodeOf(report.verdict), std::move(reason));
  }
  if (reading.links.size() > limits.max_links) reading.links.resize(limits.max_links);
  return Extracted{
      .title = std::move(reading.title),
      .text = std::move(reading.text),
      .links = std::move(reading.links),
      .content_date = std::move(reading.content_date),
      .notes = {.anchors = std::move(reading.anchors), .report = std::move(report)},
      .children = std::move(reading.children)};
}

reading::ReadingLimits ReadingLimitsOf(const Limits& limits) {
  reading::ReadingLimits own;
  own.max_input_bytes = limits.max_file_bytes;
  own.max_text_bytes = limits.max_document_bytes;
  own.max_expansion_ratio = limits.max_expansion_ratio;
  return own;
}

reading::HtmlReader HtmlReaderOf(const Limits& limits) {
  return [limits](std::string_view bytes, std::string_view charset,
                  std::string_view base_uri) -> Result<reading::HtmlPart> {
    TRY_ASSIGN(HtmlDocument page, ExtractHtml(bytes, charset, base_uri, limits));
    return reading::HtmlPart{.title = std::move(page.title),
                             .text = std::move(page.text),
                             .links = std::move(page.links)};
  };
}

}  // namespace arborist::ingest
