// SPDX-License-Identifier: AGPL-3.0-only
#include "notary/logs_check.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "merkle/log_tree.h"
#include "notary/logs_checker.h"
#include "store/home/home.h"
#include "store/log/nodes.h"
#include "store/log/sqlite_log.h"

namespace arborist::notary {

namespace {

std::string Events(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " event" : " events");
}

constexpr std::string_view kHomeSpeaksOf[] = {
    "SELECT max(seq) FROM head_sizes",      "SELECT max(seq) FROM audit_texts",
    "SELECT max(event_seq) FROM records",   "SELECT max(event_seq) FROM falsifications",
    "SELECT max(event_seq) FROM snapshots", "SELECT max(event_seq) FROM tokens",
    "SELECT max(size)-1 FROM checkpoints",
};

}  // namespace

Result<bool> SpeaksOfLater(sqlite::Database* database, std::span<const std::string_view> queries) {
  const auto look = [&]() -> Result<bool> {
    TRY_ASSIGN(const store::LogHead head, store::ReadHead(database));
    bool later = false;
    for (const std::string_view query : queries) {
      const auto number = database->QueryInt("SELECT coalesce((" + std::string(query) + "),-1)");
      if (!number && IsOfTheSystem(number.error().code)) return std::unexpected(number.error());
      // Else an older file that does not have the table.
      if (number && *number >= static_cast<std::int64_t>(head.size)) later = true;
    }
    return later;
  };
  TRY(database->Execute("BEGIN"));  // all at one moment: others may be writing
  auto later = look();
  (void)database->Execute("ROLLBACK");
  return later;
}

Result<Hash256> RootAt(const store::CheckedChain& chain, sqlite::Database* events,
                       std::uint64_t size) {
  const store::SqliteLog log(events, {}, store::LogName::Of::kHome);
  return merkle::LogRoot(size, chain.Subtrees(&log));
}

// Two checkpoints by one key that no single log can have.
void LogsChecker::CheckPairs() {
  for (std::size_t i = 0; i < check_.anchors.size(); ++i) {
    for (std::size_t j = i + 1; j < check_.anchors.size(); ++j) {
      const audit::Checkpoint& one = check_.anchors[i];
      const audit::Checkpoint& two = check_.anchors[j];
      if (one.origin == two.origin && one.size == two.size && one.root != two.root) {
        Add("forked", "home",
            "two checkpoints of " + Events(one.size) +
                " have different roots: two histories were signed");
      }
    }
  }
}

// The newest checkpoint below that size, from outside or inside, that the log still has.
Result<std::optional<std::uint64_t>> LogsChecker::LastThatHolds(const store::CheckedChain& chain,
                                                                std::uint64_t before) {
  std::optional<std::uint64_t> last;
  for (const auto* list : {&check_.anchors, &check_.hints}) {
    for (const audit::Checkpoint& checkpoint : *list) {
      if (checkpoint.origin != audit::OriginOf(chain.head.log) || checkpoint.size >= before ||
          checkpoint.size > chain.holds || checkpoint.size == 0) {
        continue;
      }
      TRY_ASSIGN(const Hash256 root, RootAt(chain, &*home_, checkpoint.size));
      if (root == checkpoint.root) last = std::max(last.value_or(0), checkpoint.size);
    }
  }
  return last;
}

Status LogsChecker::CheckAnchors(const store::CheckedChain& chain, bool later) {
  CheckPairs();
  for (const audit::Checkpoint& anchor : check_.anchors) {
    const std::string of = "the checkpoint of " + Events(anchor.size);
    if (anchor.origin != audit::OriginOf(chain.head.log)) {
      Add("replaced", "home",
          of + " is of " + anchor.origin + ", and the home log is " +
              audit::OriginOf(chain.head.log) + ": another log stands in its place");
      continue;
    }
    if (anchor.size > chain.holds) {
      if (chain.broken) continue;  // said already
      if (later) {
        Add("truncated", "home",
            "the log has " + Events(chain.head.size) + " of the " + std::to_string(anchor.size) +
                " that the checkpoint covers, and the store still speaks of later ones: its end "
                "was cut off");
      } else {
        Add("rolled_back", "home",
            "the log has " + Events(chain.head.size) + " of the " + std::to_string(anchor.size) +
                " that the checkpoint covers, and the store knows of none behind them: an older "
                "copy of the files was put back");
      }
      continue;
    }
    TRY_ASSIGN(const Hash256 root, RootAt(chain, &*home_, anchor.size));
    if (root == anchor.root) {
      anchored_ = std::max(anchored_, anchor.size);
      continue;
    }
    TRY_ASSIGN(const std::optional<std::uint64_t> last, LastThatHolds(chain, anchor.size));
    if (last) {
      Add("forked", "home",
          of + " is of another history, and the one of " + Events(*last) +
              " still holds: the log went another way behind it");
    } else {
      Add("rechained", "home",
          "the chain holds from its first event on, and its first " + Events(anchor.size) +
              " are not those that were signed: they were written anew");
    }
  }
  return {};
}

Status LogsChecker::ReadHeads(std::uint64_t holds) {
  std::map<std::uint64_t, std::uint64_t> sizes;
  TRY_ASSIGN(sqlite::Statement select, home_->Prepare("SELECT seq, size FROM head_sizes"));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    sizes.emplace(select.Int(0), select.Int(1));
  }
  return store::ReadEvents(&*home_, 0, [&](const store::StoredEvent& event) {
    if (event.body.seq >= holds) return false;
    if (event.body.type != "shard_head") return true;
    const auto hash = [&](const char* name) {
      const auto it = event.body.hashes.find(name);
      return it == event.body.hashes.end() ? std::nullopt : std::optional(it->second);
    };
    RecordedHead head{.seq = event.body.seq,
                      .log = hash("log").value_or(Hash256{}),
                      .head = EventHash(hash("head").value_or(Hash256{})),
                      .state = hash("state").value_or(Hash256{}),
                      .tree = hash("tree"),
                      .size = {}};
    if (const auto it = sizes.find(event.body.seq); it != sizes.end()) head.size = it->second;
    heads_[event.body.subject].push_back(head);
    return true;
  });
}

// The nodes that are kept of a log's tree against those worked out.
Status LogsChecker::CheckKeptTree(const std::string& name, const store::CheckedChain& chain) {
  if (!home_ || chain.broken) return {};
  TRY_ASSIGN(sqlite::Statement select,
             home_->Prepare("SELECT level, place, root FROM log_nodes WHERE log=?1"));
  select.BindHash(1, chain.head.log);
  const merkle::FullSubtree subtree = chain.Subtrees(nullptr);  // kept levels need no events
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    const std::int64_t level = select.Int(0), place = select.Int(1);
    bool same = level >= 8 && level < 64 && place >= 0 &&
                static_cast<std::uint64_t>(place) < (chain.head.size >> level);
    if (same) {
      const auto root = subtree(static_cast<unsigned>(level), static_cast<std::uint64_t>(place));
      const auto kept = select.Hash(2);
      same = root && kept && *root == *kept;
    }
    if (same) continue;
    Add("tree_mismatch", name,
        "what is kept of its tree (level " + std::to_string(level) + ", place " +
            std::to_string(place) + ") is not the tree of its events");
    return {};
  }
}

Status LogsChecker::CheckHome() {
  const std::filesystem::path file = check_.home.home_store();
  TRY_ASSIGN(const bool exists, Exists(file));
  if (!exists) {
    if (!check_.anchors.empty()) {
      Add("missing", "home",
          "there is no home store in " + check_.home.root.string() +
              ", and a checkpoint of its log was signed");
    }
    return {};
  }
  auto database = store::OpenHomeToRead(check_.home);
  auto chain = database ? store::CheckChain(file, {.threads = check_.threads, .wanted = {}})
                        : Result<store::CheckedChain>(std::unexpected(database.error()));
  if (!chain) {
    AddUnread("unreadable", "home", std::move(chain).error());
    return {};
  }
  home_ = std::move(*database);
  const Status checked = CheckHomeLog(*chain);
  if (checked || !IsOfTheSystem(checked.error().code)) return checked;
  AddUnread("unreadable", "home", checked.error());
  heads_.clear();  // not all were read
  home_.reset();
  return {};
}

Status LogsChecker::CheckHomeLog(const store::CheckedChain& chain) {
  if (chain.broken) {
    Add("rewritten", "home", chain.broken->kind + ": " + chain.broken->detail);
  }
  bool later = false;
  if (!chain.broken) {
    TRY_ASSIGN(later, SpeaksOfLater(&*home_, kHomeSpeaksOf));
  }
  TRY(CheckAnchors(chain, later));
  if (later &&
      std::ranges::find(report_.findings, "truncated", &Finding::kind) == report_.findings.end()) {
    Add("truncated", "home",
        "the log has " + Events(chain.head.size) +
            ", and the store speaks of later ones: its end was cut off");
  }
  LogState state{.name = "home",
                 .id = chain.head.log,
                 .events = chain.head.size,
                 .head = chain.head.head,
                 .root = {},
                 .anchored = anchored_};
  TRY_ASSIGN(state.root, RootAt(chain, &*home_, chain.holds));
  report_.logs.push_back(state);
  if (!check_.anchors.empty() && anchored_ > 0 && anchored_ < chain.head.size) {
    report_.notes.push_back("newer than the checkpoint, in the home log: " +
                            Events(chain.head.size - anchored_));
  }
  TRY(CheckKeptTree("home", chain));
  return ReadHeads(chain.holds);
}

Result<LogsReport> LogsChecker::Run() {
  TRY(CheckHome());
  TRY(CheckShards());
  if (report_.logs.empty() && report_.ok()) {
    return Fail(ErrorCode::kNotFound, "there is no log in " + check_.home.root.string() +
                                          " yet; arborist ingest begins one");
  }
  return std::move(report_);
}

Result<LogsReport> CheckLogs(const LogsCheck& check) { return LogsChecker(check).Run(); }

}  // namespace arborist::notary
