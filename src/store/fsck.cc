// SPDX-License-Identifier: AGPL-3.0-only
#include "store/fsck.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "audit/event.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "merkle/tree.h"
#include "store/audit_log.h"
#include "store/log_bindings.h"
#include "store/schema.h"
#include "store/shard.h"
#include "store/shard_reader.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {

// Order-free fingerprint of the postings of one row.
std::uint64_t PostingFingerprint(std::string_view term, std::int64_t position) {
  std::uint64_t hash = 1469598103934665603u;
  const auto mix = [&](std::uint64_t byte) { hash = (hash ^ byte) * 1099511628211u; };
  for (const char c : term) mix(static_cast<std::uint8_t>(c));
  for (int shift = 0; shift < 32; shift += 8)
    mix(static_cast<std::uint64_t>(position >> shift) & 0xFF);
  return hash * 0x9E3779B97F4A7C15u;
}

// What damage has left of a text may not be UTF-8, which readers of text rely on.
std::string_view ValidPart(std::string_view text) {
  return text.substr(0, text::FindInvalidUtf8(text, true));
}

std::uint64_t FingerprintOf(std::string_view terms) {
  std::uint64_t sum = 0;
  std::int64_t position = 0;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find(' '), terms.size());
    sum += PostingFingerprint(terms.substr(0, end), position++);
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  return sum;
}

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

// The number of terms that FTS5 keeps for a row: one varint per column, and we have one column.
std::int64_t DecodeSize(std::string_view blob) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < blob.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(blob[i]);
    if (i == 8) return static_cast<std::int64_t>(value << 8 | byte);
    value = value << 7 | (byte & 0x7Fu);
    if (byte < 0x80) return i + 1 == blob.size() ? static_cast<std::int64_t>(value) : -1;
  }
  return -1;
}

class ShardCheck {
 public:
  ShardCheck(std::filesystem::path path, const FsckOptions& options, FsckReport* report)
      : path_(std::move(path)), options_(options), report_(report) {}

  // Whether something was ever put into this shard.
  bool Run() {
    auto reader = ShardReader::Open(path_);
    if (!reader && reader.error().code == ErrorCode::kNotFound) return false;
    if (!reader) {
      Problem(
          reader.error().code == ErrorCode::kUnsupported ? "schema_version" : "unreadable_shard",
          "", reader.error().message);
      return true;
    }
    reader_ = std::move(*reader);
    ++report_->checked["shards"];
    // Each part stands on its own: damage that ends one must not hide what the others find.
    Guard("sqlite_damage", CheckSqlite());
    Guard("log_damage", CheckChain());
    Guard("log_damage", CheckTexts());
    Guard("log_damage", CheckDictionaries());
    Guard("document_damage", CheckDocuments());
    Guard("location_damage", CheckLocations());
    Guard("orphan_check_failed", CheckValues());
    Guard("orphan_check_failed", CheckOrphans());
    Guard("index_damage", CheckIndex());
    const auto events = reader_->Head();
    return !events || events->size > 1;
  }

  bool empty() const { return reader_ == nullptr; }

 private:
  sqlite::Database* db() { return reader_->database(); }

  void Problem(std::string kind, std::string subject, std::string detail) {
    if (listed_ >= options_.max_problems) {
      ++report_->problems_not_listed;
      return;
    }
    ++listed_;
    report_->problems.push_back({.kind = std::move(kind),
                                 .shard = path_.stem().string(),
                                 .subject = std::move(subject),
                                 .detail = std::move(detail)});
  }

  void Guard(std::string_view kind, const Status& status) {
    if (!status) Problem(std::string(kind), "", status.error().message);
  }

  Status CheckSqlite() {
    TRY_ASSIGN(sqlite::Statement check, db()->Prepare("PRAGMA integrity_check(100)"));
    while (true) {
      TRY_ASSIGN(const bool row, check.Step());
      if (!row) return {};
      if (check.Text(0) != "ok") Problem("sqlite_damage", "", std::string(check.Text(0)));
    }
  }

  Status CheckChain() {
    audit::ChainChecker checker;
    std::optional<Error> broken;
    TRY(ReadEvents(db(), 0, [&](const StoredEvent& event) {
      if (const Status status = checker.Next(event.body, event.hash); !status) {
        broken = status.error();
        return false;
      }
      if (const auto it = event.body.hashes.find("document"); it != event.body.hashes.end()) {
        if (const auto root = Hash256::FromHexString(event.body.subject))
          descriptors_[*root] = {it->second, false};
      }
      if (event.body.type == "dictionary_added") dictionaries_.insert(event.body.subject);
      return true;
    }));
    report_->checked["events"] += checker.size();
    chain_ok_ = !broken;
    if (broken) {
      const std::size_t colon = broken->message.find(':');
      Problem(broken->message.substr(0, colon), "event " + std::to_string(checker.size()),
              broken->message.substr(std::min(colon + 2, broken->message.size())));
    }
    return {};
  }

  // The salted hashes in the log against the texts and rows they speak of.
  Status CheckTexts() {
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
                select.IsNull(3) ? "location \"" + std::string(select.Text(4)) +
                                       "\" is not what the log recorded"
                                 : "the text kept for it is not what was hashed");
      }
    }
  }

  // A dictionary's event names it by its hash.
  Status CheckDictionaries() {
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

  Status CheckDocuments() {
    TRY_ASSIGN(const std::int64_t count, db()->QueryInt("SELECT count(*) FROM documents"));
    const auto total = static_cast<std::uint64_t>(count);
    const std::uint64_t step =
        options_.full || total <= options_.sample_documents
            ? 1
            : (total + options_.sample_documents - 1) / options_.sample_documents;
    std::optional<DocumentRoot> after;
    std::uint64_t number = 0;
    while (true) {
      TRY_ASSIGN(const std::vector<DocumentView> page, reader_->DocumentsAfter(after, 256, true));
      if (page.empty()) break;
      after = page.back().root;
      for (const DocumentView& document : page) {
        CheckDescriptor(document);
        if (number++ % step == 0) TRY(CheckDocument(document));
      }
    }
    for (const auto& [root, logged] : descriptors_) {
      if (chain_ok_ && !logged.found)
        Problem("document_missing", root.hex(), "the log says that it was added");
    }
    return {};
  }

  void CheckDescriptor(const DocumentView& document) {
    if (!chain_ok_) return;
    const auto it = descriptors_.find(document.root);
    if (it != descriptors_.end()) it->second.found = true;
    if (it == descriptors_.end()) {
      Problem("unlogged_document", document.root.hex(), "the log has no event that added it");
      return;
    }
    const Hash256 expected =
        HashDescriptor({.root = document.root,
                        .leaf_count = document.leaf_count,
                        .text_bytes = document.text_bytes,
                        .kind = document.kind,
                        .source_type = document.source_type,
                        .chunking_version = document.chunking_version,
                        .canonicalization_version = document.canonicalization_version,
                        .schema_version = document.schema_version});
    if (expected != it->second.descriptor) {
      Problem("document_row_mismatch", document.root.hex(),
              "its row is not what the log recorded when it was added");
    }
  }

  Status CheckDocument(const DocumentView& document) {
    const std::string subject = document.root.hex();
    ++report_->checked["documents"];
    auto leaves = reader_->Leaves(document);
    if (!leaves) {
      Problem("chunk_missing", subject, leaves.error().message);
      return {};
    }
    if (merkle::Root(*leaves) != document.root) {
      Problem("root_mismatch", subject,
              "its leaf hashes have the root " + merkle::Root(*leaves).hex());
    }
    for (std::uint64_t i = 0; i < document.leaf_count; ++i) {
      const std::int64_t chunk_id = document.first_chunk_id + static_cast<std::int64_t>(i);
      const std::string place = subject + ":" + std::to_string(i);
      ++report_->checked["chunks"];
      auto text = reader_->ChunkText(chunk_id);
      if (!text) {
        if (text.error().code == ErrorCode::kNotFound) continue;  // evicted, not damaged
        Problem("chunk_damage", place, text.error().message);
        continue;
      }
      if (document::LeafOf(*text) != (*leaves)[i]) {
        Problem("leaf_mismatch", place, "its text does not hash to its leaf");
      }
      std::string terms;
      text::AppendSearchTerms(*text, &terms);
      const std::int64_t count =
          terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
      TRY_ASSIGN(const std::int64_t recorded, reader_->TermCount(chunk_id));
      if (count != recorded) {
        Problem("term_count", place,
                "has " + std::to_string(count) + " search terms, not " + std::to_string(recorded));
      }
      if (document.current) expected_rows_[chunk_id] = FingerprintOf(terms);
    }
    return {};
  }

  // Each location against its newest event: its document, its state, its links.
  Status CheckLocations() {
    if (!chain_ok_) return {};
    TRY_ASSIGN(sqlite::Statement select,
               db()->Prepare(
                   "SELECT l.location_id, l.uri, l.state, l.doc_id, d.document_root, l.last_event "
                   "FROM locations l LEFT JOIN documents d USING(doc_id) ORDER BY l.last_event"));
    TRY_ASSIGN(
        sqlite::Statement edges,
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
    return Orphans(
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

  Status Orphans(std::string_view kind, const std::string& sql, std::string_view detail) {
    TRY_ASSIGN(sqlite::Statement select, db()->Prepare(sql));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      Problem(std::string(kind), std::string(select.Text(0)), std::string(detail));
    }
  }

  // What the schema's CHECKs say; SQLite leaves these out where it may not write.
  Status CheckValues() {
    constexpr std::string_view kDetail = "holds a value that the schema forbids";
    TRY(Orphans("invalid_value",
                "SELECT 'format '||format_id FROM formats WHERE kind NOT IN ('surface','core') OR "
                "compression_depth<0",
                kDetail));
    TRY(Orphans("invalid_value",
                "SELECT lower(hex(document_root)) FROM documents WHERE length(document_root)<>32 "
                "OR leaf_count<1 OR "
                "current_locations<0",
                kDetail));
    TRY(Orphans("invalid_value",
                "SELECT uri FROM locations WHERE state NOT IN ('current','superseded','gone') OR "
                "length(source_hash)<>32",
                kDetail));
    TRY(Orphans("invalid_value",
                "SELECT 'chunk '||chunk_id FROM chunks WHERE tier NOT IN ('warm','cold') OR "
                "length(leaf_hash)<>32",
                kDetail));
    return Orphans("invalid_value",
                   "SELECT 'location '||location_id FROM edges WHERE kind NOT IN "
                   "('alias','supersedes')",
                   kDetail);
  }

  Status CheckOrphans() {
    TRY(Orphans(
        "orphan_chunk",
        "SELECT 'chunk '||chunk_id FROM chunks c LEFT JOIN documents d USING(doc_id) WHERE "
        "d.doc_id IS NULL "
        "OR c.chunk_id<>d.first_chunk_id+c.chunk_idx OR c.chunk_idx>=d.leaf_count OR c.chunk_idx<0",
        "belongs to no document, or not at this place"));
    TRY(Orphans("orphan_document",
                "SELECT lower(hex(document_root)) FROM documents d WHERE NOT EXISTS "
                "(SELECT 1 FROM locations l WHERE l.doc_id=d.doc_id)",
                "no location leads to it"));
    TRY(Orphans("orphan_location",
                "SELECT uri FROM locations l WHERE doc_id IS NOT NULL AND NOT EXISTS "
                "(SELECT 1 FROM documents d WHERE d.doc_id=l.doc_id)",
                "its document is missing"));
    TRY(Orphans("location_count",
                "SELECT lower(hex(document_root)) FROM documents d WHERE current_locations<>"
                "(SELECT count(*) FROM locations l WHERE l.doc_id=d.doc_id AND l.state='current')",
                "the number of its current locations is wrong"));
    TRY(Orphans("orphan_edge",
                "SELECT 'location '||e.location_id||' to '||e.dst FROM edges e JOIN locations l "
                "USING(location_id) "
                "WHERE e.kind='supersedes' AND NOT EXISTS(SELECT 1 FROM documents d JOIN locations "
                "o USING(doc_id) "
                "WHERE d.document_root=unhex(e.dst) AND o.uri=l.uri)",
                "leads to no older text of its URI"));
    TRY(Orphans("orphan_edge",
                "SELECT 'links of location '||location_id FROM links LEFT JOIN locations l "
                "USING(location_id) WHERE l.location_id IS NULL",
                "its location is missing"));
    return Orphans(
        "orphan_edge",
        "SELECT 'location '||e.location_id||' to '||e.dst FROM edges e LEFT JOIN locations l "
        "USING(location_id) WHERE l.location_id IS NULL",
        "its location is missing");
  }

  Status CheckIndex() {
    TRY(
        db()->Execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.fsck_instances USING "
                      "fts5vocab('main','chunks_fts','instance')"));
    TRY(
        db()->Execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.fsck_titles USING "
                      "fts5vocab('main','titles_fts','instance')"));
    TRY(CheckIndexRows());
    TRY(CheckIndexTerms());
    TRY(CheckTitles());
    TRY_ASSIGN(const IndexStats stats, reader_->Stats());
    TRY_ASSIGN(sqlite::Statement sums,
               db()->Prepare(
                   "SELECT count(*), coalesce(sum(c.term_count),0) FROM documents d JOIN chunks c "
                   "USING(doc_id) WHERE d.current_locations>0"));
    TRY_ASSIGN(const bool row, sums.Step());
    if (row && (sums.Int(0) != stats.chunks || sums.Int(1) != stats.terms)) {
      Problem("index_stats", "index_stats", "the counts for ranking do not fit the chunks");
    }
    return {};
  }

  // Every chunk of a current document has its row in the index, and nothing else has.
  Status CheckIndexRows() {
    TRY(Orphans("index_row_missing",
                "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM documents d JOIN chunks "
                "c USING(doc_id) "
                "WHERE d.current_locations>0 AND c.tier IS NOT 'cold' AND c.chunk_id NOT IN "
                "(SELECT id FROM chunks_fts_docsize)",
                "is not in the index"));
    TRY_ASSIGN(sqlite::Statement sizes,
               db()->Prepare("SELECT f.id, f.sz, c.term_count FROM chunks_fts_docsize f "
                             "JOIN chunks c ON c.chunk_id=f.id"));
    while (true) {
      TRY_ASSIGN(const bool row, sizes.Step());
      if (!row) break;
      if (DecodeSize(sizes.Blob(1)) == sizes.Int(2)) continue;
      Problem("index_row_size", PlaceText(sizes.Int(0)),
              "the index holds another length than its row");
    }
    return Orphans(
        "index_row_extra",
        "SELECT 'row '||f.id FROM chunks_fts_docsize f LEFT JOIN chunks c ON c.chunk_id=f.id "
        "LEFT JOIN documents d USING(doc_id) WHERE coalesce(d.current_locations,0)=0",
        "the index has a row for no current chunk");
  }

  Status CheckIndexTerms() {
    std::unordered_map<std::int64_t, std::uint64_t> found;
    found.reserve(expected_rows_.size());
    TRY_ASSIGN(sqlite::Statement select,
               db()->Prepare("SELECT term, doc, offset FROM temp.fsck_instances"));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) break;
      found[select.Int(1)] += PostingFingerprint(select.Text(0), select.Int(2));
    }
    report_->checked["index_rows"] += found.size();
    for (const auto& [chunk_id, fingerprint] : expected_rows_) {
      const auto it = found.find(chunk_id);
      const std::uint64_t actual = it == found.end() ? 0 : it->second;
      if (actual == fingerprint) continue;
      Problem("index_terms_mismatch", PlaceText(chunk_id),
              "the index holds other terms than its text");
    }
    if (!options_.full) return {};
    for (const auto& [chunk_id, fingerprint] : found) {
      if (expected_rows_.contains(chunk_id)) continue;
      Problem("index_terms_extra", PlaceText(chunk_id),
              "the index holds terms of a chunk that is not current");
    }
    return {};
  }

  std::string PlaceText(std::int64_t chunk_id) {
    const auto place = reader_->PlaceOf(chunk_id);
    return place ? place->root.hex() + ":" + std::to_string(place->chunk_idx)
                 : "chunk " + std::to_string(chunk_id);
  }

  // The index of titles keeps no positions, so each term counts once.
  Status CheckTitles() {
    std::unordered_map<std::int64_t, std::uint64_t> found;
    TRY_ASSIGN(sqlite::Statement select, db()->Prepare("SELECT term, doc FROM temp.fsck_titles"));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) break;
      found[select.Int(1)] += PostingFingerprint(select.Text(0), 0);
    }
    TRY_ASSIGN(sqlite::Statement titles,
               db()->Prepare("SELECT location_id, uri, title FROM locations WHERE "
                             "state='current' AND doc_id IS NOT NULL"));
    while (true) {
      TRY_ASSIGN(const bool row, titles.Step());
      if (!row) break;
      std::uint64_t expected = 0;
      std::unordered_set<std::string> terms;
      for (text::QueryTerm& term : text::QueryTerms(ValidPart(titles.Text(2)))) {
        const auto [it, added] = terms.insert(std::move(term.term));
        if (added) expected += PostingFingerprint(*it, 0);
      }
      const auto it = found.find(titles.Int(0));
      if ((it == found.end() ? 0 : it->second) != expected) {
        Problem("title_terms_mismatch", std::string(titles.Text(1)),
                "the index holds other terms than its title");
      }
      if (it != found.end()) found.erase(it);
    }
    for (const auto& [location_id, fingerprint] : found) {
      Problem("title_row_extra", "location " + std::to_string(location_id),
              "the index holds a title that is not current");
    }
    return Orphans("title_row_missing",
                   "SELECT uri FROM locations WHERE state='current' AND doc_id IS NOT NULL AND "
                   "location_id NOT IN "
                   "(SELECT id FROM titles_fts_docsize)",
                   "its title is not in the index");
  }

  std::filesystem::path path_;
  const FsckOptions& options_;
  FsckReport* report_;
  std::unique_ptr<ShardReader> reader_;
  std::size_t listed_ = 0;
  bool chain_ok_ = false;
  struct Logged {
    Hash256 descriptor;
    bool found = false;
  };
  std::unordered_map<Hash256, Logged> descriptors_;  // what the log says of each document
  std::unordered_set<std::string> dictionaries_;
  std::unordered_map<std::int64_t, std::uint64_t> expected_rows_;
};

// The home store's own chain, and what it knows of the shards.
void CheckHome(const HomePaths& home, FsckReport* report) {
  std::error_code ignored;
  if (!std::filesystem::exists(home.home_store(), ignored)) return;
  const auto problem = [&](std::string kind, std::string subject, std::string detail) {
    report->problems.push_back(
        {std::move(kind), "providence", std::move(subject), std::move(detail)});
  };
  const auto check = [&]() -> Status {
    TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(home.home_store(), {}));
    const Status readable = CheckReadable(&database, HomeSchemaKind());
    if (!readable && readable.error().code == ErrorCode::kNotFound)
      return {};  // a writer was killed at its making
    TRY(readable);
    TRY_ASSIGN(sqlite::Statement integrity, database.Prepare("PRAGMA integrity_check(100)"));
    while (true) {
      TRY_ASSIGN(const bool row, integrity.Step());
      if (!row) break;
      if (integrity.Text(0) != "ok") problem("sqlite_damage", "", std::string(integrity.Text(0)));
    }
    audit::ChainChecker checker;
    TRY(ReadEvents(&database, 0, [&](const StoredEvent& event) {
      const Status status = checker.Next(event.body, event.hash);
      if (!status)
        problem("event_hash_mismatch", "event " + std::to_string(event.body.seq),
                status.error().message);
      return status.has_value();
    }));
    report->checked["home_events"] += checker.size();
    TRY_ASSIGN(sqlite::Statement heads,
               database.Prepare("SELECT shard, log, size, head FROM shard_heads"));
    while (true) {
      TRY_ASSIGN(const bool row, heads.Step());
      if (!row) return {};
      const std::string shard(heads.Text(0));
      auto reader = ShardReader::Open(home.shards() / (shard + ".db"));
      if (!reader) {
        problem("shard_missing", shard, reader.error().message);
        continue;
      }
      TRY_ASSIGN(const LogHead head, (*reader)->Head());
      TRY_ASSIGN(const Hash256 log, heads.Hash(1));
      TRY_ASSIGN(const Hash256 known, heads.Hash(3));
      const auto size = static_cast<std::uint64_t>(heads.Int(2));
      bool holds = head.log == log && head.size >= size;
      if (holds) {
        holds = false;
        TRY(ReadEvents((*reader)->database(), size - 1, [&](const StoredEvent& event) {
          holds = event.hash == known;
          return false;
        }));
      }
      if (!holds)
        problem("rolled_back", shard,
                "its log does not continue the " + std::to_string(size) + " events known of it");
    }
  };
  if (const Status status = check(); !status)
    problem("unreadable_home_store", "", status.error().message);
}

}  // namespace

Result<FsckReport> Fsck(const HomePaths& home, const FsckOptions& options,
                        const std::function<void(const std::string&)>& progress) {
  FsckReport report;
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(home));
  for (const ShardSet& set : sets) {
    // All files of a set are made before anything is put into one: until then none is missed.
    std::vector<std::filesystem::path> absent;
    bool used = false;
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const std::filesystem::path path = set.PathOf(home, i);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) {
        absent.push_back(path);
        continue;
      }
      progress(path.stem().string());
      ShardCheck check(path, options, &report);
      if (check.Run()) {
        used = true;
      } else if (check.empty()) {
        absent.push_back(path);
      }
    }
    for (const auto& path : absent) {
      if (used) {
        report.problems.push_back({"shard_missing", path.stem().string(), path.string(),
                                   "the set's other shards are there"});
      }
    }
  }
  CheckHome(home, &report);
  return report;
}

}  // namespace arborist::store
