// SPDX-License-Identifier: AGPL-3.0-only
// A URL is read by libcurl, which will connect to it, then spelt by RFC 3986's normal form,
// relieved of tracking parameters and read by libcurl again: what is compared, shown, judged and
// fetched is the same text.
#include "crawl/canonical_url.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "ingest/uri.h"

namespace arborist::crawl {
namespace {

// Names of parameters, in lower case, that change nothing of the page.
constexpr std::array<std::string_view, 20> kTracking = {
    "_ga",    "_gl",    "dclid",     "fbclid",    "gbraid",     "gclid",     "gclsrc",
    "igshid", "mc_cid", "mc_eid",    "mkt_tok",   "msclkid",    "sid",       "twclid",
    "wbraid", "yclid",  "phpsessid", "sessionid", "jsessionid", "session_id"};

// "sid" also names stories; session ids are long and random.
bool LooksLikeSession(std::string_view value) {
  constexpr std::size_t kLeast = 16;
  return value.size() >= kLeast &&
         std::ranges::all_of(value, [](char c) { return IsAsciiLetter(c) || IsAsciiDigit(c); });
}

bool IsTracking(std::string_view parameter) {
  const std::string name = LowerAscii(parameter.substr(0, parameter.find('=')));
  if (name.starts_with("utm_") || name.starts_with("aspsessionid")) return true;
  if (std::ranges::find(kTracking, name) == kTracking.end()) return false;
  return name != "sid" ||
         LooksLikeSession(parameter.substr(std::min(name.size() + 1, parameter.size())));
}

std::string WithoutTracking(std::string_view query) {
  std::string kept;
  while (!query.empty()) {
    const std::string_view parameter = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(parameter.size() + 1, query.size()));
    if (parameter.empty() || IsTracking(parameter)) continue;
    if (!kept.empty()) kept.push_back('&');
    kept.append(parameter);
  }
  return kept;
}

// "/a;jsessionid=0123/b" -> "/a/b"
std::string WithoutSession(std::string_view path) {
  constexpr std::string_view kName = ";jsessionid=";
  std::string kept;
  while (true) {
    const std::size_t mark = path.find(';');
    kept.append(path.substr(0, mark));
    if (mark == std::string_view::npos) return kept;
    path.remove_prefix(mark);
    const std::size_t end = std::min(path.find_first_of(";/", 1), path.size());
    if (!StartsWithIgnoringCase(path, kName)) kept.append(path.substr(0, end));
    path.remove_prefix(end);
  }
}

Status CheckLength(std::string_view text) {
  if (text.size() <= kMaxUrlBytes) return {};
  return Fail(ErrorCode::kLimitExceeded,
              "a URL of more than " + std::to_string(kMaxUrlBytes) + " bytes");
}

}  // namespace

Result<net::Url> CanonicalUrl(std::string_view text) {
  // Four times, for escapes that go.
  if (text.size() > 4 * kMaxUrlBytes) return std::unexpected(CheckLength(text).error());
  TRY_ASSIGN(const net::Url read, net::ParseUrl(ingest::NormalizeUri(TrimAscii(text))));
  const std::size_t port = read.origin.rfind(':');
  std::string spelt = read.origin;
  if (spelt.substr(port) == (read.secure ? ":443" : ":80")) spelt.resize(port);
  spelt += WithoutSession(read.path);
  if (const std::string query = WithoutTracking(read.query); !query.empty())
    spelt.append("?").append(query);
  spelt = ingest::NormalizeUri(spelt);
  TRY(CheckLength(spelt));
  TRY_ASSIGN(net::Url url, net::ParseUrl(spelt));
  url.text = std::move(spelt);
  return url;
}

Result<net::Url> CanonicalUrl(const net::Url& base, std::string_view reference) {
  reference = TrimAscii(reference);
  if (reference.size() > 4 * kMaxUrlBytes) return std::unexpected(CheckLength(reference).error());
  return CanonicalUrl(ingest::ResolveReference(base.text, reference));
}

std::string HostOf(const net::Url& url) {
  std::string_view host = url.origin;
  host.remove_prefix(host.find("://") + 3);
  for (const std::string_view port : {":80", ":443"}) {
    if (host.ends_with(port)) return std::string(host.substr(0, host.size() - port.size()));
  }
  return std::string(host);
}

std::string TargetOf(const net::Url& url) {
  return url.query.empty() ? url.path : url.path + "?" + url.query;
}

}  // namespace arborist::crawl
