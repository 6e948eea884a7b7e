// SPDX-License-Identifier: AGPL-3.0-only
// A burned text must not stay in the dictionary that was trained on it. Nobody can cut one piece
// out of a dictionary, so the whole of it goes, and what was compressed with it is written anew.
#include "store/shard/write/dictionary.h"

#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "crypto/sha256.h"
#include "store/shard/write/connection.h"

namespace arborist::store {

namespace {

// A dictionary is made of pieces of texts. A run of so many bytes that it shares with a text may be
// a piece of that one.
constexpr std::size_t kSharedRun = 12;

// Whether a dictionary may hold a piece of the text.
bool SharesARun(std::string_view dictionary, std::string_view text) {
  if (dictionary.size() < kSharedRun || text.size() < kSharedRun) return false;
  std::unordered_set<std::string_view> runs;
  runs.reserve(dictionary.size());
  for (std::size_t i = 0; i + kSharedRun <= dictionary.size(); ++i) {
    runs.insert(dictionary.substr(i, kSharedRun));
  }
  for (std::size_t i = 0; i + kSharedRun <= text.size(); ++i) {
    if (runs.contains(text.substr(i, kSharedRun))) return true;
  }
  return false;
}

// Compresses one table's texts without the dictionary. `select` gives number, content and length of
// the next row behind a number, `change` sets the content of one.
Status Recode(sqlite::Database* database, const compress::Dictionary& dictionary,
              std::string_view select, std::string_view change) {
  compress::ChunkCodec with(&dictionary), without;
  TRY_ASSIGN(sqlite::Statement next, database->Prepare(select));
  TRY_ASSIGN(sqlite::Statement update, database->Prepare(change));
  for (std::int64_t last = 0;;) {
    next.Reset();
    TRY_ASSIGN(const bool row, next.Bind(1, last).Step());
    if (!row) return {};
    last = next.Int(0);
    if (!compress::ChunkCodec::IsCompressed(next.Blob(1))) continue;  // cores stay plain
    auto plain = with.Decompress(next.Blob(1), static_cast<std::size_t>(next.Int(2)));
    next.Reset();
    if (!plain) {
      return std::unexpected(
          std::move(plain).error().In("chunk " + std::to_string(last) + "; run arborist fsck"));
    }
    const std::string stored = without.Compress(*plain);
    TRY(update.Bind(1, last).BindBlob(2, stored).Run());
  }
}

}  // namespace

Result<std::optional<std::string>> ShardDictionary::Get() {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  return select.FirstRow([](const sqlite::Statement& row) { return std::string(row.Blob(0)); });
}

Status ShardDictionary::Set(std::string_view content) {
  CHECK(connection_->in_transaction());
  TRY_ASSIGN(sqlite::Statement insert,
             connection_->database().Prepare("INSERT INTO dictionaries(content) VALUES(?1)"));
  TRY(insert.BindBlob(1, content).Run());
  const Hash256 hash = crypto::Sha256(content);
  return connection_->log().Append(
      {.type = "dictionary_added", .subject = hash.hex(), .hashes = {}, .texts = {}});
}

Result<bool> ShardDictionary::Forget(const std::optional<std::string>& text) {
  CHECK(connection_->in_transaction());
  TRY_ASSIGN(const std::optional<std::string> content, Get());
  if (!content || (text && !SharesARun(*content, *text))) return false;
  TRY_ASSIGN(const compress::Dictionary dictionary, compress::Dictionary::Load(*content));
  sqlite::Database& database = connection_->database();
  TRY(Recode(&database, dictionary,
             "SELECT chunk_id, content, text_bytes FROM chunks WHERE chunk_id>?1 AND content IS "
             "NOT NULL ORDER BY chunk_id LIMIT 1",
             "UPDATE chunks SET content=?2 WHERE chunk_id=?1"));
  TRY(Recode(&database, dictionary,
             "SELECT slice_id, content, text_bytes FROM revision_chunks WHERE slice_id>?1 AND "
             "content IS NOT NULL ORDER BY slice_id LIMIT 1",
             "UPDATE revision_chunks SET content=?2 WHERE slice_id=?1"));
  TRY(database.Execute("DELETE FROM dictionaries"));
  TRY(connection_->log().Append({.type = "dictionary_removed",
                                 .subject = crypto::Sha256(*content).hex(),
                                 .hashes = {},
                                 .texts = {}}));
  return true;
}

Result<ShardDictionary::Codec> ShardDictionary::MakeCodec() {
  TRY_ASSIGN(const std::optional<std::string> content, Get());
  if (!content) return Codec{nullptr, compress::ChunkCodec()};
  TRY_ASSIGN(compress::Dictionary loaded, compress::Dictionary::Load(*content));
  auto dictionary = std::make_unique<compress::Dictionary>(std::move(loaded));
  compress::ChunkCodec chunks(dictionary.get());
  return Codec{std::move(dictionary), std::move(chunks)};
}

}  // namespace arborist::store
