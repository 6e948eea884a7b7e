// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::ask {

// The answers that count as right. Compares as SQuAD does: lower case, no punctuation, no articles;
// where a script has no blanks between words, without blanks.
class GoldAnswers {
 public:
  explicit GoldAnswers(const std::vector<std::string>& answers);
  bool IsIn(std::string_view text) const;

 private:
  std::vector<std::string> needles_;
  std::vector<std::string> dense_needles_;
};

}  // namespace arborist::ask
