// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>

#include "base/result.h"

namespace arborist::git {

// libgit2 while it is in use. Whoever reads repositories holds one and opens them with it; it
// outlives them. It reads no configuration of the user or the machine, runs no hook or filter and
// knows no network. One allocation is bounded, so that an object that lies about its size or
// inflates without end is an error of that object.
class Library {
 public:
  static Result<std::unique_ptr<Library>> Open();
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

 private:
  Library() = default;
};

}  // namespace arborist::git
