// SPDX-License-Identifier: AGPL-3.0-only
// libgit2 counts how often it was initialised, so that several of these may be alive at once. Its
// allocator must be set before the first time. libgit2 inflates the base of a delta whole, before
// anybody could ask for its size; the bound on one allocation is what stops it.
#include "git/library.h"

#include <git2/sys/alloc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include "git/functions.h"

namespace arborist::git {

namespace {

constexpr std::size_t kMaxAllocation = std::size_t{512} << 20;
constexpr long kCacheBytes = 32L << 20;

// Of an array. Nothing: it is too much. Never 0, for which malloc may return null.
std::optional<std::size_t> SizeOf(std::size_t count, std::size_t size) {
  if (size != 0 && count > kMaxAllocation / size) return std::nullopt;
  return std::max<std::size_t>(count * size, 1);
}

void* AllocateArray(std::size_t count, std::size_t size, const char*, int) {
  const auto bytes = SizeOf(count, size);
  return bytes ? std::malloc(*bytes) : nullptr;
}
void* Allocate(std::size_t size, const char* file, int line) {
  return AllocateArray(1, size, file, line);
}
void* AllocateZeroed(std::size_t count, std::size_t size, const char*, int) {
  const auto bytes = SizeOf(count, size);
  return bytes ? std::calloc(*bytes, 1) : nullptr;
}
void* ReallocateArray(void* old, std::size_t count, std::size_t size, const char*, int) {
  const auto bytes = SizeOf(count, size);
  return bytes ? std::realloc(old, *bytes) : nullptr;
}
void* Reallocate(void* old, std::size_t size, const char* file, int line) {
  return ReallocateArray(old, 1, size, file, line);
}
char* CopyExactly(const char* text, std::size_t size, const char* file, int line) {
  if (size >= kMaxAllocation) return nullptr;
  char* const copy = static_cast<char*>(Allocate(size + 1, file, line));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}
char* Copy(const char* text, const char* file, int line) {
  return CopyExactly(text, std::strlen(text), file, line);
}
char* CopyAtMost(const char* text, std::size_t size, const char* file, int line) {
  return CopyExactly(text, strnlen(text, size), file, line);
}
void Free(void* memory) { std::free(memory); }

// Extensions of a repository that change nothing for who only reads objects, and those that
// Repository::Open refuses with a better message.
constexpr std::array<const char*, 6> kExtensions = {"partialclone",    "worktreeconfig",
                                                    "preciousobjects", "relativeworktrees",
                                                    "objectformat",    "refstorage"};

Status Configure() {
  git_allocator allocator{.gmalloc = Allocate,
                          .gcalloc = AllocateZeroed,
                          .gstrdup = Copy,
                          .gstrndup = CopyAtMost,
                          .gsubstrdup = CopyExactly,
                          .grealloc = Reallocate,
                          .greallocarray = ReallocateArray,
                          .gmallocarray = AllocateArray,
                          .gfree = Free};
  if (Git().libgit2_opts(GIT_OPT_SET_ALLOCATOR, &allocator) != 0)
    return Fail(ErrorCode::kEnvironment, "libgit2 takes no allocator");
  return {};
}

}  // namespace

Result<std::unique_ptr<Library>> Library::Open() {
  TRY(LoadGit());
  TRY(Configure());
  if (Git().libgit2_init() < 0) return Fail(ErrorCode::kEnvironment, "libgit2 does not start");
  std::unique_ptr<Library> library(new Library());
  // A repository on a share or in a container belongs to somebody else.
  Git().libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
  for (const int level : {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
                          GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL}) {
    Git().libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
  }
  Git().libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, kCacheBytes);
  auto extensions = kExtensions;
  if (Git().libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size()) != 0)
    return Fail(ErrorCode::kEnvironment, "libgit2 takes no list of extensions");
  return library;
}

Library::~Library() { Git().libgit2_shutdown(); }

}  // namespace arborist::git
