// SPDX-License-Identifier: AGPL-3.0-only
// From words to tokens. A token is found under its key (lemma), under its letters if
// those differ, and through its root, which links words derived from each other. Chains run through
// arrays parallel to the tokens; the table is filled from the last token to the first so that each
// chain ascends. Lookup returns candidates only; Compare (source.cc) decides. The hash is a fixed
// FNV-1a that the scanner has computed already. It is not seeded, so words can be made up that
// collide; StringNumbers bears that.
#include "stated/word_index.h"

#include <optional>

#include "stated/lemma.h"

namespace arborist::stated {

namespace {

std::uint32_t KeyHash(const Token& token) {
  const bool same =
      token.key.data() == token.lower.data() && token.key.size() == token.lower.size();
  return same ? token.hash : WordHash(token.key);
}

}  // namespace

bool IsOpen(const Token& token) {
  constexpr std::uint32_t kClosed = kNeutral | kPreposition | kOperator | kNegation | kCondition |
                                    kStatus | kDenial | kTop | kCoordinator;
  return token.kind == Kind::kWord && !token.Is(kClosed);
}

// Backwards, so that each chain is in text order.
WordIndex::WordIndex(const std::vector<Token>& tokens)
    : numbers_(tokens.size() / 2), next_(tokens.size()), next_lower_(tokens.size()) {
  words_.reserve(tokens.size() / 2 + 4);
  for (auto i = static_cast<std::uint32_t>(tokens.size()); i-- > 0;) {
    const Token& token = tokens[i];
    if (!token.must) continue;
    const std::uint32_t word = Add(token.key, KeyHash(token));
    if (IsOpen(token)) {
      AddOpen(word, i);
    } else {
      next_[i] = words_[word].closed;
      words_[word].closed = i;
    }
    if (token.lower == token.key) continue;
    Word& written = words_[Add(token.lower, token.hash)];
    next_lower_[i] = written.lower;
    written.lower = i;
  }
}

void WordIndex::AddOpen(std::uint32_t word, std::uint32_t token) {
  const bool first = words_[word].open == kEnd;
  next_[token] = words_[word].open;
  words_[word].open = token;
  if (first) AddRoot(word);
}

// Adds a word to the list of its root.
void WordIndex::AddRoot(std::uint32_t word) {
  const std::string_view key = numbers_[word];
  const std::string_view root = Root(key);
  if (root.empty()) return;
  const std::uint32_t base = root.size() == key.size() ? word : Add(root, WordHash(root));
  words_[word].next_derived = words_[base].derived;
  words_[base].derived = word;
}

std::uint32_t WordIndex::Add(std::string_view letters, std::uint32_t hash) {
  const std::uint32_t number = numbers_.Add(letters, hash);
  if (number == words_.size()) words_.emplace_back();
  return number;
}

const WordIndex::Word* WordIndex::Find(std::string_view letters, std::uint32_t hash) const {
  const std::optional<std::uint32_t> number = numbers_.Find(letters, hash);
  return number ? &words_[*number] : nullptr;
}

std::size_t WordIndex::AppendLike(const Token& claimed, std::vector<std::uint32_t>* places) const {
  const std::size_t before = places->size();
  const auto take = [&](std::uint32_t first, const std::vector<std::uint32_t>& next) {
    for (std::uint32_t i = first; i != kEnd; i = next[i]) places->push_back(i);
  };
  const auto take_word = [&](const Word* word) {
    if (word == nullptr) return;
    take(word->open, next_);
    take(word->closed, next_);
    take(word->lower, next_lower_);
  };
  const Word* const key = Find(claimed.key, KeyHash(claimed));
  take_word(key);
  if (claimed.lower != claimed.key) take_word(Find(claimed.lower, claimed.hash));
  if (IsOpen(claimed)) {
    // Few words have synonyms, so their lemmas are looked up only when a claim has one.
    if (const std::uint16_t group = SynonymsOf(claimed.key); group != 0) {
      for (const std::string& lemma : SynonymLemmas(group)) {
        if (const Word* const word = Find(lemma, WordHash(lemma))) take(word->open, next_);
      }
    }
    const std::string_view root = Root(claimed.key);
    const Word* const base = root.empty()                        ? nullptr
                             : root.size() == claimed.key.size() ? key
                                                                 : Find(root, WordHash(root));
    for (std::uint32_t i = base == nullptr ? kEnd : base->derived; i != kEnd;
         i = words_[i].next_derived) {
      take(words_[i].open, next_);
    }
  }
  return places->size() - before;
}

}  // namespace arborist::stated
