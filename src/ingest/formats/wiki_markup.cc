// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/wiki_markup.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "text/canonical.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::ingest {

namespace {

constexpr std::size_t kMaxTargetBytes = 1024;  // MediaWiki's titles end at 255

// Known to every MediaWiki, whatever its language.
constexpr std::string_view kCoreNamespaces[] = {
    "media",         "special",   "talk",         "user",           "user talk",
    "project",       "file",      "project talk", "file talk",      "image",
    "image talk",    "mediawiki", "template",     "mediawiki talk", "help",
    "template talk", "help talk", "category",     "category talk"};
// Assumed where the dump does not name its own.
constexpr std::string_view kWikipediaNamespaces[] = {
    "wikipedia", "wikipedia talk", "portal", "portal talk", "draft",     "draft talk",
    "module",    "module talk",    "book",   "book talk",   "timedtext", "timedtext talk"};

// Wikis that links name by a prefix; language codes are told by their form.
constexpr std::string_view kWikiPrefixes[] = {"b",
                                              "c",
                                              "commons",
                                              "d",
                                              "foundation",
                                              "m",
                                              "mediawikiwiki",
                                              "meta",
                                              "mw",
                                              "n",
                                              "q",
                                              "s",
                                              "simple",
                                              "species",
                                              "v",
                                              "voy",
                                              "w",
                                              "wikibooks",
                                              "wikidata",
                                              "wikinews",
                                              "wikiquote",
                                              "wikisource",
                                              "wikispecies",
                                              "wikiversity",
                                              "wikivoyage",
                                              "wikt",
                                              "wiktionary"};

constexpr std::string_view kRedirectWords[] = {
#include "ingest/formats/redirect_words.inc"
};

std::string_view TrimSpaces(std::string_view text) {
  const auto blank = [](char c) {
    return c == ' ' || c == '_' || c == '\t' || c == '\n' || c == '\r';
  };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// A prefix such as "fr", "zh-yue" or "wikt", as links to other wikis are written: lower case.
bool LooksLikeOtherWiki(std::string_view prefix) {
  if (std::ranges::find(kWikiPrefixes, prefix) != std::end(kWikiPrefixes)) return true;
  const std::string_view code = prefix.substr(0, prefix.find('-'));
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return (code.size() == 2 || code.size() == 3) && std::ranges::all_of(code, lower) &&
         std::ranges::all_of(prefix, [&](char c) { return lower(c) || c == '-'; });
}

// Upper case of the letters that begin titles, as MediaWiki's ucfirst has them: one code point to
// one, so ß and the ligatures stay, and Georgian has no capitals.
char32_t UpperLetter(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  const auto odd_is_lower = [c] { return (c & 1) != 0 ? c - 1 : c; };
  const auto even_is_lower = [c] { return (c & 1) == 0 ? c - 1 : c; };
  if (in('a', 'z')) return c - 32;
  if (c < 0xE0) return c;
  if (in(0xE0, 0xFE)) return c == 0xF7 ? c : c - 32;
  if (c == 0xFF) return 0x178;
  if (c == 0x131) return 'I';
  if (c == 0x138 || c == 0x149) return c;
  if (in(0x100, 0x137) || in(0x14A, 0x177) || in(0x218, 0x21F) || in(0x222, 0x233)) {
    return odd_is_lower();
  }
  if (in(0x139, 0x148) || in(0x179, 0x17E) || in(0x1CD, 0x1DC)) return even_is_lower();
  if (in(0x1DE, 0x1EF)) return odd_is_lower();
  if (c == 0x1A1 || c == 0x1B0) return c - 1;
  if (c == 0x253) return 0x181;
  if (c == 0x254) return 0x186;
  if (c == 0x256) return 0x189;
  if (c == 0x257) return 0x18A;
  if (c == 0x259) return 0x18F;
  if (c == 0x25B) return 0x190;
  if (c == 0x3AC) return 0x386;
  if (in(0x3AD, 0x3AF)) return c - 37;
  if (in(0x3B1, 0x3CB)) return c == 0x3C2 ? 0x3A3 : c - 32;
  if (c == 0x3CC) return 0x38C;
  if (in(0x3CD, 0x3CE)) return c - 63;
  if (in(0x430, 0x44F)) return c - 32;
  if (in(0x450, 0x45F)) return c - 80;
  if (in(0x4C1, 0x4CE)) return even_is_lower();
  if (c == 0x4CF) return 0x4C0;
  if (in(0x460, 0x481) || in(0x48A, 0x4BF) || in(0x4D0, 0x52F)) return odd_is_lower();
  if (in(0x561, 0x586)) return c - 48;
  if (in(0x1E00, 0x1E95) || in(0x1EA0, 0x1EFF)) return odd_is_lower();
  return c;
}

// The character a reference such as "&amp;" at `at` stands for, and its length; 0 if it is none.
struct Reference {
  char32_t code_point = 0;
  std::size_t length = 0;
};
Reference ReferenceAt(std::string_view text, std::size_t at) {
  const std::size_t end = text.substr(at, 12).find(';');
  if (end == std::string_view::npos) return {};
  std::string_view name = text.substr(at + 1, end - 1);
  if (name == "amp") return {'&', end + 1};
  if (name == "quot") return {'"', end + 1};
  if (name == "nbsp") return {' ', end + 1};
  if (name == "ndash") return {0x2013, end + 1};
  if (name == "mdash") return {0x2014, end + 1};
  if (!name.starts_with('#')) return {};
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [rest, error] =
      std::from_chars(name.data(), name.data() + name.size(), value, hex ? 16 : 10);
  if (error != std::errc() || rest != name.data() + name.size()) return {};
  if (value == 0xA0) value = ' ';
  if (value < 0x20 || value > 0x10FFFF || text::IsSurrogate(value)) return {};
  return {value, end + 1};
}

std::string ResolveReferences(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '&') {
      if (const Reference reference = ReferenceAt(text, i); reference.length > 0) {
        text::Append(&out, reference.code_point);
        i += reference.length;
        continue;
      }
    }
    out.push_back(text[i++]);
  }
  return out;
}

// Percent escapes, unless the result would not be UTF-8.
std::string ResolvePercent(std::string text) {
  if (text.find('%') == std::string::npos) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      out.push_back(static_cast<char>(value));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return text::FindInvalidUtf8(out) == std::string::npos ? out : text;
}

bool HasInvalidTitleBytes(std::string_view title) {
  return std::ranges::any_of(title, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '<' || c == '>' || c == '[' ||
           c == ']' || c == '{' || c == '}' || c == '|';
  });
}

}  // namespace

WikiSite::WikiSite() {
  for (const std::string_view name : kCoreNamespaces) namespaces_.emplace(name);
  for (const std::string_view name : kWikipediaNamespaces) namespaces_.emplace(name);
}

void WikiSite::SetBase(std::string_view main_page) {
  const std::string_view base = TrimSpaces(main_page);
  const std::size_t slash = base.rfind('/');
  if (slash != std::string_view::npos) base_ = base.substr(0, slash + 1);
}

void WikiSite::AddNamespace(std::string_view name) {
  if (!own_namespaces_) {
    own_namespaces_ = true;
    for (const std::string_view assumed : kWikipediaNamespaces)
      namespaces_.erase(std::string(assumed));
  }
  std::string lower = text::ToLower(TrimSpaces(name));
  std::ranges::replace(lower, '_', ' ');
  if (!lower.empty()) namespaces_.insert(std::move(lower));
}

std::string WikiSite::Uri(std::string_view title) const {
  std::string uri = base_;
  uri += title;
  std::replace(uri.begin() + static_cast<std::ptrdiff_t>(base_.size()), uri.end(), ' ', '_');
  return uri;
}

bool WikiSite::InOtherNamespace(std::string_view title) const {
  const std::size_t colon = title.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  std::string lower = text::ToLower(TrimSpaces(title.substr(0, colon)));
  std::ranges::replace(lower, '_', ' ');
  return namespaces_.contains(lower);
}

std::string WikiSite::NormalTitle(std::string_view target) const {
  if (target.size() > kMaxTargetBytes) return {};
  std::string resolved;
  if (target.find_first_of("&%") != std::string_view::npos) {
    resolved = ResolvePercent(ResolveReferences(target));
    target = resolved;
  }
  target = target.substr(0, target.find('#'));
  target = TrimSpaces(target);
  if (target.starts_with(':')) target = TrimSpaces(target.substr(1));
  if (target.empty() || target == "." || target == ".." || target.starts_with("./") ||
      target.starts_with("../") || HasInvalidTitleBytes(target)) {
    return {};
  }
  std::string title;
  title.reserve(target.size());
  std::size_t begin = 0;
  if (first_letter_) text::Append(&title, UpperLetter(text::Decode(target, &begin)));
  for (const char c : target.substr(begin)) {
    const bool space = c == ' ' || c == '_';
    if (!space) title.push_back(c);
    if (space && title.back() != ' ') title.push_back(' ');
  }
  return title;
}

std::string_view RedirectTarget(std::string_view text) {
  while (const std::size_t blank = text::WhitespaceAt(text, 0)) text.remove_prefix(blank);
  if (!text.starts_with('#')) return {};
  constexpr std::size_t kMaxWordBytes = 96;
  const std::size_t bracket = text.substr(0, kMaxWordBytes).find("[[");
  if (bracket == std::string_view::npos) return {};
  std::string_view word = TrimSpaces(text.substr(1, bracket - 1));
  if (word.ends_with(':')) word = TrimSpaces(word.substr(0, word.size() - 1));
  if (std::ranges::find(kRedirectWords, text::ToLower(word)) == std::end(kRedirectWords)) return {};
  const std::string_view rest = text.substr(bracket + 2, kMaxTargetBytes);
  const std::size_t end = std::min(rest.find("]]"), rest.find('|'));
  if (end == std::string_view::npos) return {};
  const std::string_view target = rest.substr(0, end);
  return target.find('\n') == std::string_view::npos ? target : std::string_view{};
}

namespace {

// Finds the ends of regions in which brackets are no links. Linear over the whole text: a tag that
// is never closed is searched for once.
class RegionSkipper {
 public:
  explicit RegionSkipper(std::string_view text) : text_(text) {}

  // Behind the region that starts with the '<' at `at`, or behind the '<' if there is none.
  std::size_t Skip(std::size_t at) {
    if (text_.substr(at).starts_with("<!--")) {
      const std::size_t end = text_.find("-->", at + 4);
      return end == std::string_view::npos ? text_.size() : end + 3;
    }
    for (std::size_t i = 0; i < std::size(kTags); ++i) {
      if (unclosed_[i] || !TagAt(at + 1, kTags[i])) continue;
      const std::size_t open = text_.substr(at, kMaxTargetBytes).find('>');
      if (open == std::string_view::npos || text_[at + open - 1] == '/') return at + 1;
      for (std::size_t close = text_.find("</", at + open); close != std::string_view::npos;
           close = text_.find("</", close + 2)) {
        if (TagAt(close + 2, kTags[i])) return close + 2 + kTags[i].size();
      }
      unclosed_[i] = true;  // MediaWiki shows such a tag as text
    }
    return at + 1;
  }

 private:
  static constexpr std::string_view kTags[] = {"nowiki", "pre", "math", "syntaxhighlight",
                                               "source"};

  bool TagAt(std::size_t begin, std::string_view tag) const {
    if (begin + tag.size() >= text_.size()) return false;
    for (std::size_t i = 0; i < tag.size(); ++i) {
      const char c = text_[begin + i];
      if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != tag[i]) return false;
    }
    const char next = text_[begin + tag.size()];
    return next == '>' || next == '/' || next == ' ' || next == '\n' || next == '\t';
  }

  std::string_view text_;
  std::array<bool, std::size(kTags)> unclosed_{};
};

bool EndsTarget(char c) {
  switch (c) {
    case '|':
    case ']':
    case '[':
    case '\n':
    case '<':
    case '>':
    case '{':
    case '}':
      return true;
    default:
      return false;
  }
}

// Whether a link names a page of another wiki: "fr:Paris", ":wikt:tree".
bool LeadsToOtherWiki(std::string_view target) {
  target = TrimSpaces(target);
  if (target.starts_with(':')) target.remove_prefix(1);
  const std::size_t colon = target.find(':');
  return colon != std::string_view::npos && LooksLikeOtherWiki(target.substr(0, colon));
}

}  // namespace

std::vector<std::string> WikiLinks(std::string_view text, const WikiSite& site,
                                   std::size_t max_links) {
  std::set<std::string> links;
  RegionSkipper regions(text);
  const char* const data = text.data();
  for (std::size_t i = 0; i + 1 < text.size() && links.size() < max_links;) {
    if (data[i] == '<') {
      i = regions.Skip(i);
      continue;
    }
    if (data[i] != '[' || data[i + 1] != '[') {
      ++i;
      continue;
    }
    i += 2;
    const std::string_view rest = text.substr(i, kMaxTargetBytes);
    std::size_t end = 0;
    while (end < rest.size() && !EndsTarget(rest[end])) ++end;
    if (end == rest.size()) continue;
    if (rest[end] == ']' ? !rest.substr(end).starts_with("]]") : rest[end] != '|') continue;
    const std::string_view target = rest.substr(0, end);
    i += end;
    if (LeadsToOtherWiki(target)) continue;
    const std::string title = site.NormalTitle(target);
    if (title.empty() || site.InOtherNamespace(title)) continue;
    links.insert(site.Uri(title));
  }
  return {links.begin(), links.end()};
}

}  // namespace arborist::ingest
