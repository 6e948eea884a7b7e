// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sqlite/database.h"
#include "store/log/chain_check.h"
#include "store/log/log_view.h"

namespace arborist::store {

// The log of an SQLite file.
class SqliteLog final : public LogView {
 public:
  // Through the connection of the store that it belongs to. file: for CheckChain, which opens
  // others.
  SqliteLog(sqlite::Database* database, std::filesystem::path file, LogName::Of of)
      : database_(database), file_(std::move(file)), of_(of) {}
  // Through a connection of its own.
  static Result<std::unique_ptr<LogView>> Open(std::filesystem::path file, LogName::Of of);

  Result<LogHead> Head() const override;
  Status ReadEvents(std::uint64_t from, std::uint64_t to,
                    const std::function<bool(const StoredEvent&)>& visit) const override;
  Status ReadHashes(std::uint64_t from, std::uint64_t to,
                    const std::function<void(const EventHash&)>& visit) const override;
  Status ReadTexts(std::span<const std::uint64_t> seqs,
                   const std::function<void(std::uint64_t seq, Texts texts)>& visit) const override;
  Result<std::vector<std::uint64_t>> FindByHash(std::string_view hex_prefix,
                                                std::size_t limit) const override;
  Result<bool> RowsSpeakOfLater() const override;
  Result<CheckedChain> CheckChain(const ChainCheckOptions& options) const override;

 private:
  std::unique_ptr<sqlite::Database> owned_;  // may be null
  sqlite::Database* database_;
  std::filesystem::path file_;
  LogName::Of of_;
};

}  // namespace arborist::store
