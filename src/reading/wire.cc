// SPDX-License-Identifier: AGPL-3.0-only
// The codec of wire.h. Encoding trusts its Reading; decoding checks each promise of reading.h, for
// the stream may come from a program that a hostile file has taken over.
#include "reading/wire.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "json/value.h"
#include "text/utf8.h"

namespace arborist::reading {
namespace {

std::unexpected<Error> Damaged(std::string_view what) {
  return Fail(ErrorCode::kInvalidData, "the reader's answer is damaged: " + std::string(what));
}

std::unexpected<Error> TooMuch(std::string_view what) {
  return Fail(ErrorCode::kLimitExceeded,
              "the reader's answer is over a limit: " + std::string(what));
}

std::int64_t Number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

json::Value StringsOf(const std::vector<std::string>& strings) {
  return json::Array(strings.begin(), strings.end());
}

json::Value AnchorsOf(const std::vector<Anchor>& anchors) {
  json::Array all;
  all.reserve(anchors.size());
  for (const Anchor& anchor : anchors) {
    all.push_back(
        json::Array{Number(anchor.begin), NameOf(anchor.kind), anchor.label, anchor.fragment});
  }
  return all;
}

json::Value ReportOf(const Report& report) {
  json::Array left_out;
  for (const LeftOut& one : report.left_out)
    left_out.push_back(json::Array{one.what, one.where, Number(one.count)});
  return json::Object{{"verdict", NameOf(report.verdict)},
                      {"detail", report.detail},
                      {"unit_name", report.unit_name},
                      {"units", Number(report.units)},
                      {"units_with_text", Number(report.units_with_text)},
                      {"left_out", std::move(left_out)},
                      {"warnings", StringsOf(report.warnings)}};
}

// -- decoding

template <typename Enum>
std::optional<Enum> Named(std::string_view name, Enum last) {
  for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(last); ++i) {
    if (NameOf(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

bool IsPlain(std::string_view text) {
  return !text.contains('\0') && text::FindInvalidUtf8(text) == std::string_view::npos;
}

bool IsDate(std::string_view date) {
  if (date.size() != 10) return false;
  for (std::size_t i = 0; i < date.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    if (dash ? date[i] != '-' : (date[i] < '0' || date[i] > '9')) return false;
  }
  return true;
}

class HeaderReader {
 public:
  explicit HeaderReader(const WireLimits& limits) : limits_(limits) {}

  Result<std::string> String(const json::Value& value, std::string_view name) const {
    if (!value.is_string()) return Damaged(name);
    const std::string& text = value.as_string();
    if (text.size() > limits_.max_string_bytes) return TooMuch(name);
    if (!IsPlain(text)) return Damaged(name);
    return text;
  }

  Result<std::uint64_t> Count(const json::Value& value, std::string_view name) const {
    if (!value.is_int() || value.as_int() < 0) return Damaged(name);
    return static_cast<std::uint64_t>(value.as_int());
  }

  // The member of an object; null if it is not there.
  static const json::Value& Of(const json::Value& object, std::string_view name) {
    static const json::Value kNull;
    const json::Value* const found = object.Find(name);
    return found != nullptr ? *found : kNull;
  }

  Result<const json::Array*> List(const json::Value& object, std::string_view name,
                                  std::size_t most) const {
    const json::Value& value = Of(object, name);
    if (!value.is_array()) return Damaged(name);
    if (value.as_array().size() > most) return TooMuch(name);
    return &value.as_array();
  }

  // One row of a list of rows.
  static Result<const json::Array*> Row(const json::Value& value, std::size_t width,
                                        std::string_view name) {
    if (!value.is_array() || value.as_array().size() != width) return Damaged(name);
    return &value.as_array();
  }

  Result<std::vector<Anchor>> Anchors(const json::Value& header, std::string_view text) const {
    TRY_ASSIGN(const json::Array* list, List(header, "anchors", limits_.max_anchors));
    std::vector<Anchor> anchors;
    anchors.reserve(list->size());
    for (const json::Value& value : *list) {
      TRY_ASSIGN(const json::Array* row, Row(value, 4, "anchors"));
      Anchor anchor;
      TRY_ASSIGN(anchor.begin, Count((*row)[0], "anchors"));
      if (!(*row)[1].is_string()) return Damaged("anchors");
      const auto kind = Named((*row)[1].as_string(), AnchorKind::kBranch);
      const bool in_order = anchors.empty() || anchors.back().begin <= anchor.begin;
      if (!kind || !in_order || anchor.begin > text.size()) return Damaged("anchors");
      const bool inside_character = anchor.begin < text.size() &&
                                    (static_cast<unsigned char>(text[anchor.begin]) & 0xC0) == 0x80;
      if (inside_character) return Damaged("anchors");
      anchor.kind = *kind;
      TRY_ASSIGN(anchor.label, String((*row)[2], "anchors"));
      TRY_ASSIGN(anchor.fragment, String((*row)[3], "anchors"));
      anchors.push_back(std::move(anchor));
    }
    return anchors;
  }

  Result<Report> ReportIn(const json::Value& header) const {
    const json::Value& object = Of(header, "report");
    Report report;
    TRY_ASSIGN(const std::string verdict, String(Of(object, "verdict"), "verdict"));
    const auto known = Named(verdict, Verdict::kEmpty);
    if (!known) return Damaged("verdict");
    report.verdict = *known;
    TRY_ASSIGN(report.detail, String(Of(object, "detail"), "detail"));
    TRY_ASSIGN(report.unit_name, String(Of(object, "unit_name"), "unit_name"));
    TRY_ASSIGN(report.units, Count(Of(object, "units"), "units"));
    TRY_ASSIGN(report.units_with_text, Count(Of(object, "units_with_text"), "units"));
    if (report.units_with_text > report.units) return Damaged("units");
    TRY_ASSIGN(const json::Array* left_out, List(object, "left_out", kMaxReportLines));
    for (const json::Value& value : *left_out) {
      TRY_ASSIGN(const json::Array* row, Row(value, 3, "left_out"));
      LeftOut one;
      TRY_ASSIGN(one.what, String((*row)[0], "left_out"));
      TRY_ASSIGN(one.where, String((*row)[1], "left_out"));
      TRY_ASSIGN(one.count, Count((*row)[2], "left_out"));
      report.left_out.push_back(std::move(one));
    }
    TRY_ASSIGN(const json::Array* warnings, List(object, "warnings", kMaxReportLines));
    for (const json::Value& value : *warnings) {
      TRY_ASSIGN(std::string warning, String(value, "warnings"));
      report.warnings.push_back(std::move(warning));
    }
    return report;
  }

  Result<std::vector<std::string>> Links(const json::Value& header) const {
    TRY_ASSIGN(const json::Array* list, List(header, "links", limits_.max_links));
    std::vector<std::string> links;
    for (const json::Value& value : *list) {
      TRY_ASSIGN(std::string link, String(value, "links"));
      if (!links.empty() && links.back() >= link) return Damaged("links");
      links.push_back(std::move(link));
    }
    return links;
  }

  // The children with their bytes, which are the front of *rest.
  Result<std::vector<Child>> Children(const json::Value& header, std::string_view* rest) const {
    TRY_ASSIGN(const json::Array* list, List(header, "children", limits_.max_children));
    std::vector<Child> children;
    std::uint64_t total = 0;
    for (const json::Value& value : *list) {
      TRY_ASSIGN(const json::Array* row, Row(value, 4, "children"));
      Child child;
      TRY_ASSIGN(child.name, String((*row)[0], "children"));
      TRY_ASSIGN(child.fragment, String((*row)[1], "children"));
      TRY_ASSIGN(child.media_type, String((*row)[2], "children"));
      TRY_ASSIGN(const std::uint64_t size, Count((*row)[3], "children"));
      if (size > limits_.max_child_bytes - total) return TooMuch("children");
      total += size;
      if (size > rest->size()) return Damaged("it was cut");
      child.bytes = rest->substr(0, size);
      rest->remove_prefix(size);
      children.push_back(std::move(child));
    }
    return children;
  }

 private:
  const WireLimits& limits_;
};

// The first `size` bytes of *rest.
Result<std::string_view> Take(std::uint64_t size, std::string_view* rest) {
  if (size > rest->size()) return Damaged("it was cut");
  const std::string_view taken = rest->substr(0, size);
  rest->remove_prefix(size);
  return taken;
}

Status CheckWhole(const Reading& reading) {
  const bool may_have_text =
      reading.report.verdict == Verdict::kRead || reading.report.verdict == Verdict::kReadInPart;
  if (!may_have_text && !reading.text.empty()) return Damaged("text against its verdict");
  if (reading.title.find_first_of("\r\n") != std::string::npos) return Damaged("title");
  if (!reading.content_date.empty() && !IsDate(reading.content_date)) return Damaged("date");
  return {};
}

}  // namespace

std::string EncodeReading(const Reading& reading) {
  json::Array children;
  std::uint64_t bytes = reading.text.size();
  for (const Child& child : reading.children) {
    children.push_back(
        json::Array{child.name, child.fragment, child.media_type, Number(child.bytes.size())});
    bytes += child.bytes.size();
  }
  const std::string header = json::Dump(json::Object{{"title", reading.title},
                                                     {"text_bytes", Number(reading.text.size())},
                                                     {"links", StringsOf(reading.links)},
                                                     {"content_date", reading.content_date},
                                                     {"anchors", AnchorsOf(reading.anchors)},
                                                     {"report", ReportOf(reading.report)},
                                                     {"children", std::move(children)}});
  std::string out;
  out.reserve(4 + header.size() + bytes);
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<char>((header.size() >> shift) & 0xFF));
  out += header;
  out += reading.text;
  for (const Child& child : reading.children) out += child.bytes;
  return out;
}

Result<Reading> DecodeReading(std::string_view bytes, const WireLimits& limits) {
  TRY_ASSIGN(const std::string_view length, Take(4, &bytes));
  std::uint64_t header_bytes = 0;
  for (const char c : length) header_bytes = header_bytes << 8 | static_cast<unsigned char>(c);
  if (header_bytes > limits.max_header_bytes) return TooMuch("header");
  TRY_ASSIGN(const std::string_view encoded, Take(header_bytes, &bytes));
  auto header = json::Parse(
      encoded,
      {.max_depth = 8, .max_bytes = static_cast<std::size_t>(header_bytes), .unique_keys = true});
  if (!header || !header->is_object()) return Damaged("header");

  const HeaderReader reader(limits);
  Reading reading;
  TRY_ASSIGN(const std::uint64_t text_bytes,
             reader.Count(HeaderReader::Of(*header, "text_bytes"), "text_bytes"));
  if (text_bytes > limits.max_text_bytes) return TooMuch("text");
  TRY_ASSIGN(reading.text, Take(text_bytes, &bytes));
  if (!IsPlain(reading.text)) return Damaged("text");
  TRY_ASSIGN(reading.title, reader.String(HeaderReader::Of(*header, "title"), "title"));
  TRY_ASSIGN(reading.content_date,
             reader.String(HeaderReader::Of(*header, "content_date"), "date"));
  TRY_ASSIGN(reading.links, reader.Links(*header));
  TRY_ASSIGN(reading.anchors, reader.Anchors(*header, reading.text));
  TRY_ASSIGN(reading.report, reader.ReportIn(*header));
  TRY_ASSIGN(reading.children, reader.Children(*header, &bytes));
  if (!bytes.empty()) return Damaged("bytes behind its end");
  TRY(CheckWhole(reading));
  return reading;
}

}  // namespace arborist::reading
