// SPDX-License-Identifier: AGPL-3.0-only
// The events are cut into tasks of 32,768. A task begins with the stored hash of the event before
// it, so tasks do not wait for each other; each worker has a connection of its own. The first event
// that does not hold, by its number, wins. Nodes over 256 events come from the tasks, those above
// from one thread at the end.
#include "store/log/chain_check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "audit/event.h"
#include "base/check.h"
#include "base/mutex.h"
#include "base/parallel_for.h"
#include "crypto/sha256.h"
#include "merkle/log_tree.h"
#include "store/fsck/chain.h"
#include "store/log/audit_log.h"
#include "store/log/nodes.h"

namespace arborist::store {

namespace {

constexpr std::uint64_t kEventsPerTask = std::uint64_t{1} << 15;

void AppendHex(std::string_view bytes, std::string* out) {
  static constexpr auto kPairs = [] {
    std::array<std::array<char, 2>, 256> pairs{};
    for (std::size_t i = 0; i < 256; ++i) {
      pairs[i] = {"0123456789abcdef"[i >> 4], "0123456789abcdef"[i & 15]};
    }
    return pairs;
  }();
  const std::size_t begin = out->size();
  out->resize(begin + 2 * bytes.size());
  char* to = out->data() + begin;
  for (const char c : bytes) {
    std::memcpy(to, kPairs[static_cast<std::uint8_t>(c)].data(), 2);
    to += 2;
  }
}

void AppendNumber(std::int64_t number, std::string* out) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out->append(digits.data(), end);
}

// What the body of an event looks like in JSON, from the columns of its row: the same bytes as
// audit::HashEvent hashes, without taking the event apart (a test holds the two together).
class RowHasher {
 public:
  static Result<RowHasher> Open(sqlite::Database* database) {
    RowHasher hasher;
    TRY_ASSIGN(sqlite::Statement select,
               database->Prepare("SELECT name_id, name FROM audit_names"));
    TRY(select.ForEachRow([&](const sqlite::Statement& row) {
      if (row.Int(0) < 0 || row.Int(0) > 255) return;
      Name& name = hasher.names_[static_cast<std::size_t>(row.Int(0))];
      name.plain = row.Text(1);
      name.json.clear();
      json::AppendString(name.plain, &name.json);
    }));
    TRY_ASSIGN(const LogHead head, ReadHead(database));
    hasher.log_ = "},\"log\":\"" + head.log.hex() + "\",\"seq\":";
    return hasher;
  }

  // Columns as ReadEvents selects them. Nothing: damaged beyond hashing, and why.
  std::optional<Hash256> Hash(std::string_view previous, const sqlite::Statement& row,
                              std::string* why) {
    const Name* type = At(row.Int(1));
    const Name* actor = At(row.Int(4));
    if (type == nullptr || actor == nullptr) {
      *why = "a name of the log is missing";
      return std::nullopt;
    }
    buffer_.clear();
    AppendHex(previous, &buffer_);
    buffer_ += "{\"actor\":";
    buffer_ += actor->json;
    buffer_ += ",\"hashes\":{";
    if (!AppendHashes(row.Blob(5), why)) return std::nullopt;
    buffer_ += log_;
    AppendNumber(row.Int(0), &buffer_);
    buffer_ += ",\"subject\":";
    const std::string_view subject = row.Blob(3);
    if (subject.size() == 33 && subject[0] == 'h') {
      buffer_ += '"';
      AppendHex(subject.substr(1), &buffer_);
      buffer_ += '"';
    } else if (subject.starts_with('t')) {
      json::AppendString(subject.substr(1), &buffer_);
    } else {
      *why = "damaged subject of an event";
      return std::nullopt;
    }
    buffer_ += ",\"time\":";
    AppendNumber(row.Int(2), &buffer_);
    buffer_ += ",\"type\":";
    buffer_ += type->json;
    buffer_ += ",\"v\":1}";
    return crypto::Sha256(buffer_);
  }

 private:
  struct Name {
    std::string plain;
    std::string json;  // empty: there is no such name
  };

  const Name* At(std::int64_t id) const {
    if (id < 0 || id > 255 || names_[static_cast<std::size_t>(id)].json.empty()) return nullptr;
    return &names_[static_cast<std::size_t>(id)];
  }

  bool AppendHashes(std::string_view blob, std::string* why) {
    if (blob.size() % 33 != 0) {
      *why = "damaged hashes of an event";
      return false;
    }
    const Name* last = nullptr;
    for (; !blob.empty(); blob.remove_prefix(33)) {
      const Name* name = At(static_cast<std::uint8_t>(blob[0]));
      if (name == nullptr) {
        *why = "a name of the log is missing";
        return false;
      }
      // They are written by name; another order is not our writing.
      if (last != nullptr && name->plain <= last->plain) {
        *why = "hashes of an event out of order";
        return false;
      }
      if (last != nullptr) buffer_ += ',';
      last = name;
      buffer_ += name->json;
      buffer_ += ":\"";
      AppendHex(blob.substr(1, 32), &buffer_);
      buffer_ += '"';
    }
    return true;
  }

  std::array<Name, 256> names_;
  std::string log_;
  std::string buffer_;
};

// What the tasks of one log come to, shared by the threads that do them.
class Findings {
 public:
  explicit Findings(CheckedChain* chain) : size_(chain->head.size), chain_(chain) {}

  std::uint64_t size() const { return size_; }
  // An event before this one does not hold: what is found from here on counts no more.
  bool IsSettled(std::uint64_t seq) const { return seq >= broken_at_; }

  void Broken(std::uint64_t seq, std::string kind, std::string detail) {
    const MutexLock lock(mutex_);
    if (chain_->broken && chain_->holds <= seq) return;
    chain_->holds = seq;
    chain_->broken = {std::move(kind), "event " + std::to_string(seq), std::move(detail)};
    broken_at_ = seq;
  }
  void Found(const Hash256& hash, std::uint64_t seq) {
    const MutexLock lock(mutex_);
    chain_->found.emplace(hash, seq);
  }
  // Roots of blocks of events, from that number of a block on.
  void Blocks(const std::vector<Hash256>& roots, std::uint64_t first) {
    const MutexLock lock(mutex_);
    std::ranges::copy(roots, chain_->levels[0].begin() + static_cast<std::ptrdiff_t>(first));
  }

 private:
  const std::uint64_t size_;
  std::atomic<std::uint64_t> broken_at_ = UINT64_MAX;
  Mutex mutex_;
  CheckedChain* const chain_ PT_GUARDED_BY(mutex_);
};

// Does tasks, each some successive events, over a connection of its own. One thread at a time.
class Worker {
 public:
  static Result<Worker> Open(const std::filesystem::path& file, const ChainCheckOptions& options,
                             Findings* findings) {
    TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(file, {}));
    TRY_ASSIGN(RowHasher hasher, RowHasher::Open(&database));
    TRY_ASSIGN(sqlite::Statement select,
               database.Prepare("SELECT seq, type_id, time, subject, actor_id, hashes, event_hash "
                                "FROM audit_events WHERE seq>=?1 AND seq<?2 ORDER BY seq"));
    return Worker(std::move(database), std::move(hasher), std::move(select), options, findings);
  }

  Status RunTask(std::uint64_t task) {
    const std::uint64_t begin = task * kEventsPerTask;
    const std::uint64_t end = std::min(begin + kEventsPerTask, findings_->size());
    if (findings_->IsSettled(begin)) return {};
    std::array<char, 32> previous{};
    std::int64_t last_time = INT64_MIN;
    std::uint64_t expected = begin == 0 ? 0 : begin - 1;
    std::vector<Hash256> blocks;
    merkle::LogTree block;
    select_.Bind(1, static_cast<std::int64_t>(expected)).Bind(2, static_cast<std::int64_t>(end));
    for (; expected < end; ++expected) {
      TRY_ASSIGN(const bool row, select_.Step());
      if (!row || select_.Int(0) != static_cast<std::int64_t>(expected)) {
        Break(expected, "seq_gap", " is missing");
        break;
      }
      const std::string_view stored = select_.Blob(6);
      const std::int64_t time = select_.Int(2);
      if (stored.size() != 32) {
        Break(expected, "event_hash_mismatch", " has no hash");
        break;
      }
      if (expected >= begin) {  // else it only leads the task
        if (time < last_time) {
          Break(expected, "time_decreased", " is older than the one before it");
          break;
        }
        std::string why;
        const auto hash = hasher_.Hash({previous.data(), 32}, select_, &why);
        if (!hash || AsText(hash->view()) != stored) {
          Break(expected, "event_hash_mismatch",
                hash ? " does not hash to what is stored for it" : " is damaged: " + why);
          break;
        }
        block.Append(stored);
        if (block.size() == LogNodes::kBlock) {
          blocks.push_back(block.Root());
          block = {};
        }
        if (options_->wanted.contains(*hash)) findings_->Found(*hash, expected);
      }
      last_time = time;
      std::memcpy(previous.data(), stored.data(), 32);
    }
    select_.Reset();
    findings_->Blocks(blocks, begin / LogNodes::kBlock);
    return {};
  }

 private:
  Worker(sqlite::Database database, RowHasher hasher, sqlite::Statement select,
         const ChainCheckOptions& options, Findings* findings)
      : database_(std::move(database)),
        hasher_(std::move(hasher)),
        select_(std::move(select)),
        options_(&options),
        findings_(findings) {}

  void Break(std::uint64_t seq, std::string kind, const std::string& detail) {
    findings_->Broken(seq, std::move(kind), "event " + std::to_string(seq) + detail);
  }

  sqlite::Database database_;  // before select_, which it must outlive
  RowHasher hasher_;
  sqlite::Statement select_;
  const ChainCheckOptions* options_;
  Findings* findings_;
};

// The log's id stands apart from the events; event 0 tells what it was.
Status CheckId(sqlite::Database* database, const LogHead& head, Findings* findings) {
  return ReadEvents(database, 0, [&](const StoredEvent& event) {
    if (event.body.seq == 0 && event.body.subject != head.log.hex()) {
      findings->Broken(0, "log_changed", "the log's id is not the one it was created with");
    }
    return false;
  });
}

Status CheckEvents(const std::filesystem::path& file, const ChainCheckOptions& options,
                   Findings* findings) {
  const std::uint64_t tasks = (findings->size() + kEventsPerTask - 1) / kEventsPerTask;
  WorkerPool pool(
      static_cast<unsigned>(std::min<std::uint64_t>(ThreadsFor(options.threads), tasks)));
  std::vector<std::optional<Worker>> workers(pool.slots());
  return ParallelFor(&pool, tasks, [&](std::size_t task, unsigned slot) -> Status {
    if (!workers[slot]) {
      TRY_ASSIGN(workers[slot], Worker::Open(file, options, findings));
    }
    return workers[slot]->RunTask(task);
  });
}

}  // namespace

merkle::FullSubtree CheckedChain::Subtrees(const LogView* events) const {
  return [this, events](unsigned level, std::uint64_t index) -> Result<Hash256> {
    if (level < LogNodes::kLevels) {
      return LogNodes(events, nullptr, head.log).Subtrees()(level, index);
    }
    const std::size_t above = level - LogNodes::kLevels;
    CHECK(above < levels.size() && index < levels[above].size());
    return levels[above][index];
  };
}

Result<CheckedChain> CheckChain(const std::filesystem::path& file,
                                const ChainCheckOptions& options) {
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(file, {}));
  CheckedChain chain;
  TRY_ASSIGN(chain.head, ReadHead(&database));
  chain.holds = chain.head.size;
  chain.levels.resize(1);
  chain.levels[0].resize(chain.head.size / LogNodes::kBlock);
  Findings findings(&chain);
  if (const Status id = CheckId(&database, chain.head, &findings); !id) {
    if (IsOfTheSystem(id.error().code)) return std::unexpected(id.error());
    findings.Broken(0, "event_hash_mismatch", id.error().message);
  }
  TRY_ASSIGN(const std::int64_t stray, database.QueryInt(kStrayEvents));
  if (stray != 0) findings.Broken(0, "seq_gap", "an event has a number below 0");
  TRY(CheckEvents(file, options, &findings));
  chain.levels[0].resize(chain.holds / LogNodes::kBlock);
  while (chain.levels.back().size() > 1) {
    const std::vector<Hash256>& below = chain.levels.back();
    std::vector<Hash256> level;
    for (std::size_t i = 0; i + 1 < below.size(); i += 2) {
      level.push_back(merkle::HashLogNode(below[i], below[i + 1]));
    }
    chain.levels.push_back(std::move(level));
  }
  std::erase_if(chain.found, [&](const auto& entry) { return entry.second >= chain.holds; });
  return chain;
}

}  // namespace arborist::store
