// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/fetcher.h"
#include "ingest/formats/format.h"
#include "ingest/limits.h"

namespace arborist::crawl {

// What a response is good for. Pure, for any thread.
struct Page {
  const ingest::Format* format = nullptr;  // of a document to store; null: there is none
  std::string left_out = {};               // why it is not stored; empty: a list of links
  std::string note = {};                   // for people, of a page that is stored
  std::vector<net::Url> links = {};        // canonical; those that are no URLs are left out
  std::vector<net::Url> sitemaps = {};     // likewise
  std::size_t too_long = 0;                // links that are longer than a URL may be
  std::optional<net::Url> canonical = {};  // the page of the same origin that stands for this one
};
Page ReadPage(const Fetched& response, const net::Url& url, const ingest::Limits& limits);

// Of a sitemap, compressed or not.
Page ReadSitemap(const Fetched& response, const net::Url& url, std::size_t max_bytes);

}  // namespace arborist::crawl
