// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ingest/formats/format.h"
#include "net/url.h"

namespace arborist::crawl {

// A Content-Type header: "text/html; charset=utf-8".
struct MediaType {
  std::string name;     // in lower case; empty: there was no header
  std::string charset;  // as it stands
};
MediaType ReadMediaType(std::string_view header);

// What a page of a media type is good for.
enum class MediaUse : std::uint8_t {
  kDocument,  // a reader is there for it
  kLinks,     // XML, which may be a feed or a sitemap
  kUnknown,   // the server does not say; the content has to
  kNone,
};
struct MediaReading {
  MediaUse use = MediaUse::kNone;
  const ingest::Format* format = nullptr;  // of a document
};
// Where the media type says little ("text/plain", "application/octet-stream"), the ending of the
// path decides.
MediaReading ReadingOf(std::string_view media_type, const net::Url& url);

}  // namespace arborist::crawl
