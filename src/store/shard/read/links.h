// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::sqlite {
class Database;
}  // namespace arborist::sqlite

namespace arborist::store {

inline constexpr std::size_t kMaxLinksBytes = std::size_t{256} << 20;

using UriSet = std::set<std::string, std::less<>>;

// Where a current text was found and what it links to.
struct LinkedLocation {
  std::string uri;
  std::string title;
  DocumentRoot root;
  std::vector<std::string> targets;
};

// What leads from URI to URI in a shard: the links of current texts, and current redirects.
//
// Got from ShardReader::links(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. Targets need not exist, and stand in any shard. kCorrupt: a
// list of links is damaged; kEnvironment: the store could not be read.
class Links {
 public:
  // What the current texts of these URIs link to, by URI and each list as it is stored.
  Result<std::vector<std::string>> From(const UriSet& uris);
  // The current texts that link to one of these and are none of these, by URI. All lists are read.
  Result<std::vector<std::string>> To(const UriSet& uris);
  // The current redirects that lead to one of these, by target and then by their own URI.
  Result<std::vector<std::string>> AliasesOf(const UriSet& uris);

  // Every current text that links to something, by URI.
  Status ForEach(const std::function<Status(const LinkedLocation&)>& visit);
  // All current redirects: URI to URI.
  Result<std::map<std::string, std::string>> Redirects();

 private:
  friend class ShardReader;

  explicit Links(sqlite::Database* database) : database_(database) {}

  sqlite::Database* database_;
};

}  // namespace arborist::store
