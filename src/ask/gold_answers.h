// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::ask {

// The answers of a question that count as right. IsIn says whether a text contains one of them,
// compared as SQuAD does: in lower case, without punctuation and articles. Scripts without blanks
// between words are compared without blanks. Immutable after construction.
class GoldAnswers {
 public:
  explicit GoldAnswers(const std::vector<std::string>& answers);
  bool IsIn(std::string_view text) const;

 private:
  std::vector<std::string> needles_;
  std::vector<std::string> dense_needles_;
};

}  // namespace arborist::ask
