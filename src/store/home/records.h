// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/corpus.h"
#include "store/home/home.h"

namespace arborist::store {

class AuditLog;

// live: may be served. failed, quarantined: refuted by SetState, or equal to an answer that was.
// stale: a source is not current (drifted), a newer revision replaced it, or SetState said so. One
// key has at most one live record.
enum class RecordState : std::uint8_t { kLive, kFailed, kStale, kQuarantined };
std::string_view Name(RecordState state);  // live, failed, stale, quarantined
std::optional<RecordState> RecordStateFromName(std::string_view name);
bool IsRefuted(RecordState state);  // failed or quarantined

// A cached answer as it is kept. Its body is the run as JSON (run/run_record.h), which this module
// does not look into.
struct Record {
  std::int64_t record_id = 0;
  CacheKey cache_key;
  RecordState state = RecordState::kLive;
  bool drifted = false;  // stale because a source is not current
  std::int64_t revision = 1;
  Hash256 record_hash;  // of record-v1 or record-v2
  Hash256 run_dag_root;
  Hash256 answer_hash;
  QuestionHash question_hash;
  std::string audit_mode;
  std::string rung;
  std::string method;
  std::string chain = "private";
  std::int64_t created_at = 0;
  std::uint64_t event_seq = 0;
  std::int64_t hit_count = 0;
  std::string body;
};

struct Falsification {
  std::int64_t record_id = 0;
  CacheKey cache_key;
  RecordState from = RecordState::kLive;
  RecordState to = RecordState::kLive;
  std::string reason;
  std::string actor;
  std::int64_t time = 0;
  std::uint64_t event_seq = 0;
};

// The records of a home store. Each change and its event commit together. No read catches up: the
// caller calls CatchUp before a lookup, a list or a proof (decision 14). Belongs, like its home
// store, to one thread at a time; any number of processes may share the file.
class Records {
 public:
  explicit Records(HomeStore* home);

  // Takes note of what happened in the shards: records whose sources are not all current become
  // stale, and live again when they are and no newer live one has their key.
  Status CatchUp(const Corpus& corpus);

  // -- reading
  Result<std::optional<Record>> FindLive(const CacheKey& key);
  // By key or unique prefix of 8 or more digits: the live one, else the newest.
  Result<Record> Resolve(std::string_view name);
  Result<std::vector<Record>> WithKey(const CacheKey& key);  // oldest first
  // Newest first. The callback returns false to stop.
  struct Filter {
    std::optional<RecordState> state;
    std::string label;                   // STRICT, ...; empty: any
    std::optional<DocumentRoot> source;  // rests on this document
    std::int64_t before = 0;             // smaller record_id; 0: any
  };
  Status ForEach(const std::function<Result<bool>(const Record&)>& visit, const Filter& filter);
  Status ForEach(const std::function<Result<bool>(const Record&)>& visit) {
    return ForEach(visit, Filter());
  }
  Result<std::vector<Falsification>> FalsificationsOf(std::int64_t record_id);
  // What explains the record's state: what was said of it or, where it was refuted as it came, of
  // the refuted records with the same answer under its key.
  Result<std::vector<Falsification>> ReasonsOf(const Record& record);
  Result<std::vector<DocumentRoot>> SourcesOf(std::int64_t record_id);  // in order
  Result<EventHash> EventHashOf(std::uint64_t seq);
  // The text that an event holds as a salted hash, unless it was erased.
  struct KeptText {
    std::string salt;
    std::string text;
  };
  Result<std::optional<KeptText>> TextOf(std::uint64_t seq, std::string_view name);
  Result<StoredEvent> EventOf(std::uint64_t seq);
  Result<std::vector<CacheKey>> DependantsOf(const DocumentRoot& root);  // distinct, any state

  // -- writing
  struct Inserted {
    Record record;                  // as kept: the given one, or the one that was there before
    bool added = false;             // false: another live record, or this refuted one, was there
    bool falsified_before = false;  // the kept record is refuted: its answer failed before
  };
  // Keeps a new record, live unless the same answer failed or was quarantined under its key
  // (decision 20), or it comes in such a state: refuted under a key that stood for it before.
  // Nothing changes where another process was first and its record is live, or this very record is
  // kept as refuted. sources: the roots it rests on; corpus_state: of the corpus they were read
  // from.
  Result<Inserted> Insert(Record record, const std::vector<DocumentRoot>& sources,
                          const std::optional<Hash256>& corpus_state = std::nullopt);

  // Falsify to any state and back; refuted records of the key with the same answer follow, but as
  // stale where this one becomes live. kConflict: it has that state already, another live record
  // has its key, or it is to become live and is stale because of a source. Whether the sources of
  // one that becomes live are current is for the next CatchUp.
  Status SetState(std::int64_t record_id, RecordState to, std::string_view reason);

  // The next revision of a record, whose label rose: the old one leaves live (decision 20). The
  // event binds both run-DAG roots.
  Result<Record> Revise(const Record& old, Record revised,
                        const std::vector<DocumentRoot>& sources);

  // Deletes the record, its falsifications and the texts of their events, and appends a tombstone;
  // then EraseRemains. kConflict: it has falsifications, and force is false. kEnvironment: the rows
  // are gone, but a reader keeps their bytes in the file or its write-ahead log.
  Status Burn(std::int64_t record_id, bool force);
  // Deletes likewise every record of these keys, each with its event, in one transaction; how many
  // there were. Several records of one key are children of each other. EraseRemains must follow:
  // it is apart, so that a deletion that failed is never taken for an erasure that has to wait.
  Result<std::size_t> BurnKeys(std::span<const CacheKey> keys, bool force);
  // A question that got no answer and so no record leaves its event: turned away before anything
  // was looked for, or nothing in the corpus speaks of it. Its subject is the root of the run's
  // DAG; question and reason stand beside the log, where a burn erases them.
  static constexpr std::string_view kRejected = "question_rejected";
  static constexpr std::string_view kUnanswered = "question_unanswered";
  Result<EventHash> Decline(std::string_view type, const Hash256& run_dag_root,
                            std::string_view question, std::string_view reason);
  // The subject of such events that begins so. Nothing: none, or several do.
  Result<std::optional<std::string>> FindDeclined(std::string_view hex_prefix);
  // Deletes what the events of these runs hold of their questions; how many of them held something.
  // A run gets a tombstone, unless it was burned before. EraseRemains must follow.
  Result<std::size_t> BurnDeclined(const std::set<Hash256>& run_dag_roots);
  // The runs whose events still hold a question that is the same.
  using QuestionTest = std::function<bool(std::string_view question)>;
  Result<std::set<Hash256>> DeclinesOf(const QuestionTest& is_same);

  // Removes what was deleted from the file's free pages and its write-ahead log; kEnvironment when
  // a reader keeps it from that.
  Status EraseRemains();

  Status CountHit(std::int64_t record_id, std::int64_t times = 1);

 private:
  Result<std::optional<Record>> Load(std::int64_t record_id);
  Status Delete(const Record& record, bool force, AuditLog* log);
  Status InsertRow(Record* record, const std::vector<DocumentRoot>& sources);
  // Inside the caller's transaction.
  // corpus_state: of the corpus whose change makes it so; nullptr where somebody said so.
  Status Change(const Record& record, RecordState to, const Hash256* corpus_state,
                std::string_view reason, AuditLog* log);
  Result<bool> AllCurrent(const Corpus& corpus, std::int64_t record_id);

  HomeStore* home_;
  sqlite::Database* database_;
};

}  // namespace arborist::store
