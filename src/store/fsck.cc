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
#include "store/schema.h"
#include "store/shard.h"
#include "store/shard_reader.h"
#include "text/search_tokens.h"

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

class ShardCheck {
 public:
  ShardCheck(std::filesystem::path path, const FsckOptions& options, FsckReport* report)
      : path_(std::move(path)), options_(options), report_(report) {}

  void Run() {
    auto reader = ShardReader::Open(path_);
    if (!reader) {
      Problem(
          reader.error().code == ErrorCode::kUnsupported ? "schema_version" : "unreadable_shard",
          "", reader.error().message);
      return;
    }
    reader_ = std::move(*reader);
    ++report_->checked["shards"];
    // Each part stands on its own: damage that ends one must not hide what the others find.
    Guard("sqlite_damage", CheckSqlite());
    Guard("log_damage", CheckChain());
    Guard("log_damage", CheckTexts());
    Guard("document_damage", CheckDocuments());
    Guard("orphan_check_failed", CheckOrphans());
    Guard("index_damage", CheckIndex());
  }

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
          descriptors_[*root] = it->second;
      }
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
    std::optional<StoredEvent> event;
    std::vector<StoredEvent> page;
    std::size_t at = 0;
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      const auto seq = static_cast<std::uint64_t>(select.Int(0));
      while (at < page.size() && page[at].body.seq < seq) ++at;
      if (at == page.size()) {
        page.clear();
        at = 0;
        TRY(ReadEvents(db(), seq, [&](const StoredEvent& next) {
          page.push_back(next);
          return page.size() < 4096;
        }));
      }
      const std::string subject = "event " + std::to_string(seq);
      if (page.empty() || page[at].body.seq != seq) {
        Problem("orphan_text", subject, "a private text stands without its event");
        continue;
      }
      std::string text(select.Text(3));
      if (select.IsNull(3)) {
        const auto source = select.Hash(7);
        text = LocationText(select.Text(4), select.Text(5), select.Text(6),
                            SourceHash(source ? *source : Hash256{}));
      }
      const auto& hashes = page[at].body.hashes;
      const auto hash = hashes.find(std::string(select.Text(1)));
      if (hash == hashes.end() || audit::SaltedHash(select.Blob(2), text) != hash->second) {
        Problem("log_text_mismatch", subject,
                select.IsNull(3) ? "location \"" + std::string(select.Text(4)) +
                                       "\" is not what the log recorded"
                                 : "the text kept for it is not what was hashed");
      }
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
      if (page.empty()) return {};
      after = page.back().root;
      for (const DocumentView& document : page) {
        CheckDescriptor(document);
        if (number++ % step == 0) TRY(CheckDocument(document));
      }
    }
  }

  void CheckDescriptor(const DocumentView& document) {
    if (!chain_ok_) return;
    const auto it = descriptors_.find(document.root);
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
    if (expected != it->second) {
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
      if (document.current) {
        std::string terms;
        text::AppendSearchTerms(*text, &terms);
        expected_rows_[chunk_id] = FingerprintOf(terms);
      }
    }
    return {};
  }

  Status Orphans(std::string_view kind, const std::string& sql, std::string_view detail) {
    TRY_ASSIGN(sqlite::Statement select, db()->Prepare(sql));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      Problem(std::string(kind), std::string(select.Text(0)), std::string(detail));
    }
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
      const auto place = reader_->PlaceOf(chunk_id);
      Problem("index_terms_mismatch",
              place ? place->root.hex() + ":" + std::to_string(place->chunk_idx)
                    : "chunk " + std::to_string(chunk_id),
              "the index holds other terms than its text");
    }
    return {};
  }

  Status CheckTitles() {
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
  std::unordered_map<Hash256, Hash256> descriptors_;
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
    TRY(CheckReadable(&database, HomeSchemaKind()));
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
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const std::filesystem::path path = set.PathOf(home, i);
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) {
        report.problems.push_back({"shard_missing", path.stem().string(), path.string(),
                                   "the set's other shards are there"});
        continue;
      }
      progress(path.stem().string());
      ShardCheck(path, options, &report).Run();
    }
  }
  CheckHome(home, &report);
  return report;
}

}  // namespace arborist::store
