// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/uri.h"

#include <algorithm>

#include "base/ascii.h"
#include "ingest/file_uri.h"
#include "ingest/walk/member_rules.h"

namespace arborist::ingest {
namespace {

bool IsScheme(std::string_view text) {
  if (text.empty() || !IsAsciiLetter(text[0])) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsAsciiLetter(c) || IsAsciiDigit(c) || c == '+' || c == '-' || c == '.';
  });
}

std::string Join(const UriParts& parts) {
  std::string out;
  if (parts.scheme) out.append(*parts.scheme).append(":");
  if (parts.authority) out.append("//").append(*parts.authority);
  out.append(parts.path);
  if (parts.query) out.append("?").append(*parts.query);
  if (parts.fragment) out.append("#").append(*parts.fragment);
  return out;
}

// Section 5.2.3.
std::string MergePaths(const UriParts& base, std::string_view reference_path) {
  if (base.authority && base.path.empty()) return "/" + std::string(reference_path);
  const std::size_t slash = base.path.rfind('/');
  if (slash == std::string_view::npos) return std::string(reference_path);
  return std::string(base.path.substr(0, slash + 1)).append(reference_path);
}

// Characters that stand for themselves; allowed adds what the component permits.
std::string NormalizeEncoding(std::string_view text, std::string_view allowed) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%' && i + 2 < text.size() && HexValue(text[i + 1]) >= 0 &&
        HexValue(text[i + 2]) >= 0) {
      const char value = static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2]));
      if (IsUriUnreserved(value)) {
        out.push_back(value);
      } else {
        AppendPercentEncoded(&out, value);
      }
      i += 2;
    } else if (IsUriUnreserved(c) || allowed.find(c) != std::string_view::npos) {
      out.push_back(c);
    } else {
      AppendPercentEncoded(&out, c);
    }
  }
  return out;
}

std::string NormalizeAuthority(std::string_view authority, std::string_view scheme) {
  std::string out;
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    out = NormalizeEncoding(authority.substr(0, at), "!$&'()*+,;=:") + "@";
    authority.remove_prefix(at + 1);
  }
  std::string host = LowerAscii(NormalizeEncoding(authority, "!$&'()*+,;=:[]"));
  // Lower-casing also met the hex digits of escapes.
  for (std::size_t i = 0; i + 2 < host.size(); ++i) {
    if (host[i] != '%') continue;
    host[i + 1] = UpperAscii(host[i + 1]);
    host[i + 2] = UpperAscii(host[i + 2]);
  }
  if (scheme == "http" && host.ends_with(":80")) host.resize(host.size() - 3);
  if (scheme == "https" && host.ends_with(":443")) host.resize(host.size() - 4);
  if (host.ends_with(":")) host.pop_back();
  return out + host;
}

// As browsers do: spaces around a reference and line breaks or tabs inside it are not part of it.
std::string CleanHref(std::string_view href) {
  while (!href.empty() && static_cast<unsigned char>(href.front()) <= 0x20) href.remove_prefix(1);
  while (!href.empty() && static_cast<unsigned char>(href.back()) <= 0x20) href.remove_suffix(1);
  std::string out;
  out.reserve(href.size());
  for (const char c : href) {
    if (c != '\t' && c != '\n' && c != '\r') out.push_back(c);
  }
  return out;
}

std::string_view WithoutFragment(std::string_view uri) { return uri.substr(0, uri.find('#')); }

}  // namespace

UriParts SplitUri(std::string_view uri) {
  UriParts parts;
  if (const std::size_t hash = uri.find('#'); hash != std::string_view::npos) {
    parts.fragment = uri.substr(hash + 1);
    uri = uri.substr(0, hash);
  }
  if (const std::size_t mark = uri.find('?'); mark != std::string_view::npos) {
    parts.query = uri.substr(mark + 1);
    uri = uri.substr(0, mark);
  }
  const std::size_t colon = uri.find_first_of(":/");
  if (colon != std::string_view::npos && uri[colon] == ':' && IsScheme(uri.substr(0, colon))) {
    parts.scheme = uri.substr(0, colon);
    uri.remove_prefix(colon + 1);
  }
  if (uri.starts_with("//")) {
    uri.remove_prefix(2);
    const std::size_t slash = std::min(uri.find('/'), uri.size());
    parts.authority = uri.substr(0, slash);
    uri.remove_prefix(slash);
  }
  parts.path = uri;
  return parts;
}

std::string RemoveDotSegments(std::string_view path) {
  const bool absolute = path.starts_with('/');
  std::string out;
  out.reserve(path.size());
  std::size_t pos = 0;
  bool first = true;
  // The output always ends before the slash of the segment at hand.
  while (pos <= path.size()) {
    if (first && absolute) pos = 1;
    const std::size_t end = std::min(path.find('/', pos), path.size());
    const std::string_view segment = path.substr(pos, end - pos);
    const bool last = end == path.size();
    if (segment == ".." || segment == ".") {
      if (segment == "..") out.resize(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
      if (last && (absolute || !out.empty())) out.push_back('/');
      if (!absolute && out.empty()) {  // a relative path that has nothing yet gets no slash
        pos = end + 1;
        continue;
      }
    } else {
      if (absolute || !first) out.push_back('/');
      out.append(segment);
    }
    first = false;
    if (last) break;
    pos = end + 1;
  }
  return out;
}

std::string ResolveReference(std::string_view base_uri, std::string_view reference) {
  const UriParts base = SplitUri(base_uri);
  UriParts target = SplitUri(reference);
  std::string path;
  if (target.scheme || target.authority) {
    path = RemoveDotSegments(target.path);
  } else if (target.path.empty()) {
    path = base.path;
    if (!target.query) target.query = base.query;
    target.authority = base.authority;
  } else {
    path = target.path.starts_with('/') ? RemoveDotSegments(target.path)
                                        : RemoveDotSegments(MergePaths(base, target.path));
    target.authority = base.authority;
  }
  if (!target.scheme) target.scheme = base.scheme;
  target.path = path;
  return Join(target);
}

std::string NormalizeUri(std::string_view uri) {
  UriParts parts = SplitUri(uri);
  std::string scheme;
  std::string authority;
  if (parts.scheme) {
    scheme = LowerAscii(*parts.scheme);
    parts.scheme = scheme;
  }
  if (parts.authority) {
    authority = NormalizeAuthority(*parts.authority, scheme);
    parts.authority = authority;
  }
  std::string path = NormalizeEncoding(parts.path, "/!$&'()*+,;=:@");
  // Escaped dots are dots: they must not survive as segments.
  if (parts.scheme && path.starts_with('/')) path = RemoveDotSegments(path);
  if (path.empty() && (scheme == "http" || scheme == "https")) path = "/";
  parts.path = path;
  std::string query;
  if (parts.query) {
    query = NormalizeEncoding(*parts.query, "/?!$&'()*+,;=:@");
    parts.query = query;
  }
  std::string fragment;
  if (parts.fragment) {
    fragment = NormalizeEncoding(*parts.fragment, "/?!$&'()*+,;=:@");
    parts.fragment = fragment;
  }
  return Join(parts);
}

LinkCollector::LinkCollector(std::string_view base_uri, const Limits& limits)
    : document_(NormalizeUri(WithoutFragment(base_uri))),
      base_(base_uri),
      max_links_(limits.max_links),
      max_uri_bytes_(limits.max_uri_bytes) {
  // On the web a path behind '#' is the page's own affair.
  if (!base_uri.starts_with("file:") || !base_uri.contains('#')) return;
  const std::size_t inner = base_uri.find_last_of("#!");
  if (!base_uri.substr(inner + 1).starts_with('/')) return;
  document_ = base_uri;
  around_ = base_uri.substr(0, inner + 1);
  base_ = base_uri.substr(inner + 1);
}

void LinkCollector::SetBase(std::string_view href) {
  if (href.size() > max_uri_bytes_) return;
  std::string resolved = ResolveReference(base_, CleanHref(href));
  const UriParts parts = SplitUri(resolved);
  if (parts.scheme && !EqualsIgnoringCase(*parts.scheme, "data") &&
      !EqualsIgnoringCase(*parts.scheme, "javascript")) {
    base_ = std::move(resolved);
    around_.clear();
  } else if (!around_.empty() && !parts.scheme && !parts.authority) {
    base_ = parts.path;
  }
}

void LinkCollector::Add(std::string_view href) {
  // Both sizes are checked before any copy: a hostile document repeats a long target many times.
  if (href.size() > max_uri_bytes_ || links_.size() >= max_links_) return;
  const std::string clean = CleanHref(href);
  if (clean.empty() || clean[0] == '#') return;
  const std::string resolved = ResolveReference(base_, clean);
  if (const UriParts member = SplitUri(resolved);
      !around_.empty() && !member.scheme && !member.authority && member.path.starts_with('/')) {
    Insert(around_ + FragmentOf(DecodePath(member.path.substr(1))));
    return;
  }
  std::string link = NormalizeUri(WithoutFragment(resolved));
  const UriParts parts = SplitUri(link);
  const bool web = parts.scheme == "http" || parts.scheme == "https";
  const UriParts document = SplitUri(document_);
  const bool own = parts.scheme && parts.scheme == document.scheme;
  if (!web && !own && parts.scheme != "file") return;
  if (web && (!parts.authority || parts.authority->empty())) return;
  // By RFC 3986 a path that climbs to its top gets a slash, also where no path of the scheme has
  // one.
  if (own && !parts.authority && parts.path.starts_with('/') && !document.path.starts_with('/') &&
      !clean.starts_with('/') && !SplitUri(clean).scheme) {
    link.erase(parts.scheme->size() + 1, 1);
  }
  Insert(std::move(link));
}

void LinkCollector::Insert(std::string link) {
  if (link.size() > max_uri_bytes_ || link == document_) return;
  links_.insert(std::move(link));
}

std::string LinkCollector::Resolve(std::string_view href) const {
  if (href.size() > max_uri_bytes_) return {};
  const std::string clean = CleanHref(href);
  if (clean.empty()) return {};
  return NormalizeUri(WithoutFragment(ResolveReference(base_, clean)));
}

std::vector<std::string> LinkCollector::Take() {
  std::vector<std::string> out;
  out.reserve(links_.size());
  while (!links_.empty()) out.push_back(std::move(links_.extract(links_.begin()).value()));
  return out;
}

}  // namespace arborist::ingest
