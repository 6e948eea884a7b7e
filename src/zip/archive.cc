// SPDX-License-Identifier: AGPL-3.0-only
// The end record is looked for from the end of the bytes; it leads to the central directory, which
// alone is believed. Of a local header only the lengths of its name and extra field are used. Every
// offset and length is checked against the bytes there are before it is followed, and the cost of a
// read is bounded by what comes out, not by what an entry declares.
#include "zip/archive.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/ascii.h"
#include "text/encoding.h"
#include "text/utf8.h"

namespace arborist::zip {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view kLocalMark = "PK\3\4"sv;
constexpr std::string_view kDirectoryMark = "PK\1\2"sv;
constexpr std::string_view kEndMark = "PK\5\6"sv;
constexpr std::string_view kEnd64Mark = "PK\6\6"sv;
constexpr std::string_view kLocator64Mark = "PK\6\7"sv;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kDirectoryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kMaxCommentBytes = 65535;
constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kUtf8Flag = 1 << 11;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;  // the value stands in the zip64 extra field
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kUnixMadeIt = 3;
// Small entries may expand further than the ratio: a sheet of zeros is honest.
constexpr std::uint64_t kFreeExpansionBytes = std::uint64_t{1} << 20;

template <typename Int>
Int Little(std::string_view bytes, std::size_t at) {
  Int value = 0;
  for (std::size_t i = sizeof(Int); i-- > 0;) {
    value = static_cast<Int>((value << 8) | static_cast<unsigned char>(bytes[at + i]));
  }
  return value;
}
std::uint16_t Word(std::string_view bytes, std::size_t at) {
  return Little<std::uint16_t>(bytes, at);
}
std::uint32_t Long(std::string_view bytes, std::size_t at) {
  return Little<std::uint32_t>(bytes, at);
}
std::uint64_t Quad(std::string_view bytes, std::size_t at) {
  return Little<std::uint64_t>(bytes, at);
}

std::string NameOf(std::string_view raw, std::uint16_t flags) {
  raw = raw.substr(0, raw.find('\0'));
  if (text::FindInvalidUtf8(raw) == std::string_view::npos) return std::string(raw);
  if ((flags & kUtf8Flag) == 0) {
    if (auto decoded = text::DecodeToUtf8(raw, "ibm-437")) return std::move(*decoded);
  }
  std::string name;
  for (const char c : raw) {
    if (static_cast<unsigned char>(c) < 0x80) {
      name += c;
    } else {
      name += "\xEF\xBF\xBD";
    }
  }
  return name;
}

std::string Folded(std::string_view name) {
  std::string folded = LowerAscii(name);
  std::ranges::replace(folded, '\\', '/');
  if (folded.starts_with('/')) folded.erase(0, 1);
  return folded;
}

// Where the directory is and how many entries it should have.
struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  std::uint64_t end = 0;  // where its end record begins
};

std::optional<std::size_t> FindEnd(std::string_view bytes) {
  if (bytes.size() < kEndBytes) return std::nullopt;
  const std::size_t last = bytes.size() - kEndBytes;
  const std::size_t first = last - std::min(last, kMaxCommentBytes);
  for (std::size_t at = last + 1; at-- > first;) {
    if (bytes.substr(at, 4) == kEndMark) return at;
  }
  return std::nullopt;
}

Result<Directory> FindDirectory(std::string_view bytes) {
  const auto end = FindEnd(bytes);
  if (!end) {
    return Fail(ErrorCode::kInvalidData, bytes.starts_with(kLocalMark)
                                             ? "the ZIP file is cut: its directory is missing"
                                             : "this is no ZIP file");
  }
  Directory directory{.offset = Long(bytes, *end + 16),
                      .bytes = Long(bytes, *end + 12),
                      .entries = Word(bytes, *end + 10),
                      .end = *end};
  if (*end >= kLocator64Bytes && bytes.substr(*end - kLocator64Bytes, 4) == kLocator64Mark) {
    const std::uint64_t at = Quad(bytes, *end - kLocator64Bytes + 8);
    if (at > bytes.size() || bytes.size() - at < kEnd64Bytes ||
        bytes.substr(static_cast<std::size_t>(at), 4) != kEnd64Mark) {
      return Fail(ErrorCode::kInvalidData, "the zip64 end record is not where it should be");
    }
    const auto record = static_cast<std::size_t>(at);
    directory = {.offset = Quad(bytes, record + 48),
                 .bytes = Quad(bytes, record + 40),
                 .entries = Quad(bytes, record + 32),
                 .end = at};
  }
  return directory;
}

// Takes the 64-bit values that the fixed fields refer to out of the extra field.
void Read64(std::string_view extra, Entry* entry) {
  while (extra.size() >= 4) {
    const std::uint16_t id = Word(extra, 0);
    const std::size_t size = std::min<std::size_t>(Word(extra, 2), extra.size() - 4);
    std::string_view field = extra.substr(4, size);
    extra.remove_prefix(4 + size);
    if (id != 1) continue;
    for (std::uint64_t* value :
         {&entry->declared_bytes, &entry->compressed_bytes, &entry->header_offset}) {
      if (*value != kIn64) continue;
      if (field.size() < 8) return;
      *value = Quad(field, 0);
      field.remove_prefix(8);
    }
    return;
  }
}

}  // namespace

Archive::Archive(std::string_view bytes, const reading::ReadingLimits& limits)
    : bytes_(bytes),
      bytes_left_(limits.base_expanded_bytes + limits.expanded_per_byte * bytes.size()),
      max_ratio_(limits.max_expansion_ratio) {}

Result<Archive> Archive::Open(std::string_view bytes, const reading::ReadingLimits& limits) {
  Archive archive(bytes, limits);
  TRY(archive.ReadDirectory(limits));
  archive.MarkOverlaps();
  for (std::size_t i = 0; i < archive.entries_.size(); ++i) {
    archive.by_folded_name_[Folded(archive.entries_[i].name)] = i;
    archive.by_name_[archive.entries_[i].name] = i;
  }
  return archive;
}

Status Archive::ReadDirectory(const reading::ReadingLimits& limits) {
  TRY_ASSIGN(const Directory directory, FindDirectory(bytes_));
  if (directory.bytes > directory.end) {
    return Fail(ErrorCode::kInvalidData, "the directory of the ZIP file is damaged");
  }
  const std::uint64_t begin = directory.end - directory.bytes;
  // What stands in front of the archive shifts every offset by the same number of bytes.
  if (begin >= directory.offset) base_ = begin - directory.offset;
  std::string_view rest =
      bytes_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(directory.bytes));
  while (rest.size() >= kDirectoryBytes && rest.starts_with(kDirectoryMark)) {
    if (entries_.size() == limits.max_entries) {
      return Fail(ErrorCode::kLimitExceeded,
                  "the ZIP file has more than " + std::to_string(limits.max_entries) + " entries");
    }
    const std::size_t name_bytes = Word(rest, 28);
    const std::size_t extra_bytes = Word(rest, 30);
    const std::size_t whole = kDirectoryBytes + name_bytes + extra_bytes + Word(rest, 32);
    if (whole > rest.size()) break;
    const std::uint16_t flags = Word(rest, 8);
    Entry entry{.name = NameOf(rest.substr(kDirectoryBytes, name_bytes), flags),
                .compressed_bytes = Long(rest, 20),
                .declared_bytes = Long(rest, 24),
                .header_offset = Long(rest, 42),
                .crc = Long(rest, 16),
                .unix_mode = (Word(rest, 4) >> 8) == kUnixMadeIt ? Long(rest, 38) >> 16 : 0,
                .method = Word(rest, 10),
                .encrypted = (flags & kEncryptedFlag) != 0};
    Read64(rest.substr(kDirectoryBytes + name_bytes, extra_bytes), &entry);
    entries_.push_back(std::move(entry));
    rest.remove_prefix(whole);
  }
  if (entries_.empty() && directory.entries > 0) {
    return Fail(ErrorCode::kInvalidData, "the directory of the ZIP file is damaged");
  }
  return {};
}

// An entry owns the bytes from its local header to the end of its data. Sorted by offset, it
// overlaps when it begins before the end of one in front of it.
void Archive::MarkOverlaps() {
  std::vector<std::size_t> order(entries_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return entries_[i].header_offset; });
  std::uint64_t end = 0;
  for (const std::size_t i : order) {
    Entry& entry = entries_[i];
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - kLocalBytes;
    if (entry.header_offset > room - std::min(room, entry.compressed_bytes)) continue;
    entry.overlaps = entry.header_offset < end;
    end = std::max(end, entry.header_offset + kLocalBytes + entry.compressed_bytes);
  }
}

const Entry* Archive::Find(std::string_view name) const {
  auto found = by_name_.find(std::string(name));
  if (found == by_name_.end()) {
    found = by_folded_name_.find(Folded(name));
    if (found == by_folded_name_.end()) return nullptr;
  }
  return &entries_[found->second];
}

Result<std::string_view> Archive::DataOf(const Entry& entry) const {
  const auto damaged = [] {
    return Fail(ErrorCode::kInvalidData, "the entry is not where the directory says");
  };
  if (entry.header_offset > bytes_.size() || base_ > bytes_.size() - entry.header_offset) {
    return damaged();
  }
  std::string_view rest = bytes_.substr(static_cast<std::size_t>(base_ + entry.header_offset));
  if (rest.size() < kLocalBytes || !rest.starts_with(kLocalMark)) return damaged();
  const std::size_t skip = kLocalBytes + Word(rest, 26) + Word(rest, 28);
  if (skip > rest.size()) return damaged();
  rest.remove_prefix(skip);
  if (entry.compressed_bytes > rest.size()) {
    return Fail(ErrorCode::kInvalidData, "the ZIP file is cut inside the entry");
  }
  return rest.substr(0, static_cast<std::size_t>(entry.compressed_bytes));
}

Result<Checksum> Archive::Stream(const Entry& entry, const compress::PieceSink& sink) {
  if (entry.encrypted) return Fail(ErrorCode::kUnsupported, "the entry is encrypted");
  if (entry.method != kStored && entry.method != kDeflated) {
    return Fail(ErrorCode::kUnsupported, "the entry is compressed with method " +
                                             std::to_string(entry.method) + ", which is not read");
  }
  if (entry.overlaps) {
    return Fail(ErrorCode::kLimitExceeded, "the entry shares its bytes with another one");
  }
  TRY_ASSIGN(const std::string_view data, DataOf(entry));
  const std::uint64_t by_ratio =
      std::max(kFreeExpansionBytes, data.size() > std::numeric_limits<std::uint64_t>::max() /
                                                      std::max<std::uint64_t>(1, max_ratio_)
                                        ? std::numeric_limits<std::uint64_t>::max()
                                        : data.size() * max_ratio_);
  std::uint32_t crc = 0;
  const auto count = [&](std::string_view piece) -> Status {
    bytes_left_ -= piece.size();
    crc = compress::Crc32(crc, piece);
    return sink(piece);
  };
  const std::uint64_t allowed = std::min(by_ratio, bytes_left_);
  if (entry.method == kStored) {
    if (data.size() > allowed) {
      return Fail(ErrorCode::kLimitExceeded, "the archive expands too far");
    }
    TRY(count(data));
  } else {
    auto made = compress::InflateRaw(data, allowed, count);
    if (!made) return std::unexpected(std::move(made).error());
  }
  return crc == entry.crc ? Checksum::kMatches : Checksum::kDiffers;
}

Result<Contents> Archive::Read(const Entry& entry, std::uint64_t max_bytes) {
  Contents contents;
  TRY_ASSIGN(contents.checksum, Stream(entry, [&](std::string_view piece) -> Status {
               if (contents.bytes.size() + piece.size() > max_bytes) {
                 return Fail(ErrorCode::kLimitExceeded,
                             "the entry has more than " + std::to_string(max_bytes) + " bytes");
               }
               contents.bytes += piece;
               return {};
             }));
  return contents;
}

bool LooksLikeZip(std::string_view head) {
  return head.starts_with(kLocalMark) || head.starts_with(kEndMark);
}

std::optional<FirstEntry> FirstEntryOf(std::string_view head) {
  if (!head.starts_with(kLocalMark) || head.size() < kLocalBytes) return std::nullopt;
  const std::size_t name_bytes = Word(head, 26);
  const std::size_t skip = kLocalBytes + name_bytes + Word(head, 28);
  FirstEntry first{.name = head.substr(kLocalBytes, name_bytes), .stored_bytes = {}};
  const std::size_t size = Long(head, 18);
  if (Word(head, 8) == kStored && skip <= head.size() && size <= head.size() - skip) {
    first.stored_bytes = head.substr(skip, size);
  }
  return first;
}

}  // namespace arborist::zip
