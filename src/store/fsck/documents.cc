// SPDX-License-Identifier: AGPL-3.0-only
// Pages through the documents by root. Each row is compared with the event that added it; of every
// n-th document (of all in a full check) every leaf is read and hashed, and its search terms are
// made again: their number must be the recorded one, and their postings are noted for the check of
// the index.
#include "store/fsck/documents.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "document/chunker.h"
#include "document/descriptor.h"
#include "merkle/tree.h"
#include "store/fsck/revisions.h"
#include "text/search_tokens.h"

namespace arborist::store {

namespace {

class DocumentsCheck {
 public:
  DocumentsCheck(const CheckedShard& shard, const LoggedShard& logged, ExpectedPostings* expected)
      : shard_(shard), logged_(logged), expected_(expected) {}

  Status Run() {
    TRY_ASSIGN(const std::uint64_t step, SampleStep());
    std::optional<DocumentRoot> after;
    std::uint64_t number = 0;
    while (true) {
      TRY_ASSIGN(const std::vector<DocumentView> page,
                 shard_.reader->documents().After(after, 256));
      if (page.empty()) break;
      after = page.back().root;
      for (const DocumentView& document : page) {
        CheckDescriptor(document);
        if (number++ % step == 0) TRY(CheckText(document));
      }
    }
    if (!logged_.holds) return {};
    for (const auto& [root, document] : logged_.documents) {
      if (!found_.contains(root))
        shard_.Problem("document_missing", root.hex(), "the log says that it was added");
    }
    return {};
  }

 private:
  Result<std::uint64_t> SampleStep() const {
    TRY_ASSIGN(const std::int64_t count,
               shard_.database()->QueryInt("SELECT count(*) FROM documents"));
    const auto total = static_cast<std::uint64_t>(count);
    const std::uint64_t sample = shard_.options.sample_documents;
    return shard_.options.full || total <= sample ? 1 : (total + sample - 1) / sample;
  }

  void CheckDescriptor(const DocumentView& document) {
    if (!logged_.holds) return;
    const auto it = logged_.documents.find(document.root);
    if (it == logged_.documents.end()) {
      return shard_.Problem("unlogged_document", document.root.hex(),
                            "the log has no event that added it");
    }
    found_.insert(document.root);
    const Hash256 expected =
        document::HashDescriptor({.root = document.root,
                                  .leaf_count = document.leaf_count,
                                  .text_bytes = document.text_bytes,
                                  .kind = Name(document.kind),
                                  .compression_depth = document.compression_depth,
                                  .source_type = document.source_type,
                                  .chunking_version = document.chunking_version,
                                  .canonicalization_version = document.canonicalization_version,
                                  .schema_version = document.schema_version});
    if (expected != it->second.descriptor ||
        !logged_.erasures.HasRowTime(it->second.seq, it->second.time, document.ingest_ts)) {
      shard_.Problem("document_row_mismatch", document.root.hex(),
                     "its row is not what the log recorded when it was added");
    }
  }

  Status CheckText(const DocumentView& document) {
    shard_.findings->Count("documents");
    const auto leaves = shard_.reader->texts().Leaves(document);
    if (!leaves) {
      shard_.Problem("chunk_missing", document.root.hex(), leaves.error().message);
      return {};
    }
    if (const Hash256 root = merkle::Root(*leaves); root != document.root) {
      shard_.Problem("root_mismatch", document.root.hex(),
                     "its leaf hashes have the root " + root.hex());
    }
    TRY(CheckLengths(document));
    std::vector<std::string> slices;  // of revision 0, while all of them hold
    bool holds = true;
    for (std::uint64_t i = 0; i < document.leaf_count; ++i) {
      TRY_ASSIGN(std::optional<std::string> text, CheckChunk(document, i, (*leaves)[i]));
      holds = holds && text.has_value();
      if (holds) slices.push_back(std::move(*text));
    }
    if (!holds) slices.clear();
    return CheckRevisionTexts(shard_, document, *leaves, std::move(slices));
  }

  Status CheckLengths(const DocumentView& document) {
    TRY_ASSIGN(
        sqlite::Statement sum,
        shard_.database()->Prepare("SELECT coalesce(sum(text_bytes),0) FROM chunks WHERE chunk_id "
                                   "BETWEEN ?1 AND ?2"));
    const index::RowRange rows = RowsOf(document.first_chunk_id, document.leaf_count);
    sum.Bind(1, rows.first).Bind(2, rows.last);
    return sum.ForEachRow([&](const sqlite::Statement& row) {
      if (row.Int(0) == static_cast<std::int64_t>(document.text_bytes)) return;
      shard_.Problem("chunk_damage", document.root.hex(),
                     "the lengths of its chunks do not add up to its own");
    });
  }

  // The text of a chunk of revision 0, if it is there and hashes to its leaf.
  Result<std::optional<std::string>> CheckChunk(const DocumentView& document, std::uint64_t index,
                                                const Hash256& leaf) {
    const ChunkId chunk_id = ChunkAt(document.first_chunk_id, index);
    const std::string place = document.root.hex() + ":" + std::to_string(index);
    shard_.findings->Count("chunks");
    auto text = shard_.reader->texts().RawChunk(chunk_id);
    if (!text) {
      if (text.error().code != ErrorCode::kNotFound) {
        shard_.Problem("chunk_damage", place, text.error().message);
      } else if (document.current) {  // evicted, not damaged
        expected_->unread.insert(std::to_underlying(chunk_id));
      }
      return std::nullopt;
    }
    const bool holds = document::LeafOf(*text) == leaf;
    if (!holds) shard_.Problem("leaf_mismatch", place, "its text does not hash to its leaf");
    TRY(CheckTerms(document, chunk_id, place, *text));
    if (!holds) return std::nullopt;
    return std::move(*text);
  }

  Status CheckTerms(const DocumentView& document, ChunkId chunk_id, const std::string& place,
                    std::string_view text) {
    std::string terms;
    text::AppendSearchTerms(text, &terms);
    const std::int64_t count = terms.empty() ? 0 : 1 + std::ranges::count(terms, ' ');
    TRY_ASSIGN(const std::int64_t recorded, shard_.reader->index().TermsIn(RowsOf(chunk_id)));
    if (count != recorded) {
      shard_.Problem(
          "term_count", place,
          "has " + std::to_string(count) + " search terms, not " + std::to_string(recorded));
    }
    if (!document.current) return {};
    if (document.compression_depth == 0) expected_->NoteText(chunk_id, terms);
    if (document.is_keyword_core()) expected_->NoteKeywords(chunk_id, terms);
    return {};
  }

  const CheckedShard& shard_;
  const LoggedShard& logged_;
  ExpectedPostings* expected_;
  std::unordered_set<Hash256> found_;  // of the documents that the log has
};

}  // namespace

Status CheckDocuments(const CheckedShard& shard, const LoggedShard& logged,
                      ExpectedPostings* expected) {
  return DocumentsCheck(shard, logged, expected).Run();
}

}  // namespace arborist::store
