// SPDX-License-Identifier: AGPL-3.0-only
// A tree is three arrays: elements and texts, attributes, and one string that all of them point
// into. The reader keeps one tree and uses its memory again for each part that is collected; an
// element that is only entered is put into it alone, shown and cleared.
#include "xml/tree.h"

#include <algorithm>
#include <limits>

namespace arborist::xml {

namespace {

constexpr std::string_view kDeclaration = "xmlns";
constexpr std::size_t kMaxBindings = 512;  // in force at one place

}  // namespace

bool Node::is_text() const { return tree_->nodes_[index_].space == Tree::kText; }

std::string_view Node::text() const {
  const Tree::Item& item = tree_->nodes_[index_];
  return item.space == Tree::kText ? tree_->Kept(item.begin, item.size) : std::string_view();
}

std::uint16_t Node::space() const {
  const std::uint16_t space = tree_->nodes_[index_].space;
  return space == Tree::kText ? 0 : space;
}

std::string_view Node::local() const {
  const Tree::Item& item = tree_->nodes_[index_];
  return item.space == Tree::kText ? std::string_view() : tree_->Kept(item.begin, item.size);
}

bool Node::Is(std::uint16_t space, std::string_view local) const {
  const Tree::Item& item = tree_->nodes_[index_];
  return item.space == space && item.size == local.size() &&
         tree_->Kept(item.begin, item.size) == local;
}

std::string_view Node::Get(std::uint16_t space, std::string_view local) const {
  const Tree::Item& item = tree_->nodes_[index_];
  for (std::uint32_t i = 0; i < item.attribute_count; ++i) {
    const Tree::Attribute& one = tree_->attributes_[item.first_attribute + i];
    if (one.space == space && tree_->Kept(one.name_begin, one.name_size) == local) {
      return tree_->Kept(one.value_begin, one.value_size);
    }
  }
  return {};
}

bool Node::Has(std::uint16_t space, std::string_view local) const {
  const Tree::Item& item = tree_->nodes_[index_];
  for (std::uint32_t i = 0; i < item.attribute_count; ++i) {
    const Tree::Attribute& one = tree_->attributes_[item.first_attribute + i];
    if (one.space == space && tree_->Kept(one.name_begin, one.name_size) == local) return true;
  }
  return false;
}

Node Node::parent() const {
  const std::uint32_t at = tree_->nodes_[index_].parent;
  return at == Tree::kNone ? Node() : Node(tree_, at);
}
Node Node::next() const {
  const std::uint32_t at = tree_->nodes_[index_].next;
  return at == Tree::kNone ? Node() : Node(tree_, at);
}
Node Node::first_child() const {
  const std::uint32_t at = tree_->nodes_[index_].first_child;
  return at == Tree::kNone ? Node() : Node(tree_, at);
}

Node Node::Child(std::uint16_t space, std::string_view local) const {
  for (const Node child : children()) {
    if (child.Is(space, local)) return child;
  }
  return {};
}

// A subtree stands in one run of the array, so no recursion is needed.
std::string Node::AllText() const {
  std::string all;
  std::uint32_t end = index_;
  for (std::uint32_t last = index_; last != Tree::kNone; last = tree_->nodes_[last].last_child) {
    end = last;
  }
  for (std::uint32_t i = index_; i <= end; ++i) {
    const Tree::Item& item = tree_->nodes_[i];
    if (item.space == Tree::kText) all += tree_->Kept(item.begin, item.size);
  }
  return all;
}

std::size_t Tree::bytes() const {
  return nodes_.size() * sizeof(Item) + attributes_.size() * sizeof(Attribute) + strings_.size();
}

void Tree::Clear() {
  nodes_.clear();
  attributes_.clear();
  strings_.clear();
  open_.clear();
}

std::uint32_t Tree::Keep(std::string_view text) {
  const auto begin = static_cast<std::uint32_t>(strings_.size());
  strings_ += text;
  return begin;
}

std::uint32_t Tree::Append(Item item) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (!open_.empty()) {
    item.parent = open_.back();
    Item& parent = nodes_[item.parent];
    if (parent.first_child == kNone) {
      parent.first_child = index;
    } else {
      nodes_[parent.last_child].next = index;
    }
    parent.last_child = index;
  }
  nodes_.push_back(item);
  return index;
}

void Tree::Open(std::uint16_t space, std::string_view local) {
  const std::uint32_t begin = Keep(local);
  open_.push_back(Append({.space = space,
                          .begin = begin,
                          .size = static_cast<std::uint32_t>(local.size()),
                          .first_attribute = static_cast<std::uint32_t>(attributes_.size())}));
}

void Tree::AddAttribute(std::uint16_t space, std::string_view local, std::string_view value) {
  local = local.substr(0, std::numeric_limits<std::uint16_t>::max());
  const std::uint32_t name = Keep(local);
  attributes_.push_back({.space = space,
                         .name_size = static_cast<std::uint16_t>(local.size()),
                         .name_begin = name,
                         .value_begin = Keep(value),
                         .value_size = static_cast<std::uint32_t>(value.size())});
  ++nodes_[open_.back()].attribute_count;
}

void Tree::AddText(std::string_view text) {
  if (open_.empty()) return;
  // expat hands out one text in pieces: they become one node again.
  const std::uint32_t last = nodes_[open_.back()].last_child;
  if (last != kNone && nodes_[last].space == kText &&
      nodes_[last].begin + nodes_[last].size == strings_.size()) {
    strings_ += text;
    nodes_[last].size += static_cast<std::uint32_t>(text.size());
    return;
  }
  const std::uint32_t begin = Keep(text);
  Append({.space = kText, .begin = begin, .size = static_cast<std::uint32_t>(text.size())});
}

TreeReader::TreeReader(Visitor* visitor, SpaceOf space_of, Options options,
                       std::size_t max_tree_bytes)
    : visitor_(visitor),
      space_of_(space_of),
      max_tree_bytes_(std::min(max_tree_bytes, std::size_t{1} << 30)),
      parser_(this, std::move(options)) {}

// Takes the declarations of namespaces out of a start tag.
void TreeReader::Bind(const Attributes& attributes) {
  attributes.ForEach([&](std::string_view name, std::string_view value) {
    if (!name.starts_with(kDeclaration)) return;
    name.remove_prefix(kDeclaration.size());
    if (!name.empty() && name[0] != ':') return;
    if (!name.empty()) name.remove_prefix(1);
    if (bindings_.size() == kMaxBindings) {
      return parser_.Stop({ErrorCode::kLimitExceeded, "too many namespaces are declared"});
    }
    bindings_.push_back({std::string(name), space_of_(value), depth_});
  });
}

std::uint16_t TreeReader::NumberOf(std::string_view prefix) const {
  for (auto binding = bindings_.rbegin(); binding != bindings_.rend(); ++binding) {
    if (binding->prefix == prefix) return binding->number;
  }
  return 0;
}

void TreeReader::Open(std::string_view name, const Attributes& attributes) {
  const auto split = [](std::string_view full) {
    const std::size_t colon = full.find(':');
    return colon == std::string_view::npos
               ? std::pair(std::string_view(), full)
               : std::pair(full.substr(0, colon), full.substr(colon + 1));
  };
  Bind(attributes);
  const auto [prefix, local] = split(name);
  const std::uint16_t number = NumberOf(prefix);
  tree_.Open(number, local);
  attributes.ForEach([&](std::string_view full, std::string_view value) {
    if (full == kDeclaration || full.starts_with("xmlns:")) return;
    const auto [own_prefix, own_local] = split(full);
    // The default namespace is not that of attributes; most others are that of the element.
    const std::uint16_t own = own_prefix.empty()     ? std::uint16_t{0}
                              : own_prefix == prefix ? number
                                                     : NumberOf(own_prefix);
    tree_.AddAttribute(own, own_local, value);
  });
  if (tree_.bytes() > max_tree_bytes_) {
    parser_.Stop({ErrorCode::kLimitExceeded, "one part of the XML needs more than " +
                                                 std::to_string(max_tree_bytes_ >> 20) + " MiB"});
  }
}

void TreeReader::Start(std::string_view name, const Attributes& attributes) {
  ++depth_;
  if (skipped_depth_ > 0) {
    ++skipped_depth_;
    return;
  }
  Open(name, attributes);
  if (collecting_) return;
  switch (visitor_->Enter(tree_.root(), depth_)) {
    case Visit::kEnter:
      tree_.Clear();
      break;
    case Visit::kSkip:
      tree_.Clear();
      while (!bindings_.empty() && bindings_.back().depth == depth_) bindings_.pop_back();
      skipped_depth_ = 1;
      break;
    case Visit::kCollect:
      collecting_ = true;
      break;
  }
}

void TreeReader::End(std::string_view) {
  const std::size_t depth = depth_--;
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    return;
  }
  while (!bindings_.empty() && bindings_.back().depth == depth) bindings_.pop_back();
  if (!collecting_) return visitor_->Leave(depth);
  tree_.Close();
  if (!tree_.is_whole()) return;
  collecting_ = false;
  visitor_->Take(tree_.root());
  tree_.Clear();
}

void TreeReader::Text(std::string_view text) {
  if (!collecting_ || skipped_depth_ > 0) return;
  tree_.AddText(text);
  if (tree_.bytes() > max_tree_bytes_) {
    parser_.Stop({ErrorCode::kLimitExceeded, "one part of the XML needs more than " +
                                                 std::to_string(max_tree_bytes_ >> 20) + " MiB"});
  }
}

void TreeReader::HandOutRest() {
  if (!collecting_ || tree_.is_whole()) return;
  while (!tree_.is_whole()) tree_.Close();
  collecting_ = false;
  visitor_->Take(tree_.root());
  tree_.Clear();
}

Result<Tree> TreeBuilder::Finish() {
  TRY(reader_.Finish());
  return std::move(tree_);
}

}  // namespace arborist::xml
