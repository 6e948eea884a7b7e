// SPDX-License-Identifier: AGPL-3.0-only
// The log's own chain, and what it says against the rows and texts of the shard.
#include <string>
#include <vector>

#include "crypto/sha256.h"
#include "json/value.h"
#include "store/fsck/chain.h"
#include "store/fsck/shard.h"
#include "store/log/bindings.h"
#include "store/log/burned.h"
#include "store/log/event_cursor.h"

namespace arborist::store {

Status ShardCheck::CheckChain() {
  TRY_ASSIGN(const WalkedChain chain, WalkChain(db(), [&](const StoredEvent& event) {
               erasures_.Note(event);
               NoteDocument(event);
               NoteTier(event);
               if (event.body.type == "dictionary_added") dictionary_ = event.body.subject;
               if (event.body.type == "dictionary_removed") dictionary_.reset();
             }));
  report_->checked["events"] += chain.size;
  chain_ok_ = !chain.broken;
  if (chain.broken) Problem(chain.broken->kind, chain.broken->subject, chain.broken->detail);
  if (const auto ahead = AheadOf(options_.now, chain))
    Problem("time_ahead", ahead->first, ahead->second);
  return {};
}

void ShardCheck::NoteDocument(const StoredEvent& event) {
  const auto root = Hash256::FromHexString(event.body.subject);
  if (!root) return;
  if (IsDocumentBurn(event.body.type)) descriptors_.erase(*root);
  const auto it = event.body.hashes.find("document");
  if (it == event.body.hashes.end()) return;
  // A core that was read from a source later keeps its row, and with it the time it came.
  const auto [logged, added] = descriptors_.try_emplace(*root);
  if (added) logged->second = {it->second, event.body.seq, event.body.time, false};
  logged->second.descriptor = it->second;
}

namespace {

// Of one location: a URI has one for each revision of a document.
std::string HistoryKey(const StoredEvent& event, std::string_view uri) {
  std::string key = event.body.subject + " " + std::string(uri) + " ";
  const auto text = event.body.hashes.find(std::string(kTextBinding));
  if (text != event.body.hashes.end()) key += text->second.hex();
  return key;
}

}  // namespace

// The salted hashes in the log against the texts and rows they speak of.
Status ShardCheck::CheckTexts() {
  TextsCheck check;
  check.database = db();
  check.sql =
      "SELECT t.seq, t.name, t.salt, t.text, t.location_id, l.uri, l.title, l.extraction_version, "
      "l.source_hash FROM audit_texts t LEFT JOIN locations l ON l.location_id=t.location_id AND "
      "l.last_event=t.seq ORDER BY t.seq, t.name";
  check.erasures = chain_ok_ ? &erasures_ : nullptr;
  check.problem = [&](std::string_view kind, const std::string& subject, std::string detail) {
    Problem(std::string(kind), subject, std::move(detail));
  };
  check.visit = [&](const StoredEvent& event, const KeptTextRow& row) {
    if (row.name != "location" || !row.text) return;
    const auto text = json::Parse(*row.text);
    const auto uri = text ? text->String("uri") : std::unexpected(text.error());
    if (uri) past_[HistoryKey(event, *uri)].push_back(LocationEventOf(event));
  };
  return store::CheckTexts(check);
}

// The log names a dictionary by its hash, and there is at most one.
Status ShardCheck::CheckDictionaries() {
  if (!chain_ok_) return {};
  std::optional<std::string> expected = dictionary_;
  TRY_ASSIGN(sqlite::Statement select,
             db()->Prepare("SELECT dictionary_id, content FROM dictionaries"));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    if (expected && *expected == crypto::Sha256(select.Blob(1)).hex()) {
      expected.reset();
      continue;
    }
    Problem("dictionary_mismatch", "dictionary " + std::to_string(select.Int(0)),
            "the compression dictionary is not the one that the log recorded");
  }
  if (expected) {
    Problem("dictionary_mismatch", "dictionary", "the log recorded one, and it is not there");
  }
  return {};
}

ShardCheck::LocationEvent ShardCheck::LocationEventOf(const StoredEvent& event) {
  const auto hash = [&](const char* name) -> std::optional<Hash256> {
    const auto it = event.body.hashes.find(name);
    return it == event.body.hashes.end() ? std::nullopt : std::optional(it->second);
  };
  return {.seq = event.body.seq,
          .time = event.body.time,
          .gone = event.body.type == "location_gone",
          .derived = event.body.type == kCoreDerived,
          .links = hash("links"),
          .notes = hash(std::string(kReadingBinding).c_str()),
          .previous = hash("previous")};
}

// Each location against its events: its document, state, first time, links, edges and derivation.
Status ShardCheck::CheckLocations() {
  if (!chain_ok_) return {};
  TRY_ASSIGN(
      sqlite::Statement select,
      db()->Prepare("SELECT l.location_id, l.uri, l.state, l.doc_id, d.document_root, "
                    "l.last_event, l.first_seen, l.last_seen, EXISTS(SELECT 1 FROM audit_texts t "
                    "WHERE t.seq=l.last_event AND t.name='location' AND "
                    "t.location_id=l.location_id), NOT EXISTS(SELECT 1 FROM locations o WHERE "
                    "o.uri=l.uri AND o.doc_id IS l.doc_id AND o.location_id<l.location_id) FROM "
                    "locations l LEFT JOIN documents d USING(doc_id) ORDER BY l.last_event"));
  TRY_ASSIGN(LocationRows rows, LocationRows::Prepare(db()));
  EventCursor events(db());
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    ++report_->checked["locations"];
    const std::string uri(select.Text(1));
    const bool alias = select.IsNull(3);
    std::string subject = "alias";
    if (!alias) {
      const auto root = select.Hash(4);
      if (!root) continue;  // an orphan, which has its own name
      subject = root->hex();
    }
    TRY_ASSIGN(const StoredEvent* const event,
               events.At(static_cast<std::uint64_t>(select.Int(5))));
    if (event == nullptr || event->body.subject != subject ||
        !event->body.hashes.contains("location")) {
      Problem("location_mismatch", uri, "its newest event speaks of something else");
      continue;
    }
    if (select.Int(8) == 0) {
      Problem("log_text_missing", uri, "nothing holds its row against its newest event");
      continue;
    }
    std::vector<LocationEvent> history;
    // Events that bind no revision are of the first row that the URI had for its document.
    for (const std::string& key : {subject + " " + uri + " ", HistoryKey(*event, uri)}) {
      const auto past = past_.find(key);
      if (past == past_.end() || (key.ends_with(' ') && (select.Int(9) == 0 || !history.empty())))
        continue;
      history.insert(history.end(), past->second.begin(), past->second.end());
    }
    history.push_back(LocationEventOf(*event));
    if (history.back().gone != (select.Text(2) == "gone")) {
      Problem("location_state", uri, "its state is not what its newest event says");
    }
    if (!erasures_.HasRowTime(history.front().seq, history.front().time, select.Int(6)) ||
        select.Int(7) < select.Int(6)) {
      Problem("location_time", uri, "the times it was seen are not what the log recorded");
    }
    TRY(CheckEdges(&rows, select.Int(0), uri, alias, history));
  }
  // Of all rows of a URI the one with the newest event is current or gone, the others are not
  // current.
  return Each(
      "location_state",
      "SELECT uri FROM locations l WHERE CASE state "
      "WHEN 'current' THEN EXISTS(SELECT 1 FROM locations n WHERE n.uri=l.uri AND "
      "n.state<>'current' "
      "AND n.last_event>l.last_event) "
      "WHEN 'superseded' THEN NOT EXISTS(SELECT 1 FROM locations n WHERE n.uri=l.uri AND "
      "n.state='current' AND n.last_event>l.last_event) AND NOT EXISTS(SELECT 1 FROM locations n "
      "WHERE "
      "n.uri=l.uri AND n.state<>'current' AND n.last_event>l.last_event) ELSE 0 END",
      "its state does not fit the other rows of this URI");
}

}  // namespace arborist::store
