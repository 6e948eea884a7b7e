// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "room/evict.h"

namespace arborist::room {

struct RehydrateOptions {
  std::vector<std::string> targets;  // roots and URIs of evicted documents, or paths to read
  bool all = false;                  // every evicted document whose source is a file
};

struct Refused {
  std::string what;       // a URI, root or path
  std::string reason;     // for people
  bool mismatch = false;  // its source has another text; otherwise it could not be read
  bool no_file = false;   // its name is no file either; the caller of the ingest knows the path
};

struct RehydrateReport {
  struct Filled {
    DocumentRoot root;
    std::string uri;  // where the text was read
  };
  std::vector<Filled> documents;
  std::vector<Refused> refused;
  std::uint64_t still_evicted = 0;  // in the whole store
};

// Restores texts from where they were read. Each is cut and hashed anew and taken only if its root
// and raw text are exactly those that were evicted. A target that names a document is read from its
// files; a target that is a path is read as by an ingest, and fills whatever it matches, under any
// URI.
Result<RehydrateReport> Rehydrate(const RehydrateOptions& options, const Environment& environment);

}  // namespace arborist::room
