// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/media_type.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/table.h"

namespace arborist::crawl {
namespace {

constexpr std::array<std::string_view, 5> kLinkLists = {
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml",
    "text/xml"};

const ingest::Format* DocumentFormat(const ingest::Format* format) {
  return format != nullptr && !format->many() ? format : nullptr;
}

}  // namespace

MediaType ReadMediaType(std::string_view header) {
  constexpr std::string_view kCharset = "charset=";
  MediaType type;
  const std::size_t end = std::min(header.find_first_of(";,"), header.size());
  type.name = LowerAscii(TrimAscii(header.substr(0, end)));
  std::string_view rest = header.substr(end);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find(';'));
    rest.remove_prefix(part.size());
    std::string_view value = TrimAscii(part);
    if (!StartsWithIgnoringCase(value, kCharset) || !type.charset.empty()) continue;
    value = TrimAscii(value.substr(kCharset.size()));
    if (value.starts_with('"')) value.remove_prefix(1);
    if (value.ends_with('"')) value.remove_suffix(1);
    type.charset = std::string(value);
  }
  return type;
}

MediaReading ReadingOf(std::string_view media_type, const net::Url& url) {
  if (media_type.empty()) return {.use = MediaUse::kUnknown};
  if (media_type == "application/xhtml+xml") media_type = "text/html";
  if (std::ranges::find(kLinkLists, media_type) != kLinkLists.end())
    return {.use = MediaUse::kLinks};
  if (media_type == "text/plain" || media_type == "application/octet-stream") {
    const std::string ending = ingest::SplitFileName(url.path).ending;
    if (const auto* format = DocumentFormat(ingest::FormatOfEnding(ending)); format != nullptr)
      return {.use = MediaUse::kDocument, .format = format};
  }
  if (const auto* format = DocumentFormat(ingest::FormatOfMediaType(media_type)); format != nullptr)
    return {.use = MediaUse::kDocument, .format = format};
  return {.use = MediaUse::kNone};
}

}  // namespace arborist::crawl
