// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/format.h"
#include "ingest/formats/html_rules.h"
#include "ingest/formats/html_text.h"
#include "ingest/formats/html_tree.h"
#include "ingest/title.h"
#include "ingest/uri.h"
#include "text/scan.h"

namespace arborist::ingest {
namespace {

// What the page says about itself outside its text, collected in one walk.
struct PageFacts {
  const GumboNode* title = nullptr;
  const GumboNode* first_heading = nullptr;
  std::string_view og_title;
  std::vector<std::string_view> hrefs;
  std::string_view canonical;
  std::vector<std::string_view> feeds;
  std::string robots;
  std::size_t scripts = 0;
};

void NoteMeta(const GumboNode* node, PageFacts* facts) {
  if (facts->og_title.empty() && AttributeOf(node, "property").value_or("") == "og:title") {
    facts->og_title = AttributeOf(node, "content").value_or("");
  }
  const std::string_view name = AttributeOf(node, "name").value_or("");
  constexpr std::size_t kMostBytes = 4096;
  if (!EqualsIgnoringCase(name, "robots") && !EqualsIgnoringCase(name, "arborist")) return;
  const std::string_view content = AttributeOf(node, "content").value_or("");
  if (facts->robots.size() + content.size() > kMostBytes) return;
  if (!facts->robots.empty()) facts->robots.push_back(',');
  facts->robots.append(content);
}

void NoteLink(const GumboNode* node, PageFacts* facts) {
  constexpr std::size_t kMostFeeds = 100;
  const std::string_view relation = TrimAscii(AttributeOf(node, "rel").value_or(""));
  const std::string_view type = TrimAscii(AttributeOf(node, "type").value_or(""));
  const auto href = AttributeOf(node, "href");
  if (!href) return;
  const bool feed = EqualsIgnoringCase(type, "application/rss+xml") ||
                    EqualsIgnoringCase(type, "application/atom+xml");
  if (EqualsIgnoringCase(relation, "canonical") && facts->canonical.empty())
    facts->canonical = *href;
  if (EqualsIgnoringCase(relation, "alternate") && feed && facts->feeds.size() < kMostFeeds)
    facts->feeds.push_back(*href);
}

void NoteElement(const GumboNode* node, LinkCollector* links, PageFacts* facts, bool* has_base) {
  const GumboElement& element = node->v.element;
  if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  switch (element.tag) {
    case GUMBO_TAG_TITLE:
      if (facts->title == nullptr) facts->title = node;
      break;
    case GUMBO_TAG_H1:
      if (facts->first_heading == nullptr && !IsHidden(node)) facts->first_heading = node;
      break;
    case GUMBO_TAG_META:
      NoteMeta(node, facts);
      break;
    case GUMBO_TAG_LINK:
      NoteLink(node, facts);
      break;
    case GUMBO_TAG_SCRIPT:
      ++facts->scripts;
      break;
    case GUMBO_TAG_BASE:
      if (const auto href = AttributeOf(node, "href"); href && !*has_base) {
        *has_base = true;
        links->SetBase(*href);
      }
      break;
    case GUMBO_TAG_A:
    case GUMBO_TAG_AREA:
      if (const auto href = AttributeOf(node, "href")) facts->hrefs.push_back(*href);
      break;
    default:
      break;
  }
}

std::string TitleOf(const PageFacts& facts, std::size_t max_bytes) {
  for (const GumboNode* node : {facts.title, facts.first_heading}) {
    if (node == nullptr) continue;
    if (std::string title = OneLine(TextOf(node), max_bytes); !title.empty()) return title;
  }
  return OneLine(facts.og_title, max_bytes);
}

// Of templates and programs that write HTML: their text is the code.
constexpr auto kTemplateEndings =
    text::MakeWordSet("php", "phtml", "erb", "ejs", "jsp", "asp", "aspx", "hbs", "mustache", "j2",
                      "jinja", "jinja2", "tmpl", "tpl", "vue", "svelte", "py", "js", "ts", "go",
                      "rs", "c", "cc", "h", "hpp", "cpp", "java", "rb", "pl", "sh");

}  // namespace

Result<HtmlDocument> ExtractHtml(std::string_view bytes, std::string_view declared_charset,
                                 std::string_view base_uri, const Limits& limits) {
  if (bytes.size() > limits.max_file_bytes) {
    return Fail(ErrorCode::kLimitExceeded, "the page has " + std::to_string(bytes.size()) +
                                               " bytes, the limit is " +
                                               std::to_string(limits.max_file_bytes));
  }
  TRY_ASSIGN(DecodedHtml decoded, DecodeHtml(bytes, declared_charset));
  TRY_ASSIGN(const HtmlTree tree, HtmlTree::Parse(decoded.text, limits));
  LinkCollector links(base_uri, limits);
  PageFacts facts;
  bool has_base = false;
  VisitTree(
      tree.root(),
      [&](const GumboNode* node) {
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        NoteElement(node, &links, &facts, &has_base);
        return true;
      },
      [](const GumboNode*) {});
  for (const std::string_view href : facts.hrefs) links.Add(href);
  HtmlDocument document;
  document.canonical = links.Resolve(facts.canonical);
  for (const std::string_view href : facts.feeds) document.feeds.push_back(links.Resolve(href));
  document.robots = std::move(facts.robots);
  document.scripts = facts.scripts;
  document.title = TitleOf(facts, limits.max_title_bytes);
  document.text = PageText(tree.root());
  document.links = links.Take();
  document.charset = std::move(decoded.charset);
  return document;
}

bool HoldsHtml(const Head& head) {
  return !kTemplateEndings.Has(head.ending) &&
         (StartsWithIgnoringCase(head.markup, "<!doctype html") ||
          StartsWithTag(head.markup, "<html") || StartsWithTag(head.markup, "<head") ||
          StartsWithTag(head.markup, "<body"));
}

Result<Extracted> ReadHtmlFile(const Origin& origin, std::string bytes, const Limits& limits) {
  TRY_ASSIGN(HtmlDocument html, ExtractHtml(bytes, origin.charset(), origin.uri(), limits));
  return Extracted{
      .title = std::move(html.title), .text = std::move(html.text), .links = std::move(html.links)};
}

}  // namespace arborist::ingest
