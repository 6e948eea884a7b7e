// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace arborist::index {

// What the index of one shard is asked: a tree over one field, within a scope.
//
//   Term    a term, or every term that begins so
//   Phrase  terms in a row
//   All     every member
//   Any     one member at least
//
// A row is what terms stand in, by its number in the shard: a chunk, or for titles a location. The
// chunks of a document have successive numbers.

// Titles and keywords know of a term only that it is there, not how often and where: phrases and
// counts are of the text.
enum class Field : std::uint8_t { kText, kTitle, kKeywords };

struct Term {
  std::string text;
  bool prefix = false;
  bool operator==(const Term&) const = default;
};
struct TermHash {
  std::size_t operator()(const Term& term) const {
    return std::hash<std::string>()(term.text) ^ static_cast<std::size_t>(term.prefix);
  }
};

struct Phrase {
  std::vector<std::string> terms;
};

// A group without members matches no row, and neither does a phrase without terms.
struct Node;
struct All {
  std::vector<Node> members;
};
struct Any {
  std::vector<Node> members;
};
struct Node {
  std::variant<Term, Phrase, All, Any> is;
};

// The terms and phrases of a tree from left to right. A leaf is known by its place among them.
std::vector<const Node*> Leaves(const Node& tree);
// A leaf, or an Any of leaves: each leaf's rows can be read without the others.
bool IsFlat(const Node& tree);

struct RowRange {
  std::int64_t first = 0;
  std::int64_t last = 0;  // included
  bool operator==(const RowRange&) const = default;
};
inline constexpr RowRange kAllRows{std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()};

// The rows that may match.
struct Scope {
  RowRange within = kAllRows;
  std::vector<RowRange> without = {};  // in order, apart from each other
  bool has_all() const { return within == kAllRows && without.empty(); }
};

// Says of rows that come in order whether they are in a scope, which it borrows.
class ScopeFilter {
 public:
  explicit ScopeFilter(const Scope& scope) : scope_(scope) {}
  bool Has(std::int64_t row);

 private:
  const Scope& scope_;
  std::size_t next_ = 0;  // of `without`
};

struct Query {
  Field field = Field::kText;
  Node tree = {};
  Scope scope = {};
};

}  // namespace arborist::index
