// SPDX-License-Identifier: AGPL-3.0-only
// Reads URLs with libcurl's parser, the same that will connect: two parsers that disagree on where
// the host ends let an attacker pass a check with one host and be connected to another one.
// Credentials in URLs are refused, because URLs end up in logs and records.
#include "net/url.h"

#include <algorithm>
#include <memory>

#include "base/ascii.h"
#include "base/contained.h"
#include "net/curl_library.h"

namespace arborist::net {
namespace {

constexpr std::size_t kMaxUrlBytes = 8192;

using Handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

Handle NewHandle() {
  Handle handle(Curl().url(), Curl().url_cleanup);
  DemandMemory(handle != nullptr);
  return handle;
}

// A part of the URL; empty if it has none.
std::string Part(CURLU* handle, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  const CURLUcode code = Curl().url_get(handle, part, &text, flags);
  DemandMemory(code != CURLUE_OUT_OF_MEMORY);
  if (code != CURLUE_OK || text == nullptr) return {};
  std::string copy = text;
  Curl().free(text);
  return copy;
}

Status Set(CURLU* handle, std::string_view text) {
  if (text.size() > kMaxUrlBytes)
    return Fail(ErrorCode::kLimitExceeded,
                "a URL of more than " + std::to_string(kMaxUrlBytes) + " bytes");
  const bool visible = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f;
  });
  if (!visible)
    return Fail(ErrorCode::kInvalidArgument, "a URL with white space or control characters");
  const CURLUcode code =
      Curl().url_set(handle, CURLUPART_URL, std::string(text).c_str(), CURLU_NON_SUPPORT_SCHEME);
  DemandMemory(code != CURLUE_OUT_OF_MEMORY);
  if (code != CURLUE_OK)
    return Fail(ErrorCode::kInvalidArgument, "not a URL that begins with http:// or https://: " +
                                                 std::string(Curl().url_strerror(code)));
  return {};
}

Result<Url> Read(CURLU* handle) {
  const std::string scheme = Part(handle, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https")
    return Fail(ErrorCode::kUnsupported, "the scheme \"" + scheme + "\"; use http or https");
  if (!Part(handle, CURLUPART_USER).empty() || !Part(handle, CURLUPART_PASSWORD).empty())
    return Fail(ErrorCode::kInvalidArgument,
                "a URL with a user name or password; credentials do not belong into a URL");
  const std::string host = LowerAscii(Part(handle, CURLUPART_HOST));
  if (host.empty()) return Fail(ErrorCode::kInvalidArgument, "a URL without a host");
  DemandMemory(Curl().url_set(handle, CURLUPART_FRAGMENT, nullptr, 0) == CURLUE_OK);
  Url url;
  url.secure = scheme == "https";
  url.origin = scheme + "://" + host + ":" + Part(handle, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  url.path = Part(handle, CURLUPART_PATH);
  url.query = Part(handle, CURLUPART_QUERY);
  url.text = Part(handle, CURLUPART_URL);
  return url;
}

}  // namespace

Result<Url> ParseUrl(std::string_view text) {
  TRY(LoadCurl());
  const Handle handle = NewHandle();
  TRY(Set(handle.get(), text));
  return Read(handle.get());
}

Result<Url> ResolveRedirect(const Url& from, std::string_view location) {
  const Handle handle = NewHandle();
  TRY(Set(handle.get(), from.text));
  TRY(Set(handle.get(), location));  // relative to what is set already
  return Read(handle.get());
}

}  // namespace arborist::net
