// SPDX-License-Identifier: AGPL-3.0-only
#include "stated/source.h"

#include <algorithm>

#include "stated/lemma.h"

namespace arborist::stated {

namespace {

// Whether other words may stand for it: no function word, no name, no number.
bool IsOpen(const Token& token) {
  constexpr std::uint32_t kClosed = kNeutral | kPreposition | kOperator | kNegation | kCondition |
                                    kStatus | kDenial | kTop | kCoordinator;
  return token.kind == Kind::kWord && !token.Is(kClosed);
}

}  // namespace

Likeness Compare(const Token& claimed, const Token& found) {
  if (claimed.group != 0 && found.group != 0 && claimed.key == found.key) return Likeness::kSame;
  if (claimed.kind == Kind::kNumber || found.kind == Kind::kNumber) {
    if (claimed.kind != found.kind || claimed.key != found.key) return Likeness::kNone;
    const bool other_unit =
        !claimed.unit.empty() && !found.unit.empty() && claimed.unit != found.unit;
    return other_unit ? Likeness::kNone : Likeness::kSame;
  }
  if (claimed.kind == Kind::kSymbol || found.kind == Kind::kSymbol) {
    return claimed.key == found.key ? Likeness::kSame : Likeness::kNone;
  }
  // A single letter is a name by its case: vitamin C.
  if (claimed.key.size() == 1 || found.key.size() == 1) {
    return claimed.key == found.key ? Likeness::kSame : Likeness::kNone;
  }
  if (claimed.lower == found.lower) return Likeness::kSame;
  if (claimed.kind == Kind::kName && found.kind == Kind::kName) {
    return claimed.Is(kMonth) && claimed.key == found.key ? Likeness::kSame : Likeness::kNone;
  }
  // What each one does all do; what all do together not each one.
  if (claimed.key == "every" && found.lower == "all") return Likeness::kNone;
  if (claimed.key == found.key) return Likeness::kInflected;
  if (!IsOpen(claimed) || !IsOpen(found)) return Likeness::kNone;
  const std::uint16_t group = SynonymsOf(claimed.key);
  if (group != 0 && group == SynonymsOf(found.key)) return Likeness::kRelated;
  const std::string root = Root(claimed.key);
  return !root.empty() && root == Root(found.key) ? Likeness::kRelated : Likeness::kNone;
}

Source::Source(std::string_view text, std::vector<PassageStart> starts)
    : folded_(Fold(text)),
      reading_(folded_.text, Part::kSource),
      starts_(std::move(starts)),
      titles_(starts_.size()) {
  const std::vector<Token>& all = tokens();
  by_key_.reserve(all.size() / 2);
  roots_.reserve(all.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (!all[i].must) continue;
    by_key_[all[i].key].push_back(i);
    if (all[i].lower != all[i].key) by_key_[all[i].lower].push_back(i);
    if (!IsOpen(all[i])) continue;
    if (const std::uint16_t group = SynonymsOf(all[i].key); group != 0) {
      by_synonyms_[group].push_back(i);
    }
    if (std::string root = Root(all[i].key); !root.empty()) {
      roots_.push_back(std::move(root));
      by_root_[roots_.back()].push_back(i);
    }
  }
}

std::size_t Source::PassageOf(const Sentence& sentence) const {
  const std::size_t begin = folded_.OriginalOf(sentence.begin);
  const auto behind = std::ranges::upper_bound(starts_, begin, {}, &PassageStart::begin);
  return behind == starts_.begin() ? 0 : static_cast<std::size_t>(behind - starts_.begin()) - 1;
}

std::span<const Token> Source::TitleOf(const Sentence& sentence) const {
  constexpr std::size_t kLongestTitle = 300;  // bytes
  if (starts_.empty()) return {};
  const std::size_t passage = PassageOf(sentence);
  const std::string& title = starts_[passage].title;
  if (title.empty() || title.size() > kLongestTitle) return {};
  if (titles_[passage] == nullptr) titles_[passage] = std::make_unique<Title>(title);
  return titles_[passage]->reading.tokens();
}

std::size_t Source::AppendPlaces(const Token& claimed, std::vector<std::uint32_t>* places) const {
  const std::size_t before = places->size();
  std::size_t steps = 1;
  const auto take = [&](const std::vector<std::uint32_t>& found) {
    steps += found.size();
    for (const std::uint32_t place : found) {
      if (Compare(claimed, tokens()[place]) != Likeness::kNone) places->push_back(place);
    }
  };
  if (const auto it = by_key_.find(claimed.key); it != by_key_.end()) take(it->second);
  if (claimed.lower != claimed.key) {
    if (const auto it = by_key_.find(claimed.lower); it != by_key_.end()) take(it->second);
  }
  if (IsOpen(claimed)) {
    if (const std::uint16_t group = SynonymsOf(claimed.key); group != 0) {
      if (const auto it = by_synonyms_.find(group); it != by_synonyms_.end()) take(it->second);
    }
    if (const std::string root = Root(claimed.key); !root.empty()) {
      if (const auto it = by_root_.find(root); it != by_root_.end()) take(it->second);
    }
  }
  const auto begin = places->begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(begin, places->end());
  places->erase(std::unique(begin, places->end()), places->end());
  return steps;
}

}  // namespace arborist::stated
