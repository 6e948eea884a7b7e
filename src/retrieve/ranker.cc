// SPDX-License-Identifier: AGPL-3.0-only
// Scores one text for one query. Count reads the text's terms once and notes frequencies, positions
// and the longest run of the query's own word order. The score is BM25 of each group of forms,
// where a shared stem counts less than the word, plus three rewards: how much of the query stands
// there at all, how near its neighbouring words are to each other, and a phrase. Texts known to the
// index alone have no positions and get no reward that needs them.
#include "retrieve/ranker.h"

#include <algorithm>
#include <cmath>

#include "text/search_tokens.h"

namespace arborist::retrieve {

double RoundScore(double score) { return std::round(score * 1e6) / 1e6; }

Presence CountGroups(const Query& query, std::span<const int> frequency) {
  static_assert(kMaxGroups <= 64, "a group is a bit");
  Presence presence;
  for (std::size_t i = 0; i < query.groups.size(); ++i) {
    const Group& group = query.groups[i];
    const int joined = group.joined ? frequency[*group.joined] : 0;
    int mentions = 0;
    bool all = true;
    bool exact = true;
    for (const Word& word : group.words) {
      const int stem = word.stem ? frequency[*word.stem] : 0;
      const int count = frequency[word.term] > 0 ? frequency[word.term] : stem;
      all = all && count > 0;
      exact = exact && frequency[word.term] > 0;
      mentions += count;
    }
    if (joined > 0) presence.joined = true;
    if (joined == 0 && !all) continue;
    presence.groups |= std::uint64_t{1} << i;
    if (exact || joined > 0) presence.exact |= std::uint64_t{1} << i;
    presence.mentions += static_cast<std::uint32_t>(std::max(joined, mentions));
  }
  return presence;
}

struct Ranker::Counts {
  std::vector<int> frequency;               // by Query::terms
  std::vector<std::vector<int>> positions;  // of the exact terms, in order
  int length = 0;
  std::size_t run_end = 0;  // of the longest run of the query's sequence
  std::size_t run_length = 0;
};

Ranker::Ranker(const Query& query, const index::TermStatistics& statistics,
               const RankConstants& constants)
    : query_(query), statistics_(statistics), constants_(constants) {
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    const index::Term& term = query.terms[i];
    first_byte_[static_cast<unsigned char>(term.text[0])] = true;
    if (term.prefix) {
      prefixes_.push_back(i);
    } else {
      exact_.emplace(term.text, i);
    }
  }
  if (query.sequence.size() < constants.phrase_words) return;
  for (std::size_t i = 0; i < query.sequence.size(); ++i) {
    first_byte_[static_cast<unsigned char>(query.sequence[i][0])] = true;
    places_[query.sequence[i]].push_back(i);
  }
}

std::size_t Ranker::Find(std::string_view term, std::vector<std::size_t>* prefixes) const {
  if (term.empty() || !first_byte_[static_cast<unsigned char>(term[0])]) return kNone;
  for (const std::size_t prefix : prefixes_) {
    const std::string& text = query_.terms[prefix].text;
    if (text[0] == term[0] && term.starts_with(text)) prefixes->push_back(prefix);
  }
  const auto it = exact_.find(term);
  return it == exact_.end() ? kNone : it->second;
}

double Ranker::Weight(std::size_t term) const {
  return statistics_.idf[term] * (query_.WeighsLess(term) ? constants_.stem : 1.0);
}

Ranker::Counts Ranker::Count(std::string_view text) const {
  Counts counts;
  counts.frequency.assign(query_.terms.size(), 0);
  counts.positions.resize(query_.terms.size());
  std::vector<std::size_t> prefixes;
  std::vector<std::size_t> runs(query_.sequence.size() + 1);  // [i]: a run that ended before i
  std::vector<std::size_t> grown(runs.size());
  bool running = false;
  text::ForEachTerm(text, [&](const text::TermView& term) {
    const int position = counts.length++;
    if (!places_.empty()) {
      const auto places = first_byte_[static_cast<unsigned char>(term.term[0])]
                              ? places_.find(term.term)
                              : places_.end();
      if (places != places_.end() || running) std::fill(grown.begin(), grown.end(), 0);
      running = places != places_.end();
      if (running) {
        for (const std::size_t place : places->second) {
          grown[place + 1] = runs[place] + 1;
          if (grown[place + 1] > counts.run_length) {
            counts.run_length = grown[place + 1];
            counts.run_end = place + 1;
          }
        }
      }
      runs.swap(grown);
    }
    prefixes.clear();
    const std::size_t exact = Find(term.term, &prefixes);
    for (const std::size_t prefix : prefixes) {
      ++counts.frequency[prefix];
      counts.positions[prefix].push_back(position);
    }
    if (exact == kNone) return;
    ++counts.frequency[exact];
    counts.positions[exact].push_back(position);
  });
  return counts;
}

double Ranker::GroupScore(const Group& group, const Counts& counts) const {
  const auto part = [&](std::size_t term) {
    const int frequency = counts.frequency[term];
    if (frequency == 0) return 0.0;
    return index::Bm25Part(statistics_.idf[term], frequency, counts.length,
                           statistics_.average_length);
  };
  double words = 0;
  for (const Word& word : group.words) {
    const double exact = part(word.term);
    words += word.stem ? std::max(exact, constants_.stem * part(*word.stem)) : exact;
  }
  return group.joined ? std::max(words, part(*group.joined)) : words;
}

std::vector<int> Ranker::Frequencies(std::string_view text) const { return Count(text).frequency; }

double Ranker::WeightOf(std::span<const int> frequency) const {
  Counts counts;
  counts.frequency.assign(frequency.begin(), frequency.end());
  counts.length = static_cast<int>(statistics_.average_length);
  double weight = 0;
  for (const Group& group : query_.groups) weight += GroupScore(group, counts);
  return RoundScore(weight);
}

// How much of the query stands in the text at all, squared: the last word missing costs most.
double Ranker::Coverage(const Counts& counts) const {
  double all = 0;
  double present = 0;
  for (const Group& group : query_.groups) {
    for (const Word& word : group.words) {
      const double idf = statistics_.idf[word.term];
      all += idf;
      if (counts.frequency[word.term] > 0 ||
          (group.joined && counts.frequency[*group.joined] > 0)) {
        present += idf;
      } else if (word.stem && counts.frequency[*word.stem] > 0) {
        present += constants_.stem * std::min(idf, statistics_.idf[*word.stem]);
      }
    }
  }
  return all > 0 ? constants_.coverage * present * present / all : 0;
}

// For each two neighbours of the query: how near they come to each other in the text.
double Ranker::Nearness(const Counts& counts) const {
  double sum = 0;
  const Word* left = nullptr;
  for (const Group& group : query_.groups) {
    for (const Word& word : group.words) {
      if (left != nullptr) {
        const std::vector<int>& a = counts.positions[left->term];
        const std::vector<int>& b = counts.positions[word.term];
        int nearest = constants_.near_window + 1;
        for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
          const int distance = b[j] - a[i];
          // The other way round is one step further away.
          nearest = std::min(nearest, distance > 0 ? distance : 1 - distance);
          distance > 0 ? ++i : ++j;
        }
        if (nearest <= constants_.near_window) {
          sum += std::min(statistics_.idf[left->term], statistics_.idf[word.term]) / nearest;
        }
      }
      left = &word;
    }
  }
  return constants_.nearness * sum;
}

double Ranker::Phrase(const Counts& counts) const {
  if (counts.run_length < constants_.phrase_words) return 0;
  double idf = 0;
  for (std::size_t i = counts.run_end - counts.run_length; i < counts.run_end; ++i) {
    if (const auto it = exact_.find(query_.sequence[i]); it != exact_.end())
      idf += statistics_.idf[it->second];
  }
  return constants_.phrase * idf;
}

Presence Ranker::Body(std::string_view text) const {
  const Counts counts = Count(text);
  double score = 0;
  for (const Group& group : query_.groups) score += GroupScore(group, counts);
  if (score <= 0) return {};
  Presence presence = CountGroups(query_, counts.frequency);
  presence.score = score + Coverage(counts) + Nearness(counts) + Phrase(counts);
  return presence;
}

Presence Ranker::Body(std::span<const int> frequency, std::int64_t length) const {
  Counts counts;
  counts.frequency.assign(frequency.begin(), frequency.end());
  counts.length = static_cast<int>(length);
  double score = 0;
  for (const Group& group : query_.groups) score += GroupScore(group, counts);
  if (score <= 0) return {};
  Presence presence = CountGroups(query_, counts.frequency);
  presence.score = score + Coverage(counts);
  return presence;
}

double Ranker::Share(std::uint64_t groups, std::uint64_t exact) const {
  double all = 0;
  double present = 0;
  for (std::size_t i = 0; i < query_.groups.size(); ++i) {
    double idf = 0;
    for (const Word& word : query_.groups[i].words) {
      if (!word.dense || statistics_.frequency[word.term] > 0) idf += statistics_.idf[word.term];
    }
    all += idf;
    if ((groups >> i & 1) != 0) present += idf * ((exact >> i & 1) != 0 ? 1 : constants_.stem);
  }
  return all > 0 ? present / all : 0;
}

Presence Ranker::Title(std::string_view title) const {
  const Counts counts = Count(title);
  if (counts.length == 0) return {};
  double idf = 0;
  int matched = 0;
  for (const Group& group : query_.groups) {
    double words = 0;
    for (const Word& word : group.words) {
      if (counts.frequency[word.term] > 0) {
        words += statistics_.idf[word.term];
      } else if (word.stem && counts.frequency[*word.stem] > 0) {
        words += constants_.stem * statistics_.idf[*word.stem];
      } else {
        continue;
      }
      ++matched;
    }
    if (group.joined && counts.frequency[*group.joined] > 0) {
      words = std::max(words, statistics_.idf[*group.joined]);
      matched = std::max(matched, 1);
    }
    idf += words;
  }
  const double share = std::min(1.0, static_cast<double>(matched) / counts.length);
  Presence presence = CountGroups(query_, counts.frequency);
  presence.score = idf * (constants_.title + constants_.title_exact * share);
  return presence;
}

}  // namespace arborist::retrieve
