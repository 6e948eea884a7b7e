// SPDX-License-Identifier: AGPL-3.0-only
// Patterns and ignore files against paths, without blow-up. The input is an ignore file, then after
// the first NUL byte a path.
#include "fuzz/fuzz.h"
#include "ingest/walk/gitignore.h"
#include "ingest/walk/glob.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size).substr(0, 4096);
  const std::size_t cut = std::min(input.find('\0'), input.size());
  const std::string_view rules = input.substr(0, cut);
  const std::string_view path = input.substr(std::min(cut + 1, input.size()));
  const ingest::Glob glob(rules);
  const bool matches = glob.Matches(path);
  CHECK(matches == ingest::Glob(rules).Matches(path));
  if (rules.find_first_of("*?[\\") == std::string_view::npos) CHECK(matches == (rules == path));
  const ingest::PathPattern pattern(rules);
  if (pattern.Matches(path, true)) CHECK(pattern.MatchesUpwards(path, true));
  ingest::GitIgnore ignore;
  ignore.Push("", ingest::IgnoreRules::Parse(rules));
  (void)ignore.IsEntryIgnored(path, false);
  if (ignore.IsEntryIgnored(path, true)) CHECK(ignore.IsIgnored(path, true));
  ignore.Pop();
  CHECK(!ignore.IsIgnored(path, false));
  return 0;
}
