// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ingest/formats/format.h"
#include "store/corpus.h"

namespace arborist::sync {

struct Move {
  std::string from;  // URIs of files
  std::string to;
};

// The documents of renamed files under their new URIs, out of the store: text, links and the
// reader's notes as they are, and the title, unless it was the file's name. What stands inside a
// file (members of an archive, attachments) moves with it. A file of which a text was evicted is
// left out, for it has to be read: to_read().
class MovedDocuments final : public ingest::StreamReader {
 public:
  // The corpus outlives it and is not used otherwise meanwhile.
  static Result<MovedDocuments> Of(const store::Corpus* corpus, const std::vector<Move>& moves);

  Result<std::optional<ingest::SourceDocument>> Next() override;
  std::uint64_t ordinal() const override { return next_; }
  void SkipUntil(std::uint64_t) override {}
  std::vector<ingest::Skipped> TakeSkipped() override;
  std::uint64_t consumed() const override { return 0; }

  // The documents that were handed out.
  std::uint64_t moved() const { return moved_; }
  // The new URIs of files that are left out.
  const std::vector<std::string>& to_read() const { return to_read_; }

 private:
  explicit MovedDocuments(const store::Corpus* corpus) : corpus_(corpus) {}
  Result<ingest::SourceDocument> Read(const Move& document);

  const store::Corpus* corpus_;
  std::vector<Move> documents_;
  std::uint64_t next_ = 0;
  std::uint64_t moved_ = 0;
  std::vector<std::string> to_read_;
  std::deque<std::string> names_;  // extractions, which documents view
};

}  // namespace arborist::sync
