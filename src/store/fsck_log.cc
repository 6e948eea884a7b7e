// SPDX-License-Identifier: AGPL-3.0-only
// The log's own chain, and what it says against the rows and texts of the shard.
#include <vector>

#include "audit/event.h"
#include "compress/chunk_codec.h"
#include "crypto/sha256.h"
#include "store/erase.h"
#include "store/fsck_chain.h"
#include "store/fsck_shard.h"
#include "store/log_bindings.h"
#include "store/shard_reader.h"

namespace arborist::store {

namespace {

// Events by number, asked for in ascending order.
class EventCursor {
 public:
  explicit EventCursor(sqlite::Database* database) : database_(database) {}

  // Nothing: the log has no such event. Valid until the next call.
  Result<const StoredEvent*> At(std::uint64_t seq) {
    while (at_ < page_.size() && page_[at_].body.seq < seq) ++at_;
    if (at_ == page_.size()) {
      page_.clear();
      at_ = 0;
      TRY(ReadEvents(database_, seq, [&](const StoredEvent& next) {
        page_.push_back(next);
        return page_.size() < 4096;
      }));
    }
    return page_.empty() || page_[at_].body.seq != seq ? nullptr : &page_[at_];
  }

 private:
  sqlite::Database* database_;
  std::vector<StoredEvent> page_;
  std::size_t at_ = 0;
};

}  // namespace

Status ShardCheck::CheckChain() {
  TRY_ASSIGN(const WalkedChain chain, WalkChain(db(), [&](const StoredEvent& event) {
               if (const auto it = event.body.hashes.find("document");
                   it != event.body.hashes.end()) {
                 if (const auto root = Hash256::FromHexString(event.body.subject))
                   descriptors_[*root] = {it->second, false};
               }
               if (IsDocumentBurn(event.body.type)) {
                 if (const auto root = Hash256::FromHexString(event.body.subject))
                   descriptors_.erase(*root);
               }
               NoteTier(event);
               if (event.body.type == "dictionary_added") dictionaries_.insert(event.body.subject);
             }));
  report_->checked["events"] += chain.size;
  chain_ok_ = !chain.broken;
  if (chain.broken) Problem(chain.broken->kind, chain.broken->subject, chain.broken->detail);
  return {};
}

// The salted hashes in the log against the texts and rows they speak of.
Status ShardCheck::CheckTexts() {
  TRY_ASSIGN(
      sqlite::Statement select,
      db()->Prepare("SELECT t.seq, t.name, t.salt, t.text, l.uri, l.title, l.extraction_version, "
                    "l.source_hash, "
                    "l.last_event FROM audit_texts t LEFT JOIN locations l USING(location_id) "
                    "ORDER BY t.seq, t.name"));
  EventCursor events(db());
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    const auto seq = static_cast<std::uint64_t>(select.Int(0));
    TRY_ASSIGN(const StoredEvent* const event, events.At(seq));
    const std::string subject = "event " + std::to_string(seq);
    if (event == nullptr) {
      Problem("orphan_text", subject, "a private text stands without its event");
      continue;
    }
    std::string text(select.Text(3));
    if (select.IsNull(3)) {
      const auto source = select.Hash(7);
      text = LocationText(select.Text(4), select.Text(5), select.Text(6),
                          SourceHash(source ? *source : Hash256{}));
    }
    const auto& hashes = event->body.hashes;
    const auto hash = hashes.find(std::string(select.Text(1)));
    if (hash == hashes.end() || audit::SaltedHash(select.Blob(2), text) != hash->second) {
      Problem("log_text_mismatch", subject,
              select.IsNull(3)
                  ? "location \"" + std::string(select.Text(4)) + "\" is not what the log recorded"
                  : "the text kept for it is not what was hashed");
    }
  }
}

// A dictionary's event names it by its hash.
Status ShardCheck::CheckDictionaries() {
  TRY_ASSIGN(sqlite::Statement select,
             db()->Prepare("SELECT dictionary_id, content FROM dictionaries"));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    if (!chain_ok_ || dictionaries_.contains(crypto::Sha256(select.Blob(1)).hex())) continue;
    Problem("dictionary_mismatch", "dictionary " + std::to_string(select.Int(0)),
            "the compression dictionary is not the one that the log recorded");
  }
}

// Each location against its newest event: its document, its state, its links.
Status ShardCheck::CheckLocations() {
  if (!chain_ok_) return {};
  TRY_ASSIGN(
      sqlite::Statement select,
      db()->Prepare("SELECT l.location_id, l.uri, l.state, l.doc_id, d.document_root, l.last_event "
                    "FROM locations l LEFT JOIN documents d USING(doc_id) ORDER BY l.last_event"));
  TRY_ASSIGN(sqlite::Statement edges,
             db()->Prepare("SELECT dst FROM edges WHERE location_id=?1 AND kind=?2 ORDER BY dst"));
  TRY_ASSIGN(sqlite::Statement links,
             db()->Prepare("SELECT targets, link_count FROM links WHERE location_id=?1"));
  compress::ChunkCodec codec;
  TRY_ASSIGN(sqlite::Statement target,
             db()->Prepare("SELECT text FROM audit_texts WHERE seq=?1 AND name='target'"));
  const auto read = [&](std::string_view kind, std::vector<std::string>* out) -> Status {
    edges.Bind(1, select.Int(0)).BindText(2, kind);
    while (true) {
      TRY_ASSIGN(const bool edge, edges.Step());
      if (!edge) break;
      out->emplace_back(edges.Text(0));
    }
    edges.Reset();
    return {};
  };
  EventCursor events(db());
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    ++report_->checked["locations"];
    const std::string uri(select.Text(1));
    std::string subject = "alias";
    if (!select.IsNull(3)) {
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
    const bool gone = event->body.type == "location_gone";
    if (gone != (select.Text(2) == "gone")) {
      Problem("location_state", uri, "its state is not what its newest event says");
    }
    if (gone) continue;  // that event does not speak of links
    const auto hash = event->body.hashes.find("links");
    TRY_ASSIGN(const bool linked, links.Bind(1, select.Int(0)).Step());
    bool holds = linked == (hash != event->body.hashes.end());
    if (holds && linked) {
      const auto text = codec.Decompress(links.Blob(0), ShardReader::kMaxLinksBytes);
      const auto list = text ? ParseLinks(*text) : std::nullopt;
      holds = list && crypto::Sha256(*text) == hash->second &&
              static_cast<std::int64_t>(list->size()) == links.Int(1);
    }
    links.Reset();
    std::vector<std::string> aliases;
    TRY(read("alias", &aliases));
    if (select.IsNull(3)) {
      TRY_ASSIGN(const bool kept, target.Bind(1, select.Int(5)).Step());
      holds = holds && aliases.size() == 1 &&
              (!kept || target.IsNull(0) || target.Text(0) == aliases[0]);
      target.Reset();
    } else {
      holds = holds && aliases.empty();
    }
    if (!holds) Problem("location_edges", uri, "its links are not what the log recorded");
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
