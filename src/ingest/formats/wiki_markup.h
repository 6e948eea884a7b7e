// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::ingest {

// What a dump's <siteinfo> says of the wiki, and how its titles become URIs. All text is UTF-8.
class WikiSite {
 public:
  WikiSite();

  // <base>: the address of the main page; what stands before its last slash is that of all pages.
  void SetBase(std::string_view main_page);
  // <case>case-sensitive</case>; first-letter is the default.
  void SetCaseSensitive() { first_letter_ = false; }
  // A name of a namespace other than the main one. After the first, the English names that only
  // Wikipedia uses (Portal, Draft) no longer count; those that every wiki knows (File) do.
  void AddNamespace(std::string_view name);

  // Not percent-encoded (decision 12). Without a base: "wiki:" and the title.
  std::string Uri(std::string_view title) const;

  // Whether the title begins with the name of a namespace other than the main one.
  bool InOtherNamespace(std::string_view title) const;

  // The title as the wiki files it: spaces for underscores, one each, none at the ends; fragment,
  // leading colon, character entities and percent escapes resolved; first letter upper case.
  // Empty if no page can have that title.
  std::string NormalTitle(std::string_view target) const;

 private:
  std::string base_ = "wiki:";
  bool first_letter_ = true;
  bool own_namespaces_ = false;
  std::set<std::string, std::less<>> namespaces_;  // lower case
};

// The target of a text that begins with "#REDIRECT [[target]]", the word in any case and in any of
// the languages we know; empty if it does not.
std::string_view RedirectTarget(std::string_view text);

// URIs of the main-namespace pages a wikitext links to, sorted, without repeats, at most max_links
// (the first ones in the text). What stands in comments, nowiki, pre and code is not a link; nor is
// what looks like a link to another wiki or language.
std::vector<std::string> WikiLinks(std::string_view text, const WikiSite& site,
                                   std::size_t max_links);

}  // namespace arborist::ingest
