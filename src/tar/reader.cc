// SPDX-License-Identifier: AGPL-3.0-only
// A tar file is headers of 512 bytes, each in front of a body that is padded to 512. Long names and
// large sizes stand in bodies of entries of their own, in front of the one that they speak of: 'L'
// of GNU tar, 'x' of pax. Two blocks of zeros end it. Every size is checked before memory is taken.
#include "tar/reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace arborist::tar {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kMaxExtension = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxBody = std::uint64_t{1} << 50;

struct Field {
  std::size_t at;
  std::size_t size;
};
constexpr Field kName{0, 100};
constexpr Field kSize{124, 12};
constexpr Field kChecksum{148, 8};
constexpr Field kPrefix{345, 155};
constexpr std::size_t kType = 156;

Error Damaged(std::string what) { return {ErrorCode::kInvalidData, "tar: " + std::move(what)}; }

std::string_view Raw(std::string_view block, Field field) {
  return block.substr(field.at, field.size);
}

std::string Text(std::string_view block, Field field) {
  const std::string_view raw = Raw(block, field);
  return std::string(raw.substr(0, raw.find('\0')));
}

// Octal digits with spaces or zero bytes around them; or, with the first bit set, big-endian.
std::optional<std::uint64_t> Number(std::string_view raw) {
  const auto first = static_cast<unsigned char>(raw[0]);
  std::uint64_t value = 0;
  if (first == 0x80) {
    for (const char c : raw.substr(1)) {
      if (value > kMaxBody) return std::nullopt;
      value = value << 8 | static_cast<unsigned char>(c);
    }
    return value;
  }
  const std::size_t begin = raw.find_first_not_of(' ');
  if (begin == std::string_view::npos) return 0;
  raw.remove_prefix(begin);
  for (const char c : raw) {
    if (c == '\0' || c == ' ') break;
    if (c < '0' || c > '7' || value > kMaxBody) return std::nullopt;
    value = value << 3 | static_cast<unsigned char>(c - '0');
  }
  return value;
}

// Some old programs added the bytes as signed numbers.
bool ChecksumHolds(std::string_view block) {
  const auto stated = Number(Raw(block, kChecksum));
  if (!stated) return false;
  std::uint64_t sum = 0;
  std::int64_t signed_sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const bool inside = i >= kChecksum.at && i < kChecksum.at + kChecksum.size;
    const char c = inside ? ' ' : block[i];
    sum += static_cast<unsigned char>(c);
    signed_sum += static_cast<signed char>(c);
  }
  return *stated == sum || static_cast<std::int64_t>(*stated) == signed_sum;
}

bool IsZero(std::string_view block) {
  return std::ranges::all_of(block, [](char c) { return c == '\0'; });
}

Kind KindOf(char type) {
  switch (type) {
    case '0':
    case '\0':
    case '7':
      return Kind::kFile;
    case '1':
    case '2':
      return Kind::kLink;
    case '5':
    case 'D':
      return Kind::kFolder;
    case 'S':
      return Kind::kSparse;
    default:
      return Kind::kSpecial;
  }
}

std::string NameOf(std::string_view block) {
  std::string name = Text(block, kName);
  // GNU tar has other fields where ustar has the prefix.
  if (block.substr(257, 6) != std::string_view("ustar\0", 6)) return name;
  const std::string prefix = Text(block, kPrefix);
  return prefix.empty() ? name : prefix + "/" + name;
}

}  // namespace

Result<bool> Reader::ReadBlock(char* block) {
  std::size_t filled = 0;
  while (filled < kBlock) {
    TRY_ASSIGN(const std::size_t got, source_->Read(block + filled, kBlock - filled));
    if (got == 0) break;
    filled += got;
  }
  if (filled == 0) return false;
  if (filled < kBlock) return std::unexpected(Damaged("it ends within a header"));
  return true;
}

Status Reader::Skip(std::uint64_t bytes) {
  std::array<char, 1 << 14> buffer;
  while (bytes > 0) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, buffer.size()));
    TRY_ASSIGN(const std::size_t got, source_->Read(buffer.data(), want));
    if (got == 0) return std::unexpected(Damaged("it ends within a file"));
    bytes -= got;
  }
  return {};
}

Result<std::string> Reader::Body(std::uint64_t max_bytes) {
  if (left_ > max_bytes) {
    return Fail(ErrorCode::kLimitExceeded, "has " + std::to_string(left_) +
                                               " bytes, the limit is " + std::to_string(max_bytes));
  }
  std::string body;
  std::array<char, 1 << 14> buffer;
  while (left_ > 0) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(left_, buffer.size()));
    TRY_ASSIGN(const std::size_t got, source_->Read(buffer.data(), want));
    if (got == 0) return std::unexpected(Damaged("it ends within a file"));
    body.append(buffer.data(), got);
    left_ -= got;
  }
  return body;
}

Result<std::string> Reader::ReadExtension(std::uint64_t size) {
  if (size > kMaxExtension) {
    return Fail(ErrorCode::kLimitExceeded,
                "tar: a name or header of " + std::to_string(size) + " bytes");
  }
  left_ = size;
  padding_ = (kBlock - size % kBlock) % kBlock;
  TRY_ASSIGN(std::string body, Body(kMaxExtension));
  TRY(Skip(std::exchange(padding_, 0)));
  return body;
}

// Lines "LENGTH KEY=VALUE\n", LENGTH being that of the whole line.
Status Reader::ReadPax(std::uint64_t size, Overrides* overrides) {
  TRY_ASSIGN(const std::string body, ReadExtension(size));
  std::string_view rest = body;
  while (!rest.empty() && rest[0] != '\0') {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || length <= digits + 1 || length > rest.size() ||
        rest[digits] != ' ') {
      return std::unexpected(Damaged("a pax header is damaged"));
    }
    const std::string_view line = rest.substr(digits + 1, length - digits - 2);
    rest.remove_prefix(length);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, equals);
    const std::string_view value = line.substr(equals + 1);
    if (key == "path") overrides->name = std::string(value);
    if (key.starts_with("GNU.sparse.")) overrides->sparse = true;
    if (key == "size") {
      std::uint64_t stated = 0;
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), stated);
      if (parsed.ec != std::errc() || stated > kMaxBody)
        return std::unexpected(Damaged("a pax header states no size"));
      overrides->size = stated;
    }
  }
  return {};
}

Result<std::optional<Entry>> Reader::Next() {
  TRY(Skip(std::exchange(left_, 0)));
  TRY(Skip(std::exchange(padding_, 0)));
  Overrides overrides;
  std::array<char, kBlock> buffer;
  while (true) {
    TRY_ASSIGN(const bool more, ReadBlock(buffer.data()));
    const std::string_view block(buffer.data(), kBlock);
    if (!more || IsZero(block)) return std::nullopt;
    if (!ChecksumHolds(block)) return std::unexpected(Damaged("the checksum of a header is wrong"));
    const auto size = Number(Raw(block, kSize));
    if (!size || *size > kMaxBody) return std::unexpected(Damaged("a header states no size"));
    const char type = block[kType];
    if (type == 'L') {
      TRY_ASSIGN(std::string name, ReadExtension(*size));
      overrides.name = name.substr(0, name.find('\0'));
    } else if (type == 'x' || type == 'X') {
      TRY(ReadPax(*size, &overrides));
    } else if (type == 'K' || type == 'g') {
      TRY(ReadExtension(*size));
    } else {
      Entry entry{.name = overrides.name ? std::move(*overrides.name) : NameOf(block),
                  .kind = overrides.sparse ? Kind::kSparse : KindOf(type),
                  .size = overrides.size.value_or(*size)};
      if (entry.kind == Kind::kFile && entry.name.ends_with('/')) entry.kind = Kind::kFolder;
      // Links state the size of what they lead to and have no body.
      left_ = entry.kind == Kind::kLink || entry.kind == Kind::kFolder ? 0 : entry.size;
      padding_ = (kBlock - left_ % kBlock) % kBlock;
      return entry;
    }
  }
}

bool LooksLikeTar(std::string_view head) {
  if (head.size() < kBlock) return false;
  const std::string_view block = head.substr(0, kBlock);
  return !IsZero(block) && block[0] != '\0' && ChecksumHolds(block);
}

}  // namespace arborist::tar
