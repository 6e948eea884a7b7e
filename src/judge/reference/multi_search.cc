// SPDX-License-Identifier: AGPL-3.0-only
// First places of many needles in a text. Three methods: memmem for up to three needles; buckets by
// the first four bytes, which is fastest on real text; Aho-Corasick when the buckets would be slow.
// Hostile needles with a common beginning make the bucket method quadratic, so it counts its
// comparisons and gives up when they exceed a linear budget; the automaton is linear for any input.
// The result is the same by each method.
#include "judge/reference/multi_search.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "text/many_find.h"

namespace arborist::judge {

namespace {

// memmem is linear in the text for every needle; std::string::find is not.
std::size_t FindOne(std::string_view text, std::string_view needle) {
  const void* found = memmem(text.data(), text.size(), needle.data(), needle.size());
  if (found == nullptr) return kNowhere;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// Compares each place of the text with the needles whose first four bytes hash alike. False if that
// took more comparisons than four times the text plus the needles; *places is then incomplete.
bool FindByPrefix(std::span<const std::string_view> needles, std::string_view text,
                  std::vector<std::size_t>* places, std::size_t* work) {
  constexpr std::size_t kPrefix = 4, kBuckets = 2048;
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const auto bucket_at = [](const char* bytes) {
    std::uint32_t prefix;
    std::memcpy(&prefix, bytes, kPrefix);
    return (prefix * 0x9E3779B1u) >> 21;
  };
  std::array<std::uint32_t, kBuckets> heads;
  heads.fill(kNone);
  std::vector<std::uint32_t> next(needles.size(), kNone);
  std::size_t budget = 4 * text.size(), missing = 0;
  for (std::size_t i = needles.size(); i-- > 0;) {
    const std::string_view needle = needles[i];
    budget += needle.size();
    if (needle.size() < kPrefix) {
      (*places)[i] = FindOne(text, needle);
      *work += text.size();
      continue;
    }
    std::uint32_t& head = heads[bucket_at(needle.data())];
    next[i] = head;
    head = static_cast<std::uint32_t>(i);
    ++missing;
  }
  *work += text.size();
  for (std::size_t pos = 0; pos + kPrefix <= text.size() && missing != 0; ++pos) {
    // Skip four places at once while no needle begins there.
    while (pos + kPrefix + 3 <= text.size()) {
      const char* const bytes = text.data() + pos;
      const std::uint32_t all = heads[bucket_at(bytes)] & heads[bucket_at(bytes + 1)] &
                                heads[bucket_at(bytes + 2)] & heads[bucket_at(bytes + 3)];
      if (all != kNone) break;
      pos += 4;
    }
    if (pos + kPrefix > text.size()) break;
    std::uint32_t* link = &heads[bucket_at(text.data() + pos)];
    while (*link != kNone) {
      const std::string_view needle = needles[*link];
      std::size_t same = 0;
      const std::size_t limit = std::min(needle.size(), text.size() - pos);
      while (same < limit && needle.data()[same] == text.data()[pos + same]) ++same;
      *work += same + 1;
      if (same + 1 >= budget) return false;
      budget -= same + 1;
      if (same == needle.size()) {
        (*places)[*link] = pos;
        *link = next[*link];  // found: remove it from the bucket
        --missing;
      } else {
        link = &next[*link];
      }
    }
  }
  return true;
}

// Linear for all needles.
void FindByAutomaton(std::span<const std::string_view> needles, std::string_view text,
                     std::vector<std::size_t>* places, std::size_t* work) {
  std::map<std::string_view, std::size_t> numbers;  // the automaton takes each needle once
  std::vector<std::string> distinct;
  *work += text.size();
  for (const std::string_view needle : needles) {
    *work += needle.size();
    if (!needle.empty() && numbers.emplace(needle, distinct.size()).second) {
      distinct.emplace_back(needle);
    }
  }
  const std::vector<std::size_t> first = text::ManyFind(distinct).First(text);
  for (std::size_t i = 0; i < needles.size(); ++i) {
    (*places)[i] = needles[i].empty() ? 0 : first[numbers.at(needles[i])];
  }
}

}  // namespace

std::vector<std::size_t> FindEach(std::span<const std::string_view> needles, std::string_view text,
                                  std::size_t* work) {
  std::vector<std::size_t> places(needles.size(), kNowhere);
  constexpr std::size_t kFew = 3;
  if (needles.size() <= kFew) {
    for (std::size_t i = 0; i < needles.size(); ++i) places[i] = FindOne(text, needles[i]);
    *work += needles.size() * text.size();
  } else if (!FindByPrefix(needles, text, &places, work)) {
    FindByAutomaton(needles, text, &places, work);
  }
  return places;
}

}  // namespace arborist::judge
