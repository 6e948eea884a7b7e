// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/context.h"

#include <algorithm>

#include "judge/reference/multi_search.h"
#include "judge/reference/units.h"
#include "judge/reference/word_rules.h"

namespace arborist::judge {

Context::Context(std::string_view text) : normalized_(Normalize(text)), work_(text.size()) {}

bool Context::Contains(std::string_view needle) const {
  return FindEach(std::span(&needle, 1)).front() != std::string_view::npos;
}

std::vector<std::size_t> Context::FindEach(std::span<const std::string_view> needles) const {
  return judge::FindEach(needles, normalized_, &work_);
}

bool Context::HasNumbersOf(std::string_view text) const {
  bool has_all = true;
  ForEachNumber(text, [&](const std::string& number) {
    if (!numbers_) {
      work_ += normalized_.size();
      numbers_.emplace();
      ForEachNumber(normalized_, [&](const std::string& own) { numbers_->push_back(own); });
      std::ranges::sort(*numbers_);
    }
    has_all = has_all && std::ranges::binary_search(*numbers_, number);
  });
  return has_all;
}

}  // namespace arborist::judge
