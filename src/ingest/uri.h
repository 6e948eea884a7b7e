// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/limits.h"

namespace arborist::ingest {

// The five components of RFC 3986 section 3, without their delimiters. Views into the text split.
struct UriParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};
UriParts SplitUri(std::string_view uri);

// RFC 3986 section 5.2.4. Linear in the path.
std::string RemoveDotSegments(std::string_view path);

// RFC 3986 section 5.2, strict: what `reference` means in a document at `base`. No normalisation
// beyond the dot segments. A base without a scheme gives a result without one.
std::string ResolveReference(std::string_view base, std::string_view reference);

// One spelling per URI: lower-case scheme and host, no default port, no empty http path, bytes that
// RFC 3986 does not allow percent-encoded, hex digits upper-case, unreserved characters plain.
std::string NormalizeUri(std::string_view uri);

// The links of one document: absolute http, https and file URIs, and those of the document's own
// scheme (--uri-prefix doc: makes such), without fragment, each once. Links of the document to
// itself are not links. Of a member of an archive or repository ("file:///a.tar#/dir/b.md"), what
// is relative means another member. Keeps the first limits.max_links and says nothing of
// the rest; a target longer than limits.max_uri_bytes is left out.
class LinkCollector {
 public:
  LinkCollector(std::string_view base_uri, const Limits& limits);
  // What <base href> says; only before the first Add.
  void SetBase(std::string_view href);
  void Add(std::string_view href);
  // What a reference means, without its fragment; empty: it is empty or too long.
  std::string Resolve(std::string_view href) const;
  std::vector<std::string> Take();  // sorted

 private:
  void Insert(std::string link);

  std::string document_;  // normalised, without fragment unless that names a member
  std::string base_;      // of a member, its path
  std::string around_;    // of a member, what stands before its path; else empty
  std::size_t max_links_;
  std::size_t max_uri_bytes_;
  std::set<std::string> links_;
};

}  // namespace arborist::ingest
