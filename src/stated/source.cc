// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 7: when a word of a claim and one of the
// source are the same, and where each word stands. AppendPlaces takes candidates from the index and
// then removes those that Compare refuses, so the index may return too many but never too few.
#include "stated/source.h"

#include <algorithm>

#include "stated/lemma.h"

namespace arborist::stated {

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
  // Single letters are names and differ by case: vitamin C.
  if (claimed.key.size() == 1 || found.key.size() == 1) {
    return claimed.key == found.key ? Likeness::kSame : Likeness::kNone;
  }
  if (claimed.lower == found.lower) return Likeness::kSame;
  if (claimed.kind == Kind::kName && found.kind == Kind::kName) {
    return claimed.Is(kMonth) && claimed.key == found.key ? Likeness::kSame : Likeness::kNone;
  }
  // What each one does, all do; what all do together, not each one does.
  if (claimed.key == "every" && found.lower == "all") return Likeness::kNone;
  if (claimed.key == found.key) return Likeness::kInflected;
  if (!IsOpen(claimed) || !IsOpen(found)) return Likeness::kNone;
  const std::uint16_t group = SynonymsOf(claimed.key);
  if (group != 0 && group == SynonymsOf(found.key)) return Likeness::kRelated;
  const std::string_view root = Root(claimed.key);
  return !root.empty() && root == Root(found.key) ? Likeness::kRelated : Likeness::kNone;
}

SourceIndex::SourceIndex(std::string_view text, std::vector<PassageStart> starts)
    : folded_(Fold(text)),
      reading_(folded_.text, Part::kSource),
      starts_(std::move(starts)),
      titles_(starts_.size()),
      index_(tokens()) {}

std::size_t SourceIndex::PassageOf(const Sentence& sentence) const {
  const std::size_t begin = folded_.OriginalOf({sentence.begin, sentence.begin}).begin;
  const auto behind = std::ranges::upper_bound(starts_, begin, {}, &PassageStart::begin);
  return behind == starts_.begin() ? 0 : static_cast<std::size_t>(behind - starts_.begin()) - 1;
}

std::span<const Token> SourceIndex::TitleOf(const Sentence& sentence) const {
  constexpr std::size_t kLongestTitle = 300;  // bytes
  if (starts_.empty()) return {};
  const std::size_t passage = PassageOf(sentence);
  const std::string& title = starts_[passage].title;
  if (title.empty() || title.size() > kLongestTitle) return {};
  if (titles_[passage] == nullptr) titles_[passage] = std::make_unique<Title>(title);
  return titles_[passage]->reading.tokens();
}

std::size_t SourceIndex::AppendPlaces(const Token& claimed,
                                      std::vector<std::uint32_t>* places) const {
  const std::size_t before = places->size();
  const std::size_t steps = 1 + index_.AppendLike(claimed, places);
  const auto begin = places->begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(begin, places->end());
  const auto end = std::remove_if(begin, std::unique(begin, places->end()), [&](std::uint32_t at) {
    return Compare(claimed, tokens()[at]) == Likeness::kNone;
  });
  places->erase(end, places->end());
  return steps;
}

}  // namespace arborist::stated
