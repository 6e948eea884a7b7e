// SPDX-License-Identifier: AGPL-3.0-only
// Gives each source its role: by its share of the best score, unless its title says that it is a
// list page that shares one word with the question, or a sequel ("X 2", "X Part II") of another
// source whose number the question does not name.
#include "retrieve/roles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "retrieve/query.h"
#include "text/search_tokens.h"

namespace arborist::retrieve {

namespace {

constexpr double kPrimaryShare = 0.75;
constexpr double kSecondaryShare = 0.4;

using Words = std::vector<std::string>;

Words WordsOf(std::string_view text) {
  Words words;
  for (text::QueryTerm& term : text::QueryTerms(text)) {
    if (!term.joined) words.push_back(std::move(term.term));
  }
  return words;
}

bool Has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Words of a title without what stands in brackets behind it: Jurassic Park (film).
Words NameOf(std::string_view title) {
  if (const std::size_t bracket = title.find(" ("); bracket != std::string_view::npos)
    title = title.substr(0, bracket);
  return WordsOf(title);
}

bool IsListTitle(const Words& words, std::string_view title) {
  if (title.ends_with("(disambiguation)")) return true;
  // Function words are no terms: "List of rivers" begins list, rivers.
  return words.size() >= 2 &&
         (words[0] == "list" || words[0] == "lists" || words[0] == "index" ||
          words[0] == "outline") &&
         title.find(" of ") != std::string_view::npos;
}

// 2 to 99, or II to XX.
bool IsSequelNumber(std::string_view word) {
  constexpr auto kRoman = std::to_array<std::string_view>(
      {"ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
       "xvi", "xvii", "xviii", "xix", "xx"});
  if (std::find(kRoman.begin(), kRoman.end(), word) != kRoman.end()) return true;
  return (word.size() == 1 && word[0] >= '2' && word[0] <= '9') ||
         (word.size() == 2 && word[0] >= '1' && word[0] <= '9' && word[1] >= '0' && word[1] <= '9');
}

// "Part" may stand before the number, a subtitle behind it.
bool IsSequelOf(const Words& title, const Words& base, const Words& question) {
  if (base.empty() || title.size() <= base.size()) return false;
  if (!std::equal(base.begin(), base.end(), title.begin())) return false;
  std::size_t at = base.size();
  if (title[at] == "part" && at + 1 < title.size()) ++at;
  if (!IsSequelNumber(title[at]) || Has(question, title[at])) return false;
  return std::all_of(base.begin(), base.end(),
                     [&](const std::string& word) { return Has(question, word); });
}

}  // namespace

bool IsBlocked(std::string_view role) { return role == kNoisyRole || role == kSequelRole; }

std::vector<std::string_view> ClassifyRoles(std::string_view question,
                                            std::span<const RoleSubject> sources) {
  const Words asked = WordsOf(ClipQuery(question));
  const bool asks_for_list = Has(asked, "list") || Has(asked, "lists");
  const std::size_t content_words = ParseQuery(question).groups.size();
  std::vector<Words> names;
  std::vector<std::string_view> roles;
  for (const RoleSubject& source : sources) {
    names.push_back(NameOf(source.title));
    const Words& name = names.back();
    const auto is_base = [&](std::size_t other) {
      return std::popcount(source.body_groups) <= std::popcount(sources[other].body_groups) &&
             IsSequelOf(name, names[other], asked);
    };
    bool sequel = false;
    for (std::size_t other = 0; other + 1 < names.size() && !sequel; ++other)
      sequel = is_base(other);
    const double best = sources.front().score;
    if (!asks_for_list && content_words > 1 && std::popcount(source.body_groups) <= 1 &&
        IsListTitle(name, source.title)) {
      roles.push_back(kNoisyRole);
    } else if (sequel) {
      roles.push_back(kSequelRole);
    } else if (source.score >= kPrimaryShare * best) {
      roles.push_back(kPrimaryRole);
    } else {
      roles.push_back(source.score >= kSecondaryShare * best ? kSecondaryRole : kBackgroundRole);
    }
  }
  return roles;
}

}  // namespace arborist::retrieve
