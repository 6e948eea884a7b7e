// SPDX-License-Identifier: AGPL-3.0-only
// Each leaf becomes one quoted string, which FTS5 counts as one phrase; groups become AND and OR in
// parentheses. A group that no row can match is left out of the text, and its leaves with it.
#include "store/index/fts5_expression.h"

#include <string_view>

namespace arborist::store {

namespace {

void AppendQuoted(std::string_view terms, std::string* text) {
  *text += '"';
  for (const char c : terms) {
    if (c == '"') *text += '"';
    if (c != '\0') *text += c;
  }
  *text += '"';
}

class Translation {
 public:
  // False: nothing matches the node, and nothing was added.
  bool Add(const index::Node& node, bool outermost) {
    if (const auto* all = std::get_if<index::All>(&node.is))
      return AddGroup(all->members, " AND ", outermost);
    if (const auto* any = std::get_if<index::Any>(&node.is))
      return AddGroup(any->members, " OR ", outermost);
    return AddLeaf(node);
  }
  Fts5Expression Take() { return std::move(expression_); }

 private:
  bool AddLeaf(const index::Node& node) {
    const std::size_t number = leaf_++;
    if (const auto* term = std::get_if<index::Term>(&node.is)) {
      AppendQuoted(term->text, &expression_.text);
      if (term->prefix) expression_.text += " *";
    } else {
      std::string run;
      for (const std::string& word : std::get<index::Phrase>(node.is).terms)
        run += (run.empty() ? "" : " ") + word;
      if (run.empty()) return false;
      AppendQuoted(run, &expression_.text);
    }
    expression_.leaves.push_back(number);
    return true;
  }

  bool AddGroup(const std::vector<index::Node>& members, std::string_view between, bool outermost) {
    const bool wants_all = between == " AND ";
    const std::size_t text_before = expression_.text.size();
    const std::size_t leaves_before = expression_.leaves.size();
    std::size_t added = 0;
    if (!outermost) expression_.text += '(';
    for (const index::Node& member : members) {
      const std::size_t end = expression_.text.size();
      if (added > 0) expression_.text += between;
      if (Add(member, false)) {
        ++added;
      } else {
        expression_.text.resize(end);
      }
    }
    if (!outermost) expression_.text += ')';
    if (added > 0 && (!wants_all || added == members.size())) return true;
    expression_.text.resize(text_before);
    expression_.leaves.resize(leaves_before);
    return false;
  }

  Fts5Expression expression_;
  std::size_t leaf_ = 0;
};

}  // namespace

Fts5Expression ToFts5(const index::Node& tree) {
  Translation translation;
  translation.Add(tree, true);
  return translation.Take();
}

}  // namespace arborist::store
