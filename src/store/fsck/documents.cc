// SPDX-License-Identifier: AGPL-3.0-only
// Every leaf, root and row of the documents, or of a sample of them.
#include <algorithm>
#include <optional>
#include <vector>

#include "document/chunker.h"
#include "document/descriptor.h"
#include "merkle/tree.h"
#include "store/fsck/shard.h"
#include "store/log/bindings.h"
#include "text/search_tokens.h"

namespace arborist::store {

Status ShardCheck::CheckDocuments() {
  TRY_ASSIGN(const std::int64_t count, db()->QueryInt("SELECT count(*) FROM documents"));
  const auto total = static_cast<std::uint64_t>(count);
  const std::uint64_t step =
      options_.full || total <= options_.sample_documents
          ? 1
          : (total + options_.sample_documents - 1) / options_.sample_documents;
  std::optional<DocumentRoot> after;
  std::uint64_t number = 0;
  while (true) {
    TRY_ASSIGN(const std::vector<DocumentView> page, reader_->documents().After(after, 256));
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

void ShardCheck::CheckDescriptor(const DocumentView& document) {
  if (!chain_ok_) return;
  const auto it = descriptors_.find(document.root);
  if (it != descriptors_.end()) it->second.found = true;
  if (it == descriptors_.end()) {
    Problem("unlogged_document", document.root.hex(), "the log has no event that added it");
    return;
  }
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
      !erasures_.HasRowTime(it->second.seq, it->second.time, document.ingest_ts)) {
    Problem("document_row_mismatch", document.root.hex(),
            "its row is not what the log recorded when it was added");
  }
}

Status ShardCheck::CheckDocument(const DocumentView& document) {
  const std::string subject = document.root.hex();
  ++report_->checked["documents"];
  auto leaves = reader_->texts().Leaves(document);
  if (!leaves) {
    Problem("chunk_missing", subject, leaves.error().message);
    return {};
  }
  if (merkle::Root(*leaves) != document.root) {
    Problem("root_mismatch", subject,
            "its leaf hashes have the root " + merkle::Root(*leaves).hex());
  }
  TRY_ASSIGN(sqlite::Statement sum,
             db()->Prepare("SELECT coalesce(sum(text_bytes),0) FROM chunks WHERE chunk_id BETWEEN "
                           "?1 AND ?2"));
  sum.Bind(1, document.first_chunk_id)
      .Bind(2, document.first_chunk_id + static_cast<std::int64_t>(document.leaf_count) - 1);
  TRY_ASSIGN(const bool summed, sum.Step());
  if (summed && sum.Int(0) != static_cast<std::int64_t>(document.text_bytes)) {
    Problem("chunk_damage", subject, "the lengths of its chunks do not add up to its own");
  }
  std::vector<std::string> slices;  // of revision 0, while all of them hold
  bool holds = true;
  for (std::uint64_t i = 0; i < document.leaf_count; ++i) {
    const std::int64_t chunk_id = document.first_chunk_id + static_cast<std::int64_t>(i);
    const std::string place = subject + ":" + std::to_string(i);
    ++report_->checked["chunks"];
    auto text = reader_->texts().RawChunk(chunk_id);
    holds = holds && text && document::LeafOf(*text) == (*leaves)[i];
    if (!text) {
      if (text.error().code == ErrorCode::kNotFound) {  // evicted, not damaged
        if (document.current) unread_rows_.insert(chunk_id);
        continue;
      }
      Problem("chunk_damage", place, text.error().message);
      continue;
    }
    if (!holds && document::LeafOf(*text) != (*leaves)[i]) {
      Problem("leaf_mismatch", place, "its text does not hash to its leaf");
    }
    std::string terms;
    text::AppendSearchTerms(*text, &terms);
    const std::int64_t count = terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
    TRY_ASSIGN(const std::int64_t recorded, reader_->index().TermsIn({chunk_id, chunk_id}));
    if (count != recorded) {
      Problem("term_count", place,
              "has " + std::to_string(count) + " search terms, not " + std::to_string(recorded));
    }
    if (document.current && document.compression_depth == 0)
      expected_rows_[chunk_id] = FingerprintOf(terms);
    if (document.is_keyword_core() && document.current)
      expected_keywords_[chunk_id] = KeywordFingerprintOf(terms);
    if (holds) slices.push_back(std::move(*text));
  }
  if (!holds) slices.clear();
  return CheckRevisions(document, *leaves, std::move(slices));
}

}  // namespace arborist::store
