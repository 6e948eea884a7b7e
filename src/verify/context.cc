// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/context.h"

#include <algorithm>
#include <cstring>

#include "text/utf8.h"
#include "verify/units.h"
#include "verify/words.h"

namespace arborist::verify {

Context::Context(std::string_view text) : normalized_(Normalize(text)) {}

Context Context::FromNormalized(std::string normalized) {
  Context context;
  context.normalized_ = std::move(normalized);
  return context;
}

bool Context::Contains(std::string_view needle) const {
  // memmem: linear in the context whatever the needle, unlike std::string::find.
  const void* found = memmem(normalized_.data(), normalized_.size(), needle.data(), needle.size());
  work_ += normalized_.size();
  return found != nullptr;
}

std::optional<std::size_t> Context::Find(std::string_view needle) const {
  const void* found = memmem(normalized_.data(), normalized_.size(), needle.data(), needle.size());
  work_ += normalized_.size();
  if (found == nullptr) return std::nullopt;
  const auto bytes = static_cast<std::size_t>(static_cast<const char*>(found) - normalized_.data());
  return text::CountCodePoints(normalized().substr(0, bytes));
}

bool Context::HasNumbersOf(std::string_view text) const {
  bool has_all = true;
  ForEachNumber(text, [&](std::string number) {
    if (!numbers_) {
      numbers_.emplace();
      ForEachNumber(normalized_, [&](std::string own) { numbers_->insert(std::move(own)); });
    }
    has_all = has_all && numbers_->contains(number);
  });
  return has_all;
}

}  // namespace arborist::verify
