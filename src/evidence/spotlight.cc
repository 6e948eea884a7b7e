// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/evidence.md. Finds the excerpt of a passage with most words of
// a claim: search all tokens in one pass (ManyFind), slide a window of 200 code points over their
// places, take the window with most distinct tokens, and extend it to sentence ends. The window is
// a two-pointer sweep, so each place enters and leaves once. Tokens that end each other ("aaaa",
// "aaaaa", ...) could report quadratically many places; at most kMaxEnding are taken at one end.
#include "evidence/spotlight.h"

#include <algorithm>
#include <limits>

#include "text/scan.h"

namespace arborist::evidence {

namespace {

// The number of tokens that may end at one place. Real claims have fewer; tokens made to end each
// other would cost more than linear time.
constexpr std::size_t kMaxEnding = 64;

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

bool Has(std::string_view characters, char c) {
  return characters.find(c) != std::string_view::npos;
}

// $: at the end, or before a line feed that is the last character.
bool IsEnd(std::string_view text, std::size_t pos) {
  return pos == text.size() || (pos + 1 == text.size() && text[pos] == '\n');
}

// [.!?]["')\]]?\s+(?=[A-Z"'(\[])|[.!?]["')\]]?$ at pos: where it ends, or 0.
std::size_t SentenceEndAt(std::string_view text, std::size_t pos) {
  if (!Has(".!?", text[pos])) return 0;
  const bool closed = pos + 1 < text.size() && Has("\"')]", text[pos + 1]);
  const std::size_t behind = pos + (closed ? 2 : 1);
  std::size_t next = behind;
  while (next < text.size()) {
    const std::size_t width = text::WhitespaceAt(text, next);
    if (width == 0) break;
    next += width;
  }
  if (next > behind && next < text.size() &&
      (text::IsAsciiUpper(text[next]) || Has("\"'([", text[next]))) {
    return next;
  }
  if (IsEnd(text, behind)) return behind;
  return 0;
}

// Behind the last sentence end before `start`, or 0. The text is read as if it ended at `start`
// (decision 35). Sentence ends do not overlap, so the last one decides.
std::size_t SentenceStart(std::string_view span, std::size_t start) {
  const std::string_view text = span.substr(0, start);
  for (std::size_t pos = text.find_last_of(".!?"); pos != std::string_view::npos;
       pos = pos == 0 ? std::string_view::npos : text.find_last_of(".!?", pos - 1)) {
    if (const std::size_t end = SentenceEndAt(text, pos); end != 0) return end;
  }
  return 0;
}

// Behind the first sentence end from `end` on, or the end of the span.
std::size_t SentenceStop(std::string_view span, std::size_t end) {
  for (std::size_t pos = span.find_first_of(".!?", end); pos != std::string_view::npos;
       pos = span.find_first_of(".!?", pos + 1)) {
    if (const std::size_t stop = SentenceEndAt(span, pos); stop != 0) return stop;
  }
  return span.size();
}

// The byte at which code point `index` begins; beyond the end, the end.
std::size_t ByteOf(std::string_view text, std::size_t index) {
  return text::Prefix(text, index).size();
}

bool IsLongerThan(std::string_view text, std::size_t code_points) {
  return ByteOf(text, code_points) < text.size();
}

// The first place from here on that follows white space.
std::size_t WordStart(std::string_view span, std::size_t pos) {
  while (pos > 0 && pos < span.size() && !text::IsWhitespace(text::Before(span, pos))) {
    text::Decode(span, &pos);
  }
  return pos;
}

// The last place up to here that precedes white space.
std::size_t WordStop(std::string_view span, std::size_t pos) {
  while (pos > 0 && pos < span.size() && text::WhitespaceAt(span, pos) == 0) {
    pos = text::PreviousStart(span, pos);
  }
  return pos;
}

std::string_view Slice(std::string_view span, std::size_t begin, std::size_t end) {
  return begin < end ? span.substr(begin, end - begin) : std::string_view();
}

}  // namespace

Spotlight::Spotlight(const std::vector<std::string>& claim_tokens, std::size_t window)
    : window_(window),
      tokens_(claim_tokens),
      free_from_(claim_tokens.size(), 0),
      inside_(claim_tokens.size(), 0) {
  if (!claim_tokens.empty()) longest_token_ = text::CountCodePoints(claim_tokens.front());
}

// The first place of a token around which, within half a window on either side, most distinct
// tokens begin. Counted in code points of the lower-case span, which are then applied to the span
// itself (decision 35). kNowhere if no token occurs; nullopt when the budget is spent.
std::optional<std::size_t> Spotlight::DensestPlace(std::string_view lower_span, Budget* budget) {
  using Place = text::ManyFind::Place;
  std::vector<Place> places;
  std::size_t end = 0, ending = 0;  // number of tokens that end at `end`
  constexpr std::size_t kStepsOfPlace = 3;
  bool enough = budget->Take(lower_span.size());
  if (!enough) return std::nullopt;
  tokens_.ForEach(lower_span, [&](const Place& place) {
    enough = budget->Take(kStepsOfPlace);
    if (!enough) return text::ManyFind::Next::kStop;
    if (place.end != end) ending = 0;
    end = place.end;
    if (++ending > kMaxEnding) return text::ManyFind::Next::kSkipShorter;
    if (place.begin >= free_from_[place.needle]) {
      free_from_[place.needle] = place.end;
      places.push_back(place);
    }
    return text::ManyFind::Next::kOn;
  });
  for (const Place& place : places) free_from_[place.needle] = 0;
  if (!enough) return std::nullopt;
  if (places.empty()) return kNowhere;
  std::ranges::sort(places, {}, &Place::begin);
  std::size_t byte = 0, index = 0;
  for (Place& place : places) {
    index += text::CountCodePoints(lower_span.substr(byte, place.begin - byte));
    byte = place.begin;
    place.begin = index;
  }

  const std::size_t half = window_ / 2;
  std::size_t distinct = 0, most = 0, best = 0, first = 0, behind = 0;
  for (const Place& center : places) {
    for (; behind < places.size() && places[behind].begin <= center.begin + half; ++behind) {
      if (inside_[places[behind].needle]++ == 0) ++distinct;
    }
    for (; places[first].begin + half < center.begin; ++first) {
      if (--inside_[places[first].needle] == 0) --distinct;
    }
    if (distinct > most) {
      most = distinct;
      best = center.begin;
    }
  }
  for (const Place& place : places) inside_[place.needle] = 0;
  return best;
}

std::string LeadingExcerpt(std::string_view span, std::size_t window) {
  if (!IsLongerThan(span, window)) return std::string(span);
  std::size_t end = SentenceStop(span, ByteOf(span, window));
  if (IsLongerThan(span.substr(0, end), 2 * window)) end = WordStop(span, ByteOf(span, 2 * window));
  std::string excerpt(span.substr(0, end));
  if (end < span.size()) excerpt.append("...");
  return excerpt;
}

std::optional<std::string> Spotlight::Excerpt(std::string_view span, std::string_view lower_span,
                                              Budget* budget) {
  if (!budget->Take(std::min(span.size(), window_))) return std::nullopt;
  if (!IsLongerThan(span, window_)) return std::string(span);
  // For walking to the place and to the sentence ends.
  if (!budget->Take(span.size())) return std::nullopt;
  const std::optional<std::size_t> densest = DensestPlace(lower_span, budget);
  if (!densest) return std::nullopt;
  const std::size_t place = *densest;
  if (place == kNowhere) return LeadingExcerpt(span, window_);
  const std::size_t half = window_ / 2;
  const std::size_t raw_begin = ByteOf(span, place > half ? place - half : 0);
  const std::size_t raw_end = ByteOf(span, place + longest_token_ + half);
  std::size_t begin = 0, end = span.size();
  if (raw_begin > 0 || raw_end < span.size()) {
    begin = SentenceStart(span, raw_begin);
    end = SentenceStop(span, raw_end);
  }
  if (begin < end && IsLongerThan(span.substr(begin, end - begin), 2 * window_)) {
    begin = WordStart(span, raw_begin);
    end = WordStop(span, begin + ByteOf(span.substr(begin), 2 * window_));
  }
  std::string excerpt(begin > 0 ? "..." : "");
  excerpt.append(text::Strip(Slice(span, begin, end)));
  if (end < span.size()) excerpt.append("...");
  return excerpt;
}

}  // namespace arborist::evidence
