// SPDX-License-Identifier: AGPL-3.0-only
// The home log against checkpoints, then the shards against the home log (shard_logs_check.cc). The
// chain is hashed again from its first event; a checkpoint holds if the tree over its first N
// events has the signed root. A failure is named by what was done to the log: "rechained" if no
// earlier checkpoint holds, "forked" if one does, "truncated" if rows still speak of later events,
// "rolled_back" if no row does, because then an older copy of all files was put back.
#include "notary/logs_check.h"

#include <algorithm>
#include <utility>

#include "merkle/log_tree.h"
#include "notary/logs_checker.h"
#include "notary/sign.h"
#include "store/home/home.h"
#include "store/home/recorded_heads.h"
#include "store/log/nodes.h"

namespace arborist::notary {

namespace {

std::string Events(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " event" : " events");
}

}  // namespace

Result<Hash256> RootAt(const store::CheckedChain& chain, const store::LogView& log,
                       std::uint64_t size) {
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
  for (const auto* list : {&check_.anchors, &std::as_const(hints_)}) {
    for (const audit::Checkpoint& checkpoint : *list) {
      if (checkpoint.origin != audit::OriginOf(chain.head.log) || checkpoint.size >= before ||
          checkpoint.size > chain.holds || checkpoint.size == 0) {
        continue;
      }
      TRY_ASSIGN(const Hash256 root, RootAt(chain, home_->log(), checkpoint.size));
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
    TRY_ASSIGN(const Hash256 root, RootAt(chain, home_->log(), anchor.size));
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
  TRY_ASSIGN(const auto sizes, store::RecordedHeads(home_.get()).Sizes());
  return home_->log().ReadEvents(0, holds, [&](const store::StoredEvent& event) {
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
  if (home_ == nullptr || chain.broken) return {};
  const merkle::FullSubtree subtree = chain.Subtrees(nullptr);  // kept levels need no events
  return store::LogNodes(nullptr, home_.get(), chain.head.log)
      .ForEach([&](const store::LogNodes::Kept& kept) {
        bool same = kept.level >= 8 && kept.level < 64 && kept.place >= 0 &&
                    static_cast<std::uint64_t>(kept.place) < (chain.head.size >> kept.level);
        if (same) {
          const auto root =
              subtree(static_cast<unsigned>(kept.level), static_cast<std::uint64_t>(kept.place));
          same = root && kept.root == *root;
        }
        if (!same) {
          Add("tree_mismatch", name,
              "what is kept of its tree (level " + std::to_string(kept.level) + ", place " +
                  std::to_string(kept.place) + ") is not the tree of its events");
        }
        return same;
      });
}

Status LogsChecker::CheckHome() {
  TRY_ASSIGN(const bool exists, store::HomeStore::Exists(check_.home));
  if (!exists) {
    if (!check_.anchors.empty()) {
      Add("missing", "home",
          "there is no home store in " + check_.home.root.string() +
              ", and a checkpoint of its log was signed");
    }
    return {};
  }
  auto home = store::HomeStore::OpenToRead(check_.home);
  auto chain = home ? (*home)->log().CheckChain({.threads = check_.threads, .wanted = {}})
                    : Result<store::CheckedChain>(std::unexpected(home.error()));
  if (!chain) {
    AddUnread("unreadable", "home", std::move(chain).error());
    return {};
  }
  home_ = std::move(*home);
  if (auto copies = SignedCopies(home_.get(), check_.keys)) hints_ = std::move(*copies);
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
    TRY_ASSIGN(later, home_->log().RowsSpeakOfLater());
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
  TRY_ASSIGN(state.root, RootAt(chain, home_->log(), chain.holds));
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
