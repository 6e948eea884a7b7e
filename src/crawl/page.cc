// SPDX-License-Identifier: AGPL-3.0-only
// The media type says which reader looks at a body; where it says nothing, or only that it is XML,
// the content does. Links of HTML are those that ingest finds for the document.
#include "crawl/page.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "compress/byte_source.h"
#include "crawl/canonical_url.h"
#include "crawl/link_list.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/html.h"
#include "ingest/formats/table.h"

namespace arborist::crawl {
namespace {

using Seen = std::unordered_set<std::string>;

// A link of the page, once.
void AddLink(Result<net::Url> link, Seen* seen, std::vector<net::Url>* to, Page* page) {
  if (!link && link.error().code == ErrorCode::kLimitExceeded) ++page->too_long;
  if (link && seen->insert(link->text).second) to->push_back(*std::move(link));
}

void AddLinks(const LinkList& list, const net::Url& url, Page* page) {
  auto* const to = list.kind == LinkList::Kind::kSitemapIndex ? &page->sitemaps : &page->links;
  Seen seen;
  for (const std::string& text : list.urls) AddLink(CanonicalUrl(url, text), &seen, to, page);
}

std::size_t CountWords(std::string_view text, std::size_t most) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (!blank && !inside && ++words == most) break;
    inside = !blank;
  }
  return words;
}

// Such a page is written by its scripts as it is shown.
std::string NoteOf(const ingest::HtmlDocument& html) {
  constexpr std::size_t kFewWords = 50;
  constexpr std::size_t kManyScripts = 3;
  const std::size_t words = CountWords(html.text, kFewWords);
  if (words >= kFewWords || html.scripts <= kManyScripts) return {};
  return "needs a browser: " + std::to_string(words) + " words, " + std::to_string(html.scripts) +
         " scripts";
}

// A site that names its front page on every page means it of none.
bool StandsForAll(const net::Url& canonical) {
  return canonical.path == "/" && canonical.query.empty();
}

Page ReadHtml(const Fetched& response, const net::Url& url, const ingest::Limits& limits) {
  Page page;
  const auto html = ingest::ExtractHtml(response.body, response.type.charset, url.text, limits);
  if (!html) {
    page.left_out = html.error().message;
    return page;
  }
  Directives directives = response.directives;
  directives.Add(ReadDirectives(html->robots));
  if (!directives.no_follow) {
    Seen seen;
    for (const auto* links : {&html->links, &html->feeds}) {
      for (const std::string& text : *links) AddLink(CanonicalUrl(text), &seen, &page.links, &page);
    }
  }
  if (directives.no_index) {
    page.left_out = "it asks not to be stored (noindex)";
    return page;
  }
  page.format = ingest::FormatNamed("html");
  page.note = NoteOf(*html);
  auto canonical =
      html->canonical.empty() ? Fail(ErrorCode::kNotFound, "none") : CanonicalUrl(html->canonical);
  if (canonical && canonical->origin == url.origin && canonical->text != url.text &&
      !StandsForAll(*canonical))
    page.canonical = *std::move(canonical);
  return page;
}

// By the content alone.
Page ReadUnknown(const Fetched& response, const net::Url& url, const ingest::Limits& limits) {
  Page page;
  if (const auto list = ReadLinkList(response.body)) {
    if (!response.directives.no_follow) AddLinks(*list, url, &page);
    return page;
  }
  const std::string_view head = std::string_view(response.body).substr(0, ingest::kHeadBytes);
  const ingest::Detected detected = ingest::Detect(url.path, head);
  if (detected.format == ingest::FormatNamed("html")) return ReadHtml(response, url, limits);
  if (detected.format == nullptr) {
    page.left_out = ingest::ReasonOf(detected);
  } else if (detected.format->many()) {
    page.left_out = std::string(detected.format->label) + " are not taken from the web";
  } else {
    page.format = detected.format;
  }
  return page;
}

Result<std::string> Plain(const std::string& bytes, std::size_t max_bytes) {
  if (!compress::IsCompressed(bytes)) return bytes;
  TRY_ASSIGN(const auto source, compress::OpenBytes(bytes));
  return compress::ReadRest(source.get(), max_bytes);
}

}  // namespace

Page ReadPage(const Fetched& response, const net::Url& url, const ingest::Limits& limits) {
  if (response.body.empty()) return {.left_out = "it is empty"};
  const MediaReading reading = ReadingOf(response.type.name, url);
  if (reading.use == MediaUse::kLinks || reading.use == MediaUse::kUnknown) {
    Page page = ReadUnknown(response, url, limits);
    // XML that no reader knows would pass for text.
    if (reading.use == MediaUse::kLinks && page.format == &ingest::PlainText()) {
      page.format = nullptr;
      page.left_out = "XML that is neither a feed nor a sitemap";
    }
    if (response.directives.no_index && page.format != nullptr)
      return {.left_out = "it asks not to be stored (noindex)", .links = std::move(page.links)};
    return page;
  }
  if (reading.format == ingest::FormatNamed("html")) return ReadHtml(response, url, limits);
  if (response.directives.no_index) return {.left_out = "it asks not to be stored (noindex)"};
  return {.format = reading.format};
}

Page ReadSitemap(const Fetched& response, const net::Url& url, std::size_t max_bytes) {
  Page page;
  const auto xml = Plain(response.body, max_bytes);
  if (!xml) {
    page.left_out = xml.error().message;
  } else if (const auto list = ReadLinkList(*xml)) {
    AddLinks(*list, url, &page);
  } else {
    page.left_out = "no sitemap";
  }
  return page;
}

}  // namespace arborist::crawl
