// SPDX-License-Identifier: AGPL-3.0-only
// Derives synonyms from links. One pass over the current locations that have links gathers titles
// and targets, redirects are followed once, and a second pass keeps the pairs that link to each
// other. Every word of one title then becomes a synonym of every word of the other, in both
// directions, with the two documents as evidence, so that a burn of either can forget it. The whole
// graph of links is in memory meanwhile; relations are written in batches of about 4096.
#include "curate/derive_synonyms.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/scan.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::curate {

namespace {

constexpr std::size_t kShortestWord = 4;
constexpr std::size_t kBatch = 4096;
// Words of titles that name the kind of a page and not its subject.
constexpr auto kTitleWords =
    text::MakeWordSet("list", "index", "outline", "disambiguation", "history", "film", "novel",
                      "album", "song", "band", "book", "series", "with", "from");

std::vector<std::string> TitleWords(std::string_view title) {
  std::vector<std::string> words;
  for (text::QueryTerm& term : text::QueryTerms(title)) {
    if (term.joined || text::CountCodePoints(term.term) < kShortestWord ||
        kTitleWords.Has(term.term))
      continue;
    if (std::ranges::find(words, term.term) == words.end()) words.push_back(std::move(term.term));
  }
  return words;
}

struct Page {
  std::string title;
  DocumentRoot root;
  std::set<std::size_t> links;
};

}  // namespace

Result<DeriveReport> DeriveSynonyms(const store::Corpus& corpus, store::HomeStore* home) {
  DeriveReport report;
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<Page> pages;
  std::vector<std::pair<std::size_t, std::vector<std::string>>> lists;
  std::unordered_map<std::string, std::string> redirects;
  for (const auto& shard : corpus.shards()) {
    TRY(shard->links().ForEach([&](const store::LinkedLocation& location) -> Status {
      const auto [it, added] = numbers.emplace(location.uri, pages.size());
      if (!added) return {};
      pages.push_back({.title = location.title, .root = location.root, .links = {}});
      lists.emplace_back(it->second, location.targets);
      return {};
    }));
    TRY_ASSIGN(const auto some, shard->links().Redirects());
    redirects.insert(some.begin(), some.end());
  }
  for (const auto& [from, targets] : lists) {
    for (const std::string& target : targets) {
      const auto redirect = redirects.find(target);
      const auto to = numbers.find(redirect == redirects.end() ? target : redirect->second);
      if (to == numbers.end() || to->second == from) continue;
      if (pages[from].links.insert(to->second).second) ++report.links;
    }
  }
  store::Concepts concepts(home);
  std::vector<store::ConceptRelation> relations;
  const auto flush = [&]() -> Status {
    TRY_ASSIGN(const std::uint64_t added, concepts.Add(relations));
    report.added += added;
    relations.clear();
    return {};
  };
  for (std::size_t a = 0; a < pages.size(); ++a) {
    for (const std::size_t b : pages[a].links) {
      if (b <= a || !pages[b].links.contains(a)) continue;
      ++report.pairs;
      for (const std::string& left : TitleWords(pages[a].title)) {
        for (const std::string& right : TitleWords(pages[b].title)) {
          if (left == right) continue;
          for (const auto& [token, target, root] :
               {std::tuple(left, right, pages[a].root), std::tuple(right, left, pages[b].root)}) {
            relations.push_back({.source_root = root.hex(),
                                 .kind = std::string(store::kSynonym),
                                 .token = token,
                                 .target = target,
                                 .evidence_kind = std::string(kLinkReciprocity),
                                 .derived_from = pages[root == pages[a].root ? b : a].root.hex()});
          }
        }
      }
      if (relations.size() >= kBatch) TRY(flush());
    }
  }
  TRY(flush());
  return report;
}

}  // namespace arborist::curate
