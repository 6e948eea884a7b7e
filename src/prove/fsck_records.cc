// SPDX-License-Identifier: AGPL-3.0-only
// Holds every record against the log: ReadLog replays the events of records into what must exist
// (inserted, replaced, burned, falsified, in which revision and state), each record is then
// compared with that and its body hashed again, and what remains expected is missing. With the
// corpus at hand each run is made again from its texts, as an auditor would from the bundle.
#include "prove/fsck_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "audit/event.h"
#include "bundle/verify.h"
#include "crypto/sha256.h"
#include "prove/prove_record.h"
#include "run/run_record.h"
#include "store/fsck/erasures.h"
#include "store/fsck/records.h"
#include "store/home/memos.h"
#include "store/home/records.h"
#include "store/read_moment.h"

namespace arborist::prove {

namespace {

constexpr std::size_t kMaxProblems = 1000;

// A key and the record's hash under it: what an event says of the record it is about.
using Subject = std::pair<std::string, Hash256>;

bool IsInsert(std::string_view type) {
  return type == "providence_insert" || type == "providence_insert_refuted" ||
         type == "providence_reclassify";
}
Hash256 HashIn(const store::StoredEvent& event, const char* name) {
  const auto it = event.body.hashes.find(name);
  return it == event.body.hashes.end() ? Hash256() : it->second;
}
bool IsBurn(std::string_view type) {
  return type == "providence_burn" || type == "providence_burn_forced";
}

class RecordsCheck {
 public:
  RecordsCheck(store::HomeStore* home, const store::Corpus* corpus, store::FsckReport* report)
      : home_(home), records_(home), corpus_(corpus), report_(report) {}

  Status Run() {
    TRY(ReadLog());
    const auto check = [&](const store::Record& record) -> Result<bool> {
      ++report_->checked["records"];
      TRY(CheckRecord(record));
      return true;
    };
    TRY(records_.ForEach(check));
    CheckNothingIsMissing();
    TRY(store::CheckRecordRows(home_,
                               [&](std::string_view kind, std::string subject, std::string detail) {
                                 Problem(kind, std::move(subject), std::move(detail));
                               }));
    return store::Memos(home_).ForEach([&](const store::Memos::Kept& memo) { CheckMemo(memo); });
  }

 private:
  void Problem(const store::Record& record, std::string_view kind, std::string detail) {
    Problem(kind, record.cache_key.hex(), std::move(detail));
  }
  void Problem(std::string_view kind, std::string subject, std::string detail) {
    if (++problems_ > kMaxProblems) {
      ++report_->problems_not_listed;
      return;
    }
    report_->problems.push_back(
        {std::string(kind), "providence", std::move(subject), std::move(detail)});
  }

  Status ReadLog();
  const store::StoredEvent* EventAt(std::uint64_t seq) const {
    const auto it = events_.find(seq);
    return it == events_.end() ? nullptr : &it->second;
  }
  Status CheckRecord(const store::Record& record);
  void CheckEvent(const store::Record& record);
  void CheckBody(const store::Record& record, const run::RunRecord& run);
  Status CheckSources(const store::Record& record, const run::RunRecord& run);
  Status CheckLife(const store::Record& record);
  Status CheckFalsification(const store::Record& record, const store::Falsification& said,
                            std::string_view from);
  void CheckMemo(const store::Memos::Kept& memo);
  // What is wrong with it; empty: nothing.
  std::string ProblemOf(const store::Memos::Kept& memo);
  void CheckRun(const store::Record& record);
  void CheckNothingIsMissing();

  store::HomeStore* home_;
  store::Records records_;
  const store::Corpus* corpus_;  // nullptr: runs are not made again
  store::FsckReport* report_;
  std::size_t problems_ = 0;
  std::map<std::uint64_t, store::StoredEvent> events_;  // those that speak of records
  std::map<Subject, std::int64_t> expected_;            // inserted and not burned, less those seen
  std::set<Subject> burned_;
  std::map<Subject, std::vector<std::uint64_t>> replaced_;  // by a reclassification
  std::map<Subject, std::int64_t> newest_revision_;
  std::map<std::uint64_t, std::int64_t> revisions_;  // by the event that kept one
  std::map<Subject, std::uint64_t> last_burn_;
  std::set<std::uint64_t> claimed_;  // events that a record names as its own
  store::LoggedErasures erasures_;
  std::set<std::uint64_t> told_;  // events that a falsification stands for
};

Status RecordsCheck::ReadLog() {
  return home_->log().ReadEvents(0, store::kNewestEvent, [&](const store::StoredEvent& event) {
    erasures_.Note(event);
    const std::string& type = event.body.type;
    if (!IsInsert(type) && !IsBurn(type) && !type.starts_with("falsify_")) return true;
    const auto hash = event.body.hashes.find("record");
    if (hash != event.body.hashes.end()) {
      const Subject subject{event.body.subject, hash->second};
      if (IsInsert(type)) {
        ++expected_[subject];
        const auto old = event.body.hashes.find("previous_record");
        const std::int64_t revision = old == event.body.hashes.end()
                                          ? 1
                                          : newest_revision_[{event.body.subject, old->second}] + 1;
        revisions_[event.body.seq] = newest_revision_[subject] = revision;
      }
      if (IsBurn(type)) {
        --expected_[subject];
        burned_.insert(subject);
        if (expected_[subject] == 0) last_burn_[subject] = event.body.seq;
      }
    }
    if (const auto old = event.body.hashes.find("previous_record");
        type == "providence_reclassify" && old != event.body.hashes.end()) {
      replaced_[{event.body.subject, old->second}].push_back(event.body.seq);
    }
    events_.emplace(event.body.seq, event);
    return true;
  });
}

Status RecordsCheck::CheckRecord(const store::Record& record) {
  --expected_[{record.cache_key.hex(), record.record_hash}];
  CheckEvent(record);
  TRY(CheckLife(record));
  const auto body = json::Parse(record.body);
  const auto run = body ? run::ReadRunRecord(*body) : std::unexpected(body.error());
  if (!run) {
    Problem(record, "record_unreadable", run.error().message);
    return {};
  }
  CheckBody(record, *run);
  TRY(CheckSources(record, *run));
  if (corpus_ != nullptr) CheckRun(record);
  return {};
}

void RecordsCheck::CheckEvent(const store::Record& record) {
  const store::StoredEvent* event = EventAt(record.event_seq);
  const auto binds = [&](const char* name, const Hash256& hash) {
    const auto it = event->body.hashes.find(name);
    return it != event->body.hashes.end() && it->second == hash;
  };
  const auto burn = last_burn_.find({record.cache_key.hex(), record.record_hash});
  if (event == nullptr || !IsInsert(event->body.type) ||
      event->body.subject != record.cache_key.hex() || !binds("record", record.record_hash) ||
      !binds("run_dag", record.run_dag_root) || !claimed_.insert(record.event_seq).second ||
      (burn != last_burn_.end() && burn->second > record.event_seq)) {
    Problem(record, "record_event_mismatch",
            "event " + std::to_string(record.event_seq) + " does not bind this record");
    return;
  }
  std::string columns;
  const auto compare = [&](const char* column, bool same) {
    if (!same) columns += (columns.empty() ? "" : ", ") + std::string(column);
  };
  compare("created_at",
          erasures_.HasRowTime(record.event_seq, event->body.time, record.created_at));
  compare("chain",
          !event->body.hashes.contains("chain") || binds("chain", crypto::Sha256(record.chain)));
  compare("revision", revisions_[record.event_seq] == record.revision);
  if (!columns.empty()) {
    Problem(record, "record_row_mismatch", columns + " of its row are not those of its event");
  }
}

void RecordsCheck::CheckBody(const store::Record& record, const run::RunRecord& run) {
  if (const Status dag = run_dag::Verify(run.dag); !dag) {
    Problem(record, "record_run_dag", dag.error().message);
  }
  const run::RecordStatement statement = run::StatementOf(run);
  if (run::HashRecord(statement) != record.record_hash) {
    Problem(record, "record_hash_mismatch", "what is kept of the run is not what was hashed");
  }
  const json::Value* method = run.Verdict("verifier_method");
  std::string columns;
  const auto compare = [&](const char* column, bool same) {
    if (!same) columns += (columns.empty() ? "" : ", ") + std::string(column);
  };
  compare("cache_key", record.cache_key == statement.cache_key);
  compare("run_dag_root", record.run_dag_root == run.dag.root);
  compare("answer_hash", record.answer_hash == statement.answer_hash);
  compare("question_hash", record.question_hash.hex() == run.dimensions.question_hash);
  compare("audit_mode", record.audit_mode == statement.audit_mode);
  compare("rung", record.rung == run.rung);
  compare("method", method != nullptr && *method == json::Value(record.method));
  if (!columns.empty()) {
    Problem(record, "record_row_mismatch", columns + " of its row are not those of its run");
  }
}

Status RecordsCheck::CheckSources(const store::Record& record, const run::RunRecord& run) {
  TRY_ASSIGN(const std::vector<DocumentRoot> rows, records_.SourcesOf(record.record_id));
  std::set<DocumentRoot> stated;
  for (const run::RecordedSource& source : run.sources) stated.insert(source.document.root);
  if (!std::ranges::equal(rows, stated)) {
    Problem(record, "record_sources",
            "the documents it is kept under are not those of its run; it may outlive them");
  }
  return {};
}

Status RecordsCheck::CheckFalsification(const store::Record& record,
                                        const store::Falsification& said, std::string_view from) {
  const bool first = told_.insert(said.event_seq).second;
  const std::string where = "event " + std::to_string(said.event_seq) + ": ";
  const store::StoredEvent* event = EventAt(said.event_seq);
  const auto bound = event == nullptr ? Hash256() : HashIn(*event, "record");
  const bool from_fits = from == "refuted" ? IsRefuted(said.from) : Name(said.from) == from;
  if (!first || event == nullptr || event->body.type != "falsify_" + std::string(Name(said.to)) ||
      event->body.subject != said.cache_key.hex() || said.cache_key != record.cache_key ||
      bound != record.record_hash || said.actor != event->body.actor || !from_fits ||
      !erasures_.HasRowTime(said.event_seq, event->body.time, said.time)) {
    Problem(record, "falsification_mismatch", where + "it does not say what the row says");
    return {};
  }
  TRY_ASSIGN(const auto kept, records_.TextOf(said.event_seq, "reason"));
  const auto hash = event->body.hashes.find("reason");
  if (!kept || hash == event->body.hashes.end() || kept->text != said.reason ||
      audit::SaltedHash(kept->salt, said.reason) != hash->second) {
    Problem(record, "falsification_mismatch", where + "the reason is not the one that was given");
  }
  return {};
}

// The state that the events lead to, against the row's; each falsification on the way.
Status RecordsCheck::CheckLife(const store::Record& record) {
  std::map<std::uint64_t, const store::Falsification*> changes;  // nullptr: it was replaced
  TRY_ASSIGN(const std::vector<store::Falsification> falsifications,
             records_.FalsificationsOf(record.record_id));
  bool ordered = true;
  for (const store::Falsification& said : falsifications) {
    ordered = ordered && (changes.empty() || changes.rbegin()->first < said.event_seq);
    changes.emplace(said.event_seq, &said);
  }
  if (!ordered) {
    Problem(record, "falsification_mismatch", "what was said of it is not in the order of the log");
  }
  std::string state = "live";
  const store::StoredEvent* event = EventAt(record.event_seq);
  if (event != nullptr && event->body.type == "providence_insert_refuted") state = "refuted";
  // A newer revision took the place of the live one.
  const auto replaced = replaced_.find({record.cache_key.hex(), record.record_hash});
  if (replaced != replaced_.end()) {
    for (const std::uint64_t seq : replaced->second) {
      if (seq > record.event_seq) changes.emplace(seq, nullptr);
    }
  }
  bool drifted = false;
  for (const auto& [seq, said] : changes) {
    if (said != nullptr) {
      TRY(CheckFalsification(record, *said, state));
      state = Name(said->to);
      const store::StoredEvent* change = EventAt(seq);
      // Older events do not tell who said so.
      drifted = erasures_.IsBeforeMigration(seq) ? record.drifted
                                                 : state == "stale" && change != nullptr &&
                                                       change->body.hashes.contains("corpus");
    } else if (state == "live") {
      state = "stale";
      drifted = false;
    }
  }
  const std::string now(Name(record.state));
  const bool same = state == "refuted" ? now == "failed" || now == "quarantined" : now == state;
  if (!same) {
    Problem(record, "record_state", "its row says " + now + ", its events " + state);
  } else if (drifted != record.drifted) {
    Problem(record, "record_state",
            drifted ? "a source drifted, and its row says that somebody made it stale"
                    : "its row says that a source drifted, and its events do not");
  }
  return {};
}

void RecordsCheck::CheckRun(const store::Record& record) {
  const auto made = GatherRecord(home_, *corpus_, record);
  if (!made) {
    // A document that went, or a chunk that was evicted, is no damage.
    if (IsOfTheSystem(made.error().code)) {
      report_->Take("record_run", "providence", std::unexpected(made.error()));
    } else if (made.error().code != ErrorCode::kNotFound) {
      Problem(record, "record_run", made.error().message);
    }
    return;
  }
  const auto report = bundle::VerifyBundleValue(ToJson(*made));
  if (!report) return Problem(record, "record_run", report.error().message);
  ++report_->checked["runs_made_again"];
  for (const bundle::Check& check : report->checks) {
    if (check.state != bundle::CheckState::kFailed) continue;
    return Problem(record, "record_run", check.name + ": " + check.detail);
  }
}

void RecordsCheck::CheckNothingIsMissing() {
  for (const auto& [subject, count] : expected_) {
    if (count > 0)
      Problem("record_missing", subject.first, "the log has a record that is not there");
    if (count < 0) Problem("record_extra", subject.first, "no event tells of this record");
  }
  for (const auto& [seq, event] : events_) {
    if (!event.body.type.starts_with("falsify_") || told_.contains(seq)) continue;
    const auto hash = event.body.hashes.find("record");
    if (hash != event.body.hashes.end() && burned_.contains({event.body.subject, hash->second})) {
      continue;
    }
    Problem("falsification_missing", event.body.subject,
            "event " + std::to_string(seq) + ": what was said of the record is not there");
  }
}

// A memo leads from a request to a key: the request is kept, and must be one for that record.
void RecordsCheck::CheckMemo(const store::Memos::Kept& memo) {
  ++report_->checked["lookup_memos"];
  const auto problem = ProblemOf(memo);
  if (problem.empty()) return;
  Problem("memo_mismatch", memo.cache_key ? memo.cache_key->hex() : "lookup_memos", problem);
}

std::string RecordsCheck::ProblemOf(const store::Memos::Kept& memo) {
  if (crypto::Sha256(memo.request) != memo.memo.value_or(Hash256()))
    return "its request does not hash to it";
  const auto request = json::Parse(memo.request);
  const auto records = records_.WithKey(memo.cache_key.value_or(CacheKey()));
  if (!request || !records || records->empty()) return "it leads to no record";
  if (memo.lookup_path != "primary") return "its way to the record is none that is remembered";
  const auto says = [&](const char* field, const json::Value& value) {
    const json::Value* found = request->Find(field);
    return found != nullptr && *found == value;
  };
  if (!says("corpus_state", memo.corpus_state)) return "it is of another corpus";
  const auto body = json::Parse(records->back().body);
  const auto run = body ? run::ReadRunRecord(*body) : std::unexpected(body.error());
  if (!run) return {};  // which has its own name
  if (!says("question_hash", run->dimensions.question_hash)) return "its question is another";
  if (!says("policy", run->dimensions.governance_policy_hash)) return "its policy is another";
  if (!says("conversation", prompt::ToJson(run->conversation))) {
    return "its conversation is another";
  }
  return {};
}

Status Check(const store::HomePaths& home, bool full, store::FsckReport* report) {
  TRY_ASSIGN(const auto kept, store::HomeStore::OpenAsItStands(home));
  if (kept == nullptr) return {};  // store::Fsck has said why
  TRY_ASSIGN(const auto moment, store::ReadMoment::Begin(kept.get()));
  std::optional<store::Corpus> corpus;
  if (full) {
    if (auto opened = store::Corpus::Open(home)) corpus = std::move(*opened);
  }
  return RecordsCheck(kept.get(), corpus ? &*corpus : nullptr, report).Run();
}

}  // namespace

void CheckRecords(const store::HomePaths& home, bool full, store::FsckReport* report) {
  const Status status = Check(home, full, report);
  // That the file may not be read is said of the home store already, and is no damage.
  if (!status && status.error().code == ErrorCode::kPermission) return;
  report->Take("record_damage", "providence", status);
}

}  // namespace arborist::prove
