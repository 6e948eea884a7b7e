// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/temporary_folder.h"
#include "net/scripted_server.h"
#include "support/process.h"

namespace arborist::testing_support {

// A home that holds one of everything, for tests that run every verb on copies of it: documents in
// two shards, one of them evicted, records of both labels, an unanswered question, a snapshot, a
// token, concepts, a key and a checkpoint, and a page of a site that it serves as long as it lives.
// Its shards are ahead of its home store.
class PreparedHome {
 public:
  PreparedHome();

  void CopyTo(const std::filesystem::path& home) const;
  // A file or folder beside the home, which no verb changes.
  std::string Beside(std::string_view name) const { return (folder_.path() / name).string(); }

  // A page of the site that leads to one that the home has and one that it has not.
  std::string new_page() const { return site_.origin() + "/barges"; }

  const std::string& canal_root() const { return canal_root_; }
  const std::string& strict_key() const { return strict_key_; }
  const std::string& hybrid_key() const { return hybrid_key_; }
  const std::string& unanswered_run() const { return unanswered_run_; }
  const std::string& token_id() const { return token_id_; }
  const std::string& token() const { return token_; }

 private:
  std::filesystem::path Home() const { return folder_.path() / "home"; }
  std::string Run(std::vector<std::string> arguments) const;  // what it printed
  void Ingest(const std::string& name) const;
  std::string AskModel(const std::string& question, const std::string& answer) const;

  TemporaryFolder folder_;
  net::ScriptedServer site_;
  std::string canal_root_;
  std::string strict_key_;
  std::string hybrid_key_;
  std::string unanswered_run_;
  std::string token_id_;
  std::string token_;
};

}  // namespace arborist::testing_support
