// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "compress/raw_inflate.h"
#include "reading/reading.h"

namespace arborist::zip {

// A line of the central directory.
struct Entry {
  // UTF-8: as the entry says, else if it is valid, else decoded as cp437. Separators and ".." stay
  // as they are: who writes files must judge names, a reader only looks them up.
  std::string name;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t declared_bytes = 0;  // untrusted
  std::uint64_t header_offset = 0;   // of the local header
  std::uint32_t crc = 0;
  std::uint32_t unix_mode = 0;  // 0: not given. A symbolic link has (mode & 0170000) == 0120000
  std::uint16_t method = 0;     // 0 stored, 8 deflated; no other is read
  bool encrypted = false;
  bool overlaps = false;  // shares bytes with an entry in front of it: never read
  bool is_folder() const { return name.ends_with('/'); }
};

// How the bytes of an entry were read.
enum class Checksum : std::uint8_t { kMatches, kDiffers };

struct Contents {
  std::string bytes;
  Checksum checksum = Checksum::kMatches;
};

// A ZIP file (zip64 too) in memory, read at random. The bytes must outlive it. The limits hold for
// the archive as a whole: entries, the ratio of each entry and what all reads together expand to,
// an entry read twice counting twice. One thread at a time.
//
// libzip is not used: it reports no offsets of entries (zip_stat, 1.7), so that overlap cannot be
// seen, and it reads the whole central directory before a caller can limit it.
class Archive {
 public:
  // kInvalidData: no ZIP file or one without its directory; kLimitExceeded: too many entries.
  static Result<Archive> Open(std::string_view bytes, const reading::ReadingLimits& limits);

  // In the order of the directory. Names may repeat.
  const std::vector<Entry>& entries() const { return entries_; }

  // The entry of this name, the last one where it repeats, as unzip has it; without one that whose
  // name differs in case or has '\' for '/'. Null: there is none.
  const Entry* Find(std::string_view name) const;

  // Hands out the bytes in pieces. Errors are those of this entry alone: kUnsupported (encrypted,
  // another method), kInvalidData (damaged), kLimitExceeded; and those of the sink.
  Result<Checksum> Stream(const Entry& entry, const compress::PieceSink& sink);

  // The bytes as one string, of at most max_bytes (kLimitExceeded).
  Result<Contents> Read(const Entry& entry, std::uint64_t max_bytes);

  // What the reads together may still expand to.
  std::uint64_t bytes_left() const { return bytes_left_; }

 private:
  Archive(std::string_view bytes, const reading::ReadingLimits& limits);
  Status ReadDirectory(const reading::ReadingLimits& limits);
  void MarkOverlaps();
  Result<std::string_view> DataOf(const Entry& entry) const;

  std::string_view bytes_;
  std::uint64_t base_ = 0;  // bytes in front of the archive, as of a self-extractor
  std::uint64_t bytes_left_ = 0;
  std::uint64_t max_ratio_ = 0;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<std::string, std::size_t> by_folded_name_;
};

// Whether the bytes begin as a ZIP file does.
bool LooksLikeZip(std::string_view head);

// The name of the first entry by its local header, and its bytes if it is stored and whole: enough
// to tell OOXML, OpenDocument and EPUB from the start of a file.
struct FirstEntry {
  std::string_view name;
  std::string_view stored_bytes;
};
std::optional<FirstEntry> FirstEntryOf(std::string_view head);

}  // namespace arborist::zip
