// SPDX-License-Identifier: AGPL-3.0-only
// Finds the window of a text that holds most distinct query terms, cuts it between words, and
// copies it with white space collapsed and the hits marked. Positions are bytes of the copy.
#include "retrieve/snippet.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "text/search_tokens.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kWordSearch = 24;  // characters to go for a gap between words

struct Hit {
  std::size_t begin;
  std::size_t end;
  std::size_t term;
  double weight;
};

std::vector<Hit> FindHits(std::string_view text, const Ranker& ranker) {
  std::vector<Hit> hits;
  std::vector<std::size_t> prefixes;
  text::ForEachTerm(text, [&](const text::TermView& term) {
    prefixes.clear();
    std::size_t found = ranker.Find(term.term, &prefixes);
    double weight = found == Ranker::kNone ? 0 : ranker.Weight(found);
    for (const std::size_t prefix : prefixes) {
      if (found == Ranker::kNone || ranker.Weight(prefix) > weight) {
        found = prefix;
        weight = ranker.Weight(prefix);
      }
    }
    if (found != Ranker::kNone) hits.push_back({term.begin, term.end, found, weight});
  });
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return std::tie(a.begin, a.end, a.term) < std::tie(b.begin, b.end, b.term);
  });
  return hits;
}

// The first and the last hit of the best window: distinct terms count, repeats hardly.
std::pair<std::size_t, std::size_t> BestWindow(std::string_view text, const std::vector<Hit>& hits,
                                               std::size_t characters) {
  constexpr double kRepeat = 0.05;
  std::pair<std::size_t, std::size_t> best{0, 0};
  double best_score = -1;
  for (std::size_t first = 0; first < hits.size(); ++first) {
    std::vector<std::size_t> seen;
    double score = 0;
    std::size_t length = 0;
    std::size_t last = first;
    for (std::size_t i = first; i < hits.size(); ++i) {
      const std::size_t from = i == first ? hits[i].begin : hits[i - 1].begin;
      length += text::CountCodePoints(text.substr(from, hits[i].begin - from));
      if (i > first && length > characters) break;
      const bool repeat = std::find(seen.begin(), seen.end(), hits[i].term) != seen.end();
      score += repeat ? kRepeat * hits[i].weight : hits[i].weight;
      if (!repeat) seen.push_back(hits[i].term);
      last = i;
    }
    if (score > best_score) {
      best_score = score;
      best = {first, last};
    }
  }
  return best;
}

char32_t At(std::string_view text, std::size_t pos) { return text::Decode(text, &pos); }

// May a cut stand before this byte? Between words, or between whole characters of dense scripts.
bool IsGap(std::string_view text, std::size_t pos) {
  if (pos == 0 || pos >= text.size()) return true;
  const char32_t before = At(text, text::PreviousStart(text, pos));
  const char32_t after = At(text, pos);
  if (text::IsWhitespace(before) || text::IsWhitespace(after)) return true;
  return text::HasFlag(after, text::kDense) && !text::HasFlag(after, text::kCombining);
}

std::size_t StepBack(std::string_view text, std::size_t pos, std::size_t characters) {
  while (pos > 0 && characters-- > 0) pos = text::PreviousStart(text, pos);
  return pos;
}

std::size_t StepOn(std::string_view text, std::size_t pos, std::size_t characters) {
  while (pos < text.size() && characters-- > 0) text::Decode(text, &pos);
  return pos;
}

// A cut at or behind pos, not behind `limit`; without a gap between words, between characters.
std::size_t GapBehind(std::string_view text, std::size_t pos, std::size_t limit) {
  const std::size_t end = std::min(limit, StepOn(text, pos, kWordSearch));
  for (std::size_t at = pos; at < end; text::Decode(text, &at)) {
    if (IsGap(text, at)) return at;
  }
  while (pos < limit && text::HasFlag(At(text, pos), text::kCombining)) text::Decode(text, &pos);
  return pos;
}

std::size_t GapBefore(std::string_view text, std::size_t pos, std::size_t limit) {
  const std::size_t begin = std::max(limit, StepBack(text, pos, kWordSearch));
  for (std::size_t at = pos; at > begin; at = text::PreviousStart(text, at)) {
    if (IsGap(text, at)) return at;
  }
  while (pos > limit && pos < text.size() && text::HasFlag(At(text, pos), text::kCombining)) {
    pos = text::PreviousStart(text, pos);
  }
  return pos;
}

// Copies text[begin, end) with whitespace collapsed and marks the hits in the copy.
Snippet Render(std::string_view text, std::size_t begin, std::size_t end,
               const std::vector<Hit>& hits) {
  Snippet snippet;
  if (begin > 0) snippet.text += kEllipsis;
  auto hit = std::find_if(hits.begin(), hits.end(), [&](const Hit& h) { return h.begin >= begin; });
  bool space = false;
  bool open = false;
  std::size_t open_end = 0;
  for (std::size_t pos = begin; pos < end;) {
    if (open && pos >= open_end) {
      snippet.hits.back().end = snippet.text.size();
      open = false;
    }
    const std::size_t start = pos;
    if (text::IsWhitespace(text::Decode(text, &pos))) {
      space = true;
      continue;
    }
    if (space && snippet.text.size() > (begin > 0 ? kEllipsis.size() : 0)) snippet.text += ' ';
    space = false;
    for (; hit != hits.end() && hit->begin <= start; ++hit) {
      if (hit->end <= start || hit->end > end) continue;
      if (!open) {
        // Bigrams that touch are one hit.
        const bool touches =
            !snippet.hits.empty() && snippet.hits.back().end == snippet.text.size();
        if (!touches) snippet.hits.push_back({snippet.text.size(), snippet.text.size()});
        open = true;
        open_end = hit->end;
      }
      open_end = std::max(open_end, hit->end);
    }
    snippet.text += text.substr(start, pos - start);
  }
  if (open) snippet.hits.back().end = snippet.text.size();
  if (end < text.size()) snippet.text += kEllipsis;
  return snippet;
}

}  // namespace

Snippet MakeSnippet(std::string_view text, const Ranker& ranker, std::size_t characters) {
  while (!text.empty()) {
    const std::size_t last = text::PreviousStart(text, text.size());
    if (!text::IsWhitespace(At(text, last))) break;
    text.remove_suffix(text.size() - last);
  }
  const std::vector<Hit> hits = FindHits(text, ranker);
  if (hits.empty()) {
    return Render(text, 0, GapBefore(text, StepOn(text, 0, characters), 0), hits);
  }
  const auto [first, last] = BestWindow(text, hits, characters * 4 / 5);
  const std::size_t from = hits[first].begin;
  const std::size_t to = std::max(hits[last].end, hits[first].end);
  const std::size_t used = text::CountCodePoints(text.substr(from, to - from));
  const std::size_t room = characters > used ? characters - used : 0;
  const std::size_t wanted = StepBack(text, from, room / 3);
  const std::size_t begin = wanted == 0 ? 0 : GapBehind(text, wanted, from);
  const std::size_t before = text::CountCodePoints(text.substr(begin, from - begin));
  const std::size_t limit = StepOn(text, to, room > before ? room - before : 0);
  const std::size_t end = limit == text.size() ? limit : GapBefore(text, limit, to);
  Snippet snippet = Render(text, begin, end, hits);
  snippet.offset = from;
  return snippet;
}

Snippet SnippetOf(markup::Base base, std::string_view text, const Ranker& ranker) {
  if (base == markup::Base::kIdentity) return MakeSnippet(text, ranker);
  const std::string shown = markup::ToBase(base, text);
  Snippet snippet = MakeSnippet(shown, ranker);
  if (snippet.hits.empty()) return MakeSnippet(text, ranker);
  snippet.offset = markup::RawOffset(base, text, shown, snippet.offset);
  return snippet;
}

}  // namespace arborist::retrieve
