// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "xml/parser.h"

namespace arborist::xml {

class Tree;

// An element or a piece of text of a tree, or null. A small value; valid while its tree is.
class Node {
 public:
  Node() = default;
  explicit operator bool() const { return tree_ != nullptr; }

  bool is_text() const;
  std::string_view text() const;   // of a piece of text
  std::uint16_t space() const;     // of an element: the number that SpaceOf gave its namespace
  std::string_view local() const;  // of an element: its name without namespace
  bool Is(std::uint16_t space, std::string_view local) const;

  // The value of an attribute; empty where there is none.
  std::string_view Get(std::uint16_t space, std::string_view local) const;
  bool Has(std::uint16_t space, std::string_view local) const;

  Node parent() const;
  Node next() const;  // sibling
  Node first_child() const;
  // The first child element of this name, or null.
  Node Child(std::uint16_t space, std::string_view local) const;

  class Iterator;
  class Range;
  Range children() const;

  // All text below, joined with nothing.
  std::string AllText() const;
  // A copy of the tree that this is in.
  Tree CopyTree() const;

 private:
  friend class Tree;
  Node(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  const Tree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

// Elements in flat arrays: a tree costs about 40 bytes an element beside its text, and clearing it
// keeps the memory for the next.
class Tree {
 public:
  Node root() const { return nodes_.empty() ? Node() : Node(this, 0); }
  std::size_t bytes() const;

  void Clear();
  // Building, in document order.
  void Open(std::uint16_t space, std::string_view local);
  void AddAttribute(std::uint16_t space, std::string_view local, std::string_view value);
  void AddText(std::string_view text);
  void Close() { open_.pop_back(); }
  bool is_whole() const { return open_.empty(); }
  Node current() const { return Node(this, open_.back()); }

 private:
  friend class Node;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::uint16_t kText = 0xFFFF;
  struct Item {
    std::uint16_t space = 0;  // kText: a piece of text
    std::uint16_t attribute_count = 0;
    std::uint32_t begin = 0;  // of the name or the text in strings_
    std::uint32_t size = 0;
    std::uint32_t first_attribute = 0;
    std::uint32_t parent = kNone;
    std::uint32_t first_child = kNone;
    std::uint32_t last_child = kNone;
    std::uint32_t next = kNone;
  };
  struct Attribute {
    std::uint16_t space = 0;
    std::uint16_t name_size = 0;
    std::uint32_t name_begin = 0;
    std::uint32_t value_begin = 0;
    std::uint32_t value_size = 0;
  };
  std::uint32_t Append(Item item);
  std::uint32_t Keep(std::string_view text);
  std::string_view Kept(std::uint32_t begin, std::uint32_t size) const {
    return std::string_view(strings_).substr(begin, size);
  }

  std::vector<Item> nodes_;
  std::vector<Attribute> attributes_;
  std::string strings_;
  std::vector<std::uint32_t> open_;
};

class Node::Iterator {
 public:
  explicit Iterator(Node node) : node_(node) {}
  Node operator*() const { return node_; }
  Iterator& operator++() {
    node_ = node_.next();
    return *this;
  }
  bool operator!=(const Iterator& other) const {
    return static_cast<bool>(node_) != static_cast<bool>(other.node_);
  }

 private:
  Node node_;
};

class Node::Range {
 public:
  explicit Range(Node first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(Node()); }

 private:
  Node first_;
};
inline Tree Node::CopyTree() const { return *tree_; }
inline Node::Range Node::children() const { return Range(first_child()); }

// The number by which a program knows a namespace; 0 for one it does not know and for none.
using SpaceOf = std::uint16_t (*)(std::string_view uri);

// What becomes of an element: its children are visited one by one, it is collected with all below
// it and handed out whole, or nobody hears of it.
enum class Visit : std::uint8_t { kEnter, kCollect, kSkip };

// Walks over a document of any size and gets the parts it wants as trees, one after the other.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // The element stands alone: without children, and its parent is not in the tree. Depth 1: root.
  virtual Visit Enter(Node element, std::size_t depth) = 0;
  virtual void Take(Node subtree) = 0;
  // Behind the children of an element that was entered.
  virtual void Leave(std::size_t /*depth*/) {}
};

// The Handler that serves a Visitor. A subtree of more than max_tree_bytes is kLimitExceeded.
class TreeReader final : private Handler {
 public:
  TreeReader(Visitor* visitor, SpaceOf space_of, Options options, std::size_t max_tree_bytes);

  Status Feed(std::string_view piece) { return parser_.Feed(piece); }
  Status Finish() { return parser_.Finish(); }
  // Behind an error: hands out what was collected of a part that has no end.
  void HandOutRest();
  // From inside the visitor: nothing more is read.
  void Stop(Error error) { parser_.Stop(std::move(error)); }
  // From inside Take: the subtree becomes the caller's.
  Tree Detach() { return std::exchange(tree_, {}); }

 private:
  void Start(std::string_view name, const Attributes& attributes) override;
  void End(std::string_view name) override;
  void Text(std::string_view text) override;
  void Bind(const Attributes& attributes);
  std::uint16_t NumberOf(std::string_view prefix) const;
  void Open(std::string_view name, const Attributes& attributes);

  Visitor* const visitor_;
  const SpaceOf space_of_;
  const std::size_t max_tree_bytes_;
  Parser parser_;
  Tree tree_;
  bool collecting_ = false;
  std::size_t skipped_depth_ = 0;  // open elements of a part that is skipped
  std::size_t depth_ = 0;
  // The declarations that are in force, the innermost last.
  struct Binding {
    std::string prefix;  // empty: the default namespace
    std::uint16_t number = 0;
    std::size_t depth = 0;
  };
  std::vector<Binding> bindings_;
};

// Makes one tree of a whole document that comes in pieces.
class TreeBuilder final : private Visitor {
 public:
  TreeBuilder(SpaceOf space_of, Options options, std::size_t max_tree_bytes)
      : reader_(this, space_of, std::move(options), max_tree_bytes) {}
  Status Feed(std::string_view piece) { return reader_.Feed(piece); }
  Result<Tree> Finish();

 private:
  Visit Enter(Node, std::size_t) override { return Visit::kCollect; }
  void Take(Node) override { tree_ = reader_.Detach(); }
  Tree tree_;
  TreeReader reader_;
};

}  // namespace arborist::xml
