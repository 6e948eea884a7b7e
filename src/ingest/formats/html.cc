// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/html_rules.h"
#include "ingest/formats/html_text.h"
#include "ingest/formats/html_tree.h"
#include "ingest/title.h"
#include "ingest/uri.h"

namespace arborist::ingest {
namespace {

// What the page says about itself outside its text, collected in one walk.
struct PageFacts {
  const GumboNode* title = nullptr;
  const GumboNode* first_heading = nullptr;
  std::string_view og_title;
  std::vector<std::string_view> hrefs;
};

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
      if (facts->og_title.empty() && AttributeOf(node, "property").value_or("") == "og:title") {
        facts->og_title = AttributeOf(node, "content").value_or("");
      }
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
  document.title = TitleOf(facts, limits.max_title_bytes);
  document.text = PageText(tree.root());
  document.links = links.Take();
  document.charset = std::move(decoded.charset);
  return document;
}

}  // namespace arborist::ingest
