// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/html_rules.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "ingest/formats/html_tree.h"
#include "text/scan.h"

namespace arborist::ingest {
namespace {

// FROZEN html-text-v1: every list of this file.
bool IsNeverText(std::string_view name) {
  static constexpr auto kNames = text::MakeWordSet(
      "script", "style", "template", "noscript", "head", "title", "svg", "canvas", "iframe",
      "frame", "frameset", "noframes", "object", "embed", "applet", "audio", "video", "input",
      "select", "button", "textarea", "datalist", "option", "progress", "meter", "dialog", "nav",
      "map", "area", "rp", "rt", "menuitem", "link", "meta", "base", "param", "source", "track",
      "img", "search");
  return kNames.Has(name);
}

bool IsPageRole(std::string_view role) {
  static constexpr auto kRoles = text::MakeWordSet(
      "navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alertdialog",
      "menu", "menubar", "toolbar", "tablist", "progressbar", "scrollbar", "tooltip");
  return kRoles.Has(role);
}

// Classes by which well-known generators mark what is not text.
bool IsPageClass(std::string_view name) {
  static constexpr auto kClasses = text::MakeWordSet(  // MediaWiki
      "mw-editsection", "mw-jump-link", "mw-indicators", "mw-cite-backlink", "mw-portlet", "navbox",
      "vertical-navbox", "navbox-styles", "catlinks", "printfooter", "noprint", "toc",
      "vector-dropdown", "vector-page-toolbar", "vector-toc", "ambox", "reference", "sistersitebox",
      // Sphinx, docutils, MkDocs, Doxygen, Pygments
      "headerlink", "sphinxsidebar", "rst-footer-buttons", "md-source-file", "md-sidebar",
      "md-header", "md-footer", "md-skip", "navpath", "navtab", "linenos", "linenodiv", "lineno",
      "linenumber", "line-numbers-rows", "gutter", "toctree-l1-nav",
      // elsewhere
      "breadcrumb", "breadcrumbs", "skip-link", "skip-to-content", "skip-nav", "cookie-banner",
      "cookie-consent", "cookie-notice", "share-buttons", "social-share", "sharedaddy",
      "pagination", "anchorjs-link", "hideme", "copy-button", "copybtn");
  return kClasses.Has(name);
}

bool IsPageId(std::string_view id) {
  static constexpr auto kIds = text::MakeWordSet(
      "toc", "catlinks", "jump-to-nav", "siteSub", "mw-navigation", "MSearchSelectWindow",
      "MSearchResultsWindow", "nav-tree", "nav-path", "main-nav", "titlearea");
  return kIds.Has(id);
}

// An aside that carries text of the page rather than standing beside it.
bool IsNoteClass(std::string_view name) {
  static constexpr auto kClasses =
      text::MakeWordSet("note", "warning", "tip", "caution", "important", "admonition", "footnote",
                        "footnote-list", "callout", "topic", "danger", "info", "hint", "citation");
  return kClasses.Has(name);
}

template <typename Test>
bool AnyWord(std::string_view words, const Test& test) {
  for (std::size_t pos = 0; pos < words.size();) {
    while (pos < words.size() && IsAsciiSpace(words[pos])) ++pos;
    std::size_t end = pos;
    while (end < words.size() && !IsAsciiSpace(words[end])) ++end;
    if (end > pos && test(words.substr(pos, end - pos))) return true;
    pos = end;
  }
  return false;
}

// Whether a style attribute sets a property to a value, whatever stands behind the value.
bool Declares(std::string_view style, std::string_view property, std::string_view value) {
  while (!style.empty()) {
    const std::size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    if (EqualsIgnoringCase(TrimAscii(declaration.substr(0, colon)), property) &&
        StartsWithIgnoringCase(TrimAscii(declaration.substr(colon + 1)), value)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Display DisplayOf(std::string_view name) {
  static constexpr auto kParagraphs = text::MakeWordSet(
      "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "menu", "dir", "pre", "listing",
      "xmp", "plaintext", "table", "figure", "hr", "blockquote", "section", "article", "main",
      "header", "footer", "address", "details", "fieldset", "aside");
  static constexpr auto kLines =
      text::MakeWordSet("div", "li", "dt", "dd", "tr", "caption", "figcaption", "summary", "legend",
                        "center", "hgroup", "form", "body", "thead", "tbody", "tfoot", "optgroup");
  if (name == "br") return Display::kLineBreak;
  if (name == "td" || name == "th") return Display::kCell;
  if (kParagraphs.Has(name)) return Display::kParagraph;
  return kLines.Has(name) ? Display::kLine : Display::kInline;
}

bool IsHidden(const GumboNode* element) {
  if (const auto hidden = AttributeOf(element, "hidden");
      hidden && !EqualsIgnoringCase(*hidden, "until-found")) {
    return true;
  }
  if (const auto aria = AttributeOf(element, "aria-hidden");
      aria && EqualsIgnoringCase(TrimAscii(*aria), "true")) {
    return true;
  }
  const auto style = AttributeOf(element, "style");
  if (!style) return false;
  if (!Declares(*style, "display", "none") && !Declares(*style, "visibility", "hidden")) {
    return false;
  }
  // MediaWiki hides the formula for readers who see its picture; here it is the only text of it.
  const auto classes = AttributeOf(element, "class");
  return !classes || !AnyWord(*classes, [](std::string_view name) {
    return name.starts_with("mwe-math-mathml");
  });
}

bool PageRules::IsLeftOut(const GumboNode* element, std::string_view name) {
  if (IsNeverText(name) || IsHidden(element)) return true;
  if (name == "header" && sections_ == 0) return true;
  if (name == "footer" && quotations_ == 0) return true;
  const std::string_view classes = AttributeOf(element, "class").value_or("");
  if (name == "aside" && !AnyWord(classes, IsNoteClass)) return true;
  if (const auto role = AttributeOf(element, "role")) {
    if (AnyWord(LowerAscii(*role), IsPageRole)) return true;
  }
  // The page as a whole may carry any class.
  if (name != "main" && name != "article" && AnyWord(classes, IsPageClass)) return true;
  if (const auto id = AttributeOf(element, "id"); id && IsPageId(*id)) return true;
  Enter(name);
  return false;
}

void PageRules::Count(std::string_view name, int step) {
  if (name == "article" || name == "main" || name == "section") sections_ += step;
  if (name == "blockquote" || name == "figure") quotations_ += step;
}

}  // namespace arborist::ingest
