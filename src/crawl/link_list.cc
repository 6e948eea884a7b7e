// SPDX-License-Identifier: AGPL-3.0-only
// A scanner of tags and text. The first element says what the file is; the links are the text of
// <loc> within <url> or <sitemap>, the text of <link> within <item>, the href of <link> within
// <entry>. Prefixes of names ("atom:link") are dropped, but only plain <link> of RSS has its text
// taken. Only the five entities of XML and character references are resolved, so that no file can
// grow by its own declarations.
#include "crawl/link_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace arborist::crawl {
namespace {

constexpr std::size_t kMaxLinkBytes = 8192;  // longer text is no link

void AppendUtf8(std::uint32_t code, std::string* out) {
  const auto put = [&](std::uint32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// "#38" or "#x26".
std::optional<std::uint32_t> CharacterReference(std::string_view name) {
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  std::uint32_t code = 0;
  for (const char c : name) {
    const int digit = hex ? HexValue(c) : IsAsciiDigit(c) ? c - '0' : -1;
    if (digit < 0) return std::nullopt;
    code = code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
    if (code > 0x10FFFF) return std::nullopt;
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (name.empty() || code == 0 || surrogate) return std::nullopt;
  return code;
}

std::string Unescaped(std::string_view text) {
  constexpr std::size_t kLongestName = 10;
  constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = text.find('&');
    out.append(text.substr(0, mark));
    if (mark == std::string_view::npos) break;
    text.remove_prefix(mark + 1);
    const std::size_t end = text.substr(0, kLongestName).find(';');
    const std::string_view name =
        end == std::string_view::npos ? std::string_view() : text.substr(0, end);
    const auto* const named =
        std::ranges::find(kNamed, name, &std::pair<std::string_view, char>::first);
    std::optional<std::uint32_t> code;
    if (named != kNamed.end()) code = static_cast<std::uint32_t>(named->second);
    if (name.starts_with('#')) code = CharacterReference(name);
    if (!code) {
      out.push_back('&');
      continue;
    }
    AppendUtf8(*code, &out);
    text.remove_prefix(end + 1);
  }
  return out;
}

struct Tag {
  std::string_view prefix;
  std::string_view name;
  std::string_view attributes;
  bool closes = false;  // </x>
  bool empty = false;   // <x/>
};

Tag ReadTag(std::string_view inside) {
  Tag tag;
  tag.closes = inside.starts_with('/');
  if (tag.closes) inside.remove_prefix(1);
  tag.empty = inside.ends_with('/');
  if (tag.empty) inside.remove_suffix(1);
  const std::size_t end = std::min(inside.find_first_of(" \t\r\n"), inside.size());
  tag.name = inside.substr(0, end);
  tag.attributes = inside.substr(end);
  if (const std::size_t colon = tag.name.find(':'); colon != std::string_view::npos) {
    tag.prefix = tag.name.substr(0, colon);
    tag.name.remove_prefix(colon + 1);
  }
  return tag;
}

// The value of an attribute between quotes; empty if there is none.
std::string_view Attribute(std::string_view attributes, std::string_view name) {
  while (true) {
    const std::size_t equals = attributes.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string_view key = TrimAscii(attributes.substr(0, equals));
    attributes.remove_prefix(equals + 1);
    attributes.remove_prefix(std::min(attributes.find_first_not_of(" \t\r\n"), attributes.size()));
    if (attributes.empty() || (attributes[0] != '"' && attributes[0] != '\'')) return {};
    const std::size_t end = attributes.find(attributes[0], 1);
    if (end == std::string_view::npos) return {};
    if (key == name) return attributes.substr(1, end - 1);
    attributes.remove_prefix(end + 1);
  }
}

// Hands out tags and the text between them. False ends the scan.
template <typename OnTag, typename OnText>
void Scan(std::string_view xml, const OnTag& on_tag, const OnText& on_text) {
  struct Section {
    std::string_view begin;
    std::string_view end;
  };
  static constexpr std::array kPassedOver = {Section{"<!--", "-->"}, Section{"<?", "?>"}};
  constexpr std::string_view kCdata = "<![CDATA[";
  while (!xml.empty()) {
    const std::size_t open = std::min(xml.find('<'), xml.size());
    on_text(xml.substr(0, open), true);
    xml.remove_prefix(open);
    if (xml.starts_with(kCdata)) {
      const std::size_t end = xml.find("]]>");
      if (end == std::string_view::npos) return;
      on_text(xml.substr(kCdata.size(), end - kCdata.size()), false);
      xml.remove_prefix(end + 3);
      continue;
    }
    std::string_view closing = ">";
    for (const Section& section : kPassedOver) {
      if (xml.starts_with(section.begin)) closing = section.end;
    }
    const std::size_t end = xml.find(closing);
    if (end == std::string_view::npos) return;
    if (closing == ">" && !xml.starts_with("<!") && !on_tag(ReadTag(xml.substr(1, end - 1))))
      return;
    xml.remove_prefix(end + closing.size());
  }
}

std::optional<LinkList::Kind> KindOf(std::string_view root) {
  if (root == "urlset") return LinkList::Kind::kSitemap;
  if (root == "sitemapindex") return LinkList::Kind::kSitemapIndex;
  if (root == "rss" || root == "RDF" || root == "feed") return LinkList::Kind::kFeed;
  return std::nullopt;
}

class ListReader {
 public:
  bool OnTag(const Tag& tag) {
    if (!list_) {
      const auto kind = KindOf(tag.name);
      if (!kind) return false;
      list_ = LinkList{.kind = *kind, .urls = {}};
      return true;
    }
    if (tag.name == "url" || tag.name == "sitemap" || tag.name == "item" || tag.name == "entry") {
      if (in_entry_) EndEntry();
      in_entry_ = !tag.closes;
      return list_->urls.size() < kMaxEntries;
    }
    if (!in_entry_) return true;
    taken_ = nullptr;
    if (!tag.closes && !tag.empty) Begin(tag);
    if (tag.name == "link" && !tag.closes && tag.prefix.empty()) TakeHref(tag);
    return true;
  }

  void OnText(std::string_view text, bool escaped) {
    if (taken_ == nullptr || taken_->size() + text.size() > kMaxLinkBytes) return;
    taken_->append(escaped ? Unescaped(text) : text);
  }

  std::optional<LinkList> Take() {
    if (list_) EndEntry();
    return std::move(list_);
  }

 private:
  void Begin(const Tag& tag) {
    const bool feed = list_->kind == LinkList::Kind::kFeed;
    if (feed ? tag.name == "link" && tag.prefix.empty() : tag.name == "loc" && tag.prefix.empty())
      taken_ = &url_;
  }

  // Atom; other relations are comments, enclosures and the like.
  void TakeHref(const Tag& tag) {
    const std::string_view href = Attribute(tag.attributes, "href");
    const std::string_view relation = Attribute(tag.attributes, "rel");
    if (href.empty() || href.size() > kMaxLinkBytes || !url_.empty()) return;
    if (relation.empty() || relation == "alternate") url_ = Unescaped(href);
  }

  void EndEntry() {
    const std::string text = std::exchange(url_, {});
    const std::string_view url = TrimAscii(text);
    taken_ = nullptr;
    if (!url.empty() && list_->urls.size() < kMaxEntries) list_->urls.emplace_back(url);
  }

  std::optional<LinkList> list_;
  std::string url_;               // of the entry at hand
  std::string* taken_ = nullptr;  // where the text goes
  bool in_entry_ = false;
};

}  // namespace

std::optional<LinkList> ReadLinkList(std::string_view xml) {
  ListReader reader;
  Scan(
      xml, [&](const Tag& tag) { return reader.OnTag(tag); },
      [&](std::string_view text, bool escaped) { reader.OnText(text, escaped); });
  return reader.Take();
}

}  // namespace arborist::crawl
