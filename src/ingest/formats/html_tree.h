// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/limits.h"

namespace arborist::ingest {

// A parsed page. The text parsed must outlive it. Private to the html_* files.
//
// Gumbo trusts its input with time and memory: nesting, attributes of one tag and unclosed
// formatting elements cost it quadratic work. Parse therefore looks at the tags first and refuses
// more than limits.max_html_depth open elements and more than 256 attributes of one tag, and gives
// gumbo a bounded amount of memory and processor time, out of which it is thrown when they are
// used up.
class HtmlTree {
 public:
  static Result<HtmlTree> Parse(std::string_view utf8, const Limits& limits);
  HtmlTree(HtmlTree&&) noexcept;
  ~HtmlTree();

  const GumboNode* root() const { return root_; }  // the html element

  class Memory;

 private:
  HtmlTree(std::unique_ptr<Memory> memory, const GumboNode* root);
  std::unique_ptr<Memory> memory_;
  const GumboNode* root_;
};

// Refuses pages whose tags nest or gather attributes beyond the limits. Linear. Exposed for tests.
Status CheckHtmlShape(std::string_view utf8, const Limits& limits);

// The lower-case name of an element, whether gumbo knows it or not.
std::string_view TagName(const GumboNode* element, std::string* buffer);

// The value of an attribute of an element, or nullopt.
std::optional<std::string_view> AttributeOf(const GumboNode* element, const char* name);

// Visits what is below and including `root` in document order with a stack of its own.
// enter(node) says whether to go on to the children; leave(node) is called when it did.
template <typename Enter, typename Leave>
void VisitTree(const GumboNode* root, const Enter& enter, const Leave& leave) {
  struct Frame {
    const GumboNode* node;
    unsigned next;
  };
  std::vector<Frame> stack;
  const auto visit = [&](const GumboNode* node) {
    if (enter(node) && node->type == GUMBO_NODE_ELEMENT) stack.push_back({node, 0});
  };
  visit(root);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const GumboVector& children = frame.node->v.element.children;
    if (frame.next == children.length) {
      const GumboNode* const done = frame.node;
      stack.pop_back();
      leave(done);
    } else {
      visit(static_cast<const GumboNode*>(children.data[frame.next++]));
    }
  }
}

}  // namespace arborist::ingest
