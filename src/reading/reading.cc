// SPDX-License-Identifier: AGPL-3.0-only
#include "reading/reading.h"

#include <algorithm>
#include <utility>

namespace arborist::reading {

std::string_view NameOf(AnchorKind kind) {
  switch (kind) {
    case AnchorKind::kPage:
      return "page";
    case AnchorKind::kSlide:
      return "slide";
    case AnchorKind::kNotes:
      return "notes";
    case AnchorKind::kSheet:
      return "sheet";
    case AnchorKind::kRow:
      return "row";
    case AnchorKind::kChapter:
      return "chapter";
    case AnchorKind::kHeading:
      return "heading";
    case AnchorKind::kParagraph:
      return "paragraph";
    case AnchorKind::kLine:
      return "line";
    case AnchorKind::kMessage:
      return "message";
    case AnchorKind::kPart:
      return "part";
    case AnchorKind::kNote:
      return "note";
    case AnchorKind::kField:
      return "field";
    case AnchorKind::kQuoted:
      return "quoted";
    case AnchorKind::kSignature:
      return "signature";
    case AnchorKind::kBranch:
      return "branch";
  }
  std::unreachable();
}

std::string_view NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kRead:
      return "read";
    case Verdict::kReadInPart:
      return "read in part";
    case Verdict::kNoTextLayer:
      return "no text layer";
    case Verdict::kUnreadableText:
      return "unreadable text";
    case Verdict::kNeedsPassword:
      return "needs a password";
    case Verdict::kDamaged:
      return "damaged";
    case Verdict::kOverLimit:
      return "over a limit";
    case Verdict::kNotSupported:
      return "not supported";
    case Verdict::kEmpty:
      return "empty";
  }
  std::unreachable();
}

std::string Describe(const Report& report) {
  std::string text(NameOf(report.verdict));
  if (report.units > 0) {
    text += ": ";
    if (report.units_with_text != report.units)
      text += std::to_string(report.units_with_text) + " of ";
    text += std::to_string(report.units) + " " + report.unit_name;
    if (report.units_with_text != report.units) text += " have text";
  }
  if (!report.detail.empty()) text += (report.units > 0 ? "; " : ": ") + report.detail;
  return text;
}

void LeaveOut(Report* report, std::string_view what, std::string_view where, std::uint64_t count) {
  for (LeftOut& one : report->left_out) {
    if (one.what == what && one.where == where) {
      one.count += count;
      return;
    }
  }
  if (report->left_out.size() < kMaxReportLines - 1) {
    report->left_out.push_back({std::string(what), std::string(where), count});
  } else if (report->left_out.size() == kMaxReportLines - 1) {
    report->left_out.push_back({"more, not named", "", count});
  } else {
    report->left_out.back().count += count;
  }
}

void Warn(Report* report, std::string_view warning) {
  if (report->warnings.size() >= kMaxReportLines) return;
  if (std::ranges::find(report->warnings, warning) != report->warnings.end()) return;
  report->warnings.emplace_back(warning);
  if (report->warnings.size() == kMaxReportLines) report->warnings.back() = "more, not named";
}

}  // namespace arborist::reading
