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
  bool mismatch = false;  // its source has another text; else the source could not be read
  bool no_file = false;   // nor has it one by its name: whoever took it in knows the path
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

// Brings texts back from where they were read. Each is cut and hashed anew and taken only if its
// root is the one that was evicted and its raw text the same to the byte. A target that names a
// document is read from its files; a target that is a path is read as an ingest would, and fills
// whatever it matches, under any URI.
Result<RehydrateReport> Rehydrate(const RehydrateOptions& options, const Environment& environment);

json::Object ToJson(const RehydrateReport& report);

}  // namespace arborist::room
