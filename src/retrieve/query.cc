// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/query.h"

#include <algorithm>

#include "retrieve/stopwords.h"
#include "text/search_tokens.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

using text::QueryTerm;

std::size_t AddTerm(Query* query, Term term) {
  const auto it = std::find(query->terms.begin(), query->terms.end(), term);
  if (it != query->terms.end()) {
    it->other = it->other && term.other;
    return static_cast<std::size_t>(it - query->terms.begin());
  }
  query->terms.push_back(std::move(term));
  return query->terms.size() - 1;
}

Word MakeWord(Query* query, const QueryTerm& term) {
  Word word{.term = AddTerm(query, {term.term, term.single}), .stem = {}, .dense = term.dense};
  if (term.dense) return word;
  if (const std::string_view stem = SharedStem(term.term); !stem.empty()) {
    word.stem = AddTerm(query, {std::string(stem), true});
  } else if (std::string other = OtherNumber(term.term); !other.empty()) {
    word.stem = AddTerm(query, {.text = std::move(other), .other = true});
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

std::string Quote(const Term& term) {
  std::string quoted = "\"";
  for (const char c : term.text) {
    if (c == '"') quoted += '"';
    if (c != '\0') quoted += c;
  }
  quoted += term.prefix ? "\" *" : "\"";
  return quoted;
}

Expression AllOf(const Query& query) {
  Expression expression;
  const auto add = [&](std::size_t term, std::string_view before) {
    expression.text += before;
    expression.text += Quote(query.terms[term]);
    expression.phrases.push_back(term);
  };
  for (const Group& group : query.groups) {
    if (!expression.text.empty()) expression.text += " AND ";
    expression.text += group.joined ? "((" : "(";
    for (std::size_t i = 0; i < group.words.size(); ++i) {
      add(group.words[i].term, i == 0 ? "" : " AND ");
    }
    expression.text += ")";
    if (group.joined) {
      add(*group.joined, " OR ");
      expression.text += ")";
    }
  }
  return expression;
}

Expression AnyOf(const Query& query, std::span<const std::size_t> terms) {
  Expression expression{.text = {}, .phrases = {}, .any = true};
  for (const std::size_t term : terms) {
    if (!expression.text.empty()) expression.text += " OR ";
    expression.text += Quote(query.terms[term]);
    expression.phrases.push_back(term);
  }
  return expression;
}

}  // namespace arborist::retrieve
