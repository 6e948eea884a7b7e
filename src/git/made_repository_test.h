// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "git/object_id.h"

namespace arborist::git {

// A repository that the command `git` makes, for tests. It is told nothing of the user's settings.
class MadeRepository {
 public:
  explicit MadeRepository(std::filesystem::path path, const std::string& options = "")
      : path_(std::move(path)) {
    std::filesystem::create_directories(path_);
    Git("init -q -b main " + options + " .");
  }

  const std::filesystem::path& path() const { return path_; }

  // Runs in the work tree; the output without the line end.
  std::string Git(const std::string& arguments) const { return RunGit(path_, arguments); }

  static std::string RunGit(const std::filesystem::path& folder, const std::string& arguments) {
    const std::string command =
        "cd '" + folder.string() +
        "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A "
        "GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org "
        "git -c protocol.file.allow=always " +
        arguments + " 2>&1";
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    std::string text;
    for (int c = std::getc(pipe); c != EOF; c = std::getc(pipe))
      text.push_back(static_cast<char>(c));
    const int status = ::pclose(pipe);
    EXPECT_EQ(status, 0) << "git " << arguments << ": " << text;
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  void Write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << bytes;
  }
  void Remove(const std::string& name) const { std::filesystem::remove_all(path_ / name); }

  // All that stands in the work tree, as a commit.
  ObjectId Commit(const std::string& message = "change") const {
    Git("add -A -f");
    Git("commit -q --allow-empty -m '" + message + "'");
    return Id("HEAD");
  }
  ObjectId Id(const std::string& name) const {
    const auto id = ObjectId::FromHexString(Git("rev-parse '" + name + "'"));
    EXPECT_TRUE(id) << name;
    return id.value_or(ObjectId());
  }

  // Where a loose object lies.
  std::filesystem::path FileOf(const ObjectId& id) const {
    const std::string hex = id.hex();
    return path_ / ".git/objects" / hex.substr(0, 2) / hex.substr(2);
  }

 private:
  const std::filesystem::path path_;
};

}  // namespace arborist::git
