// SPDX-License-Identifier: AGPL-3.0-only
// Names of resources (arborist://KIND/HASH[/CHUNK]), read and written in one form only: full
// hashes, numbers without leading zeros. Links of a result are kept once each and 64 at most.
#include "serve/mcp/links.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "serve/http/web_uri.h"

namespace arborist::serve::mcp {

namespace {

constexpr std::string_view kScheme = "arborist://";
constexpr std::size_t kHashDigits = 64;
constexpr std::size_t kMaxLinks = 64;

constexpr std::array<std::pair<std::string_view, ResourceKind>, 4> kKinds = {{
    {"document", ResourceKind::kDocument},
    {"chunk", ResourceKind::kChunk},
    {"record", ResourceKind::kRecord},
    {"bundle", ResourceKind::kBundle},
}};

std::optional<std::uint64_t> ReadNumber(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;  // one name for one thing
  return number;
}

bool IsHash(std::string_view text) {
  return text.size() == kHashDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void AddOnce(Link link, std::vector<Link>* links) {
  const bool known =
      std::ranges::any_of(*links, [&](const Link& one) { return one.uri == link.uri; });
  if (!known && links->size() < kMaxLinks) links->push_back(std::move(link));
}

}  // namespace

Result<ResourceName> ReadResourceName(std::string_view uri) {
  const auto refuse = [] { return Fail(ErrorCode::kNotFound, "there is no such resource"); };
  if (!uri.starts_with(kScheme)) return refuse();
  uri.remove_prefix(kScheme.size());
  const std::size_t slash = uri.find('/');
  if (slash == std::string_view::npos) return refuse();
  const auto kind = std::ranges::find_if(
      kKinds, [&](const auto& known) { return known.first == uri.substr(0, slash); });
  if (kind == kKinds.end()) return refuse();
  std::string_view rest = uri.substr(slash + 1);
  ResourceName name{kind->second, {}, {}};
  if (const std::size_t second = rest.find('/'); second != std::string_view::npos) {
    name.chunk = ReadNumber(rest.substr(second + 1));
    if (!name.chunk) return refuse();
    rest = rest.substr(0, second);
  }
  const bool fits = name.kind == ResourceKind::kBundle ||
                    name.chunk.has_value() == (name.kind == ResourceKind::kChunk);
  if (!fits || !IsHash(rest)) return refuse();
  name.hash = rest;
  return name;
}

std::string UriOf(const ResourceName& name) {
  const auto kind =
      std::ranges::find_if(kKinds, [&](const auto& known) { return known.second == name.kind; });
  return std::string(kScheme) + std::string(kind->first) + "/" + name.hash +
         (name.chunk ? "/" + std::to_string(*name.chunk) : "");
}

const std::vector<Resources::Template>& ResourceTemplates() {
  static const std::vector<Resources::Template> kTemplates = {
      {"arborist://document/{document_root}", "document", "A document's text, as it is stored",
       "text/plain"},
      {"arborist://chunk/{document_root}/{chunk_idx}", "chunk",
       "One chunk with the Merkle path from its leaf to the document's root", "application/json"},
      {"arborist://record/{cache_key}", "record",
       "A kept answer: its run, verdict, evidence and history", "application/json"},
      {"arborist://bundle/{cache_key}", "bundle",
       "A bundle that proves an answer or a document; arborist-verify checks it without the store",
       "application/json"},
      {"arborist://bundle/{document_root}/{chunk_idx}", "chunk bundle",
       "A bundle that proves one chunk", "application/json"},
  };
  return kTemplates;
}

void AddPassageLinks(const LinkedChunk& passage, std::vector<Link>* links) {
  const std::string root = passage.root.hex();
  AddOnce({.uri = UriOf({ResourceKind::kChunk, root, passage.chunk_idx}),
           .name = root.substr(0, 12) + ":" + std::to_string(passage.chunk_idx),
           .title = passage.title,
           .description = "The passage with its Merkle path",
           .mime_type = "application/json"},
          links);
  if (!http::IsWebUri(passage.uri)) return;
  AddOnce({.uri = passage.uri,
           .name = passage.title.empty() ? passage.uri : passage.title,
           .title = passage.title,
           .description = "Where the document was taken from"},
          links);
}

}  // namespace arborist::serve::mcp
