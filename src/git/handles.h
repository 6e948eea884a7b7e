// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "git/functions.h"
#include "git/object_id.h"
#include "git/repository.h"

namespace arborist::git {

// For the files of src/git alone: what libgit2 gives out, freed at the end of its owner's life.
struct Freer {
  void operator()(git_repository* object) const { Git().repository_free(object); }
  void operator()(git_odb* object) const { Git().odb_free(object); }
  void operator()(git_odb_object* object) const { Git().odb_object_free(object); }
  void operator()(git_tree* object) const { Git().tree_free(object); }
  void operator()(git_commit* object) const { Git().commit_free(object); }
  void operator()(git_object* object) const { Git().object_free(object); }
  void operator()(git_config* object) const { Git().config_free(object); }
};
using RepositoryHandle = std::unique_ptr<git_repository, Freer>;
using OdbHandle = std::unique_ptr<git_odb, Freer>;
using OdbObjectHandle = std::unique_ptr<git_odb_object, Freer>;
using TreeHandle = std::unique_ptr<git_tree, Freer>;
using CommitHandle = std::unique_ptr<git_commit, Freer>;
using ObjectHandle = std::unique_ptr<git_object, Freer>;
using ConfigHandle = std::unique_ptr<git_config, Freer>;

struct Handles {
  RepositoryHandle repository;
  OdbHandle odb;
};

inline git_oid ToOid(const ObjectId& id) {
  git_oid oid;
  std::memcpy(oid.id, id.bytes.data(), id.bytes.size());
  return oid;
}

inline ObjectId FromOid(const git_oid& oid) {
  ObjectId id;
  std::memcpy(id.bytes.data(), oid.id, id.bytes.size());
  return id;
}

// The error of the last call of libgit2 in this thread, which returned `code`.
Error LastError(int code);

// The folder with this id. kNotFound, kInvalidData, kLimitExceeded as for a blob.
Result<TreeHandle> OpenTree(const Handles& handles, const ObjectId& id);
Result<CommitHandle> OpenCommit(const Handles& handles, const ObjectId& id);

// Of a folder only the id says something.
Entry EntryOf(const git_tree_entry& entry);

}  // namespace arborist::git
