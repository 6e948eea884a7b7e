// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/context.h"

#include <cstring>

#include "verify/multi_search.h"
#include "verify/units.h"
#include "verify/words.h"

namespace arborist::verify {

namespace {

// memmem: linear in the context whatever the needle, unlike std::string::find.
std::size_t FindOne(std::string_view text, std::string_view needle) {
  const void* found = memmem(text.data(), text.size(), needle.data(), needle.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

Context::Context(std::string_view text) : normalized_(Normalize(text)), work_(text.size()) {}

bool Context::Contains(std::string_view needle) const {
  work_ += normalized_.size();
  return FindOne(normalized_, needle) != std::string_view::npos;
}

std::vector<std::size_t> Context::FindEach(std::span<const std::string_view> needles) const {
  constexpr std::size_t kFew = 64;  // up to here one search each is faster than an automaton
  if (needles.size() > kFew) {
    work_ += normalized_.size();
    for (const std::string_view needle : needles) work_ += needle.size();
    return verify::FindEach(needles, normalized_);
  }
  work_ += needles.size() * normalized_.size();
  std::vector<std::size_t> places;
  places.reserve(needles.size());
  for (const std::string_view needle : needles) places.push_back(FindOne(normalized_, needle));
  return places;
}

bool Context::HasNumbersOf(std::string_view text) const {
  bool has_all = true;
  ForEachNumber(text, [&](std::string number) {
    if (!numbers_) {
      work_ += normalized_.size();
      numbers_.emplace();
      ForEachNumber(normalized_, [&](std::string own) { numbers_->insert(std::move(own)); });
    }
    has_all = has_all && numbers_->contains(number);
  });
  return has_all;
}

}  // namespace arborist::verify
