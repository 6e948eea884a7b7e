// SPDX-License-Identifier: AGPL-3.0-only
// Of each page the two topmost and two bottommost lines are candidates, if they stand in the outer
// sixth. Their key is their text with each number as one sign. Counted per key and parity, for
// books have two sorts of pages.
#include "pdf/heads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "base/ascii.h"

namespace arborist::pdf {
namespace {

constexpr std::size_t kPerEdge = 2;
constexpr float kEdge = 1.0F / 6;
constexpr std::size_t kMinPages = 3;
constexpr float kSameHeight = 2.0F;  // points
constexpr std::size_t kMaxKey = 200;

struct Candidate {
  std::size_t page = 0;  // in the list
  Line* line = nullptr;
};

bool IsRoman(std::string_view word) {
  return !word.empty() && word.size() <= 8 && std::ranges::all_of(word, [](char c) {
    return std::string_view("ivxlcIVXLC").contains(c);
  });
}

// Digits become '#', and so does a word that is a Roman number; spaces become one.
std::string KeyOf(std::string_view text) {
  std::string key;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (!key.empty()) key.push_back(' ');
    key += IsRoman(word) ? "#" : word;
    word.clear();
  };
  for (const char c : text.substr(0, kMaxKey)) {
    if (IsAsciiSpace(c)) {
      end_word();
    } else if (!IsAsciiDigit(c)) {
      word.push_back(c);
    } else if (!word.ends_with('#')) {
      word.push_back('#');
    }
  }
  end_word();
  return key;
}

// The lines of a page that stand at its edges, by height.
std::vector<Line*> EdgeLines(PageLines* page) {
  const float height = page->box.y1 - page->box.y0;
  std::vector<Line*> top;
  std::vector<Line*> bottom;
  for (Line& line : page->lines) {
    if (line.box.y1 < page->box.y0 + kEdge * height) top.push_back(&line);
    if (line.box.y0 > page->box.y1 - kEdge * height) bottom.push_back(&line);
  }
  std::ranges::stable_sort(top, {}, [](const Line* line) { return line->box.y0; });
  std::ranges::stable_sort(bottom, {}, [](const Line* line) { return -line->box.y1; });
  // Lines side by side are one edge line in parts.
  std::vector<Line*> edge;
  for (auto* const side : {&top, &bottom}) {
    std::size_t heights = 0;
    for (std::size_t i = 0; i < side->size(); ++i) {
      const bool beside =
          i > 0 && std::abs((*side)[i]->box.y1 - (*side)[i - 1]->box.y1) < kSameHeight;
      if (!beside && ++heights > kPerEdge) break;
      edge.push_back((*side)[i]);
    }
  }
  return edge;
}

// Lines with one key, of the pages of one parity or of all.
struct Pages {
  std::map<std::string, std::vector<Candidate>> by_key;
  std::size_t count = 0;
  std::size_t step = 1;  // from one of these pages to the next
};

void NoteLine(const PageLines& page, Line* line, const std::string& key, Pages* pages) {
  std::vector<Candidate>& found = pages->by_key[key];
  if (found.empty() || found.back().page != page.number) found.push_back({page.number, line});
}

void Mark(Line* line, std::uint64_t* marked) {
  if (line->role != Line::Role::kRunningHead) ++*marked;
  line->role = Line::Role::kRunningHead;
}

// Marks all of a key's lines if the key recurs on half of the pages, else runs of it.
void MarkKey(const std::vector<Candidate>& found, const Pages& pages, std::uint64_t* marked) {
  if (found.size() < kMinPages) return;
  if (found.size() * 2 >= pages.count) {
    for (const Candidate& candidate : found) Mark(candidate.line, marked);
    return;
  }
  for (std::size_t from = 0; from < found.size();) {
    std::size_t to = from + 1;
    while (to < found.size() && found[to].page == found[to - 1].page + pages.step &&
           std::abs(found[to].line->box.y1 - found[from].line->box.y1) < kSameHeight) {
      ++to;
    }
    for (std::size_t i = from + 1; to - from >= kMinPages && i < to; ++i)
      Mark(found[i].line, marked);
    from = to;
  }
}

bool HasLetters(const Line& line) {
  return std::ranges::any_of(
      line.text, [](char c) { return IsAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
}

// Takes marks back from a page that would have no words left; how many.
std::uint64_t KeepWords(PageLines* page) {
  const bool emptied = std::ranges::all_of(
      page->lines, [](const Line& line) { return line.role == Line::Role::kRunningHead; });
  if (!emptied || page->images > 0) return 0;
  std::uint64_t kept = 0;
  for (Line& line : page->lines) {
    if (!HasLetters(line)) continue;
    line.role = Line::Role::kText;
    ++kept;
  }
  return kept;
}

}  // namespace

std::uint64_t MarkRunningHeads(std::vector<PageLines>* pages) {
  if (pages->size() < kMinPages) return 0;
  std::uint64_t marked = 0;
  std::array<Pages, 2> by_parity;
  for (Pages& half : by_parity) half.step = 2;
  Pages all;
  for (PageLines& page : *pages) {
    Pages& half = by_parity[page.number % 2];
    ++half.count;
    ++all.count;
    for (Line* const line : EdgeLines(&page)) {
      const std::string key = KeyOf(line->text);
      NoteLine(page, line, key, &half);
      NoteLine(page, line, key, &all);
    }
  }
  for (const Pages* group : {&by_parity[0], &by_parity[1], &all}) {
    for (const auto& [key, found] : group->by_key) MarkKey(found, *group, &marked);
  }
  for (PageLines& page : *pages) marked -= KeepWords(&page);
  return marked;
}

}  // namespace arborist::pdf
