// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/walk/gitignore.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace arborist::ingest {
namespace {

// Spaces at the end do not count unless a backslash stands before them.
std::string_view TrimTrailingSpaces(std::string_view line) {
  std::size_t end = 0;  // after the last character that counts
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      end = ++i + 1;
    } else if (line[i] != ' ') {
      end = i + 1;
    }
  }
  return line.substr(0, end);
}

}  // namespace

IgnoreRules IgnoreRules::Parse(std::string_view content) {
  IgnoreRules out;
  if (content.starts_with("\xEF\xBB\xBF")) content.remove_prefix(3);
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    std::string_view line = content.substr(0, end);
    content.remove_prefix(std::min(end + 1, content.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with('#')) continue;
    line = TrimTrailingSpaces(line);
    const bool keep = line.starts_with('!');
    if (keep) line.remove_prefix(1);
    if (line.empty() || line == "/") continue;
    out.rules_.push_back({PathPattern(line), keep});
  }
  return out;
}

std::optional<bool> IgnoreRules::Match(std::string_view path, bool is_directory) const {
  for (const auto& rule : std::views::reverse(rules_)) {
    if (rule.pattern.Matches(path, is_directory)) return !rule.keep;
  }
  return std::nullopt;
}

void GitIgnore::Push(std::string_view folder, IgnoreRules rules) {
  std::string prefix(folder);
  if (!prefix.empty()) prefix.push_back('/');
  levels_.push_back({std::move(prefix), std::move(rules)});
}

void GitIgnore::Pop() { levels_.pop_back(); }

bool GitIgnore::IsEntryIgnored(std::string_view path, bool is_directory) const {
  for (const auto& level : std::views::reverse(levels_)) {
    if (!path.starts_with(level.prefix)) continue;
    const auto verdict = level.rules.Match(path.substr(level.prefix.size()), is_directory);
    if (verdict) return *verdict;
  }
  return false;
}

bool GitIgnore::IsIgnored(std::string_view path, bool is_directory) const {
  for (std::size_t end = path.find('/'); end != std::string_view::npos;
       end = path.find('/', end + 1)) {
    if (IsEntryIgnored(path.substr(0, end), true)) return true;
  }
  return IsEntryIgnored(path, is_directory);
}

}  // namespace arborist::ingest
