// SPDX-License-Identifier: AGPL-3.0-only
// Reads a query into groups: the parts of a word with hyphens, each with a shorter stem or the
// other number as a weaker form, and the form written together. Stopwords are dropped unless
// nothing else is left. AllOf and AnyOf make index queries of the groups.
#include "retrieve/query.h"

#include <algorithm>

#include "retrieve/stopwords.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

using text::QueryTerm;

std::size_t AddTerm(Query* query, index::Term term, bool other_form = false) {
  const auto it = std::find(query->terms.begin(), query->terms.end(), term);
  const auto place = static_cast<std::size_t>(it - query->terms.begin());
  if (it == query->terms.end()) {
    query->terms.push_back(std::move(term));
    if (other_form) query->other_forms.push_back(place);
  } else if (!other_form) {
    std::erase(query->other_forms, place);
  }
  return place;
}

Word MakeWord(Query* query, const QueryTerm& term) {
  Word word{.term = AddTerm(query, {term.term, term.single}), .stem = {}, .dense = term.dense};
  if (term.dense) return word;
  if (const std::string_view stem = SharedStem(term.term); !stem.empty()) {
    word.stem = AddTerm(query, {std::string(stem), true});
  } else if (std::string other = OtherNumber(term.term); !other.empty()) {
    word.stem = AddTerm(query, {.text = std::move(other)}, true);
  }
  return word;
}

bool SameGroup(const Group& a, const Group& b) {
  return a.joined == b.joined &&
         std::equal(a.words.begin(), a.words.end(), b.words.begin(), b.words.end(),
                    [](const Word& x, const Word& y) { return x.term == y.term; });
}

// The words to ask for, without the joined forms, which come last and say what they cover.
std::vector<const QueryTerm*> SearchWords(const std::vector<QueryTerm>& all, bool keep_stopwords) {
  std::vector<const QueryTerm*> words;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QueryTerm& term = all[i];
    if (term.joined) continue;
    if (term.single && i > 0 && all[i - 1].dense && !all[i - 1].single) continue;
    if (!keep_stopwords && IsStopword(term.term)) continue;
    words.push_back(&term);
  }
  return words;
}

}  // namespace

std::string_view SharedStem(std::string_view word) {
  constexpr std::size_t kMinLetters = 5;
  constexpr std::size_t kMinStem = 4;
  if (!word.empty() && word[0] >= '0' && word[0] <= '9') return {};  // numbers have no forms
  const std::size_t letters = text::CountCodePoints(word);
  if (letters < kMinLetters) return {};
  return text::Prefix(word, std::max(kMinStem, letters * 2 / 3));
}

std::string OtherNumber(std::string_view word) {
  constexpr std::size_t kLongest = 4;  // of longer words the index drops the s itself
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (word.size() < 3 || word.size() > kLongest || !std::ranges::all_of(word, is_letter)) return {};
  const char last = word.back();
  std::string other(word);
  if (word.size() == kLongest) {
    if (last == 's' && !word.ends_with("ss")) return std::string(word.substr(0, kLongest - 1));
    if (last == 'y') return std::string(word.substr(0, kLongest - 1)) + "ie";  // cities
  }
  if (last == 'x' || last == 's' || last == 'z') return other + "e";  // boxes
  return word.size() < kLongest ? other + "s" : std::string();
}

std::string_view ClipQuery(std::string_view text) {
  if (text.size() <= kMaxQueryBytes) return text;
  std::size_t cut = kMaxQueryBytes;
  while ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut);
}

Query ParseQuery(std::string_view text, bool hyphen_fold) {
  const std::vector<QueryTerm> all = text::QueryTerms(ClipQuery(text));
  std::vector<const QueryTerm*> words = SearchWords(all, false);
  if (words.empty()) words = SearchWords(all, true);
  Query query;
  for (const QueryTerm* word : SearchWords(all, true)) {
    if (query.sequence.size() < kMaxGroups) query.sequence.push_back(word->term);
  }
  auto joined = std::find_if(all.begin(), all.end(), [](const QueryTerm& t) { return t.joined; });
  for (std::size_t i = 0; i < words.size() && query.groups.size() < kMaxGroups;) {
    Group group;
    while (joined != all.end() && joined->end <= words[i]->begin) ++joined;
    if (joined != all.end() && joined->begin <= words[i]->begin) {
      for (; i < words.size() && words[i]->end <= joined->end; ++i) {
        group.words.push_back(MakeWord(&query, *words[i]));
      }
      if (hyphen_fold) group.joined = AddTerm(&query, {joined->term, false});
      ++joined;
    } else {
      group.words.push_back(MakeWord(&query, *words[i++]));
    }
    const bool known = std::any_of(query.groups.begin(), query.groups.end(),
                                   [&](const Group& other) { return SameGroup(other, group); });
    if (!known) query.groups.push_back(std::move(group));
  }
  return query;
}

bool Query::WeighsLess(std::size_t term) const {
  return terms[term].prefix || std::ranges::find(other_forms, term) != other_forms.end();
}

TermTree AllOf(const Query& query) {
  TermTree tree;
  index::All groups;
  const auto leaf = [&](std::size_t term) {
    tree.terms.push_back(term);
    return index::Node{query.terms[term]};
  };
  for (const Group& group : query.groups) {
    index::All words;
    for (const Word& word : group.words) words.members.push_back(leaf(word.term));
    if (group.joined) {
      index::Any either;
      either.members.push_back({std::move(words)});
      either.members.push_back(leaf(*group.joined));
      groups.members.push_back({std::move(either)});
    } else {
      groups.members.push_back({std::move(words)});
    }
  }
  tree.node.is = std::move(groups);
  return tree;
}

TermTree AnyOf(const Query& query, std::span<const std::size_t> terms) {
  index::Any any;
  for (const std::size_t term : terms) any.members.push_back({query.terms[term]});
  return {.node = {std::move(any)}, .terms = {terms.begin(), terms.end()}};
}

index::Node AnyTerm(const Query& query) {
  index::Any any;
  for (const index::Term& term : query.terms) any.members.push_back({term});
  return {std::move(any)};
}

}  // namespace arborist::retrieve
