// SPDX-License-Identifier: AGPL-3.0-only
#include "rtf/rtf.h"

#include "base/ascii.h"
#include "rtf/scanner.h"

namespace arborist::rtf {

namespace {

std::string_view WithoutGap(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (!bytes.empty() && IsAsciiSpace(bytes.front())) bytes.remove_prefix(1);
  return bytes;
}

}  // namespace

bool LooksLikeRtf(std::string_view head) { return WithoutGap(head).starts_with("{\\rtf"); }

reading::Reading ReadRtf(std::string_view bytes, const reading::ReadingLimits& limits) {
  reading::Reading failed;
  if (bytes.size() > limits.max_input_bytes) {
    failed.report.verdict = reading::Verdict::kOverLimit;
    failed.report.detail = "more than " + std::to_string(limits.max_input_bytes) + " bytes";
    return failed;
  }
  if (!LooksLikeRtf(bytes)) {
    failed.report.verdict = reading::Verdict::kNotSupported;
    failed.report.detail = "not RTF";
    return failed;
  }
  return Scanner(WithoutGap(bytes), limits).Run();
}

}  // namespace arborist::rtf
