// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Judge" 1 (order) and 4 (voice). Order: most
// neighbours in the claim must be near neighbours in the source. A claim that copies (90 % of its
// tokens) must also keep the order of all tokens and may have moved only few whole pieces: the
// words off the longest ascending chain of places. Exchanged names and numbers are what makes a
// copied sentence false, so pieces of them must not change places. Voice: "A founded B" and "A was
// founded by B" share all words; the by-phrase tells them apart.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "judge/lexical_v2/judge.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

bool IsFirm(const Token& token) { return token.kind == Kind::kName || token.kind == Kind::kNumber; }

// Enough neighbours of the claim are near neighbours in the source.
bool PairsHold(const Alignment& a) {
  constexpr std::int64_t kNear = 3;
  const auto& placed = a.placed_words();
  const std::size_t pairs = placed.size() - 1;
  std::size_t good = 0;
  for (std::size_t k = 0; k < pairs; ++k) {
    const std::int64_t d = a.Distance(placed[k], placed[k + 1]);
    if (d > 0 && d <= kNear) ++good;
  }
  const std::size_t percent = !a.single() ? 60 : pairs <= 7 ? 34 : 50;
  return AtLeast(good, percent, pairs);
}

// The same for all adjacent tokens, stop words too: short claims have few counting words to
// compare.
bool SurfaceHolds(const Alignment& a) {
  constexpr std::size_t kReach = 2;
  const auto key = [](const Token& token) { return token.counts() ? token.stem : token.lower; };
  std::map<std::string_view, std::uint64_t> numbers;
  std::vector<std::uint64_t> source;
  source.reserve(a.source_size());
  for (std::size_t at = 0; at < a.source_size(); ++at) {
    source.push_back(numbers.try_emplace(key(a.source(at)), numbers.size()).first->second);
  }
  std::vector<std::uint64_t> follow;  // left and right word of all pairs within reach
  for (std::size_t at = 0; at < source.size(); ++at) {
    for (std::size_t next = at + 1; next <= at + kReach && next < source.size(); ++next) {
      follow.push_back(source[at] << 32 | source[next]);
    }
  }
  std::ranges::sort(follow);
  const auto& tokens = a.claim().tokens;
  std::size_t pairs = 0, good = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto left = numbers.find(key(tokens[i]));
    const auto right = numbers.find(key(tokens[i + 1]));
    if (left == numbers.end() || right == numbers.end()) continue;
    ++pairs;
    if (std::ranges::binary_search(follow, left->second << 32 | right->second)) ++good;
  }
  const std::size_t percent = a.placed_words().size() <= 8 ? 70 : 60;
  return AtLeast(good, percent, pairs);
}

// Marks the placed words that are not on the longest ascending chain of places. Patience algorithm:
// tails[n] is the word that ends the best chain of n + 1 words; O(n log n).
std::vector<bool> Moved(const Alignment& a) {
  const auto& placed = a.placed_words();
  std::vector<std::size_t> tails, from(placed.size(), placed.size());
  for (std::size_t k = 0; k < placed.size(); ++k) {
    const auto at = std::ranges::lower_bound(tails, a.place(placed[k]), {},
                                             [&](std::size_t t) { return a.place(placed[t]); });
    if (at != tails.begin()) from[k] = *(at - 1);
    if (at == tails.end()) {
      tails.push_back(k);
    } else {
      *at = k;
    }
  }
  std::vector<bool> moved(placed.size(), true);
  for (std::size_t k = tails.back(); k != placed.size(); k = from[k]) moved[k] = false;
  return moved;
}

// True if the piece only passed names: a list in another order, or two who exchanged roles.
bool JumpsOnlyNames(const Alignment& a, const std::vector<bool>& moved, std::size_t begin,
                    std::size_t end) {
  const auto& placed = a.placed_words();
  std::size_t jumped = 0;
  for (std::size_t k = 0; k < placed.size(); ++k) {
    if (moved[k]) continue;
    const bool before = k < begin && a.place(placed[k]) > a.place(placed[begin]);
    const bool after = k >= end && a.place(placed[k]) < a.place(placed[end - 1]);
    if (!before && !after) continue;
    if (!IsFirm(a.claim().word(placed[k]))) return false;
    ++jumped;
  }
  return jumped != 0;
}

// At most three pieces moved (one in a short claim), each whole; names and numbers did not exchange
// places.
bool MovesHold(const Alignment& a) {
  const auto& placed = a.placed_words();
  const std::vector<bool> moved = Moved(a);
  std::size_t pieces = 0, firm_pieces = 0;
  for (std::size_t k = 0; k < placed.size();) {
    if (!moved[k]) {
      ++k;
      continue;
    }
    std::size_t end = k + 1;
    bool firm = IsFirm(a.claim().word(placed[k])), only_firm = firm, whole = true;
    while (end < placed.size() && moved[end]) {
      firm = firm || IsFirm(a.claim().word(placed[end]));
      only_firm = only_firm && IsFirm(a.claim().word(placed[end]));
      whole = whole && a.place(placed[end]) > a.place(placed[end - 1]);
      ++end;
    }
    if (firm && !whole) return false;
    ++pieces;
    firm_pieces += firm ? 1u : 0u;
    if (firm_pieces > 1 || pieces > (placed.size() <= 8 ? 1u : 3u)) return false;
    if (only_firm && JumpsOnlyNames(a, moved, k, end)) return false;
    k = end;
  }
  return true;
}

// True if nearly every token is the source's, stop words too. Such a claim copies, so its order
// must be copied too. A claim in its own words may be built differently.
bool Copies(const Alignment& a) {
  std::set<std::string_view> words;
  for (std::size_t at = 0; at < a.source_size(); ++at) words.insert(a.source(at).lower);
  const auto& tokens = a.claim().tokens;
  const auto found = std::ranges::count_if(
      tokens, [&](const Token& token) { return words.contains(token.lower); });
  return AtLeast(static_cast<std::size_t>(found), 90, tokens.size());
}

}  // namespace

bool InOrder(const Alignment& a) {
  if (a.placed_words().size() < 2) return true;
  return PairsHold(a) && (!Copies(a) || (SurfaceHolds(a) && MovesHold(a)));
}

namespace {

constexpr auto kParticiples =
    text::MakeWordSet("led", "won", "held", "built", "sent", "lost", "found", "told", "taught",
                      "caught", "bought", "sold", "paid", "run", "cut", "set", "put", "hit", "beat",
                      "shot", "sung", "struck", "met", "read", "kept", "left", "brought", "fought",
                      "sought", "thought", "fed", "begun", "born", "worn", "drawn", "shown",
                      "flown", "grown", "thrown", "bound", "hung", "spent", "swept", "torn");

bool IsParticiple(std::string_view lower) {
  return lower.ends_with("ed") || lower.ends_with("en") || kParticiples.Has(lower);
}

// "Written by somebody": a participle with its doer behind it. "By" before a time, an amount or a
// gerund names no doer.
bool HasAgent(const auto& token, std::size_t at, std::size_t size) {
  if (!IsParticiple(token(at).lower)) return false;
  for (std::size_t next = at + 1; next <= at + 2 && next + 1 < size; ++next) {
    if (token(next).clause != token(at).clause) return false;
    if (token(next).lower != "by") continue;
    std::size_t doer = next + 1;
    while (doer + 1 < size && token(doer).kind == Kind::kStop) ++doer;
    return token(doer).kind != Kind::kNumber && !token(doer).Is(kMonth) &&
           !token(doer).lower.ends_with("ing");
  }
  return false;
}

bool HasBe(const auto& token, std::size_t at) {
  for (std::size_t back = 1; back <= 2 && back <= at; ++back) {
    if (token(at - back).Is(kBe)) return true;
  }
  return false;
}

// The doer may stand further on: "signed on Monday by".
bool ByFollows(const Alignment& a, std::size_t at) {
  constexpr std::size_t kReach = 8;
  for (std::size_t next = at + 1; next <= at + kReach && next < a.source_size(); ++next) {
    if (a.source(next).sentence != a.source(at).sentence) return false;
    if (a.source(next).lower == "by") return true;
  }
  return false;
}

}  // namespace

bool KeepsVoice(const Alignment& a) {
  const auto claimed = [&](std::size_t i) -> const Token& { return a.claim().tokens[i]; };
  const auto found = [&](std::size_t i) -> const Token& { return a.source(i); };
  for (const std::uint32_t i : a.placed_words()) {
    if (a.claim().word(i).kind != Kind::kContent) continue;
    const std::size_t here = a.claim().words[i];
    const auto there = static_cast<std::size_t>(a.place(i));
    const bool agent = HasAgent(claimed, here, a.claim().tokens.size());
    const bool source_agent = HasAgent(found, there, a.source_size());
    if (agent && !source_agent && !ByFollows(a, there)) return false;
    if (source_agent && !agent && HasBe(found, there) && !HasBe(claimed, here)) return false;
  }
  return true;
}

}  // namespace arborist::judge::lexical
