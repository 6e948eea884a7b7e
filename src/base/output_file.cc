// SPDX-License-Identifier: AGPL-3.0-only
#include "base/output_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <memory>

#include "base/files.h"

namespace arborist {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // as many as the system follows

Status WriteInto(const fs::path& path, std::string_view content) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(path.c_str(), "we"),
                                                                &std::fclose);
  if (file == nullptr) return std::unexpected(SystemError("cannot open " + path.string(), errno));
  if (std::fwrite(content.data(), 1, content.size(), file.get()) != content.size() ||
      std::fflush(file.get()) != 0) {
    return std::unexpected(SystemError("cannot write " + path.string(), errno));
  }
  return {};
}

// Where the links at the end of the path lead, whether or not something is there yet.
Result<fs::path> BehindLinks(fs::path path) {
  std::error_code error;
  for (int links = 0; links <= kMaxLinks; ++links) {
    if (!fs::is_symlink(path, error)) return path;
    const fs::path target = fs::read_symlink(path, error);
    if (error) return std::unexpected(SystemError("cannot read " + path.string(), error.value()));
    path = path.parent_path() / target;  // an absolute target replaces what is before it
  }
  return std::unexpected(SystemError("cannot create " + path.string(), ELOOP));
}

}  // namespace

Status WriteOutputFile(const fs::path& path, std::string_view content) {
  struct stat info{};
  const bool there = ::stat(path.c_str(), &info) == 0;
  if (there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) return WriteInto(path, content);
  TRY_ASSIGN(const fs::path target, BehindLinks(path));
  return WriteFileAtomically(target, content);
}

}  // namespace arborist
