// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::ingest {

// A shell pattern over "/"-separated paths, with git's wildmatch meaning (WM_PATHNAME): * and ? and
// [..] do not match "/", ** as a whole segment does. Bytes, case-sensitive. A malformed pattern
// (an open bracket, a backslash at the end) matches nothing. Matching takes at most
// pattern * path steps, whatever the pattern: it runs a set of states instead of backtracking.
class Glob {
 public:
  explicit Glob(std::string_view pattern);
  bool Matches(std::string_view path) const;

 private:
  enum class Kind : std::uint8_t {
    kByte,
    kAnyByte,     // ?
    kClass,       // [..]
    kStar,        // *
    kEverything,  // ** at the end
    kFolders,     // **/, before a segment: none or more folders; always followed by kInFolder
    kInFolder,    // inside the name of one of those folders
  };
  struct Token {
    Kind kind;
    char byte = 0;
    std::uint32_t class_index = 0;
  };
  using States = std::vector<std::uint8_t>;

  // Parses the class whose bracket is at *pos; false when it does not end.
  bool ParseClass(std::string_view pattern, std::size_t* pos);
  void AddStars(std::string_view pattern, std::size_t begin, std::size_t* pos);
  void Activate(States* states, std::size_t state) const;
  bool RunStates(std::string_view path) const;

  std::vector<Token> tokens_;
  std::vector<std::bitset<256>> classes_;
  std::size_t literal_prefix_ = 0;  // tokens at the start that are plain bytes
  bool malformed_ = false;
};

// One line of a .gitignore file without its "!": how --include and --exclude read their patterns
// too. Without a slash before its end it matches the last name of a path at any depth, with one
// the whole path from the folder it stands in; with a slash at the end only folders.
class PathPattern {
 public:
  explicit PathPattern(std::string_view pattern);
  bool Matches(std::string_view path, bool is_directory) const;
  // Whether it matches the path or one of the folders above it.
  bool MatchesUpwards(std::string_view path, bool is_directory) const;

 private:
  bool directory_only_;
  bool anchored_;
  Glob glob_;
};

}  // namespace arborist::ingest
