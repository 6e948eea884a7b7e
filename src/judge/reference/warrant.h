// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "judge/reference/context.h"

namespace arborist::judge {

// Whether the cited passages contain what a claim answers with. docs/format/verifier.md lists the
// five classes of anchors and when each is active.
struct Warrant {
  bool ok = true;
  std::vector<std::string> missing;      // anchors, as the claim writes them
  std::vector<std::string_view> active;  // proper_noun, date, entity_list, count, cause
  bool applied() const { return !active.empty(); }
};

// What a question asks for and which words it has, read once for all claims. May be empty.
class WarrantQuestion {
 public:
  explicit WarrantQuestion(std::string_view question);

  bool asks_relation() const { return relation_; }  // who founded Z, who is X's Y
  bool asks_list() const { return list_; }          // name the X
  bool asks_count() const { return count_; }        // how many
  bool asks_cause() const { return cause_; }        // why

  // Whether the question has the word, in singular or plural.
  bool Names(std::string_view lower_word) const;

 private:
  bool relation_ = false;
  bool list_ = false;
  bool count_ = false;
  bool cause_ = false;
  std::set<std::string> words_;
};

// A claim and the spans it cites, without repeats.
struct WarrantClaim {
  std::string_view text;
  std::vector<const Context*> cited_spans;
};

// One warrant for each claim. Each span is searched once for the anchors of all claims. An anchor
// that the budget does not reach counts as missing.
std::vector<Warrant> CheckWarrants(std::span<const WarrantClaim> claims,
                                   const WarrantQuestion& question, Budget* budget);

}  // namespace arborist::judge
