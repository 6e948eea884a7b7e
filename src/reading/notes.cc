// SPDX-License-Identifier: AGPL-3.0-only
// The notes are canonical JSON written straight down, keys in order, and read back strictly: what
// does not come out as it went in was damaged.
#include "reading/notes.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "json/value.h"

namespace arborist::reading {

namespace {

constexpr AnchorKind kLastKind = AnchorKind::kBranch;
constexpr Verdict kLastVerdict = Verdict::kEmpty;

template <typename Enum>
std::optional<Enum> FromName(std::string_view name, Enum last) {
  for (int i = 0; i <= std::to_underlying(last); ++i) {
    if (NameOf(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

void AppendMember(std::string_view key, std::string_view value, std::string* out) {
  out->append(key);
  json::AppendString(value, out);
}

Error Damaged() { return {ErrorCode::kCorrupt, "the notes of a reading are damaged"}; }

Result<Anchor> ParseAnchor(const json::Value& value) {
  if (!value.is_array() || value.as_array().size() != 4) return std::unexpected(Damaged());
  const auto& part = value.as_array();
  if (!part[0].is_int() || part[0].as_int() < 0 || !part[1].is_string() || !part[2].is_string() ||
      !part[3].is_string()) {
    return std::unexpected(Damaged());
  }
  const auto kind = FromName(part[1].as_string(), kLastKind);
  if (!kind) return std::unexpected(Damaged());
  return Anchor{.begin = static_cast<std::uint64_t>(part[0].as_int()),
                .kind = *kind,
                .label = part[2].as_string(),
                .fragment = part[3].as_string()};
}

Result<std::uint64_t> CountOf(const json::Value& value, std::string_view name) {
  const json::Value* const member = value.Find(name);
  if (member == nullptr || !member->is_int() || member->as_int() < 0)
    return std::unexpected(Damaged());
  return static_cast<std::uint64_t>(member->as_int());
}

Result<std::string> TextOf(const json::Value& value, std::string_view name) {
  const json::Value* const member = value.Find(name);
  if (member == nullptr || !member->is_string()) return std::unexpected(Damaged());
  return member->as_string();
}

Result<const json::Array*> ListOf(const json::Value& value, std::string_view name) {
  const json::Value* const member = value.Find(name);
  if (member == nullptr || !member->is_array()) return std::unexpected(Damaged());
  return &member->as_array();
}

bool IsObjectId(std::string_view id) {
  return (id.size() == 40 || id.size() == 64) && std::ranges::all_of(id, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

Result<ObjectOrigin> ParseOrigin(const json::Value& value) {
  ObjectOrigin origin;
  TRY_ASSIGN(const std::string kind, TextOf(value, "kind"));
  TRY_ASSIGN(origin.commit, TextOf(value, "commit"));
  TRY_ASSIGN(origin.blob, TextOf(value, "blob"));
  if (kind != NameOf(origin.kind) || !IsObjectId(origin.commit) || !IsObjectId(origin.blob))
    return std::unexpected(Damaged());
  return origin;
}

Result<Report> ParseReport(const json::Value& value) {
  Report report;
  TRY_ASSIGN(report.detail, TextOf(value, "detail"));
  TRY_ASSIGN(report.unit_name, TextOf(value, "unit_name"));
  TRY_ASSIGN(report.units, CountOf(value, "units"));
  TRY_ASSIGN(report.units_with_text, CountOf(value, "units_with_text"));
  TRY_ASSIGN(const std::string verdict, TextOf(value, "verdict"));
  const auto known = FromName(verdict, kLastVerdict);
  if (!known) return std::unexpected(Damaged());
  report.verdict = *known;
  TRY_ASSIGN(const json::Array* left_out, ListOf(value, "left_out"));
  for (const json::Value& one : *left_out) {
    TRY_ASSIGN(std::string what, TextOf(one, "what"));
    TRY_ASSIGN(std::string where, TextOf(one, "where"));
    TRY_ASSIGN(const std::uint64_t count, CountOf(one, "count"));
    report.left_out.push_back({std::move(what), std::move(where), count});
  }
  TRY_ASSIGN(const json::Array* warnings, ListOf(value, "warnings"));
  for (const json::Value& one : *warnings) {
    if (!one.is_string()) return std::unexpected(Damaged());
    report.warnings.push_back(one.as_string());
  }
  return report;
}

// Whether an anchor of this kind is a part of the document by itself.
bool IsSection(AnchorKind kind) {
  switch (kind) {
    case AnchorKind::kPage:
    case AnchorKind::kSlide:
    case AnchorKind::kSheet:
    case AnchorKind::kChapter:
    case AnchorKind::kHeading:
    case AnchorKind::kMessage:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string_view NameOf(ObjectOrigin::Kind kind) {
  switch (kind) {
    case ObjectOrigin::Kind::kGit:
      return "git";
  }
  return {};
}

bool Notes::IsPlain() const {
  return anchors.empty() && !origin && report.verdict == Verdict::kRead &&
         report.left_out.empty() && report.warnings.empty() && report.units == 0 &&
         report.detail.empty();
}

std::string AnchorText(const Anchor& anchor) {
  std::string text = "[" + std::to_string(anchor.begin);
  AppendMember(",", NameOf(anchor.kind), &text);
  AppendMember(",", anchor.label, &text);
  AppendMember(",", anchor.fragment, &text);
  text.push_back(']');
  return text;
}

std::string OriginText(const ObjectOrigin& origin) {
  std::string text;
  AppendMember("{\"blob\":", origin.blob, &text);
  AppendMember(",\"commit\":", origin.commit, &text);
  AppendMember(",\"kind\":", NameOf(origin.kind), &text);
  text.push_back('}');
  return text;
}

std::string ReportText(const Report& report) {
  std::string text;
  AppendMember("{\"detail\":", report.detail, &text);
  text += ",\"left_out\":[";
  for (const LeftOut& one : report.left_out) {
    if (text.back() != '[') text.push_back(',');
    text += "{\"count\":" + std::to_string(one.count);
    AppendMember(",\"what\":", one.what, &text);
    AppendMember(",\"where\":", one.where, &text);
    text.push_back('}');
  }
  AppendMember("],\"unit_name\":", report.unit_name, &text);
  text += ",\"units\":" + std::to_string(report.units);
  text += ",\"units_with_text\":" + std::to_string(report.units_with_text);
  AppendMember(",\"verdict\":", NameOf(report.verdict), &text);
  text += ",\"warnings\":[";
  for (const std::string& one : report.warnings) {
    if (text.back() != '[') text.push_back(',');
    json::AppendString(one, &text);
  }
  text += "]}";
  return text;
}

std::string NotesText(const Notes& notes) {
  std::string text = "{\"anchors\":[";
  for (const Anchor& anchor : notes.anchors) {
    if (text.back() != '[') text.push_back(',');
    text += AnchorText(anchor);
  }
  text.push_back(']');
  if (notes.origin) text += ",\"origin\":" + OriginText(*notes.origin);
  text += ",\"report\":" + ReportText(notes.report) + "}";
  return text;
}

Result<Notes> ParseNotes(std::string_view text) {
  const auto value = json::Parse(text);
  if (!value || !value->is_object()) return std::unexpected(Damaged());
  Notes notes;
  TRY_ASSIGN(const json::Array* anchors, ListOf(*value, "anchors"));
  notes.anchors.reserve(anchors->size());
  for (const json::Value& one : *anchors) {
    TRY_ASSIGN(Anchor anchor, ParseAnchor(one));
    if (!notes.anchors.empty() && anchor.begin < notes.anchors.back().begin)
      return std::unexpected(Damaged());
    notes.anchors.push_back(std::move(anchor));
  }
  if (const json::Value* const origin = value->Find("origin"); origin != nullptr) {
    if (!origin->is_object()) return std::unexpected(Damaged());
    TRY_ASSIGN(notes.origin, ParseOrigin(*origin));
  }
  const json::Value* const report = value->Find("report");
  if (report == nullptr || !report->is_object()) return std::unexpected(Damaged());
  TRY_ASSIGN(notes.report, ParseReport(*report));
  return notes;
}

std::optional<Place> PlaceAt(const std::vector<Anchor>& anchors, std::uint64_t offset) {
  auto at = std::ranges::upper_bound(anchors, offset, {}, &Anchor::begin);
  if (at == anchors.begin()) return std::nullopt;
  --at;
  Place place{at->label, at->fragment};
  if (IsSection(at->kind)) return place;
  for (auto around = at; around != anchors.begin();) {
    --around;
    if (!IsSection(around->kind)) continue;
    if (!place.label.starts_with(around->label)) place.label = around->label + ", " + place.label;
    if (place.fragment.empty()) place.fragment = around->fragment;
    break;
  }
  return place;
}

}  // namespace arborist::reading
