// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>

namespace arborist::ingest {

// What one input may cost. A document that breaks a limit is named and skipped; the rest goes on.
struct Limits {
  std::uint64_t max_file_bytes = std::uint64_t{64} << 20;      // an origin that is one document
  std::uint64_t max_document_bytes = std::uint64_t{64} << 20;  // one page or line of a dump
  std::uint64_t max_expansion_ratio = 1000;                    // decompressed over compressed bytes
  std::size_t max_html_depth = 512;                            // open elements
  std::size_t max_links = 20000;                               // per document
  std::size_t max_chunks = 262144;                             // per document
  std::uint64_t max_members = 1000000;                         // of an archive
  // Of a commit, the files that have the content of another one: few objects can have many paths.
  std::uint64_t max_repeated_bytes = std::uint64_t{1} << 30;
  unsigned max_depth = 3;  // of archives in archives, mails in mails
  std::size_t max_uri_bytes = 8192;
  std::size_t max_title_bytes = 4096;
};

}  // namespace arborist::ingest
