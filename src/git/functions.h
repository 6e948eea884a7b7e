// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <git2.h>

#include "base/result.h"

namespace arborist::git {

// For the files of src/git alone: libgit2, loaded when the first repository is opened. It brings
// sixteen other libraries, and loading them at every start would take longer than a short verb.
// Names as in the library, without git_.
struct Functions {
// clang-format indents each line of this list further at every run.
// clang-format off
#define ARBORIST_GIT_FUNCTIONS(X)                                                       \
  X(buf_dispose) X(commit_free) X(commit_lookup) X(commit_tree_id) X(config_free)       \
  X(config_get_string_buf) X(config_iterator_free) X(config_iterator_glob_new)          \
  X(config_next) X(error_last) X(libgit2_init) X(libgit2_opts) X(libgit2_shutdown)      \
  X(object_free) X(object_id) X(object_peel) X(odb_free) X(odb_object_data)             \
  X(odb_object_free) X(odb_object_size) X(odb_object_type) X(odb_read)                  \
  X(odb_read_header) X(repository_config_snapshot) X(repository_free)                   \
  X(repository_head_unborn) X(repository_is_bare) X(repository_is_shallow)              \
  X(repository_odb) X(repository_open_ext) X(revparse_single) X(tree_entry_byindex)     \
  X(tree_entry_bypath) X(tree_entry_filemode) X(tree_entry_free) X(tree_entry_id)       \
  X(tree_entry_name) X(tree_entrycount) X(tree_free) X(tree_lookup)
// clang-format on
#define ARBORIST_GIT_MEMBER(name) decltype(&git_##name) name = nullptr;
  ARBORIST_GIT_FUNCTIONS(ARBORIST_GIT_MEMBER)
#undef ARBORIST_GIT_MEMBER
};

// kEnvironment if it is not installed. Done once per process; thread-safe; it stays loaded.
Status LoadGit();

// The loaded library. Requires that LoadGit has succeeded.
const Functions& Git();

}  // namespace arborist::git
