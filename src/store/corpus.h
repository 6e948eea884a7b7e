// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/layout.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

// One document as the whole corpus knows it: the same root in several shards is one document with
// all their locations.
struct CorpusDocument {
  DocumentView view;             // locations of every shard, by URI
  ShardReader* shard = nullptr;  // the one that holds `text`
  // The text that is read: of the URI by which the document was found, else of view.shown(). Where
  // it was evicted from that shard, the place of the same revision in another shard, if one has it.
  TextPlace text = {};

  // Of that revision the current location with the smallest URI; without one, the smallest of any
  // state.
  const LocationView& shown() const;
  std::vector<std::string> current_uris() const;
};

// A chunk of the revision that is read: the raw slice, which its leaf hashes. kCorrupt: the
// document has no such chunk, or the slice has another leaf; kNotFound: its text was evicted.
// Errors say which chunk.
Result<std::string> ChunkText(const CorpusDocument& document, std::uint64_t chunk_idx);
Result<std::string> DocumentText(const CorpusDocument& document);

// The same document with each of its revisions in turn, that which is shown first.
std::vector<CorpusDocument> Revisions(const CorpusDocument& document);

// All shards of a home, open for reading. Each shard has a moment of its own, taken when it was
// opened or by the last Renew(), so a State() may be one that never was. One thread at a time.
class Corpus {
 public:
  // A home without shards is an empty corpus. A shard that cannot be read, or that is gone while
  // others of its set have something, is an error with its name.
  // only: the sets to open, or none for all of them.
  static Result<Corpus> Open(const HomePaths& home, std::span<const std::string> only = {});

  // Renew moves every shard to its newest state. Release ends all read transactions, so that the
  // write-ahead logs can shrink; call Renew before the next read.
  Status Renew();
  void Release();

  const std::vector<std::unique_ptr<ShardReader>>& shards() const { return shards_; }

  // What the corpus holds at this moment: the hash of its sorted (shard, head event hash) pairs.
  Result<Hash256> State() const;

  Result<std::optional<CorpusDocument>> Find(const DocumentRoot& root) const;

  // A whole root, a unique prefix of at least 8 digits, or a URI (redirects followed).
  Result<CorpusDocument> Resolve(std::string_view name) const;

  // Every document once, in root order, whatever the layout. The callback returns false to stop.
  // after: only those behind this root.
  Status ForEachDocument(bool include_past,
                         const std::function<Result<bool>(const CorpusDocument&)>& visit,
                         const std::optional<DocumentRoot>& after = std::nullopt) const;

 private:
  std::vector<std::unique_ptr<ShardReader>> shards_;
};

}  // namespace arborist::store
