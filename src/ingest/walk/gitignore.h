// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/walk/glob.h"

namespace arborist::ingest {

// The rules of one ignore file, as gitignore(5) has them.
class IgnoreRules {
 public:
  static IgnoreRules Parse(std::string_view content);

  // What the last rule that matches says: true ignored, false kept by "!". The path is relative to
  // the folder of the file.
  std::optional<bool> Match(std::string_view path, bool is_directory) const;
  bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    PathPattern pattern;
    bool keep;
  };
  std::vector<Rule> rules_;
};

// The ignore files from a root down to one folder. A deeper file decides before a higher one, and
// nothing below an ignored folder can be kept again. All paths are relative to the root, without
// "." or "..", "/" between names.
class GitIgnore {
 public:
  // Folders are added from the root down: "" is the root.
  void Push(std::string_view folder, IgnoreRules rules);
  void Pop();

  // Whether this entry is ignored, given that the folders above it are not.
  bool IsEntryIgnored(std::string_view path, bool is_directory) const;
  // The same, looking at every folder above it too.
  bool IsIgnored(std::string_view path, bool is_directory) const;

 private:
  struct Level {
    std::string prefix;  // "" or "folder/"
    IgnoreRules rules;
  };
  std::vector<Level> levels_;
};

}  // namespace arborist::ingest
