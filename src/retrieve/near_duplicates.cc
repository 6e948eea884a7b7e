// SPDX-License-Identifier: AGPL-3.0-only
// Compares texts by the hashes of all runs of five terms: nine tenths of the runs in common is the
// same text. An index from run to texts keeps the comparison linear; of a run that many texts have
// only eight are remembered.
#include "retrieve/near_duplicates.h"

#include <algorithm>
#include <array>

#include "text/search_tokens.h"

namespace arborist::retrieve {

namespace {

constexpr std::size_t kRun = 5;
constexpr std::size_t kMaxTextsPerRun = 8;
// Of a text's runs that must stand in the other: one changed word breaks five of them.
constexpr double kSame = 0.9;

std::uint64_t Mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

std::vector<std::uint64_t> RunsOf(std::string_view text) {
  std::vector<std::uint64_t> runs;
  std::array<std::uint64_t, kRun> words{};
  std::size_t count = 0;
  text::ForEachTerm(text, [&](const text::TermView& term) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : term.term) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001B3u;
    words[count++ % kRun] = hash;
    if (count < kRun) return;
    std::uint64_t run = kRun;
    for (std::size_t i = count; i < count + kRun; ++i) run = Mix(run, words[i % kRun]);
    runs.push_back(run);
  });
  if (count < kRun) {
    std::uint64_t run = count;
    for (std::size_t i = 0; i < count; ++i) run = Mix(run, words[i]);
    runs.push_back(run);
  }
  std::sort(runs.begin(), runs.end());
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  return runs;
}

}  // namespace

bool NearDuplicates::Contains(std::string_view text) {
  const std::vector<std::uint64_t> runs = RunsOf(text);
  std::vector<std::size_t> shared(texts_);
  for (const std::uint64_t run : runs) {
    const auto it = texts_by_run_.find(run);
    if (it == texts_by_run_.end()) continue;
    for (const std::uint32_t other : it->second) ++shared[other];
  }
  const auto most = std::max_element(shared.begin(), shared.end());
  if (most != shared.end() &&
      static_cast<double>(*most) >= kSame * static_cast<double>(runs.size())) {
    return true;
  }
  for (const std::uint64_t run : runs) {
    std::vector<std::uint32_t>& texts = texts_by_run_[run];
    if (texts.size() < kMaxTextsPerRun) texts.push_back(texts_);
  }
  ++texts_;
  return false;
}

}  // namespace arborist::retrieve
