// SPDX-License-Identifier: AGPL-3.0-only
// The only list of shards is the folder: a set and its number of shards are read from the names of
// its files. A name that fits no pattern is not ours and is passed over.
#include "store/layout.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/files.h"
#include "crypto/sha256.h"
#include "sqlite/database.h"

namespace arborist::store {

namespace {

bool IsValidName(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

std::optional<std::uint32_t> ParseNumber(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

// NAME.db or NAME.IofN.db.
std::optional<ShardSet> ParseFileName(std::string_view file) {
  if (!file.ends_with(".db")) return std::nullopt;
  file.remove_suffix(3);
  const std::size_t dot = file.find('.');
  ShardSet set{.name = std::string(file.substr(0, dot)), .count = 1};
  if (!IsValidName(set.name)) return std::nullopt;
  if (dot == std::string_view::npos) return set;
  const std::string_view part = file.substr(dot + 1);
  const std::size_t of = part.find("of");
  if (of == std::string_view::npos) return std::nullopt;
  const auto index = ParseNumber(part.substr(0, of));
  const auto count = ParseNumber(part.substr(of + 2));
  if (!index || !count || *index > *count || *count < 2 || *count > kMaxShards) return std::nullopt;
  set.count = *count;
  return set;
}

}  // namespace

Result<bool> ShardAddress::Exists() const { return arborist::Exists(file_); }

Status MakeHome(const HomePaths& home) {
  TRY(MakeDirectories(home.root, 0700));
  return MakeDirectories(home.shards(), 0700);
}

ShardAddress ShardSet::ShardAt(const HomePaths& home, std::uint32_t index) const {
  if (count == 1) return home.shard(name);
  return home.shard(name + "." + std::to_string(index + 1) + "of" + std::to_string(count));
}

std::uint32_t ShardSet::IndexFor(std::string_view uri) const {
  if (count == 1) return 0;
  const Hash256 hash = crypto::Sha256(uri);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value = (value << 8) | hash.bytes[i];
  return static_cast<std::uint32_t>(value % count);
}

std::string_view SetNameOf(std::string_view shard_name) {
  return shard_name.substr(0, shard_name.find('.'));
}

Result<std::vector<ShardSet>> ListShardSets(const HomePaths& home) {
  std::map<std::string, ShardSet> sets;
  std::error_code error;
  std::filesystem::directory_iterator it(home.shards(), error);
  if (error) {
    if (error == std::errc::no_such_file_or_directory) return std::vector<ShardSet>{};
    Error failure = SystemError("cannot list " + home.shards().string(), error.value());
    if (failure.code == ErrorCode::kNotFound)
      failure.code = ErrorCode::kEnvironment;  // a file stands in the way
    return std::unexpected(std::move(failure));
  }
  for (; it != std::filesystem::directory_iterator(); it.increment(error)) {
    if (error)
      return std::unexpected(SystemError("cannot list " + home.shards().string(), error.value()));
    const auto set = ParseFileName(it->path().filename().string());
    if (!set) continue;
    const auto [known, added] = sets.emplace(set->name, *set);
    if (!added && known->second.count != set->count) {
      return Fail(ErrorCode::kConflict, "shard set " + set->name + " has files of two layouts (" +
                                            std::to_string(known->second.count) + " and " +
                                            std::to_string(set->count) + " shards) in " +
                                            home.shards().string());
    }
  }
  std::vector<ShardSet> list;
  list.reserve(sets.size());
  for (auto& [name, set] : sets) list.push_back(std::move(set));
  return list;
}

Result<ShardSet> ChooseShardSet(const HomePaths& home, std::string_view name,
                                std::optional<std::uint32_t> wanted_count,
                                std::uint32_t default_count) {
  if (!IsValidName(name)) {
    return Fail(ErrorCode::kInvalidArgument,
                "a shard's name has 1 to 64 letters, digits, '-' or '_'; \"" + std::string(name) +
                    "\" does not fit");
  }
  if (wanted_count && (*wanted_count < 1 || *wanted_count > kMaxShards)) {
    return Fail(ErrorCode::kInvalidArgument, "--shards takes 1 to " + std::to_string(kMaxShards));
  }
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(home));
  for (const ShardSet& set : sets) {
    if (set.name != name) continue;
    if (wanted_count && *wanted_count != set.count) {
      return Fail(ErrorCode::kConflict,
                  "shard set " + set.name + " was made with " + std::to_string(set.count) +
                      " shards and keeps that; leave --shards out, or name another --shard");
    }
    return set;
  }
  return ShardSet{.name = std::string(name), .count = wanted_count.value_or(default_count)};
}

std::string DatabaseLibraryVersion() { return sqlite::LibraryVersion(); }

}  // namespace arborist::store
