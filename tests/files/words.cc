// SPDX-License-Identifier: AGPL-3.0-only
#include "files/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::files {

namespace {

void Replace(std::string* text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size()) {
    text->replace(at, from.size(), to);
  }
}

// Removes everything from `begin` to the first `end` behind it.
void RemoveBetween(std::string* text, std::string_view begin, std::string_view end) {
  std::size_t at = 0;
  while ((at = text->find(begin, at)) != std::string::npos) {
    const std::size_t close = text->find(end, at + begin.size());
    if (close == std::string::npos) return;
    text->replace(at, close + end.size() - at, " ");
  }
}

std::size_t CountCommon(const std::vector<std::string>& expected,
                        const std::vector<std::string>& found) {
  std::map<std::string, long> counts;
  for (const std::string& word : expected) ++counts[word];
  std::size_t common = 0;
  for (const std::string& word : found) {
    if (counts[word]-- > 0) ++common;
  }
  return common;
}

}  // namespace

std::vector<std::string> WordsOf(std::string_view bytes) {
  std::vector<std::string> words;
  if (text::FindInvalidUtf8(bytes) != std::string_view::npos) return words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t pos = 0; pos < bytes.size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(bytes, &pos);
    if (!text::HasFlag(c, text::kWord)) {
      end();
      continue;
    }
    if (text::HasFlag(c, text::kDense)) end();
    word += c < 0x80 ? std::string(1, LowerAscii(bytes[begin]))
                     : std::string(bytes.substr(begin, pos - begin));
    if (text::HasFlag(c, text::kDense)) end();
  }
  end();
  return words;
}

std::string PlainExpected(std::string_view file_name, std::string content) {
  if (!file_name.ends_with(".md")) return content;
  RemoveBetween(&content, "<!--", "-->");
  RemoveBetween(&content, "](", ")");
  constexpr auto kEntities = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#x27;", "'"}, {"&amp;", "&"}});
  for (const auto& [from, to] : kEntities) Replace(&content, from, to);
  // Marks of emphasis vanish, so that a word that they stand inside of stays one.
  std::erase_if(content, [](char c) { return c == '*' || c == '`' || c == '\\'; });
  return content;
}

double WordF1(const std::vector<std::string>& expected, const std::vector<std::string>& found) {
  if (expected.empty() && found.empty()) return 1;
  return 2.0 * static_cast<double>(CountCommon(expected, found)) /
         static_cast<double>(expected.size() + found.size());
}

double WordRecall(const std::vector<std::string>& expected, const std::vector<std::string>& found) {
  if (expected.empty()) return 1;
  return static_cast<double>(CountCommon(expected, found)) / static_cast<double>(expected.size());
}

std::string Folded(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    if (!IsAsciiSpace(c)) {
      folded += c;
    } else if (!folded.ends_with(' ')) {
      folded += ' ';
    }
  }
  return folded;
}

}  // namespace arborist::files
